"""A record brought in, a table saved as text and as JSON, and a table deleted for good."""

import io
import json
import re
import time
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect
from werkzeug.test import TestResponse

from companion.cli import main
from companion.i18n import Message, message
from companion.record.replay import replay
from companion.tables.table_service import TableService
from companion.web.ui.pasted_record import PastedRecord
from tests.thorough import thorough
from tests.web.phones import PHONE, phone
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.thumb import laid
from tests.web.words import read, shown, shows, worded

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, bypass_csp=True)

GAMES = Path(__file__).parents[1] / "cases" / "games"
GAME = "game: race-horse\nplayers: Ana, Ben\n\nlead: Ana\nAna: 6-4\nAna: 4-4 on 6-4\n"
#: Line 6 does not fit.
SLIP = GAME.replace("Ana: 4-4 on 6-4", "Ana: 5-5 on 6-4")
MARKUP = "<img src=x onerror=alert(1)>"


def brought(client: FlaskClient, text: str, **said: str) -> TestResponse:
    return client.post("/import", data={"record": text} | said)


def file_brought(client: FlaskClient, data: bytes, name: str = "game.txt") -> TestResponse:
    return client.post("/import", data={"record": "", "file": (io.BytesIO(data), name)})


def id_of(answer: TestResponse) -> str:
    assert answer.status_code == 303, words(answer)
    return answer.location.removeprefix("/t/")


def words(answer: TestResponse) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def count_of_tables(client: FlaskClient) -> int:
    return len(set(re.findall(r'href="/t/([\w-]+)"', client.get("/").text)))


# ---- Bringing in -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["race-horse-3", "seven-rocks-4p", "thin-ruling", "house-1"])
def test_a_record_pasted_becomes_a_table_of_this_device(
    client: FlaskClient, table_service: TableService, name: str
) -> None:
    text = (GAMES / f"{name}.record").read_text("utf-8")
    table_id = id_of(brought(client, text.replace("\n", "\r\n")))
    assert table_service.look(table_id).game == replay(text).game
    assert f'href="/t/{table_id}"' in client.get("/").text
    assert client.get(f"/t/{table_id}").status_code == 200
    assert client.get(f"/t/{table_id}/record").status_code == 200


def test_whoever_brings_it_in_keeps_score_and_nobody_else_sees_it(
    client: FlaskClient, stranger: FlaskClient, table_service: TableService
) -> None:
    table_id = id_of(brought(client, GAME))
    assert stranger.get(f"/t/{table_id}").status_code == 404
    assert client.post(f"/t/{table_id}/undo", data={"seen": "3"}).status_code == 303
    assert table_service.look(table_id).version == 4


def test_a_file_is_taken_before_what_is_pasted(
    client: FlaskClient, table_service: TableService
) -> None:
    file = (io.BytesIO(b"\xef\xbb\xbf" + GAME.encode()), "game.txt")
    answer = client.post("/import", data={"record": "nonsense", "file": file})
    assert table_service.look(id_of(answer)).version == 3


@pytest.mark.parametrize("ending", ["txt", "json"])
def test_what_a_table_saved_can_be_brought_in_again(
    client: FlaskClient, table_service: TableService, ending: str
) -> None:
    table_id = laid(
        table_service, "game: race-horse", "6-4", "4-4 on 6-4", "ruling: Ben +5, a gift"
    )
    saved = client.get(f"/t/{table_id}/record.{ending}").data
    for answer in (brought(client, saved.decode()), file_brought(client, saved, f"x.{ending}")):
        again = table_service.look(id_of(answer))
        assert again.game == table_service.look(table_id).game
        assert again.header == table_service.look(table_id).header


