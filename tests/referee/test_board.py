"""A free board: any layout, its count and its reasons, without a table."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.referee.free_layout import FreeLayout
from companion.rules.errors import BadLead, NoMatch, UnknownRule
from companion.rules.games import GAMES
from companion.rules.tile import Tile
from tests.referee.explaining import named, what_ifs

COUNTS = Path(__file__).parent.parent / "cases" / "counts.json"


def laid(game: str, *sets: str) -> FreeLayout:
    """A board with these tiles, each written `6-4` or `4-4 on 6-4`."""
    board = FreeLayout.under(GAMES[game])
    for written in sets:
        tile, _, host = written.partition(" on ")
        board = board.set_tile(Tile.parse(tile), Tile.parse(host) if host else None)
    return board


@pytest.mark.parametrize(
    "case", json.loads(COUNTS.read_text("utf-8")), ids=lambda case: case["source"][:40]
)
def test_published_layouts_can_be_laid_and_are_explained(case: dict[str, Any]) -> None:
    spinners = "all" if case["spinners"] == "any" else case["spinners"]
    board = FreeLayout.under(GAMES["race-horse"], [("spinners", spinners)])
    for (tile, host), wanted in zip(case["sets"], case["counts"], strict=True):
        board = board.set_tile(Tile.parse(tile), host and Tile.parse(host))
        assert board.verdict is not None and board.verdict.count is not None
        assert board.verdict.count.total == wanted


@pytest.mark.parametrize(
    "game", [id for id, preset in GAMES.items() if preset.rules.lead_tile != "double"]
)
def test_every_game_has_its_board(game: str) -> None:
    board = laid(game, "6-4", "4-4 on 6-4")
    assert board.laid == ((Tile(6, 4), None), (Tile(4, 4), Tile(6, 4)))
    assert board.layout.total == 14
    assert board.verdict is not None
    assert named(board.verdict.headline) == "ruling.sum sum=6 + 8 = 14"
    (turn,) = [each for each in board.verdict.reasons if each.rule.name == "another-turn"]
    assert ("earns tile=4-4" in named(turn.sentence)) is board.book.rules.pays_doubles


def test_a_whole_set_can_be_laid_for_nobodys_hand_runs_out() -> None:
    board = FreeLayout.under(GAMES["race-horse"])
    while placement := next(board.layout.placements(), None):
        board = board.set_tile(*placement)
    assert len(board.laid) > 20


def test_a_count_that_would_win_at_once_does_not_end_the_board() -> None:
    board = FreeLayout.under(GAMES["race-horse"], [("target", "1")])
    board = board.set_tile(Tile(6, 4)).set_tile(Tile(6, 3))
    assert board.layout.total == 7


def test_the_board_refuses_what_the_game_refuses() -> None:
    with pytest.raises(BadLead):
        laid("seven-toed-pete", "6-3")
    with pytest.raises(NoMatch):
        laid("race-horse", "6-3", "5-4")
    with pytest.raises(UnknownRule):
        FreeLayout.under(GAMES["race-horse"], [("spinners", "some")])


def test_the_board_answers_what_if_and_why_not() -> None:
    board = laid("race-horse", "6-4")
    (thought,) = what_ifs(board.book, board.game, Tile(6, 1))
    assert named(thought.notes[0]) == (
        "change.went before=10 came=((change.new end=1)) sum=10 − 6 + 1 = 5 "
        "went=((change.known end=6))"
    )
    for tile, code in ((Tile(6, 4), "already-set"), (Tile(5, 3), "no-match")):
        refused, *_ = what_ifs(board.book, board.game, tile)
        assert refused.code == code
