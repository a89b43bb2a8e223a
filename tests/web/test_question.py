"""The address of a question: it says all of it, and what of it does not hold is told."""

from urllib.parse import parse_qs

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n import message
from companion.referee.free_layout import FreeLayout
from companion.rules.games import GAMES
from companion.rules.settings import SETTINGS
from companion.rules.tile import ALL_TILES, Tile
from companion.web.ui.free_board import parse_question
from companion.web.ui.position_address import (
    MATTERS,
    PositionQuestion,
    parse_placements,
    write_placements,
)
from tests.thorough import examples
from tests.web.words import read

SPINNERS = "game=race-horse&lay=6-4.4-4.6-6.6-1@6-6"
HTMX = {"HX-Request": "true"}
NASTY = '"><script>alert(1)</script>'


@st.composite
def questions(draw: st.DrawFn) -> PositionQuestion:
    """Any layout by the rules of any game, with any house rules that matter to it."""
    game = draw(st.sampled_from(sorted(GAMES)))
    changes = [
        (name, value)
        for name in MATTERS
        if (value := draw(st.sampled_from(["", *SETTINGS[name].values])))
        and value != GAMES[game].rules.written(name)
    ]
    asked = PositionQuestion(game, tuple(changes), hand=draw(st.none() | st.integers(1, 99)))
    board: FreeLayout = asked.board
    placements: list[tuple[Tile, Tile | None]] = []
    for _ in range(draw(st.integers(0, 12))):
        choices = [each for each in board.layout.placements() if _is_led(board, each[0])]
        if not choices:
            break
        placements.append(draw(st.sampled_from(choices)))
        board = board.set_tile(*placements[-1])
    return asked.laying(placements)


def _is_led(board: FreeLayout, tile: Tile) -> bool:
    assert board.game.hand is not None
    return bool(board.layout.tiles) or board.game.hand.can_lead(tile)


@examples(60)
@given(questions(), st.sampled_from(ALL_TILES), st.none() | st.sampled_from(ALL_TILES))
def test_an_address_asks_what_was_asked_and_a_tile_picked_up_is_laid_or_stays_so(
    question: PositionQuestion, tile: Tile, on: Tile | None
) -> None:
    asked = parse_question(question.as_query())
    assert asked.question == question
    assert not asked.problems
    assert len(asked.board.laid) == len(question.steps)
    asked = parse_question(question.thinking_of(tile, on).as_query())
    if len(asked.board.laid) > len(question.steps):
        assert asked.board.laid[-1][0] == tile
    else:
        assert asked.question == question.thinking_of(tile, on)
    assert parse_question(asked.question.as_query()).question == asked.question


@examples(60)
@given(st.dictionaries(st.sampled_from(["game", "lay", "tile", "on", "hand", *MATTERS]), st.text()))
def test_whatever_an_address_says_it_is_answered(query: dict[str, str]) -> None:
    assert all(len(str(problem)) < 300 for problem in parse_question(query).problems)


def test_tiles_are_written_one_after_another_each_with_the_host_that_is_named() -> None:
    placements = ((Tile(6, 6), None), (Tile(6, 1), Tile(6, 6)))
    assert write_placements(placements) == "6-6.6-1@6-6"
    assert parse_placements("6-6, 6-1@6-6") == (placements, "")
    assert parse_placements("6-6.7-7.6-1") == (placements[:1], "7-7")


@pytest.mark.parametrize(
    ("asked", "status", "found"),
    [
        ("game=whist&lay=6-4", 400, message("answer.no-such-game", game="“whist”")),
        ("lay=6-4.4-9", 400, message("answer.ends-before", word="“4-9”")),
        ("lay=6-4.5-5.5-1", 422, message("answer.left-out", tile="5-5")),
        ("lay=6-4&tile=x", 400, message("answer.no-tile", word="“x”")),
        ("lay=6-4.6-4", 422, message("asked.why-not")),
        ("lay=6-4.4-1@6-6", 422, message("asked.why-not")),
        ("lay=" + "6-4." * 2500, 422, message("answer.left-out", tile="6-4")),
        ("lay=" + "x" * 10_000, 400, message("answer.ends-before", word=f"“{'x' * 57}...”")),
        ("game=seven-toed-pete&lay=6-3", 422, message("asked.why-not")),
    ],
)
def test_what_an_address_gets_wrong_is_said_and_the_rest_holds(
    stranger: FlaskClient, asked: str, status: int, found: object
) -> None:
    answer = stranger.get(f"/ask?{asked}")
    assert answer.status_code == status
    assert str(found) in read(answer.text)
    # What was wrong is not told all over again.
    assert len(answer.text) < len(stranger.get("/ask?lay=6-4").text) + 10_000


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("scores-on=threes-and-fives&lay=6-3.6-6@6-3", "3 + 5 = 8"),
        ("spinners=first&spinner-count=ends&lay=5-5.5-0.5-2@5-5.5-3@5-5", "5 + 0 + 2 + 3 = 10"),
        ("spinner-first=yes&lay=5-5.5-2", "10 + 2 = 12"),
    ],
)
def test_a_house_rule_that_changes_a_count_is_part_of_the_question(
    stranger: FlaskClient, asked: str, told: str
) -> None:
    query = parse_qs(asked)
    page = parse_question({name: values[0] for name, values in query.items()})
    assert {name for name, _ in page.question.changes} == query.keys() - {"lay"}
    assert told in read(stranger.get(f"/ask?{asked}").text)


def test_a_house_rule_that_is_none_leaves_the_games_own(stranger: FlaskClient) -> None:
    (problem,) = parse_question({"spinners": "some", "lay": "6-4"}).problems
    assert problem.id == "answer.as-the-game-has-it"  # type: ignore[attr-defined]
    assert stranger.get("/ask?spinners=some&lay=6-4").status_code == 400


@pytest.mark.parametrize("name", ["game", "lay", "tile", "on", "hand", "spinners", "rule-points"])
def test_markup_in_an_address_stays_text(stranger: FlaskClient, name: str) -> None:
    for path in ("/ask", "/ask.svg"):
        page = stranger.get(path, query_string={"lay": "6-4.4-4", name: NASTY}).text
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
    assert "/t/" not in stranger.get("/").text


def test_a_tap_is_answered_with_the_part_that_changes(stranger: FlaskClient) -> None:
    part = stranger.get("/ask", headers=HTMX).text
    assert '<div id="asked"' in part and "<!doctype" not in part
