"""The competitions of a club: begun, drawn, followed, changed, closed."""

from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction

import pytest

from companion.clubs.club_history import By, events_of
from companion.clubs.errors import NoSuchClub, NoSuchLeague, NoSuchMatch, NoSuchPlayer
from companion.clubs.forget_player import forget_player
from companion.clubs.leagues.club_league import plan_league
from companion.clubs.leagues.club_match import CardState, cards_outstanding
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.clubs.leagues.league_store import changing, give_owners
from companion.clubs.leagues.match_service import add_substitute
from companion.clubs.transfer.club_file import read_club_file
from companion.clubs.transfer.export_club import export_club
from companion.db.league_models import FixtureRow
from companion.league.competition import Competition, Entrant, EntrantKind, Shape
from companion.league.fixture import Fixture, MatchState, Walkover
from companion.league.fixture_list import Opponents
from companion.league.kept_json import read_kept, write_kept
from companion.league.lineup import Pairing
from companion.league.match_format import MatchFormat, Side
from companion.league.match_result import GameResult
from tests.clubs.house import House
from tests.clubs.league_night import (
    AWAY,
    HOME,
    PAIRS,
    PLAYERS,
    TEAMS,
    THREE,
    LeagueNight,
    begun,
    players,
)
from tests.tables.scribe import refused

LADDER = PLAYERS._replace(shape=Shape.LADDER)
KNOCK_OUT = PLAYERS._replace(shape=Shape.KNOCK_OUT)


def test_a_plan_tells_how_much_there_is_to_play(house: House) -> None:
    numbers = house.join("Ana", "Ben", "Cyd", "Dee", "Eva")
    entrants = [NewEntrant((number,)) for number in numbers]
    assert plan_league(house.club, PLAYERS, entrants) == (5, 10, 1)
    assert plan_league(house.club, PLAYERS._replace(times=2), entrants) == (10, 20, 1)
    assert plan_league(house.club, KNOCK_OUT, entrants) == (3, 4, 3)
    assert plan_league(house.club, LADDER, entrants) == (0, 0, 0)
    assert house.clubs.leagues.of_club(house.club) == ()


def test_everybody_meets_everybody_on_the_days_that_were_said(house: House) -> None:
    numbers = house.join("Ana", "Ben", "Cyd")
    days = [date(2026, 1, 9), date(2026, 1, 16)]
    league_id = house.clubs.leagues.create(
        house.club_id, PLAYERS, [NewEntrant((number,)) for number in numbers], days, time(19, 30)
    )
    league = house.clubs.leagues.look(house.club_id, league_id)
    assert league.names == {1: "Ana", 2: "Ben", 3: "Cyd"}
    assert [each.starts_at for each in league.fixtures] == [
        datetime(2026, 1, 9, 19, 30),
        datetime(2026, 1, 16, 19, 30),
        None,
    ]
    met = {frozenset(opponents) for opponents in league.opponents.values()}
    assert met == {frozenset({1, 2}), frozenset({1, 3}), frozenset({2, 3})}
    (title,) = house.clubs.leagues.of_club(house.club)
    assert title == (league_id, league.competition, 3, 0)


def test_the_draw_follows_from_its_words_alone(house: House) -> None:
    numbers = house.join("Ana", "Ben", "Cyd", "Dee")
    entrants = [NewEntrant((number,)) for number in numbers]
    once, again = (
        house.clubs.leagues.look(
            house.club_id, house.clubs.leagues.create(house.club_id, PLAYERS, entrants)
        )
        for _ in range(2)
    )
    assert once.fixtures == again.fixtures and once.id != again.id
    unsaid = house.clubs.leagues.create(house.club_id, PLAYERS._replace(seed=""), entrants)
    assert house.clubs.leagues.look(house.club_id, unsaid).competition.seed


def test_who_takes_part_is_of_the_club_and_for_one_side_alone(house: House) -> None:
    ana, ben, cyd = house.join("Ana", "Ben", "Cyd")
    leagues, club_id = house.clubs.leagues, house.club_id
    with pytest.raises(NoSuchPlayer):
        leagues.create(club_id, PLAYERS, [NewEntrant((ana,)), NewEntrant((9,))])
    with refused("league.refused.plays-for-two"):
        leagues.create(club_id, PLAYERS, [NewEntrant((ana,)), NewEntrant((ana,))])
    with refused("league.refused.plays-for-two"):
        reds, blues = NewEntrant((ana, ben), "Reds"), NewEntrant((ben, cyd), "Blues")
        leagues.create(club_id, TEAMS, [reds, blues])
    with refused("league.refused.entrants"):
        leagues.create(club_id, PLAYERS, [NewEntrant((ana,))])
    with refused("league.refused.squad-of-player"):
        leagues.create(club_id, PLAYERS, [NewEntrant((ana,)), NewEntrant((ben, cyd))])
    with pytest.raises(NoSuchClub):
        leagues.create("nobody's", PLAYERS, [NewEntrant((ana,)), NewEntrant((ben,))])
    assert leagues.of_club(house.club) == ()


