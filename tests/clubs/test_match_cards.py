"""The card of a match: one phone finds it right for one side, another one for the other side."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from threading import Barrier

import pytest

from companion.clubs.club_history import By, ClubEventKind, events_of
from companion.clubs.errors import CardNotAccepted, OnlyManagers, OnlyScorers
from companion.clubs.leagues.club_match import CardState
from companion.league.lineup import Pairing
from companion.league.match_format import Side
from companion.league.match_result import GameResult
from tests.clubs.house import House
from tests.clubs.league_night import (
    AWAY,
    HOME,
    PLAYERS,
    LeagueNight,
    players,
)
from tests.tables.scribe import refused


@pytest.fixture
def over(house: House) -> LeagueNight:
    """Ana and Ben's only game, which Ana won; Ben's phone is a scorer's."""
    house.let_in("Ben's phone")
    night = players(house, PLAYERS, "Ben", "Ana")
    night.play(HOME)
    return night


def say(night: LeagueNight, device: str, side: Side, secret: str = "") -> None:
    """Say on a phone that the result is right for a side, as it stands."""
    where = (night.house.club_id, night.league_id, 1)
    shown = night.match().fingerprint
    night.house.clubs.cards.by(By(device)).speak(where, shown, side, secret=secret)


def accept(night: LeagueNight) -> None:
    """Let both sides say that the result is right."""
    say(night, "Ana's phone", HOME)
    say(night, "Ben's phone", AWAY)


def test_a_card_is_accepted_once_a_phone_of_each_side_has_said_so(over: LeagueNight) -> None:
    assert over.match().card_state is CardState.OPEN
    assert over.match().may_speak("Ana's phone") == (HOME, AWAY)
    say(over, "Ana's phone", HOME)
    assert over.match().card_state is CardState.PROPOSED
    assert over.match().may_speak("Ana's phone") == ()
    assert over.match().may_speak("Ben's phone") == (AWAY,)
    say(over, "Ben's phone", AWAY)
    acceptance = over.match().acceptance
    assert over.match().card_state is CardState.ACCEPTED
    assert (acceptance.proposed_by, acceptance.accepted_by) == ("Ana's phone", "Ben's phone")
    assert acceptance.proposed_for is HOME and over.match().may_speak("Ben's phone") == ()
    with refused("league.refused.card-accepted"):
        say(over, "Ana's phone", HOME)


def test_nobody_speaks_for_both_sides_and_no_side_twice(over: LeagueNight) -> None:
    say(over, "Ana's phone", HOME)
    with refused("league.refused.card-side"):
        say(over, "Ben's phone", HOME)
    # Who says otherwise has thought better of it, and speaks for that side alone.
    say(over, "Ana's phone", AWAY)
    acceptance = over.match().acceptance
    assert over.match().card_state is CardState.PROPOSED
    assert acceptance.proposed_for is AWAY
    say(over, "Ben's phone", HOME)
    assert over.match().card_state is CardState.ACCEPTED


def test_a_phone_that_was_handed_the_card_speaks_for_the_other_side(over: LeagueNight) -> None:
    for secret in ("", "made up"):
        with pytest.raises(OnlyScorers):
            say(over, "Cyd's phone", AWAY, secret)
    say(over, "Ana's phone", HOME)
    first = over.match().acceptance
    assert first.secret
    for secret in ("", "made up", "né"):
        with pytest.raises(OnlyScorers):
            say(over, "Cyd's phone", AWAY, secret)
    with pytest.raises(OnlyScorers):
        say(over, "Cyd's phone", HOME, first.secret)
    # What was handed for the one side opens nothing once the other one is asked.
    say(over, "Ana's phone", AWAY)
    with pytest.raises(OnlyScorers):
        say(over, "Cyd's phone", HOME, first.secret)
    second = over.match().acceptance
    say(over, "Cyd's phone", HOME, second.secret)
    assert over.match().card_state is CardState.ACCEPTED
    with pytest.raises(OnlyScorers):
        say(over, "Cyd's phone", HOME, second.secret)


