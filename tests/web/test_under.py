"""Under other rules: where two games part over a record, and how both scores run on."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.i18n import message
from companion.record.header import read_header
from companion.tables.table_service import TableService
from tests.tables.scribe import delete, enter
from tests.web import words
from tests.web.drawings import SVG, drawing, drawn, said
from tests.web.phones import ANAS_PHONE, PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import OPEN, is_clean
from tests.web.thumb import laid

pytestmark = pytest.mark.browser_context_args(
    viewport=PHONE, bypass_csp=True, reduced_motion="reduce"
)

#: Two tiles each; under Celko's settlement the same points are told otherwise.
SCORED = ("lead: Ana", "Ana: 6-4", "Ana: 4-4 on 6-4", "Ben: left 3-1 5-0")
#: The 6-6 is covered on both sides, and then an end of it is played on.
SPUN = (
    *("lead: Ana", "Ana: 6-6", "Ana: 6-1", "Ben: 6-2", "Ana: 6-3"),
    *("Ben: 3-2 on 6-3", "Ben: 2-2 on 6-2"),
)


def table(
    table_service: TableService, *lines: str, header: str = "", players: str = "Ana, Ben"
) -> str:
    said = read_header(f"game: race-horse\nplayers: {players}\n{header}")
    table_id = table_service.open(said, keeper=ANAS_PHONE)
    enter(table_service, table_id, *lines)
    return table_id


def read(page: str) -> str:
    """The words of a page, but for the form that asks."""
    return words.read(re.sub("<form.*</form>", "", page, flags=re.DOTALL))


def told(id: str, **arguments: object) -> str:
    return str(message(id, **arguments))


def test_first_it_is_asked_which_rules(client: FlaskClient, table_service: TableService) -> None:
    page = client.get(f"/t/{table(table_service, *SCORED, header='rule: tiles-each = 2')}/under")
    assert page.status_code == 200
    game = told("game.race-horse.title")
    assert told("under.as-played-here", game=game) in page.text
    assert told("under.scores") not in page.text


def test_where_two_games_part_is_told_with_both_sentences_and_the_rules_behind_them(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *SCORED, header="rule: tiles-each = 2")
    asked = "game=race-horse-celko&rule-tiles-each=2"
    page = client.get(f"/t/{table_id}/under?{asked}").text
    said = read(page)
    assert told("under.entry.parts", line=2, statement="Ana: 6-4") in said
    assert f"6 + 4 = 10 → {told('unit.pegs', count=2)}." in said
    assert f"6 + 4 = 10 → {told('unit.points', count=10)}." in said
    assert told("setting.points.title") in said and told("setting.points.value.pips") in said
    assert page.count('class="why-felt"') == 1
    assert page.count("<cite>") >= 2


def test_the_scores_run_side_by_side_hand_by_hand(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *SCORED, header="rule: tiles-each = 2")
    asked = "game=race-horse-celko&rule-tiles-each=2"
    said = read(client.get(f"/t/{table_id}/under?{asked}").text)
    assert told("under.hand", number=1) in said
    assert re.search(r"4 · 0 \| [^|]* 10 · −10", said)


def test_a_layout_that_two_rules_count_differently_is_shown_twice(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "lead: Ana", "Ana: 6-6")
    page = client.get(f"/t/{table_id}/under?rule-exposed-double=when-dead").text
    assert page.count('class="why-felt"') == 2
    page = client.get(f"/t/{table_id}/under?rule-points=pips").text
    assert told("under.entry.same") in read(page)


def test_a_play_that_the_other_rules_refuse_ends_their_telling(
    client: FlaskClient, table_service: TableService
) -> None:
    said = read(client.get(f"/t/{table(table_service, *SPUN)}/under?rule-spinners=none").text)
    assert told("under.entry.parts", line=5, statement="Ana: 6-3 on 6-6") in said
    assert told("under.ends-there") in said
    assert told("setting.spinners.value.none") in said
    assert told("under.same-plays") in said
    assert f"{told('under.left-out')} {told('setting.spinners.title')}" in said


def test_what_a_form_left_as_it_is_does_not_stay_in_the_address(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *SCORED, header="rule: tiles-each = 2")
    answer = client.get(f"/t/{table_id}/under?game=&rule-target=30&rule-spinners=")
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/t/{table_id}/under?rule-target=30"


def test_only_games_that_these_people_can_play_are_offered(
    client: FlaskClient, table_service: TableService
) -> None:
    for players, is_offered in (("Ana, Ben", False), ("Ana, Ben, Cyd, Dee", True)):
        page = client.get(f"/t/{table(table_service, players=players)}/under").text
        assert ('<option value="seven-rocks"' in page) is is_offered
        assert '<option value="race-horse-celko"' in page
    partners = "Ana, Ben, Cyd, Dee\nsides: Ana & Cyd, Ben & Dee"
    page = client.get(f"/t/{table(table_service, players=partners)}/under").text
    assert '<option value="racehorse-1990"' not in page
    # Before a record is brought nobody knows who plays.
    assert '<option value="seven-rocks"' in client.get("/under").text


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("game=seven-rocks", "4"),
        ("game=whist", "whist"),
        ("rule-spinners=some", "“some”"),
        ("rule-target=<b>", "“<b>”"),
        ("rule-tiles-each=15", "15"),
    ],
)
def test_rules_that_these_people_cannot_play_by_are_refused_in_a_sentence(
    client: FlaskClient, table_service: TableService, asked: str, shown: str
) -> None:
    table_id = table(table_service, *SPUN)
    for page in ("under", "under.svg"):
        answer = client.get(f"/t/{table_id}/{page}?{asked}")
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text
        assert shown in read(answer.text)
        assert "<b>”" not in answer.text


def test_before_the_first_lead_both_say_the_same(
    client: FlaskClient, table_service: TableService
) -> None:
    said = read(client.get(f"/t/{table(table_service)}/under?game=race-horse-celko").text)
    assert told("under.entry.same") in said
    assert told("under.hand", number=1) not in said


def test_an_entry_that_no_longer_holds_ends_both_tellings(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *SPUN)
    delete(table_service, table_id, "Ana: 6-1 on 6-6")
    assert client.get(f"/t/{table_id}/under?rule-target=30").status_code == 200


def test_who_watches_may_ask_and_a_stranger_may_not(
    app: Flask, stranger: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *SPUN)
    assert stranger.get(f"/t/{table_id}/under?rule-target=30").status_code == 404
    app.extensions["access_service"].ask(table_id, "zoes-phone", "Zoe")
    with stranger.session_transaction() as session:
        session["device"] = "zoes-phone"
    assert stranger.get(f"/t/{table_id}/under?rule-target=30").status_code == 200


def test_names_are_no_markup(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, "lead: <i>Ana", players="<i>Ana, Ben")
    page = client.get(f"/t/{table_id}/under?game=race-horse-celko").text
    assert "<i>Ana" not in page and "&lt;i&gt;Ana" in page


def test_it_is_reached_from_the_table_the_reasons_and_the_rules(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *SPUN)
    for page in ("", "/why/2", "/rules"):
        assert f'href="/t/{table_id}/under"' in client.get(f"/t/{table_id}{page}").text
    assert 'href="/under"' in client.get("/import").text


RECORD = "game: race-horse\nplayers: Ana, Ben\n" + "\n".join(SPUN)


def test_a_pasted_record_is_told_by_its_lines_and_kept_nowhere(
    client: FlaskClient, table_service: TableService
) -> None:
    assert client.get("/under").status_code == 200
    page = client.post("/under", data={"record": RECORD, "rule-spinners": "none"})
    parts = told("under.line.parts", line=7, statement="Ana: 6-3 on 6-6")
    assert parts in read(page.text)
    assert "/t/" not in page.text
    again = client.post("/under", data={"record": RECORD})
    assert "data-house-rules" in again.text and parts not in again.text


@pytest.mark.parametrize("record", ["", "game: whist", "game: race-horse\nplayers: Ana"])
def test_what_is_no_record_is_refused(client: FlaskClient, record: str) -> None:
    for address in ("/under", "/under.svg"):
        page = client.post(address, data={"record": record, "game": "race-horse-celko"})
        assert page.status_code == 422
        assert 'role="alert"' in page.text


def test_a_record_of_too_many_lines_is_told_as_far_as_there_is_room(client: FlaskClient) -> None:
    record = "game: race-horse\nplayers: Ana, Ben\nlead: Ana\n" + "ruling: Ana +0\n" * 4_000
    page = client.post("/under", data={"record": record, "rule-spinners": "none"})
    assert page.status_code == 200
    refusal = told("refused.too-long", most="4,000")
    assert told("under.line.refused-here", line=4_001, refusal=refusal) in read(page.text)


def test_a_record_is_told_as_far_as_its_own_game_accepts_it(client: FlaskClient) -> None:
    page = client.post("/under", data={"record": f"{RECORD}\nCyd: 5-5", "rule-spinners": "none"})
    assert page.status_code == 200
    refused = message("under.line.refused-here", line=10, refusal="")
    assert str(refused).strip() in read(page.text)


def test_the_picture_has_where_they_part_what_each_says_and_both_scores(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *SCORED, header="rule: tiles-each = 2")
    asked = "game=race-horse-celko&rule-tiles-each=2"
    picture = drawing(client, f"/t/{table_id}/under.svg?{asked}")
    written = said(picture)
    for each in (
        told("under.entry.parts", line=2, statement="Ana: 6-4"),
        f"6 + 4 = 10 → {told('unit.pegs', count=2)}.",
        f"6 + 4 = 10 → {told('unit.points', count=10)}.",
        told("setting.points.title"),
        told("setting.points.value.pips"),
        told("under.scores"),
        "10 4 Ana −10 0 Ben",
    ):
        assert each in written
    assert told("under.hand", number=1) not in written
    assert len(picture.findall(f"{SVG}rect[@fill='#24513f']")) == 1


def test_the_picture_shows_twice_what_two_rules_count_differently(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "lead: Ana", "Ana: 6-6")
    picture = drawing(client, f"/t/{table_id}/under.svg?rule-exposed-double=when-dead")
    assert len(picture.findall(f"{SVG}rect[@fill='#24513f']")) == 2
    assert told("under.counted-by", game=told("game.race-horse.title")) in said(picture)


def test_the_picture_says_where_the_other_telling_ends(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *SPUN)
    written = said(drawing(client, f"/t/{table_id}/under.svg?rule-spinners=none"))
    assert told("under.ends-there") in written
    assert told("under.so-far", game="") in f"{written} "


def test_the_picture_says_who_won(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, "lead: Ana", "Ana: 5-5", header="target: 2")
    written = said(drawing(client, f"/t/{table_id}/under.svg?rule-target=30"))
    assert f"2 2 Ana 0 0 Ben – Ana {told('under.won')}" in written


def test_a_pasted_record_has_a_picture_to_be_saved_and_no_address(client: FlaskClient) -> None:
    asked = {"record": RECORD, "rule-spinners": "none"}
    page = client.post("/under", data=asked).text
    saves = '<button form="by-rules" formaction="/under.svg" data-download="under-other-rules.svg">'
    assert saves in page
    assert '<form id="by-rules" method="post" action="/under"' in page
    answer = client.post("/under.svg", data=asked)
    written = said(drawn(answer))
    assert answer.headers["Content-Disposition"] == "attachment; filename=under-other-rules.svg"
    assert told("under.line.parts", line=7, statement="Ana: 6-3 on 6-6") in written
    assert "http" not in written
    again = client.post("/under.svg", data={"record": RECORD})
    assert again.status_code == 422 and "data-house-rules" in again.text


def test_on_a_phone_the_whole_question_is_answered(
    page: Page, server: Serving, behind: TableService
) -> None:
    page.goto(f"{server.address}/t/{laid(behind, 'game: race-horse', '6-6', '6-1', '6-2', '6-3')}")
    page.goto(f"{page.url}/under")
    page.locator("#game").select_option("racehorse-1990")
    page.locator(".house > summary").click()
    page.locator(".house-subject:has(#rule-spinners) > summary").click()
    page.locator("#rule-spinners").select_option("none")
    page.get_by_role("button", name=told("under.tell")).click()
    expect(page).to_have_url(re.compile(r"under\?game=racehorse-1990&rule-spinners=none$"))
    expect(page.locator(".ruling-told")).not_to_be_empty()
    page.evaluate(OPEN)
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    is_clean(page)
