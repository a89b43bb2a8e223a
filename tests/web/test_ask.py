"""Ask the referee: a free board whose address holds the whole question."""

import re

import pytest
from flask.testing import FlaskClient

from companion.tables.desk import Desk
from companion.web.rulings.question import Question
from tests.web.thumb import laid
from tests.web.words import hrefs, read

SPINNERS = "game=race-horse&lay=6-4.4-4.6-6.6-1@6-6"
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