def test_a_table_of_pegs_alone_comes_back_as_one(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = laid(table_service, "game: race-horse", "ruling: Ana +5", is_pegs_only=True)
    again = id_of(brought(client, client.get(f"/t/{table_id}/record.txt").text))
    assert table_service.look(again).is_pegs_only
    assert table_service.look(again).game.scores == (5, 0)


# ---- Refusals ----------------------------------------------------------------------------------


def test_a_refused_line_is_shown_with_its_sentence_and_nothing_is_changed(
    client: FlaskClient,
) -> None:
    answer = brought(client, SLIP)
    assert answer.status_code == 422
    assert shows(answer.text, "import.line-refused", line=6)
    assert "Ana: 5-5 on 6-4" in words(answer)
    assert str(message("import.open-up-to", line=6)) in words(answer)
    assert count_of_tables(client) == 0


def test_lines_are_numbered_as_they_were_pasted(client: FlaskClient) -> None:
    answer = brought(client, "\n\n# typed from memory\n" + SLIP)
    assert shows(answer.text, "import.line-refused", line=9)
    # A parser of pages drops one line end after the tag.
    assert "<textarea" in answer.text and ">\n\n\n# typed" in answer.text


def test_what_holds_before_that_line_is_a_table_where_somebody_says_so(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = id_of(brought(client, SLIP, **{"up-to": "6"}))
    assert [str(entry.statement) for entry in table_service.read(table_id).entries] == [
        "lead: Ana",
        "Ana: 6-4",
    ]


@pytest.mark.parametrize("up_to", ["", "5", "7", "all", "6 ", "-1"])
def test_another_line_is_not_what_was_agreed_to(client: FlaskClient, up_to: str) -> None:
    assert brought(client, SLIP, **{"up-to": up_to}).status_code == 422
    assert count_of_tables(client) == 0


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("game: whist\nplayers: Ana, Ben", 1),
        ("game: race-horse\nplayers: Ana, Ana", 2),
        ("game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 20", 2),
        ("players: Ana, Ben", 1),
        ("lead: Ana", 1),
        ("game: race-horse\nplayers: Ana, Ben\ntarget: 10000000", 3),
    ],
)
def test_without_a_header_that_stands_there_is_no_table(
    client: FlaskClient, text: str, line: int
) -> None:
    for said in ({}, {"up-to": f"{line}"}):
        answer = brought(client, text, **said)
        assert answer.status_code == 422
        assert shows(answer.text, "import.line-refused", line=line)
        assert 'name="up-to"' not in answer.text
    assert count_of_tables(client) == 0


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "nothing"),
        (" \r\n ", "nothing"),
        ("{", "broken-json"),
        ("{}", "json-without-record"),
        ('{"record": 5}', "json-without-record"),
        ('{"game": "race-horse", "entries": []}', "json-without-record"),
        ('{"record": "' + "\\ud800" + '"}', "odd-characters"),
        (GAME + "\0", "odd-characters"),
        ('{"a":' * 5000, "broken-json"),
    ],
)
def test_what_is_no_record_is_refused(client: FlaskClient, text: str, problem: str) -> None:
    problem_of = PastedRecord.parse(text).problem
    assert isinstance(problem_of, Message) and problem_of.id == f"import.{problem}"
    answer = brought(client, text)
    assert answer.status_code == 422
    assert str(problem_of) in words(answer)
    assert count_of_tables(client) == 0


def test_more_lines_than_a_table_takes_are_refused(client: FlaskClient) -> None:
    answer = brought(client, GAME + "ruling: Ana +0\n" * 4_000)
    assert answer.status_code == 422 and shows(answer.text, "import.line-refused", line=4_002)
    assert shows(answer.text, "refused.too-long", most="4,000")


@pytest.mark.parametrize(
    "record",
    [
        f"game: race-horse\nplayers: {'a,' * 60_000}b\nsides: {'b&' * 60_000}b",
        "\n" * 150_000,
        "\r\n" * 60_000,
        f"game: race-horse\nplayers: Ana, Ben\nlead: Ana\nruling: Ana +1, {'a' * 250_000}",
        "game: race-horse\nplayers: Ana, B" + "\u0301\u0323" * 25_000,
        '{"record":' + "[" * 150_000,
    ],
    ids=["sides", "line ends", "line ends of Windows", "a reason", "marks", "JSON"],
)
def test_a_record_that_is_made_to_cost_is_refused_in_a_moment(
    client: FlaskClient, record: str
) -> None:
    for address in ("/import", "/ask", "/under"):
        began = time.thread_time()
        assert client.post(address, data={"record": record}).status_code in (200, 422)
        assert time.thread_time() - began < 5


def test_a_file_that_is_no_text_is_refused(client: FlaskClient) -> None:
    answer = file_brought(client, b"\x89PNG\xff\xfe")
    assert answer.status_code in (200, 422)
    assert str(message("import.no-text")) in words(answer)


def test_a_number_that_no_table_needs_is_refused(client: FlaskClient) -> None:
    answer = brought(client, GAME + f"ruling: Ana +{10**400}\n")
    assert answer.status_code in (200, 422)
    assert shows(answer.text, "import.line-refused", line=7)
    assert shows(answer.text, "import.too-large")


def test_a_body_that_is_too_large_is_refused(client: FlaskClient) -> None:
    large = "# a comment\n" * 30_000
    assert id_of(brought(client, GAME + large))
    refused = client.post("/import", data={"record": large * 2})
    assert refused.status_code == 413 and shows(refused.text, "problem.413.sentence")
    # Elsewhere a form is as small as ever.
    assert client.post("/new", data={"name-0": large}).status_code == 413


