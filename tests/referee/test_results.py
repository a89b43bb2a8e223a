"""What a game came to: what each player did, and the best turn."""

from companion.record.replay import Transcript, replay
from companion.referee.game_results import (
    NotableTurn,
    PlayerTotals,
    best_tile,
    best_turn,
    longest_turn,
    tallies_of,
)
from companion.rules.tile import Tile

HEADER = "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 2\ntarget: 6\n"
FIRST = "lead: Ana\nAna: 6-4\nAna: 4-4\nBen: left 1-0 0-0\n"
SECOND = "lead: Ana\nAna: 3-1\nBen: draws 1\nBen: 4-3\nAna: 6-1\nBen: left 6-6 5-5\n"


def played(text: str) -> Transcript:
    record = replay(HEADER + text)
    assert record.refused is None
    return record


def tallies(text: str) -> tuple[PlayerTotals, ...]:
    record = played(text)
    assert record.start is not None
    return tallies_of(record.start, record.entries)


def test_nothing_is_done_before_the_first_lead() -> None:
    assert best_turn(played("").entries) is None
    assert tallies("") == (
        PlayerTotals("Ana", 0, 0, 0, 0, 0, 0),
        PlayerTotals("Ben", 1, 0, 0, 0, 0, 0),
    )


def test_each_player_is_counted_by_what_they_did() -> None:
    ana, ben = tallies(FIRST + SECOND)
    assert (ana.tiles, ana.dominoes, ana.drawn, ana.passes) == (4, 2, 0, 0)
    assert (ben.tiles, ben.dominoes, ben.drawn) == (1, 0, 1)


def test_the_best_turn_goes_on_as_long_as_its_player_sets_again() -> None:
    best = best_turn(played(FIRST).entries)
    assert isinstance(best, NotableTurn)
    assert (best.who, best.tiles) == ("Ana", (Tile(6, 4), Tile(4, 4)))


def test_the_longest_turn_has_two_tiles_or_more_and_the_best_tile_scored_alone() -> None:
    longest, best = longest_turn(played(FIRST + SECOND).entries), best_tile(played(FIRST).entries)
    assert longest == NotableTurn("Ana", 0, (Tile(6, 4), Tile(4, 4)), 2)
    assert best == NotableTurn("Ana", 0, (Tile(6, 4),), 2)
    one = played("lead: Ana\nAna: 3-1\n").entries
    assert longest_turn(one) is None and best_tile(one) is None
