"""Answers that are taken along: as a picture, on one sheet of paper, as an address."""

import xml.etree.ElementTree as ET
from itertools import combinations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.i18n import message
from companion.tables.table_service import TableService
from companion.web.ui.paper_sheet import MARGIN, WIDTH, width_of, wrapped
from tests.thorough import some
from tests.web.drawings import SVG, drawing, drawn, lines, said
from tests.web.phones import phone
from tests.web.test_proof_page import RENEGE, proving
from tests.web.test_proof_page import table as proven
from tests.web.thumb import laid
from tests.web.words import hrefs

TILES = ("6-4", "4-4", "6-6", "6-1 on 6-6")
#: A name as long as they come, of the widest letters, one that runs leftward, and one in bold.
NAMES = ("W" * 24, "אבי", "<b>A</b>", "漢" * 24)


def pictures(client: FlaskClient, table_service: TableService) -> dict[str, str]:
    """An address of a picture for each kind of answer."""
    table_id = laid(table_service, "game: race-horse", *TILES, "Ben: draws 2")
    return {
        "tile": f"/t/{table_id}/why/5",
        "draw": f"/t/{table_id}/why/6",
        "lead": f"/t/{table_id}/why/1",
        "thought": f"/t/{table_id}/what-if?tile=1-0",
        "refused": f"/t/{table_id}/what-if?tile=5-5",
        "question": "/ask?game=race-horse&lay=6-4.4-4.6-6.6-1",
        "question refused": "/ask?game=race-horse&lay=6-4.4-4&tile=5-5",
    }


def pictures_of_a_table(table_service: TableService, name: str = "Ana") -> dict[str, str]:
    """The same for the answers about a table as a whole, at which Ana is called so."""
    entered = [line.replace("Ana", name) for line in RENEGE]
    table_id = proven(table_service, *entered, players=f"{name}, Ben")
    return {
        "proof": f"/t/{table_id}/proof/{proving(table_service, table_id)}",
        "audit": f"/t/{table_id}/audit",
        "held": f"/t/{table_id}/held?pips=6&who=1",
        "parting": f"/t/{table_id}/under?game=race-horse-celko&rule-spinners=none",
        "no parting": f"/t/{table_id}/under?rule-target=30",
    }


def page_of(client: FlaskClient, table_service: TableService, kind: str) -> str:
    if kind in OF_A_TABLE:
        return pictures_of_a_table(table_service)[kind]
    return pictures(client, table_service)[kind]


OF_A_LAYOUT = ("tile", "draw", "lead", "thought", "refused", "question", "question refused")
OF_A_TABLE = ("proof", "audit", "held", "parting", "no parting")
KINDS = (*OF_A_LAYOUT, *OF_A_TABLE)


def picture_of(page: str) -> str:
    path, mark, query = page.partition("?")
    return f"{path}.svg{mark}{query}"


@pytest.mark.parametrize("kind", some(KINDS, 6))
def test_every_answer_has_its_picture_which_stands_alone_and_keeps_its_lines_apart(
    client: FlaskClient, table_service: TableService, kind: str
) -> None:
    page = page_of(client, table_service, kind)
    assert picture_of(page) in hrefs(client.get(page).text)
    answer = client.get(picture_of(page))
    assert answer.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "Content-Disposition" not in answer.headers
    picture = drawn(answer)
    for part in picture.iter():
        assert not {"class", "style"} & part.attrib.keys()
        assert part.tag.removeprefix(SVG) not in {"style", "script", "image", "foreignObject"}
        assert part.get("href", "#").startswith("#")
    assert picture.findtext(f"{SVG}title") == picture.get("aria-label")
    stands_well(picture)
    told = said(picture)
    assert str(message("game.race-horse.title")) in told
    asked = page if kind in OF_A_TABLE else "/ask?game=race-horse"
    assert f"http://localhost{asked}".replace(" ", "") in told.replace(" ", "")
    assert ("Ana, Ben" in told) == (kind in OF_A_TABLE)


@pytest.mark.parametrize("kind", OF_A_TABLE)
def test_who_may_read_an_answer_may_have_its_picture_and_nobody_else(
    app: Flask, stranger: FlaskClient, table_service: TableService, kind: str
) -> None:
    page = pictures_of_a_table(table_service)[kind]
    assert stranger.get(picture_of(page)).status_code == 404
    app.extensions["access_service"].ask(page.split("/")[2], "zoes-phone", "Zoe")
    drawing(phone(app, "zoes-phone"), picture_of(page))


def test_a_picture_tells_the_sum_the_change_each_spot_and_the_rules(
    client: FlaskClient, table_service: TableService
) -> None:
    told = said(drawing(client, picture_of(pictures(client, table_service)["tile"])))
    for each in (
        f"{message('asked.why-count', total=9)} Ana: 6-1 on 6-6",
        "8 + 1 = 9",
        "20 − 12 + 1 = 9",
        message("why.exposed", count=1, double="4-4", pips=4, counts=8),
        message("law.covered-double.sentence"),
        message("asked.points"),
    ):
        assert str(each) in told


@pytest.mark.parametrize("name", NAMES)
def test_the_widest_names_leave_no_sheet_and_stay_text(
    client: FlaskClient, table_service: TableService, name: str
) -> None:
    for page in pictures_of_a_table(table_service, name).values():
        picture = drawing(client, picture_of(page))
        stands_well(picture)
        assert name in said(picture).replace(" ", "")


def stands_well(picture: ET.Element) -> None:
    written = lines(picture)
    for line in written:
        assert line.left >= MARGIN and line.right <= WIDTH - MARGIN + 1, line
        assert line.top >= MARGIN and line.bottom <= float(picture.get("height", "")) - MARGIN
    for one, other in combinations(written, 2):
        assert not one.lies_on(other), (one, other)


@pytest.mark.parametrize("kind", ["thought", "question", "parting"])
def test_what_is_not_asked_has_no_picture(
    client: FlaskClient, table_service: TableService, kind: str
) -> None:
    page = picture_of(page_of(client, table_service, kind)).partition("?")[0]
    assert client.get(page).status_code == 404


def test_names_in_a_picture_stay_text(client: FlaskClient, table_service: TableService) -> None:
    table_id = laid(table_service, "game: race-horse\nplayers: <b>A</b>, Ben", "6-4")
    picture = drawing(client, f"/t/{table_id}/why/2.svg")
    assert "<b>A</b>: 6-4" in said(picture)


def test_a_name_that_runs_leftward_turns_no_number_round(
    client: FlaskClient, table_service: TableService
) -> None:
    page = pictures_of_a_table(table_service, "אבי")["audit"]
    assert "\u2068אבי\u2069 " in client.get(picture_of(page)).text


def test_the_shared_address_names_nobody(client: FlaskClient, table_service: TableService) -> None:
    page = client.get(pictures(client, table_service)["tile"]).text
    shared = page.partition('data-share="')[2].partition('"')[0]
    assert shared == "http://localhost/ask?game=race-horse&amp;lay=6-4.4-4.6-6.6-1"
    assert "Ana" not in shared


def test_a_line_is_broken_between_words_and_a_long_word_within() -> None:
    assert list(wrapped("one two three", 5)) == ["one two", "three"]
    assert "".join(wrapped("x" * 100, 10)) == "x" * 100
    lines = wrapped("W" * 50 + " 漢字" * 20, 10)
    assert all(sum(map(width_of, line)) <= 10 for line in lines)
    assert list(wrapped("  ", 5)) == []
