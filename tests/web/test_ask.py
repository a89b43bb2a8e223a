"""Ask the referee: a free board whose address holds the whole question."""

import re

import pytest
from flask.testing import FlaskClient

from companion.i18n import Message, message
from companion.tables.table_service import TableService
from companion.web.ui.position_address import PositionQuestion
from tests.web.thumb import laid
from tests.web.words import hrefs, read

SPINNERS = "game=race-horse&lay=6-4.4-4.6-6.6-1@6-6"
NASTY = '"><script>alert(1)</script>'


# ---- The board ---------------------------------------------------------------------------------


def test_a_bare_board_asks_for_the_lead(stranger: FlaskClient) -> None:
    page = stranger.get("/ask").text
    assert str(message("answer.tap-the-lead")) in read(page)
    assert "/ask?game=race-horse&lay=6-4" in hrefs(page)


def test_the_tile_laid_last_is_judged_with_reasons(stranger: FlaskClient) -> None:
    words = read(stranger.get(f"/ask?{SPINNERS}").text)
    for told in (
        message("answer.by-rules", game=message("game.race-horse.title")),
        "8 + 1 = 9",
        "20 − 12 + 1 = 9",
        message("why.both-sides-covered", double="6-6"),
        message("asked.another-turn"),
        message("why.neither-score-nor-double", tile="6-1"),
    ):
        assert str(told) in words
    assert str(message("asked.turn")) not in words


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
    options = [message("option.counts", host=host, total=n) for host, n in (("3-3", 0), ("2-0", 9))]
    prompt = message("answer.where-does-it-go", tile="3-0")
    assert f"{prompt} {options[0]} {options[1]}" in read(asked)
    assert hrefs(asked, "lay=6-3.6-6.3-3.6-2.2-0.3-0@3-3")


def test_an_end_can_be_picked_up_first(stranger: FlaskClient) -> None:
    page = stranger.get("/ask?lay=6-3.6-6.3-3.6-2.2-0&on=3-3").text
    assert str(message("answer.what-on", host="3-3")) in read(page)
    assert hrefs(page, "lay=6-3.6-6.3-3.6-2.2-0.3-0@3-3")
    assert page.count('class="dim"') > 14


def test_a_tile_that_cannot_lie_there_is_told_why_not(stranger: FlaskClient) -> None:
    answer = stranger.get("/ask?lay=6-4.4-4&tile=5-5")
    assert answer.status_code == 200
    assert f"{message('asked.why-not')} {message('law.match.sentence')}" in read(answer.text)
    again = read(stranger.get("/ask?lay=6-4.4-4&tile=6-4").text)
    assert f"{message('asked.why-not')} {message('law.each-once.sentence')}" in again


def test_a_house_rule_changes_the_answer_and_is_named(stranger: FlaskClient) -> None:
    assert "6 + 4 + 6 = 16" not in read(stranger.get("/ask?lay=6-4").text)
    words = read(stranger.get("/ask?spinners=none&lay=6-6.6-1.6-2.6-3").text)
    assert str(message("asked.why-not")) in words
    words = read(stranger.get("/ask?another-turn=none&lay=6-4").text)
    by_rules = message(
        "answer.by-house-rules",
        game=message("game.race-horse.title"),
        rules="another-turn = none",
    )
    assert str(by_rules) in words
    assert str(message("why.earns-no-turn", tile="6-4")) in words


def test_an_announced_count_is_judged_as_announced_rightly(stranger: FlaskClient) -> None:
    words = read(stranger.get("/ask?game=racehorse-1990&lay=6-4").text)
    assert str(message("why.announced-rightly", total=10)) in words


def test_a_whole_set_can_be_laid_and_its_address_stays_short(stranger: FlaskClient) -> None:
    board, placements = PositionQuestion().board, []
    while placement := next(board.layout.placements(), None):
        board = board.set_tile(*placement)
        placements.append(placement)
    question = PositionQuestion("race-horse", (("spinners", "all"),)).laying(placements)
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
    assert str(message("ask.first-hand", hand=1)) in words
    assert "Ana" not in words


def test_of_several_hands_the_last_is_laid_and_the_page_says_so(stranger: FlaskClient) -> None:
    hands = "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 1\n"
    hands += "lead: Ana\nAna: 6-3\nBen: left 6-5\nlead: Ana\nAna: 6-2\n"
    answer = stranger.post("/ask", data={"record": hands}, follow_redirects=True)
    assert str(message("ask.later-hand", hand=2)) in read(answer.text)
    assert "6 + 2 = 8" in read(answer.text)


def test_a_record_that_stops_is_laid_as_far_as_it_holds(stranger: FlaskClient) -> None:
    answer = stranger.post("/ask", data={"record": RECORD + "Ben: 6-1\n"})
    assert answer.status_code == 422
    words = read(answer.text)
    assert str(message("ask.line", line=9, refusal="")) in words
    assert "8 + 1 = 9" in words


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ("", None),
        ("hello", message("ask.line", line=1, refusal="")),
        (RECORD.partition("Ana: 6-4")[0], message("ask.no-tile-set")),
        ("game: whist", message("ask.line", line=1, refusal="")),
        (NASTY, message("ask.line", line=1, refusal="")),
    ],
)
def test_what_is_no_record_is_refused_with_a_sentence(
    stranger: FlaskClient, record: str, told: Message | None
) -> None:
    answer = stranger.post("/ask", data={"record": record})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert str(told or "") in read(answer.text)
    assert "<script>alert" not in answer.text


# ---- The ways to it ----------------------------------------------------------------------------


def test_home_the_rules_and_every_reason_lead_to_the_board(
    client: FlaskClient, table_service: TableService
) -> None:
    assert "/ask" in hrefs(client.get("/").text)
    assert "/ask?game=bone-yard" not in hrefs(client.get("/rules/race-horse").text)
    assert "/ask?game=race-horse" in hrefs(client.get("/rules/race-horse").text)
    table_id = laid(table_service, "game: race-horse\nrule: spinners = first", "6-4", "4-4")
    assert "/ask?game=race-horse&spinners=first" in hrefs(client.get(f"/t/{table_id}/rules").text)
    why = client.get(f"/t/{table_id}/why/3").text
    (asks,) = set(hrefs(why, "/ask?"))
    question, _, back = asks.partition("&back=")
    assert question == "/ask?game=race-horse&spinners=first&lay=6-4.4-4"
    assert back == f"/t/{table_id}/why/3"
    told = re.search(r'class="by-change">([^<]*)', why)
    asked = re.search(r'class="by-change">([^<]*)', client.get(asks).text)
    assert told and asked and told[1] == asked[1]