def test_markup_in_a_record_stays_words(client: FlaskClient) -> None:
    text = f"game: race-horse\nplayers: {MARKUP[:24]}, Ben\nlead: Ben\nruling: Ben +5, {MARKUP}\n"
    for answer in (brought(client, f"{text}</textarea>{MARKUP}"), brought(client, MARKUP)):
        assert answer.status_code == 422
        assert "<img" not in answer.text and answer.text.count("</textarea>") == 1
    table_id = id_of(brought(client, text))
    for page in ("", "/record", "/end", "/board", "/delete"):
        assert "<img" not in client.get(f"/t/{table_id}{page}").text


def test_a_page_of_another_site_brings_nothing_in(app: Flask) -> None:
    app.config["WTF_CSRF_ENABLED"] = True
    client = phone(app)
    assert brought(client, GAME).status_code == 400
    assert count_of_tables(client) == 0


def test_home_and_the_new_table_lead_there(client: FlaskClient) -> None:
    for page in ("/", "/new"):
        assert 'href="/import"' in client.get(page).text
    assert str(message("import.title")) in client.get("/import").text


def test_a_long_record_is_told_part_by_part_the_last_one_first(client: FlaskClient) -> None:
    header = "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 1\ntarget: 1000\n"
    table_id = id_of(brought(client, header + "lead: Ana\nAna: 6-3\nBen: left 6-5\n" * 300))
    record = f"/t/{table_id}/record"
    latest = client.get(record).text
    assert shows(latest, "part.entries", first=799, last=900, of=900)
    assert latest.count('class="hand"') == 34 and latest.count('<li id="e') == 102
    assert f'href="{record}?part=2" rel="prev"' in latest and 'rel="next"' not in latest
    second = client.get(f"{record}?part=2").text
    assert shows(second, "part.entries", first=400, last=798, of=900)
    assert 'id="hand-134"' in second and 'id="hand-267"' not in second
    # An entry is looked at where it stands, whatever part that is.
    assert 'id="e2"' in client.get(f"{record}?at=2").text
    assert client.get(f"{record}?part=99").text.count('id="e900"') == 1


def test_a_hand_that_is_longer_than_a_part_has_several(client: FlaskClient) -> None:
    table_id = id_of(brought(client, GAME + "ruling: Ana +0\n" * 1000))
    page = client.get(f"/t/{table_id}/record?part=2").text
    assert page.count('class="hand"') == 1 and page.count('<li id="e') == 400
    assert 'id="e401"' in page and 'id="e800"' in page


# ---- Saving ------------------------------------------------------------------------------------


