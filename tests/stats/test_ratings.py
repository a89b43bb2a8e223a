"""Ratings: a fold over games with a result, of any number of sides, and partners on them."""

from datetime import timedelta
from math import sqrt
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from companion.stats.played_game import SeatedTwice
from companion.stats.ratings import Rating, Ratings
from tests.stats.club import ANA, BEN, CYD, DEE, ZOE, game, season
from tests.thorough import examples


def points(ratings: Ratings, *people: int, kind: str = "race-horse") -> list[int]:
    return [ratings.of(kind, person).points for person in people]


def test_everybody_begins_at_1000_and_nobody_knows_yet() -> None:
    assert Ratings().of("race-horse", ANA) == Rating()
    assert (Rating().points, Rating().give_or_take, Rating().at_least) == (1000, 653, 347)


def test_who_wins_goes_up_and_who_loses_goes_down_as_much() -> None:
    ana, ben = points(Ratings().after([game([ANA, BEN], winner=0)]), ANA, BEN)
    assert ana > 1000 > ben
    assert ana - 1000 == 1000 - ben


def test_a_rating_becomes_surer_with_every_game() -> None:
    ratings, unsure = Ratings(), [Rating().give_or_take]
    for day in range(5):
        ratings = ratings.after([game([ANA, BEN], winner=day % 2, day=day)])
        unsure.append(ratings.of("race-horse", ANA).give_or_take)
    assert unsure == sorted(unsure, reverse=True)
    assert ratings.of("race-horse", ANA).games == 5


def test_who_wins_seven_of_ten_comes_to_stand_two_hundred_points_ahead() -> None:
    random, ratings, ahead = Random(3), Ratings(), list[int]()
    for number in range(3000):
        winner = 0 if random.random() < 0.7 else 1
        ratings = ratings.after([game([ANA, BEN], winner=winner, day=number % 300)])
        ana, ben = points(ratings, ANA, BEN)
        ahead.append(ana - ben)
    assert fmean(ahead[500:]) == pytest.approx(200, abs=30)


def test_of_three_sides_the_losers_stand_by_their_scores() -> None:
    ratings = Ratings().after([game([ANA, BEN, CYD], winner=1, scores=[20, 61, 50])])
    ana, ben, cyd = points(ratings, ANA, BEN, CYD)
    assert ben > cyd > ana


def test_who_lost_with_the_same_score_is_rated_alike() -> None:
    ratings = Ratings().after([game([ANA, BEN, CYD], winner=1, scores=[50, 61, 50])])
    assert ratings.of("race-horse", ANA) == ratings.of("race-horse", CYD)


def test_the_winner_is_first_whatever_agreements_made_of_the_scores() -> None:
    ratings = Ratings().after([game([ANA, BEN], winner=0, scores=[30, 40])])
    assert points(ratings, ANA)[0] > points(ratings, BEN)[0]


def test_partners_go_up_and_down_together() -> None:
    ratings = Ratings().after([game([ANA, BEN, CYD, DEE], winner=1, partners=True)])
    ana, ben, cyd, dee = (ratings.of("race-horse", person) for person in (ANA, BEN, CYD, DEE))
    assert (ana, ben) == (cyd, dee)
    assert ben.points > 1000 > ana.points


def test_each_kind_of_game_has_ratings_of_its_own() -> None:
    ratings = Ratings().after([game([ANA, BEN], kind="muggins")])
    assert points(ratings, ANA, BEN) == [1000, 1000]
    assert points(ratings, ANA, kind="muggins")[0] > 1000


def test_a_game_without_a_result_changes_nothing() -> None:
    assert Ratings().after([game([ANA, BEN], winner=None)]) == Ratings()


def test_nobody_is_first_by_one_lucky_game() -> None:
    ratings = Ratings().after(game([ANA, BEN], winner=day % 2, day=day) for day in range(30))
    ratings = ratings.after([game([ZOE, ANA], winner=0, day=30)])
    ana, zoe = points(ratings, ANA, ZOE)
    assert zoe > ana
    assert {person for person, _ in ratings.table("race-horse")[:2]} == {ANA, BEN}


def test_a_rating_is_shown_from_five_games_on() -> None:
    ratings = Ratings().after(game([ANA, BEN], day=day) for day in range(4))
    assert ratings.table("race-horse") == []
    assert (ratings.of("race-horse", ANA).missing, ratings.of("race-horse", ZOE).missing) == (1, 5)
    ratings = ratings.after([game([ANA, CYD], day=4)])
    assert [person for person, _ in ratings.table("race-horse")] == [ANA]


