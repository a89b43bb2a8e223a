"""Positions: from honest play under every game, and from a table's own record."""

from collections import Counter

import pytest

from companion.coach.drills.practice_positions import (
    LEVELS,
    Chance,
    book_named,
    play_hand,
    positions_of,
    start_game,
)
from companion.record.replay import replay
from companion.record.statements import TilesLeft
from companion.rules.games import GAMES
from companion.rules.layout import Layout
from companion.rules.tile import ALL_TILES, Tile
from tests.coach.asked import find_position
from tests.count_from_scratch import ends_from_scratch

GROUNDS = [f"{game}~spinners={spinners}" for game in GAMES for spinners in ("all", "first", "none")]

TABLE = """
game: race-horse
players: Ana, Ben
lead: Ana
Ana: 6-4
Ana: 4-4
Ana: 4-1 on 4-4
Ben: draws 2
Ben: 6-1 on 6-4
"""


@pytest.mark.parametrize("game", GROUNDS)
def test_each_position_is_one_that_play_can_come_to(game: str) -> None:
    book = book_named(game)
    for seed in range(10):
        chance = Chance(game, seed)
        played = play_hand(start_game(book, chance), chance)
        hand = played[-1].game.hand
        assert hand is not None
        assert hand.is_over
        layout = Layout(hand.rules)
        for position in positions_of(played):
            assert position.before == layout
            layout = layout.set_tile(position.tile, position.host)
            assert position.layout == layout
            shown = ends_from_scratch(
                position.placements,
                str(book.rules.spinners),
                spinner_count=str(book.rules.spinner_count),
            )
            assert layout.total == sum(shown.values())
            assert 0 <= position.level <= LEVELS


@pytest.mark.parametrize("game", GAMES)
def test_nobody_draws_or_passes_who_can_set_a_tile(game: str) -> None:
    book = book_named(game)
    for seed in range(20):
        chance = Chance(game, seed)
        played = play_hand(start_game(book, chance), chance)
        hand = played[-1].game.hand
        assert hand is not None
        placed = [tile for tile, _ in positions_of(played)[-1].placements]
        if not book.rules.shows_hands:
            assert hand.is_over
            continue
        told = [each.statement for each in played if isinstance(each.statement, TilesLeft)]
        left = [tile for statement in told for tile in statement.tiles]
        assert len({*placed, *left}) == len(ALL_TILES) - hand.boneyard
        if hand.dominoer is None:
            assert not any(hand.fits(tile) for tile in left)


def test_harder_positions_have_more_to_see_and_to_add() -> None:
    book = book_named("race-horse")
    efforts = []
    for level in range(LEVELS + 1):
        found = [
            find_position(book, level, Chance(level, seed), lambda _: True) for seed in range(20)
        ]
        assert Counter(position.level for position in found).most_common(1)[0][0] == level
        efforts.append(sum(position.effort for position in found))
    assert efforts == sorted(efforts)


def test_a_tables_own_record_gives_its_positions() -> None:
    positions = positions_of(replay(TABLE).entries)
    assert [str(position.tile) for position in positions] == ["6-4", "4-4", "4-1", "6-1"]
    assert [position.layout.total for position in positions] == [10, 14, 7, 2]
    last = positions[-1]
    assert [tuple(map(str, placed)) for placed in last.placements] == [
        ("6-4", "None"),
        ("4-4", "6-4"),
        ("4-1", "4-4"),
        ("6-1", "6-4"),
    ]
    assert last.covered_doubles == (Tile(4, 4),)
    assert last.free_doubles == ()


def test_a_next_hand_of_a_table_starts_bare() -> None:
    record = """
game: race-horse
players: Ana, Ben
rule: another-turn = none
rule: tiles-each = 1
lead: Ana
Ana: 6-4
Ben: left 3-1
lead: Ana
Ana: 3-2
"""
    transcript = replay(record)
    assert transcript.refused is None
    second = positions_of(transcript.entries)[1]
    assert second.placements == ((Tile(3, 2), None),)


def test_own_positions_are_asked_before_random_ones() -> None:
    own = positions_of(replay(TABLE).entries)
    book = book_named("race-horse")
    for seed in range(10):
        found = find_position(book, 4, Chance(seed), lambda each: bool(each.host), own)
        assert found in own


def test_random_play_helps_out_where_no_own_position_suits() -> None:
    own = positions_of(replay(TABLE).entries)
    book = book_named("race-horse")
    found = find_position(book, 4, Chance(1), lambda each: len(each.placements) > 9, own)
    assert found not in own
