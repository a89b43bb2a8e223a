"""The address of a question: it says all of it, and what of it does not hold is told."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee.board import Board
from companion.rules.games import GAMES
from companion.rules.settings import SETTINGS
from companion.rules.tile import ALL_TILES, Tile
from companion.web.rulings.ask_address import read_question
from companion.web.rulings.question import MATTERS, Question
from tests.web.words import read

SPINNERS = "game=race-horse&lay=6-4.4-4.6-6.6-1@6-6"
HTMX = {"HX-Request": "true"}
NASTY = '"><script>alert(1)</script>'


@st.composite
def questions(draw: st.DrawFn) -> Question:
    """Any layout by the rules of any game, with any house rules that matter to it."""
    game = draw(st.sampled_from(sorted(GAMES)))
    changes = [
        (name, value)
        for name in MATTERS
        if (value := draw(st.sampled_from(["", *SETTINGS[name].values])))
        and value != GAMES[game].rules.written(name)
    ]
    asked = Question(game, tuple(changes), hand=draw(st.none() | st.integers(1, 99)))
    board: Board = asked.board
    placements: list[tuple[Tile, Tile | None]] = []
    for _ in range(draw(st.integers(0, 12))):
        choices = [each for each in board.layout.placements() if _is_led(board, each[0])]
        if not choices:
            break
        placements.append(draw(st.sampled_from(choices)))
        board = board.set_tile(*placements[-1])
    return asked.laying(placements)


def _is_led(board: Board, tile: Tile) -> bool:
    assert board.game.hand is not None
    return bool(board.layout.tiles) or board.game.hand.can_lead(tile)


@settings(max_examples=60, deadline=None)
@given(questions())
def test_an_address_asks_what_was_asked(question: Question) -> None:
    asked = read_question(question.as_query())
    assert asked.question == question
    assert not asked.problems
    assert len(asked.board.laid) == len(question.steps)


@settings(max_examples=60, deadline=None)
@given(questions(), st.sampled_from(ALL_TILES), st.none() | st.sampled_from(ALL_TILES))
def test_a_tile_picked_up_is_laid_or_stays_picked_up(
    question: Question, tile: Tile, on: Tile | None
) -> None:
    asked = read_question(question.thinking_of(tile, on).as_query())
    if len(asked.board.laid) > len(question.steps):
        assert asked.board.laid[-1][0] == tile
    else:
        assert asked.question == question.thinking_of(tile, on)
    assert read_question(asked.question.as_query()).question == asked.question


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(["game", "lay", "tile", "on", "hand", *MATTERS]), st.text()))
def test_whatever_an_address_says_it_is_answered(said: dict[str, str]) -> None:
    asked = read_question(said)
    assert all(problem.endswith(".") and len(problem) < 300 for problem in asked.problems)


@pytest.mark.parametrize(
    ("asked", "status", "sentence"),
    [
        ("game=whist&lay=6-4", 400, "There is no game called “whist” here."),
        ("spinners=some&lay=6-4", 400, "The rule spinners has no value “some”"),
        ("lay=6-4.4-9", 400, "“4-9” is no tile, so the board ends before it."),
        ("lay=6-4.6-4", 422, "The 6-4 is on the table already."),
        ("lay=6-4.5-5.5-1", 422, "What the address lays after the 5-5 is left out."),
        ("lay=6-4.5-5", 422, "The 5-5 fits no open end."),
        ("lay=6-4.4-1@6-6", 422, "The 6-6 is not on the table."),
        ("lay=6-4&tile=x", 400, "“x” is no tile."),
        ("lay=" + "6-4." * 2500, 422, "The 6-4 is on the table already."),
        ("lay=" + "x" * 10_000, 400, "is no tile"),
        ("game=seven-toed-pete&lay=6-3", 422, "The 6-3 cannot be led"),
    ],
)
def test_what_an_address_gets_wrong_is_said_and_the_rest_holds(
    stranger: FlaskClient, asked: str, status: int, sentence: str
) -> None:
    answer = stranger.get(f"/ask?{asked}")
    assert answer.status_code == status
    assert sentence in read(answer.text)
    assert len(answer.text) < 40_000


@pytest.mark.parametrize("name", ["game", "lay", "tile", "on", "hand", "spinners", "rule-points"])
def test_markup_in_an_address_stays_text(stranger: FlaskClient, name: str) -> None:
    for path in ("/ask", "/ask.svg"):
        said = {"lay": "6-4.4-4", name: NASTY}
        page = stranger.get(path, query_string=said).text
        assert "<script>alert" not in page
        assert "alert(1)</script>" not in page


def test_what_messengers_add_to_an_address_is_passed_over(stranger: FlaskClient) -> None:
    assert stranger.get(f"/ask?{SPINNERS}&fbclid=abc&spinner=x").status_code == 200


def test_a_form_leads_to_the_short_address(stranger: FlaskClient) -> None:
    answer = stranger.get("/ask?game=race-horse&rule-spinners=first&rule-points=&lay=6-4.4-4")
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/ask?game=race-horse&spinners=first&lay=6-4.4-4"


def test_nothing_is_kept_of_a_question(app: Flask, stranger: FlaskClient) -> None:
    answer = stranger.get(f"/ask?{SPINNERS}")
    assert "Set-Cookie" not in answer.headers or "tables" not in answer.headers["Set-Cookie"]
    assert stranger.get("/").text.count("Tables on this device") == 0


def test_a_tap_is_answered_with_the_part_that_changes(stranger: FlaskClient) -> None:
    assert stranger.get("/ask", headers=HTMX).text.lstrip().startswith('<div id="asked"')