def test_who_played_for_a_team_that_left_may_play_for_another_one(house: House) -> None:
    ana, ben, cyd = house.join("Ana", "Ben", "Cyd")
    teams = [NewEntrant((each,), name) for each, name in ((ana, "Reds"), (ben, "Blues"))]
    night = begun(house, TEAMS, [*teams, NewEntrant((cyd,), "Greens")])
    entrants, where = house.clubs.entrants, (house.club_id, night.league_id)
    with refused("league.refused.plays-for-two"):
        entrants.change(*where, 3, NewEntrant((cyd, ana), "Greens"))
    entrants.withdraw(*where, 1)
    entrants.change(*where, 3, NewEntrant((cyd, ana), "Greens"))
    assert [each.players for each in night.league.entrants] == [(ana,), (ben,), (cyd, ana)]


def test_a_substitute_is_one_of_a_team_and_not_of_the_list(night: LeagueNight) -> None:
    house, leagues, where = (
        night.house,
        night.house.clubs.leagues,
        (night.house.club_id, night.league_id),
    )

    def add(team: int, player: int | str) -> int:
        with changing(leagues.database, *where) as (session, league):
            return add_substitute(session, league, team, player, leagues)

    fay, gus = add(1, "Fay"), add(1, "Gus")
    assert add(1, fay) == fay
    with refused("league.refused.plays-for"):
        add(1, 1)
    with refused("league.refused.no-team"):
        add(9, "Hal")
    # The same person by two names, until they are separated again.
    house.clubs.players.tell_same(house.club_id, gus, fay)
    house.clubs.entrants.change(*where, 1, NewEntrant((4, 3), "Blues"))
    blues = night.league.entrants[0]
    assert (blues.players, blues.substitutes, blues.may_play) == ((4, 3), (fay,), (4, 3, fay))
    house.clubs.players.part(house.club_id, gus)
    assert night.league.entrants[0].substitutes == (fay, gus)
    night.line_up(Pairing((1,), (fay,)), Pairing((2,), (4,)))
    assert read_kept(Entrant, write_kept(blues)) == blues
    with refused("league.refused.plays-for-both"):
        add(2, fay)
        night.line_up(Pairing((fay,), (fay,)), Pairing((2,), (4,)))


@pytest.mark.parametrize("league_id", ["", "nobody's", "a\0b", "x" * 500])
def test_no_league_can_be_made_up(house: House, league_id: str) -> None:
    with pytest.raises(NoSuchLeague):
        house.clubs.leagues.look(house.club_id, league_id)
    with pytest.raises(NoSuchLeague):
        house.clubs.matches.look((house.club_id, league_id, 1))
    with pytest.raises(NoSuchLeague):
        house.clubs.leagues.remove(house.club_id, league_id)


def test_a_club_sees_no_league_of_another_one(house: House) -> None:
    night = players(house, PLAYERS, "Ana", "Ben")
    other = house.clubs.service.open("Sunday", "Dee's phone")
    for ask in (house.clubs.leagues.look, house.clubs.leagues.remove):
        with pytest.raises(NoSuchLeague):
            ask(other, night.league_id)
    with pytest.raises(NoSuchLeague):
        house.clubs.matches.give((other, night.league_id, 1), Walkover.HOME)
    with pytest.raises(NoSuchMatch):
        house.clubs.matches.look((house.club_id, night.league_id, 99))
    assert night.match().state is MatchState.PLANNED


def test_people_are_called_as_the_club_calls_them_today(house: House) -> None:
    ana, ben, cyd, dee = house.join("Ana", "Ben", "Cyd", "Dee")
    competition = PLAYERS._replace(kind=EntrantKind.PAIR, form=PAIRS)
    night = begun(house, competition, [NewEntrant((ana, ben)), NewEntrant((cyd, dee))])
    assert [*night.league.names.values()] == ["Ana & Ben", "Cyd & Dee"]
    house.clubs.players.change(house.club_id, ana, name="Anna", nicknames=[], colour=0)
    forget_player(house.tables, house.club_id, dee)
    assert [*night.league.names.values()] == ["Anna & Ben", "Cyd & Deleted player"]


