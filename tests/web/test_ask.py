"""Ask the referee: a free board whose address holds the whole question."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee.board import Board
from companion.rules.games import GAMES
from companion.rules.settings import SETTINGS
from companion.rules.tile import ALL_TILES, Tile
from companion.tables.desk import Desk
from companion.web.ask_address import read_question
from companion.web.question import MATTERS, Question
from tests.web.thumb import laid
from tests.web.words import hrefs, read

SPINNERS = "game=race-horse&lay=6-4.4-4.6-6.6-1@6-6"
HTMX = {"HX-Request": "true"}
NASTY = '"><script>alert(1)</script>'


# ---- The board ---------------------------------------------------------------------------------


def test_a_bare_board_asks_for_the_lead(stranger: FlaskClient) -> None:
    page = stranger.get("/ask").text
    assert "Tap the tile that is led." in read(page)
    assert "/ask?game=race-horse&lay=6-4" in hrefs(page)


def test_the_tile_laid_last_is_judged_with_reasons(stranger: FlaskClient) -> None:
    words = read(stranger.get(f"/ask?{SPINNERS}").text)
    assert "By the rules of Race Horse" in words
    assert "8 + 1 = 9" in words
    assert "It was 20; the double-6 went, a 1 came: 20 − 12 + 1 = 9." in words
    assert "Both sides of the 6-6 are covered, so it counts nothing." in words
    assert "Does it earn another turn?" in words
    assert "The 6-1 neither scored nor is a double, so it earns no other turn." in words
    assert "player" not in words.partition("Why this count?")[2].partition("The game")[0]


def test_a_tap_lays_a_tile_where_its_place_is_clear(stranger: FlaskClient) -> None:
    page = stranger.get("/ask?lay=6-4.4-4").text
    assert "/ask?game=race-horse&lay=6-4.4-4.6-6" in hrefs(page)
    assert "/ask?game=race-horse&lay=6-4" in hrefs(page)
    assert "/ask?game=race-horse" in hrefs(page)


def test_where_ends_differ_the_end_is_chosen(stranger: FlaskClient) -> None:
    address = "/ask?game=race-horse&lay=6-3.6-6.3-3@6-3.6-2.2-0"
    page = stranger.get(address).text
    assert f"{address.replace('3-3@6-3', '3-3')}&tile=3-0" in hrefs(page)
    asked = stranger.get(f"{address}&tile=3-0").text
    assert "Where does the 3-0 go? on 3-3 → 0 on 2-0 → 9" in read(asked)
    assert hrefs(asked, "lay=6-3.6-6.3-3.6-2.2-0.3-0@3-3")


def test_an_end_can_be_picked_up_first(stranger: FlaskClient) -> None:
    page = stranger.get("/ask?lay=6-3.6-6.3-3.6-2.2-0&on=3-3").text
    assert "What on 3-3? Tap a tile." in read(page)
    assert hrefs(page, "lay=6-3.6-6.3-3.6-2.2-0.3-0@3-3")
    assert 'aria-label="6-1, does not fit"' in page


def test_a_tile_that_cannot_lie_there_is_told_why_not(stranger: FlaskClient) -> None:
    answer = stranger.get("/ask?lay=6-4.4-4&tile=5-5")
    assert answer.status_code == 200
    assert "Why not? The 5-5 fits no open end. Open: 6 on 6-4, 4 on 4-4." in read(answer.text)
    assert "on the table already" in read(stranger.get("/ask?lay=6-4.4-4&tile=6-4").text)


def test_a_house_rule_changes_the_answer_and_is_named(stranger: FlaskClient) -> None:
    assert "6 + 4 + 6 = 16" not in read(stranger.get("/ask?lay=6-4").text)
    words = read(stranger.get("/ask?spinners=none&lay=6-6.6-1.6-2.6-3").text)
    assert "The 6-3 fits no open end" in words
    words = read(stranger.get("/ask?another-turn=none&lay=6-4").text)
    assert "with house rules: another-turn = none" in words
    assert "The 6-4 earns no other turn." in words
    assert "House rule of this table" in words


def test_an_announced_count_is_judged_as_announced_rightly(stranger: FlaskClient) -> None:
    words = read(stranger.get("/ask?game=racehorse-1990&lay=6-4").text)
    assert "The count of 10 was announced, and rightly." in words


def test_a_whole_set_can_be_laid_and_its_address_stays_short(stranger: FlaskClient) -> None:
    board, placements = Question().board, []
    while placement := next(board.layout.placements(), None):
        board = board.set_tile(*placement)
        placements.append(placement)
    question = Question("race-horse", (("spinners", "all"),)).laying(placements)
    answer = stranger.get("/ask", query_string=question.as_query())
    assert answer.status_code == 200
    assert len("&".join(map("=".join, question.as_query().items()))) < 400


# ---- The address -------------------------------------------------------------------------------


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


# ---- A record ----------------------------------------------------------------------------------

RECORD = """game: race-horse
players: Ana, Ben
rule: spinners = first
lead: Ana
Ana: 6-4
Ana: 4-4
Ana: 6-6
Ana: 6-1 on 6-6
"""


def test_a_pasted_record_becomes_an_address_without_names(stranger: FlaskClient) -> None:
    answer = stranger.post("/ask", data={"record": RECORD})
    assert answer.status_code == 303
    wanted = "/ask?game=race-horse&spinners=first&lay=6-4.4-4.6-6.6-1&hand=1"
    assert answer.headers["Location"] == wanted
    words = read(stranger.get(wanted).text)
    assert "These are the tiles of hand 1 of a record." in words
    assert "Ana" not in words


def test_of_several_hands_the_last_is_laid_and_the_page_says_so(stranger: FlaskClient) -> None:
    hands = "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 1\n"
    hands += "lead: Ana\nAna: 6-3\nBen: left 6-5\nlead: Ana\nAna: 6-2\n"
    answer = stranger.post("/ask", data={"record": hands}, follow_redirects=True)
    assert "hand 2 of a record; the hands before it do not matter here." in read(answer.text)
    assert "6 + 2 = 8" in read(answer.text)


def test_a_record_that_stops_is_laid_as_far_as_it_holds(stranger: FlaskClient) -> None:
    answer = stranger.post("/ask", data={"record": RECORD + "Ben: 6-1\n"})
    assert answer.status_code == 422
    words = read(answer.text)
    assert "Line 9: The 6-1 is on the table already." in words
    assert "8 + 1 = 9" in words


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("", "There is nothing in it."),
        ("hello", "Line 1:"),
        (RECORD.partition("Ana: 6-4")[0], "No tile was set in it yet."),
        ("game: whist", "Line 1:"),
        (NASTY, "Line 1:"),
    ],
)
def test_what_is_no_record_is_refused_with_a_sentence(
    stranger: FlaskClient, record: str, sentence: str
) -> None:
    answer = stranger.post("/ask", data={"record": record})
    assert answer.status_code == 422
    assert sentence in read(answer.text)
    assert "<script>alert" not in answer.text


# ---- The ways to it ----------------------------------------------------------------------------


def test_home_the_rules_and_every_reason_lead_to_the_board(client: FlaskClient, desk: Desk) -> None:
    assert "/ask" in hrefs(client.get("/").text)
    assert "/ask?game=bone-yard" not in hrefs(client.get("/rules/race-horse").text)
    assert "/ask?game=race-horse" in hrefs(client.get("/rules/race-horse").text)
    table_id = laid(desk, "game: race-horse\nrule: spinners = first", "6-4", "4-4")
    assert "/ask?game=race-horse&spinners=first" in hrefs(client.get(f"/t/{table_id}/rules").text)
    why = client.get(f"/t/{table_id}/why/3").text
    (asks,) = set(hrefs(why, "/ask?"))
    assert asks == "/ask?game=race-horse&spinners=first&lay=6-4.4-4"
    told = re.search(r'class="by-change">([^<]*)', why)
    asked = re.search(r'class="by-change">([^<]*)', client.get(asks).text)
    assert told and asked and told[1] == asked[1]