def test_a_captain_speaks_for_their_own_team_alone(lined_up: LeagueNight) -> None:
    house, access = lined_up.house, lined_up.house.clubs.access
    for phone, team in (("red", HOME), ("red too", HOME), ("blue", AWAY)):
        number = lined_up.match().opponents[team]
        access.join(access.captain_link(house.club_id, lined_up.league_id, number or 0), phone, "")
    for board in (1, 1, 2, 2):
        lined_up.play(HOME, board)
    assert lined_up.match().may_speak("red") == (HOME,)
    say(lined_up, "red", HOME)
    # By the secret that it hands over, neither; nor once it keeps score of everything.
    secret = lined_up.match().acceptance.secret
    for device in ("red", "red too"):
        with pytest.raises(OnlyScorers):
            say(lined_up, device, AWAY, secret)
    house.let_in("red too")
    assert lined_up.match().may_speak("red too", secret) == ()
    with refused("league.refused.card-side"):
        say(lined_up, "red too", AWAY, secret)
    assert lined_up.match().may_speak("blue") == (AWAY,)
    say(lined_up, "blue", AWAY)
    assert lined_up.match().card_state is CardState.ACCEPTED


def test_what_was_handed_opens_no_other_result(over: LeagueNight) -> None:
    say(over, "Ana's phone", HOME)
    acceptance, (table,) = over.match().acceptance, over.tables()
    over.correct(table.id, AWAY)
    with pytest.raises(OnlyScorers):
        say(over, "Cyd's phone", AWAY, acceptance.secret)


def test_a_card_says_when_the_result_changed_since(over: LeagueNight) -> None:
    cards, where = over.house.clubs.cards, (over.house.club_id, over.league_id, 1)
    (table,) = over.tables()
    say(over, "Ana's phone", HOME)
    shown = over.match().fingerprint
    over.correct(table.id, AWAY)
    # What a phone still shows is not what its captain would accept.
    for device, side in (("Ana's phone", HOME), ("Ben's phone", AWAY)):
        with refused("league.refused.card-changed"):
            cards.by(By(device)).speak(where, shown, side)
    accept(over)
    over.correct(table.id, HOME)
    assert over.match().card_state is CardState.CHANGED
    over.correct(table.id, AWAY)
    assert over.match().card_state is CardState.ACCEPTED


def test_another_score_is_another_result_and_another_day_is_not(over: LeagueNight) -> None:
    where = (over.house.club_id, over.league_id, 1)
    accept(over)
    over.house.clubs.matches.by(By("Ana's phone")).move(
        where, datetime(2026, 2, 13, 20, 0), "The Anchor"
    )
    over.house.clubs.players.change(over.house.club_id, 1, name="Bea", nicknames=[], colour=0)
    assert over.match().card_state is CardState.ACCEPTED
    told = over.match().card
    with refused("league.refused.card-locked"):
        over.house.clubs.matches.take_out(where, 1, 1)
    assert over.match().card == told and over.match().acceptance.is_locked


def test_only_a_manager_opens_an_accepted_card_again_and_says_why(over: LeagueNight) -> None:
    clubs, where = over.house.clubs, (over.house.club_id, over.league_id, 1)
    reopened = ClubEventKind.REOPENED
    by, scorer = By("Ana's phone", "Typed wrong"), By("Zoe's phone", "So there")
    over.house.let_in(scorer.device)
    with refused("league.refused.not-in-dispute"):
        clubs.cards.by(by).overrule(where, reopened)
    accept(over)
    with pytest.raises(OnlyManagers):
        clubs.cards.by(scorer).overrule(where, reopened)
    with refused("league.refused.reason"):
        clubs.cards.by(By(by.device)).overrule(where, reopened)
    clubs.cards.by(by).overrule(where, reopened)
    matches = clubs.matches.by(By(by.device))
    with pytest.raises(OnlyManagers):
        clubs.matches.by(scorer).take_out(where, 1, 1)
    assert over.match().card_state is CardState.OPEN and not over.match().was_changed
    matches.take_out(where, 1, 1)
    matches.enter_card(where, [(1, GameResult(HOME, (61, 12)))])
    match = over.match()
    assert (match.was_changed, match.acceptance.reopened_by) == (True, by.device)
    assert match.changes == ({"board-1": "61–0"}, {"board-1": "61–12"})
    say(over, "Ben's phone", AWAY)
    assert over.match().was_changed and not over.match().acceptance.is_locked
    say(over, "Ana's phone", HOME)
    assert over.match().acceptance.is_locked and over.match().changes == ({}, {})
    events = events_of(over.house.tables.database, where[0], where[1:])
    kinds = [event.kind for _, event in events]
    one, both = ClubEventKind.CONFIRMED, ClubEventKind.ACCEPTED
    taken_out, entered = ClubEventKind.TAKEN_OUT, ClubEventKind.ENTERED
    assert kinds == [both, one, entered, taken_out, reopened, both, one]