def test_two_teams_of_one_name_are_told_apart(house: House) -> None:
    ana, ben = house.join("Ana", "Ben")
    night = begun(
        house, TEAMS, [NewEntrant((ana,), "The Anchor"), NewEntrant((ben,), "the anchor")]
    )
    called = [str(name) for name in night.league.names.values()]
    assert called == ["The Anchor (no. 1)", "the anchor (no. 2)"]


def test_other_points_count_for_what_was_played_already(house: House) -> None:
    night = players(house, PLAYERS, "Ana", "Ben")
    night.play(AWAY)
    assert night.points == {"Ana": (1, Fraction(2)), "Ben": (1, Fraction(0))}
    changed = night.league.competition._replace(name="Spring", table=THREE, shape=Shape.LADDER)
    house.clubs.leagues.change(house.club_id, night.league_id, changed)
    assert night.points == {"Ana": (1, Fraction(3)), "Ben": (1, Fraction(0))}
    # What was drawn by it stays.
    assert night.league.competition.name == "Spring"
    assert night.league.competition.shape is Shape.ROUND_ROBIN


def test_who_leaves_gives_away_what_is_open(house: House) -> None:
    night = players(house, PLAYERS, "Ana", "Ben", "Cyd")
    number = next(n for n, met in night.league.opponents.items() if {*met} == {1, 2})
    home = night.league.opponents[number].home
    night.play(HOME if home == 1 else AWAY, number=number)
    house.clubs.entrants.withdraw(house.club_id, night.league_id, 2)
    with refused("league.refused.nobody-to-leave"):
        house.clubs.entrants.withdraw(house.club_id, night.league_id, 2)
    assert night.points == {"Ana": (1, 2), "Cyd": (1, 2), "Ben": (2, 0)}
    struck = night.league.competition._replace(strikes_out=True)
    house.clubs.leagues.change(house.club_id, night.league_id, struck)
    assert night.points == {"Ana": (0, 0), "Cyd": (0, 0)}
    # What counts nothing isn't said to be played, nor still to come.
    (title,) = house.clubs.leagues.of_club(house.club)
    assert (title.decided, title.matches) == (0, 1)
    assert night.league.gone_from(night.league.fixture(number)) == ("Ben",)
    assert cards_outstanding(night.league, date.max) == []


def test_a_ladder_is_climbed_by_challenges(house: House) -> None:
    night = players(house, LADDER, "Ana", "Ben", "Cyd", "Dee")
    ladders, club_id = house.clubs.leagues, house.club_id
    assert night.league.ladder.rungs == (1, 2, 3, 4)
    with refused("league.refused.challenge-far"):
        ladders.challenge(club_id, night.league_id, 4, 1)
    with refused("league.refused.challenge-down"):
        ladders.challenge(club_id, night.league_id, 1, 2)
    number = ladders.challenge(club_id, night.league_id, 3, 1)
    with refused("league.refused.challenge-open"):
        ladders.challenge(club_id, night.league_id, 2, 1)
    assert night.league.opponents[number] == Opponents(1, 3)
    table_id = night.play(AWAY, number=number)
    assert night.league.ladder.rungs == (3, 1, 2, 4)
    night.correct(table_id, HOME)
    assert night.league.ladder.rungs == (1, 2, 3, 4)
    (eva,) = house.join("Eva")
    assert house.clubs.entrants.join(club_id, night.league_id, NewEntrant((eva,))) == 5
    assert night.league.ladder.rungs == (1, 2, 3, 4, 5)
    with refused("league.refused.plays-for-two"):
        house.clubs.entrants.join(club_id, night.league_id, NewEntrant((eva,)))


def test_only_a_ladder_takes_challenges_and_no_knock_out_newcomers(house: House) -> None:
    night = players(house, KNOCK_OUT, "Ana", "Ben")
    (cyd,) = house.join("Cyd")
    with refused("league.refused.no-ladder"):
        house.clubs.leagues.challenge(house.club_id, night.league_id, 2, 1)
    with refused("league.refused.join"):
        house.clubs.entrants.join(house.club_id, night.league_id, NewEntrant((cyd,)))


