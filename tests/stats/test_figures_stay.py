"""Figures of one method stay as they are, whatever makes them quicker."""

from hashlib import sha256

import pytest
from random_play import dishonest_game, honest_game

from companion.coach.analysis.played_turn import PlayedTurn, turns_of
from companion.coach.analysis.turn_search import TurnSearch, find_surges
from companion.record.replay import Transcript, cut_into_hands, replay
from companion.rules.games import GAMES
from companion.stats.game_figures import METHOD, figures_of

#: As they were first made by the method of that number, of two games of four hands each.
_MADE = {
    "race-horse": "53010bfe3d98100d",
    "race-horse-celko": "a862facdd7ded6e2",
    "racehorse-1990": "5b5f981af1887f64",
    "seven-toed-pete": "0dbbc8564fe4b7f3",
    "seven-toed-pete-chips": "b24de7479265dcb8",
    "seven-rocks": "ac7c981d45b259dc",
    "five-up": "298f1c0dbb90a0bd",
    "all-fives": "bca0693c01de7213",
    "muggins": "5c40547b1b734f6b",
    "sniff": "438c75cd0b586c6b",
    "fives-and-threes": "03dbeeefca4f9f9c",
    "merry-go-round": "6f56e8c2beb0acdf",
}
_HOUSE_RULES = "b5eed2034621cbf8"


def _played(kind: str, seed: int) -> Transcript:
    seats = GAMES[kind].seats
    players = ("Ana", "Ben", "Cyd", "Dee")[: seats[seed % len(seats)]]
    header = f"game: {kind}\nplayers: {', '.join(players)}"
    return replay(honest_game(seed, header=header, hands=4).text)


def _digest(*played: Transcript) -> str:
    figures = sha256()
    for each in played:
        assert each.header is not None and each.start is not None
        figures.update(figures_of(each.header, each.start, each.entries).kept.encode())
    return figures.hexdigest()[:16]


def test_all_games_are_looked_at() -> None:
    assert METHOD == 1, "other figures: make these anew"
    assert {*_MADE} == {*GAMES}


@pytest.mark.parametrize("kind", GAMES)
def test_figures_are_those_of_their_method(kind: str) -> None:
    assert _digest(_played(kind, 1), _played(kind, 2)) == _MADE[kind]


def test_figures_by_house_rules_are_those_of_their_method() -> None:
    games = [honest_game(seed, hands=2) for seed in range(8)]
    others = [dishonest_game(seed, hands=2) for seed in range(8)]
    assert _digest(*(replay(each.text) for each in (*games, *others))) == _HOUSE_RULES


def _turns(kind: str) -> list[PlayedTurn]:
    entries = _played(kind, 2).entries
    hands = [entries[places.start : places.stop] for places in cut_into_hands(entries)]
    return [turn for hand in hands for turn in turns_of(hand)]


@pytest.mark.parametrize("kind", GAMES)
def test_the_best_of_a_turn_is_that_which_the_review_shows(kind: str) -> None:
    for turn in _turns(kind):
        best = find_surges(turn.game, turn.known, first=turn.first).most_points
        search = TurnSearch(turn.game)
        # What it knows by then of other hands changes nothing.
        search.most_points(turn.hand.layout.unset[:5])
        assert search.most_points(turn.known, turn.first) == best.points


@pytest.mark.parametrize("kind", GAMES)
def test_the_count_with_a_tile_is_that_of_the_layout_with_it(kind: str) -> None:
    for turn in _turns(kind):
        layout = turn.hand.layout
        for tile in layout.unset if layout.tiles else ():
            for end in layout.ends_for(tile):
                assert layout.total_with(tile, end) == layout.join(tile, end).total