def test_a_fix_at_the_table_shows_as_changed_after_it_was_accepted(over: LeagueNight) -> None:
    (table,) = over.tables()
    accept(over)
    over.correct(table.id, AWAY)
    match = over.match()
    assert (match.card_state, match.acceptance.is_locked) == (CardState.CHANGED, True)
    assert match.changes == ({"board-1": "61–0"}, {"board-1": "0–61"})
    accept(over)
    assert not over.match().was_changed


def test_a_dispute_lasts_until_both_accept_again_or_a_manager_settles_it(over: LeagueNight) -> None:
    clubs, where = over.house.clubs, (over.house.club_id, over.league_id, 1)
    with pytest.raises(OnlyScorers):
        clubs.cards.by(By("Zoe's phone")).dispute(where, secret="made up")
    accept(over)
    clubs.cards.by(By("Ben's phone", "It was 61–50")).dispute(where, secret="")
    said = over.match().acceptance
    assert (said.disputed_by, said.dispute) == ("Ben's phone", "It was 61–50")
    assert said.is_locked
    say(over, "Ben's phone", AWAY)
    assert over.match().acceptance.disputed_by
    say(over, "Ana's phone", HOME)
    assert not over.match().acceptance.disputed_by and over.match().acceptance.is_locked
    said = over.match().acceptance
    clubs.cards.by(By("Zoe's phone")).dispute(where, secret=said.secret)
    for by, error in (
        (By("Ben's phone", "Fine"), OnlyManagers),
        (By("Ana's phone"), CardNotAccepted),
    ):
        with pytest.raises(error):
            clubs.cards.by(by).overrule(where, ClubEventKind.SETTLED)
    clubs.cards.by(By("Ana's phone", "Both agreed")).overrule(where, ClubEventKind.SETTLED)
    assert over.match().card_state is CardState.ACCEPTED


def test_who_is_told_to_be_the_same_changes_no_result(lined_up: LeagueNight) -> None:
    house = lined_up.house
    house.let_in("Ben's phone")
    (anna,) = house.join("Anna")
    where = (house.club_id, lined_up.league_id, 1)
    for board in (1, 1, 2, 2):
        lined_up.play(HOME, board)
    accept(lined_up)
    score = lined_up.match().score
    # Ana turns out to have had another name here before, Anna to be the older one.
    for number, other in ((1, anna), (anna, 3)):
        house.clubs.players.tell_same(house.club_id, number, other)
        assert lined_up.match().card_state is CardState.ACCEPTED
        # What is kept with the match is kept as it was said.
        house.clubs.matches.by(By("Ana's phone")).move(where, datetime(2026, 2, 13, 20, 0))
        house.clubs.players.part(house.club_id, anna)
        assert lined_up.match().card_state is CardState.ACCEPTED
        assert lined_up.match().fixture.lineup == (Pairing((1,), (3,)), Pairing((2,), (4,)))
        assert lined_up.match().score == score


def test_no_card_is_accepted_of_a_match_that_is_on(lined_up: LeagueNight) -> None:
    assert lined_up.match().may_speak("Ana's phone") == ()
    with refused("league.refused.card-open"):
        say(lined_up, "Ana's phone", HOME)


def test_of_phones_that_find_it_right_at_the_same_moment_none_is_forgotten(
    over: LeagueNight,
) -> None:
    cards, where = over.house.clubs.cards, (over.house.club_id, over.league_id, 1)
    shown, ready = over.match().fingerprint, Barrier(2)

    def tap(device: str, side: Side) -> None:
        ready.wait()
        cards.by(By(device)).speak(where, shown, side)

    with ThreadPoolExecutor(2) as phones:
        list(phones.map(tap, ("Ana's phone", "Ben's phone"), (HOME, AWAY)))
    acceptance = over.match().acceptance
    assert over.match().card_state is CardState.ACCEPTED
    assert {acceptance.proposed_by, acceptance.accepted_by} == {"Ana's phone", "Ben's phone"}