def test_who_joins_late_meets_everybody_and_what_was_played_stays(house: House) -> None:
    night = players(house, PLAYERS, "Ana", "Ben", "Cyd")
    night.play(HOME, number=1)
    before = night.league.fixtures
    (dee,) = house.join("Dee")
    assert house.clubs.entrants.join(house.club_id, night.league_id, NewEntrant((dee,))) == 4
    league = night.league
    assert league.fixtures[:3] == before and len(league.fixtures) == 6
    # Two of them have a bye still to come; the one of the first round meets Dee in an extra one.
    assert [each.round for each in league.fixtures[3:]] == [2, 3, 4]
    assert {*league.opponents[6]} == {4, league.byes[1][0]}
    ((_, event),) = events_of(house.tables.database, house.club_id)[:1]
    assert (event.kind, dict(event.now)) == ("entrant-joined", {"entrant": 4})


def test_a_knock_out_goes_on_with_whoever_won(house: House) -> None:
    night = players(house, KNOCK_OUT, "Ana", "Ben", "Cyd", "Dee")
    assert [*night.league.opponents.values()] == [(1, 4), (2, 3), (None, None)]
    first, second = night.play(HOME, number=1), night.play(AWAY, number=2)
    assert night.league.opponents[3] == Opponents(1, 3)
    final = night.play(HOME, number=3)
    assert night.match(3).fixture.lineup[0] == ((1,), (3,))
    assert night.match(3).state is MatchState.OVER
    matches, cards, where = house.clubs.matches, house.clubs.cards, (house.club_id, night.league_id)
    house.let_in("Ben's phone")
    for phone, side in (("Ana's phone", HOME), ("Ben's phone", AWAY)):
        cards.by(By(phone)).speak((*where, 3), night.match(3).fingerprint, side)
    # As it was kept before results had owners: the server gives them when it starts.
    with house.tables.database.writing() as session:
        row = session.get_one(FixtureRow, (night.league_id, 3))
        row.keep(read_kept(Fixture, row.kept)._replace(by=(0, 0)))
    give_owners(house.tables.database)
    night.correct(first, AWAY)
    night.correct(first, HOME)
    assert night.match(3).card_state is CardState.ACCEPTED and night.match(3).acceptance.is_locked
    # It was not Ana who came to the final, so that game was not the final.
    night.correct(first, AWAY)
    match = night.match(3)
    assert (match.opponents, match.state) == (Opponents(4, 3), MatchState.ON_HOLD)
    assert (match.no_longer_through, match.was_changed) == (["Ana"], False)
    assert match.card.names == ("Ana", "Cyd")
    assert match.fixture.lineup[0] == ((1,), (3,)) and night.league.champion is None
    with refused("league.refused.on-hold"):
        night.open(number=3)
    # A manager lets it be played again, on paper, and the first game is kept.
    matches.play_again((*where, 3))
    assert night.match(3).state is MatchState.PLANNED
    matches.enter_card((*where, 3), [(1, GameResult(AWAY, (40, 61)))])
    assert night.league.champion == "Cyd"
    exported = b"".join(export_club(house.tables.database, house.club_id))
    brought = read_club_file(exported, datetime.now(UTC))
    club = house.clubs.service.look(house.clubs.taking_in.take_in(brought, ""))
    (there,) = house.clubs.leagues.all_of(club)
    assert there.fixture(3).winner(night.league.competition.form) is AWAY
    assert there.fixture(3).aside[0].by == (1, 3)
    # Corrected back, everything is as before, but for the card that was given up.
    night.correct(first, HOME)
    match = night.match(3)
    assert (match.state, match.card_state) == (MatchState.OVER, CardState.OPEN)
    assert night.tables(3)[0].id == final and second
    night.correct(first, AWAY)
    assert night.league.champion == "Cyd"
    assert house.clubs.match_tables.match_of(final) == (night.league_id, 3)


def test_players_who_are_the_same_play_on_as_one(house: House) -> None:
    night = players(house, PLAYERS, "Ana", "Ben")
    (annie,) = house.join("Annie")
    night.play(AWAY)
    house.clubs.players.tell_same(house.club_id, 1, annie)
    assert night.points == {"Annie": (1, 2), "Ben": (1, 0)}
    house.clubs.players.part(house.club_id, 1)
    assert night.points == {"Ana": (1, 2), "Ben": (1, 0)}


def test_partners_and_opponents_who_are_one_person_open_no_table(house: House) -> None:
    numbers = house.join("Ana", "Ben", "Cyd", "Dee")
    pairs = [NewEntrant(numbers[:2]), NewEntrant(numbers[2:])]
    doubles = Competition("Pairs", Shape.ROUND_ROBIN, EntrantKind.PAIR, PAIRS, seed="pairs")
    of_pairs = begun(house, doubles, pairs)
    of_players = begun(house, PLAYERS, [NewEntrant((1,)), NewEntrant((2,))])
    # A table of both would tell them apart; they never sat at one.
    house.clubs.players.tell_same(house.club_id, 2, 1)
    for night in (of_pairs, of_players):
        with refused("league.refused.one-person"):
            night.open()
    house.clubs.players.part(house.club_id, 2)
    assert of_pairs.open() in of_pairs.league.tables
    assert of_players.open() in of_players.league.tables