def test_one_person_on_two_seats_is_refused() -> None:
    before = Ratings()
    with pytest.raises(SeatedTwice) as refused:
        before.after([game([ANA, BEN, ANA])])
    assert refused.value.code == "seated-twice"
    assert before == Ratings()


def test_time_away_makes_a_rating_less_sure_and_no_less_than_a_beginners() -> None:
    ratings = Ratings().after(season(200, seed=1))
    kind = max(ratings.by_kind, key=lambda kind: len(ratings.by_kind[kind]))
    rating = ratings.of(kind, ANA)
    assert rating.day is not None
    after = [rating.on(rating.day + timedelta(days=days)) for days in (-1, 0, 30, 365, 7300, 9999)]
    assert {each.points for each in after} == {rating.points}
    unsure = [each.give_or_take for each in after]
    assert unsure[0] == unsure[1] == rating.give_or_take and unsure[-1] == Rating().give_or_take
    assert unsure[1:-1] == sorted({*unsure[1:-1]})
    # In two steps or in one, and for somebody who never played at all.
    half = rating.on(rating.day + timedelta(days=15))
    assert half._replace(day=rating.day + timedelta(days=15)).on(
        rating.day + timedelta(days=30)
    ).sigma == pytest.approx(after[2].sigma)
    assert Rating().on(rating.day) == Rating()


def test_who_was_away_is_ranked_lower_and_learns_more_from_the_next_game() -> None:
    # Ana and Ben, and Cyd and Dee, played alike; Cyd and Dee went on for two years.
    games = [game([ANA, BEN], winner=day % 2, day=day) for day in range(20)]
    games += [game([CYD, DEE], winner=day % 2, day=day + 700) for day in range(20)]
    ratings = Ratings().after(games)
    today = games[-1].day
    order = [person for person, _ in ratings.on(today).table("race-horse")]
    assert order.index(CYD) < order.index(ANA) and order.index(DEE) < order.index(BEN)
    assert ratings.on(today).of("race-horse", CYD) == ratings.of("race-horse", CYD)
    # As the model has it, counted by hand: each side with the doubt of its time away.
    model, before = PlackettLuce(), (ratings.of("race-horse", ANA), ratings.of("race-horse", DEE))
    grown = [
        sqrt(each.sigma**2 + (720 - each.day.toordinal() + day_of(0)) * (25 / 3) ** 2 / 7300)
        for each in before
        if each.day
    ]
    teams = [[model.rating(mu=each.mu, sigma=s)] for each, s in zip(before, grown, strict=True)]
    expected = [team[0] for team in model.rate(teams, ranks=[0, 1])]
    after = ratings.after([game([ANA, DEE], winner=0, day=720)])
    for person, wanted in zip((ANA, DEE), expected, strict=True):
        found = after.of("race-horse", person)
        assert (found.mu, found.sigma) == pytest.approx((wanted.mu, wanted.sigma))
    gains = [
        abs(after.of("race-horse", each).mu - ratings.of("race-horse", each).mu)
        for each in (ANA, DEE)
    ]
    assert gains[0] > 1.2 * gains[1]


def day_of(number: int) -> int:
    """The day of a game, as a number of the calendar."""
    return game([ANA, BEN], day=number).day.toordinal()


@given(seed=st.integers(0, 10**6), at=st.integers(0, 60))
@examples(40)
def test_a_fold_that_goes_on_from_anywhere_comes_to_the_same(seed: int, at: int) -> None:
    games = season(60, seed=seed)
    at_once = Ratings().after(games)
    assert Ratings().after(games[:at]).after(games[at:]) == at_once
    one_by_one = Ratings()
    for each in games:
        one_by_one = one_by_one.after([each])
    assert one_by_one == at_once


@pytest.mark.parametrize("seed", range(5))
def test_simulated_players_come_to_stand_by_their_strength(seed: int) -> None:
    # Six who win by their strength, by twos: each twice as likely as the next to beat a third.
    random, ratings = Random(seed), Ratings()
    for number in range(600):
        one, other = random.sample(range(6), 2)
        is_first = random.random() < 2**other / (2**one + 2**other)
        # An evening has twenty games.
        winner = 0 if is_first else 1
        ratings = ratings.after([game([one, other], winner=winner, day=number // 20 * 7)])
    assert [person for person, _ in ratings.table("race-horse")] == [*range(6)]
