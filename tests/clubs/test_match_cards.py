"""The card of a match: one phone finds the result right, another one accepts it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from threading import Barrier

import pytest

from companion.clubs.match import CardState
from companion.league.lineup import Pairing
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
    """Ana and Ben's only game, which Ana won."""
    night = players(house, PLAYERS, "Ben", "Ana")
    night.play(HOME)
    return night


def test_a_card_is_accepted_by_another_phone(over: LeagueNight) -> None:
    cards, where = over.house.clubs.cards, (over.house.club_id, over.league_id, 1)
    assert over.match().card_state is CardState.OPEN
    with refused("league.refused.card-changed"):
        cards.accept(*where, "Ben's phone", over.match().fingerprint)
    cards.propose(*where, "Ana's phone", over.match().fingerprint)
    assert over.match().card_state is CardState.PROPOSED
    assert not over.match().may_accept("Ana's phone")
    with refused("league.refused.card-own"):
        cards.accept(*where, "Ana's phone", over.match().fingerprint)
    cards.accept(*where, "Ben's phone", over.match().fingerprint)
    acceptance = over.match().acceptance
    assert over.match().card_state is CardState.ACCEPTED and acceptance is not None
    assert (acceptance.proposed_by, acceptance.accepted_by) == ("Ana's phone", "Ben's phone")
    with refused("league.refused.card-accepted"):
        cards.propose(*where, "Ana's phone", over.match().fingerprint)


def test_a_card_says_when_the_result_changed_since(over: LeagueNight) -> None:
    cards, where = over.house.clubs.cards, (over.house.club_id, over.league_id, 1)
    (table,) = over.match().tables
    cards.propose(*where, "Ana's phone", over.match().fingerprint)
    shown = over.match().fingerprint
    over.correct(table.id, AWAY)
    with refused("league.refused.card-changed"):
        cards.propose(*where, "Ana's phone", shown)
    # What Ben's phone shows is not what he would accept.
    with refused("league.refused.card-changed"):
        cards.accept(*where, "Ben's phone", shown)
    cards.propose(*where, "Ana's phone", over.match().fingerprint)
    cards.accept(*where, "Ben's phone", over.match().fingerprint)
    over.correct(table.id, HOME)
    assert over.match().card_state is CardState.CHANGED
    over.correct(table.id, AWAY)
    assert over.match().card_state is CardState.ACCEPTED


def test_another_score_is_another_result_and_another_day_is_not(over: LeagueNight) -> None:
    cards, where = over.house.clubs.cards, (over.house.club_id, over.league_id, 1)
    cards.propose(*where, "Ana's phone", over.match().fingerprint)
    cards.accept(*where, "Ben's phone", over.match().fingerprint)
    over.house.clubs.matches.move(*where, datetime(2026, 2, 13, 20, 0), "The Anchor")
    over.house.clubs.players.change(over.house.club_id, 1, name="Bea", nicknames=[], colour=0)
    assert over.match().card_state is CardState.ACCEPTED
    over.house.clubs.matches.take_out(*where, 1, 1)
    over.house.clubs.matches.enter(*where, 1, HOME, (61, 12))
    assert over.match().card_state is CardState.CHANGED


def test_who_is_told_to_be_the_same_changes_no_result(lined_up: LeagueNight) -> None:
    house = lined_up.house
    (anna,) = house.join("Anna")
    cards, where = house.clubs.cards, (house.club_id, lined_up.league_id, 1)
    for board in (1, 1, 2, 2):
        lined_up.play(HOME, board)
    cards.propose(*where, "Ana's phone", lined_up.match().fingerprint)
    cards.accept(*where, "Ben's phone", lined_up.match().fingerprint)
    score = lined_up.match().score
    # Ana turns out to have had another name here before, Anna to be the older one.
    for number, other in ((1, anna), (anna, 3)):
        house.clubs.players.tell_same(house.club_id, number, other)
        assert lined_up.match().card_state is CardState.ACCEPTED
        # What is kept with the match is kept as it was said.
        house.clubs.matches.move(*where, datetime(2026, 2, 13, 20, 0))
        house.clubs.players.part(house.club_id, anna)
        assert lined_up.match().card_state is CardState.ACCEPTED
        assert lined_up.match().fixture.lineup == (Pairing((1,), (3,)), Pairing((2,), (4,)))
        assert lined_up.match().score == score


def test_two_phones_that_find_it_right_at_once_have_accepted_it(over: LeagueNight) -> None:
    cards, where = over.house.clubs.cards, (over.house.club_id, over.league_id, 1)
    shown = over.match().fingerprint
    cards.propose(*where, "Ana's phone", shown)
    cards.propose(*where, "Ben's phone", shown)
    match = over.match()
    assert match.card_state is CardState.ACCEPTED and match.acceptance is not None
    assert match.acceptance.proposed_by == "Ana's phone"
    assert match.acceptance.accepted_by == "Ben's phone"


def test_one_phone_that_says_so_twice_has_not(over: LeagueNight) -> None:
    cards, where = over.house.clubs.cards, (over.house.club_id, over.league_id, 1)
    for _ in range(2):
        cards.propose(*where, "Ana's phone", over.match().fingerprint)
    assert over.match().card_state is CardState.PROPOSED


def test_no_card_is_proposed_of_a_match_that_is_on(lined_up: LeagueNight) -> None:
    with refused("league.refused.card-open"):
        cards = lined_up.house.clubs.cards
        shown = lined_up.match().fingerprint
        cards.propose(lined_up.house.club_id, lined_up.league_id, 1, "Ana's phone", shown)


def test_of_phones_that_find_it_right_at_the_same_moment_none_is_forgotten(
    over: LeagueNight,
) -> None:
    cards, where = over.house.clubs.cards, (over.house.club_id, over.league_id, 1)
    shown, ready = over.match().fingerprint, Barrier(2)

    def tap(device: str) -> None:
        ready.wait()
        cards.propose(*where, device, shown)

    with ThreadPoolExecutor(2) as phones:
        list(phones.map(tap, ("Ana's phone", "Ben's phone")))
    acceptance = over.match().acceptance
    assert over.match().card_state is CardState.ACCEPTED and acceptance is not None
    assert {acceptance.proposed_by, acceptance.accepted_by} == {"Ana's phone", "Ben's phone"}