def test_the_json_of_a_table_is_the_verdict_of_its_record(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = laid(table_service, "game: race-horse", "6-4", "4-4 on 6-4")
    answer = client.get(f"/t/{table_id}/record.json")
    assert answer.mimetype == "application/json"
    told = json.loads(answer.text)
    assert told["game"] == "race-horse"
    assert [entry["total"] for entry in told["entries"]] == [10, 14]
    assert told["scores"] == {"Ana": 2, "Ben": 0}
    assert told["record"] == client.get(f"/t/{table_id}/record.txt").text
    line = told["entries"][0]["line"]
    assert told["record"].split("\n")[line - 1] == "Ana: 6-4"


def test_the_json_of_a_bare_table_has_no_entries(
    client: FlaskClient, table_service: TableService
) -> None:
    told = json.loads(client.get(f"/t/{id_of(brought(client, GAME[:36]))}/record.json").text)
    assert told["entries"] == [] and told["over"] is False


def test_a_stranger_saves_nothing(stranger: FlaskClient, table_service: TableService) -> None:
    table_id = laid(table_service, "game: race-horse", "6-4")
    for ending in ("txt", "json"):
        assert stranger.get(f"/t/{table_id}/record.{ending}").status_code == 404


# ---- Deleting ----------------------------------------------------------------------------------


def test_its_settings_say_how_long_a_table_is_kept(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = laid(table_service, "game: race-horse", "6-4")
    page = client.get(f"/t/{table_id}/customs").text
    assert shows(page, "removal.kept") and f'action="/t/{table_id}/delete"' in page


def test_a_table_is_deleted_after_one_more_question(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id, stays = (laid(table_service, "game: race-horse", "6-4") for _ in range(2))
    for known in (table_id, stays):
        client.get(f"/t/{known}")
    assert client.get(f"/t/{table_id}/delete").location == f"/t/{table_id}/customs#delete"
    assert shows(client.get(f"/t/{table_id}/customs").text, "removal.about")
    answer = client.post(f"/t/{table_id}/delete")
    assert answer.status_code == 303 and answer.location == "/"
    home = client.get("/").text
    assert table_id not in home and stays in home
    for page in ("", "/record", "/record.txt", "/record.json", "/end", "/board", "/delete"):
        assert client.get(f"/t/{table_id}{page}").status_code == 404
    assert client.post(f"/t/{table_id}/delete").status_code == 404


def test_who_only_watches_deletes_nothing(
    app: Flask, client: FlaskClient, stranger: FlaskClient, table_service: TableService
) -> None:
    table_id = laid(table_service, "game: race-horse", "6-4")
    assert stranger.post(f"/t/{table_id}/delete").status_code == 404
    code = app.extensions["access_service"].links(table_id)["code"]
    stranger.post("/code", data={"code": code})
    page = stranger.get(f"/t/{table_id}/customs").text
    assert shows(page, "removal.kept") and "/delete" not in page
    assert stranger.get(f"/t/{table_id}/delete").status_code == 403
    assert stranger.post(f"/t/{table_id}/delete").status_code == 403
    assert client.get(f"/t/{table_id}").status_code == 200


def test_a_page_of_another_site_deletes_nothing(app: Flask, table_service: TableService) -> None:
    table_id = laid(table_service, "game: race-horse", "6-4")
    app.config["WTF_CSRF_ENABLED"] = True
    assert phone(app).post(f"/t/{table_id}/delete").status_code == 400
    assert table_service.look(table_id).version == 2


# ---- In the browser ----------------------------------------------------------------------------


@thorough
def test_the_pages_are_clear_to_everybody(
    page: Page, server: Serving, behind: TableService
) -> None:
    page.goto(f"{server.address}/import")
    is_clean(page)
    page.get_by_label(shown("page.record")).fill(SLIP)
    page.get_by_role("button", name=shown("new.open")).click()
    expect(page.locator(".refused")).to_be_visible()
    page.wait_for_load_state()
    assert page.evaluate("document.scrollingElement.scrollWidth") == 360
    is_clean(page)
    page.goto(f"{server.address}/t/{laid(behind, 'game: race-horse', '6-4')}/customs#delete")
    is_clean(page)


def test_a_file_chosen_in_the_browser_becomes_a_table(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/import")
    chosen = {"name": "game.txt", "mimeType": "text/plain", "buffer": SLIP.encode()}
    page.get_by_label(shown("import.file")).set_input_files(chosen)  # type: ignore[arg-type]
    page.get_by_role("button", name=shown("new.open")).click()
    expect(page.get_by_label(shown("page.record"))).to_have_value(SLIP)
    page.get_by_role("button", name=worded("import.open-up-to")).click()
    expect(page.locator("#table[data-version='2']")).to_be_visible()


# ---- What people type --------------------------------------------------------------------------


def test_a_record_typed_by_hand_becomes_the_table_that_it_means(client: FlaskClient) -> None:
    typed = "Game: Race Horse\r\nPLAYERS: Ana, Ben\r\nlead: ana\r\nana: 6–4\r\nAna: 4−4 ON 6-4\r\n"
    table_id = id_of(brought(client, typed))
    assert client.get(f"/t/{table_id}/record.txt").text == GAME
    assert id_of(brought(client, GAME)) == table_id, "the same game, so the same table"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (GAME.replace("race", "rase"), "Did you mean race-horse"),
        (GAME.replace("lead:", "leads:"), "Can’t read “leads”. Did you mean “lead: Ana”?"),
        (GAME + "Bne: 4-1", "Nobody called “Bne” is at this table. Did you mean Ben?"),
        (GAME + "Ana: 4-1 claims 5", "Did you mean “Ana: 4-1, claims 5”?"),
        (GAME + "Ana: draws", "Can’t read “draws”: how many tiles?"),
    ],
)
def test_a_mistake_is_answered_alike_on_every_way_in(
    client: FlaskClient, tmp_path: Path, capsys: pytest.CaptureFixture[str], typed: str, told: str
) -> None:
    (tmp_path / "typed.record").write_text(typed, "utf-8")
    assert main(["score", str(tmp_path / "typed.record")]) == 1
    by_rules = {"record": typed, "rule-points": "pips"}
    doors = [("import", {}), ("ask", {}), ("under", {}), ("under", by_rules)]
    pages = [client.post(f"/{door}", data={"record": typed} | form).text for door, form in doors]
    assert [told in each for each in (capsys.readouterr().out, *map(read, pages))] == [True] * 5
