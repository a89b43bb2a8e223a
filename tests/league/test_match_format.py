"""Legs, boards and matches, and the formats of two real leagues."""

import json

import pytest

from companion.league.errors import BadFormat, NotKept
from companion.league.kept_json import read_kept, write_kept
from companion.league.match_format import (
    READY,
    SIX_SINGLES_THREE_DOUBLES,
    THREE_DRAWN_PAIRS,
    Counts,
    LegKind,
    MatchBoard,
    MatchFormat,
)
from companion.rules.errors import Refusal, UnknownGame, UnknownRule, WrongPlayers


def test_three_pairs_play_three_games_each() -> None:
    form = THREE_DRAWN_PAIRS.check()
    assert [board[:3] for board in form.boards] == [(2, 3, LegKind.ALL)] * 3
    assert form.is_drawn
    assert form.squad == 6
    # Nine games, all of them played: there is no draw.
    assert not form.can_be_drawn


def test_six_play_a_single_each_and_three_doubles() -> None:
    form = SIX_SINGLES_THREE_DOUBLES.check()
    assert [board.players for board in form.boards] == [1, 1, 1, 1, 1, 1, 2, 2, 2]
    assert form.counts is Counts.BOARDS
    assert form.squad == 6
    assert not form.can_be_drawn


def test_leagues_deal_nine_tiles_to_two_and_six_to_four() -> None:
    for form, _ in READY.values():
        for board in form.boards:
            assert dict(board.changes)["tiles-each"] == {1: "9", 2: "6"}[board.players]


@pytest.mark.parametrize(
    ("leg", "scores"),
    [
        (MatchBoard(1, 1), {(1, 0), (0, 1)}),
        (MatchBoard(1, 3), {(2, 0), (2, 1), (0, 2), (1, 2)}),
        (MatchBoard(1, 3, LegKind.ALL), {(3, 0), (2, 1), (1, 2), (0, 3)}),
        (MatchBoard(1, 2, LegKind.ALL), {(2, 0), (1, 1), (0, 2)}),
    ],
)
def test_a_leg_ends_with_these_scores(leg: MatchBoard, scores: set[tuple[int, int]]) -> None:
    assert leg.endings == scores
    assert all(leg.is_over(*score) for score in scores)
    assert not leg.is_over(0, 0)


@pytest.mark.parametrize(
    ("form", "can_be"),
    [
        (MatchFormat((MatchBoard(1, 3),)), False),
        (MatchFormat((MatchBoard(1, 2, LegKind.ALL),)), True),
        # 2–0 and 0–2, or 2–1 and 1–2.
        (MatchFormat((MatchBoard(1, 3),) * 2), True),
        # 2–0, and 0–2 with a board between them that ends 1–1.
        (
            MatchFormat(
                (MatchBoard(1), MatchBoard(1, 2, LegKind.ALL), MatchBoard(1)), Counts.BOARDS
            ),
            True,
        ),
        # 2–1, 1–2 and 2–0 or 2–1: the games of three best-of-three boards can be level, 2–1 1–2.
        (MatchFormat((MatchBoard(1, 3),) * 3, Counts.BOARDS), False),
        (MatchFormat((MatchBoard(1, 3),) * 3, Counts.GAMES), True),
    ],
)
def test_which_matches_can_end_level(form: MatchFormat, can_be: bool) -> None:
    assert form.check().can_be_drawn is can_be


@pytest.mark.parametrize(
    ("form", "error"),
    [
        (MatchFormat(()), BadFormat),
        (MatchFormat((MatchBoard(1),) * 33), BadFormat),
        (MatchFormat((MatchBoard(1, 2),)), BadFormat),
        (MatchFormat((MatchBoard(1), MatchBoard(2)), is_drawn=True), BadFormat),
        (MatchFormat((MatchBoard(1, game="bridge"),)), UnknownGame),
        (MatchFormat((MatchBoard(1, changes=(("tiles-each", "99"),)),)), WrongPlayers),
        (MatchFormat((MatchBoard(1, changes=(("tiles", "9"),)),)), UnknownRule),
        (
            MatchFormat((MatchBoard(1, changes=(("tiles-each", "9"), ("tiles-each", "6"))),)),
            BadFormat,
        ),
        (MatchFormat((MatchBoard(1, changes=(("target", "0" * 30 + "61"),)),)), BadFormat),
        # Seven Rocks is played by partners only.
        (MatchFormat((MatchBoard(1, game="seven-rocks"),)), WrongPlayers),
    ],
    ids=lambda each: str(each)[:60],
)
def test_a_match_that_nobody_can_play_is_refused(form: MatchFormat, error: type[Refusal]) -> None:
    with pytest.raises(error) as refused:
        form.check()
    assert str(refused.value.message)


@pytest.mark.parametrize("form", [form for form, _ in READY.values()], ids=[*READY])
def test_a_format_comes_back_as_it_was_kept(form: MatchFormat) -> None:
    assert read_kept(MatchFormat, write_kept(form)) == form


@pytest.mark.parametrize(
    "kept",
    [
        {"boards": [[1, 1, "best-of", "fives-and-threes", [], 1]], "counts": "games"},
        {"boards": [[1, True]], "counts": "games"},
        {"boards": [[1, 1, "worst-of", "fives-and-threes", []]], "counts": "games"},
        {"boards": [[1, 1, "best-of", "fives-and-threes", [["a"]]]], "counts": "games"},
        {"boards": [[1, 1, "best-of", 5, []]], "counts": "games"},
        {"boards": [[9, 1, "best-of", "fives-and-threes", []]], "counts": "games"},
        {"boards": "many", "counts": "games"},
        {"boards": [[]] * 33, "counts": "games"},
    ],
    ids=str,
)
def test_what_nobody_kept_is_no_format(kept: object) -> None:
    with pytest.raises(NotKept):
        read_kept(MatchFormat, json.dumps(kept))