def test_what_follows_from_each_other_is_followed_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    entrants = [NewEntrant((number,)) for number in house.join(*(f"P{at}" for at in range(32)))]
    league_id = house.clubs.leagues.create(house.club_id, KNOCK_OUT, entrants)
    for number in range(1, 17):
        house.clubs.matches.give((house.club_id, league_id, number), Walkover.HOME)
    asked: list[int] = []

    def winner(fixture: Fixture, form: MatchFormat) -> Side | None:
        asked.append(fixture.number)
        return winner_of(fixture, form)

    winner_of = Fixture.winner
    monkeypatch.setattr(Fixture, "winner", winner)
    league = house.clubs.leagues.look(house.club_id, league_id)
    assert len(league.fixtures) == 31 and league.fixture(17).lineup != ()
    assert sorted(asked) == [each.number for each in league.fixtures]


def test_a_league_goes_with_its_club_and_leaves_its_tables(house: House) -> None:
    night = players(house, PLAYERS, "Ana", "Ben")
    other = players(house, KNOCK_OUT, "Cyd", "Dee")
    table_id = night.play(HOME)
    house.clubs.leagues.remove(house.club_id, night.league_id)
    assert house.clubs.match_tables.match_of(table_id) is None
    assert house.clubs.tables.club_of(table_id) == house.club_id
    assert [title.id for title in house.clubs.leagues.of_club(house.club)] == [other.league_id]
    service = house.clubs.service
    service.close(house.club_id)
    service.now = lambda: datetime.now(UTC) + timedelta(days=8)
    service.close_due()
    assert house.tables.look(table_id).game.is_over


def test_who_is_new_comes_to_the_club_with_the_league_or_not_at_all(house: House) -> None:
    (ana,) = house.join("Ana")
    leagues, entrants = house.clubs.leagues, [NewEntrant((ana,)), NewEntrant(("Ben",))]
    assert plan_league(house.club, PLAYERS, entrants) == (1, 1, 0)
    with refused("league.refused.plays-for-two"):
        leagues.create(house.club_id, PLAYERS, [*entrants, NewEntrant(("Ben",))])
    with refused("refused.name-character"):
        plan_league(house.club, PLAYERS, [*entrants, NewEntrant(("C,D",))])
    assert house.club.names == {1: "Ana"}
    league_id = leagues.create(house.club_id, PLAYERS, entrants)
    assert house.club.names == {1: "Ana", 2: "Ben"}
    assert leagues.look(house.club_id, league_id).names == {1: "Ana", 2: "Ben"}


def test_there_is_an_end_to_how_much_a_league_can_be(house: House) -> None:
    entrants = [NewEntrant((f"P{number}",)) for number in range(64)]
    assert plan_league(house.club, PLAYERS, entrants) == (63, 2016, 0)
    with refused("league.refused.matches"):
        plan_league(house.club, PLAYERS._replace(times=2), entrants)
    with refused("league.refused.matches"):
        house.clubs.leagues.create(house.club_id, PLAYERS._replace(times=2), entrants)
    assert house.club.players == ()


def test_old_leagues_are_listed_without_being_followed(house: House) -> None:
    entrants = [NewEntrant((number,)) for number in house.join("Ana", "Ben")]
    for _ in range(14):
        house.clubs.leagues.create(house.club_id, PLAYERS, entrants)
    titles = house.clubs.leagues.of_club(house.club)
    assert [title.matches for title in titles] == [1] * 12 + [None] * 2


def test_who_are_told_apart_again_are_in_a_league_as_they_were(night: LeagueNight) -> None:
    house = night.house
    (anna,) = house.join("Anna")
    reds = night.league.entrant(2)
    assert reds is not None and reds.players == (1, 2, 5)
    house.clubs.players.tell_same(house.club_id, 1, anna)
    # What is written of the team meanwhile says nothing of who is whom.
    house.clubs.entrants.withdraw(house.club_id, night.league_id, 2)
    named = night.league.entrant(2)
    assert named is not None and named.players == (anna, 2, 5)
    house.clubs.players.part(house.club_id, 1)
    after = night.league.entrant(2)
    assert after is not None and after.players == (1, 2, 5) and after.has_left
