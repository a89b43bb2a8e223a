"""Answers that are taken along: as a picture, on one sheet of paper, as an address."""

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from flask.testing import FlaskClient

from companion.tables.desk import Desk
from companion.web.rulings.ruling_sheet import WIDTH
from companion.web.rulings.text_width import width_of, wrapped
from tests.web.thumb import laid
from tests.web.words import hrefs

SVG = "{http://www.w3.org/2000/svg}"
TILES = ("6-4", "4-4", "6-6", "6-1 on 6-6")


def drawing(client: FlaskClient, address: str) -> ET.Element:
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.mimetype == "image/svg+xml"
    return ET.fromstring(answer.text)


def said(picture: ET.Element) -> str:
    found = ("".join(text.itertext()) for text in picture.iter(f"{SVG}text"))
    return " ".join(found).replace("\u2060", "").replace("\u00a0", " ")


def pictures(client: FlaskClient, desk: Desk) -> dict[str, str]:
    """An address of a picture for each kind of answer."""
    table_id = laid(desk, "game: race-horse", *TILES, "Ben: draws 2")
    return {
        "tile": f"/t/{table_id}/why/5",
        "draw": f"/t/{table_id}/why/6",
        "lead": f"/t/{table_id}/why/1",
        "thought": f"/t/{table_id}/what-if?tile=1-0",
        "refused": f"/t/{table_id}/what-if?tile=5-5",
        "question": "/ask?game=race-horse&lay=6-4.4-4.6-6.6-1",
        "question refused": "/ask?game=race-horse&lay=6-4.4-4&tile=5-5",
    }


KINDS = ("tile", "draw", "lead", "thought", "refused", "question", "question refused")


def picture_of(page: str) -> str:
    path, mark, query = page.partition("?")
    return f"{path}.svg{mark}{query}"


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_has_its_picture(client: FlaskClient, desk: Desk, kind: str) -> None:
    page = pictures(client, desk)[kind]
    assert picture_of(page) in hrefs(client.get(page).text)
    told = said(drawing(client, picture_of(page)))
    assert "By the rules of Race Horse" in told
    assert "— Race Horse; Horse Race" in told or "— " in told
    assert "http://localhost/ask?game=race-horse" in told
    assert "Answered by Companion on" in told


def test_a_picture_tells_the_sum_the_change_each_spot_and_the_rules(
    client: FlaskClient, desk: Desk
) -> None:
    told = said(drawing(client, picture_of(pictures(client, desk)["tile"])))
    for sentence in (
        "Why 9? Ana: 6-1 on 6-6",
        "8 + 1 = 9",
        "It was 20; the double-6 went, a 1 came: 20 − 12 + 1 = 9.",
        "One side of the 4-4 is free, so both halves of it count: 4 + 4 = 8.",
        "A double counts nothing once both its sides are covered.",
        "Why these points?",
    ):
        assert sentence in told


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_stands_alone(client: FlaskClient, desk: Desk, kind: str) -> None:
    picture = drawing(client, picture_of(pictures(client, desk)[kind]))
    for part in picture.iter():
        assert not {"class", "style"} & part.attrib.keys()
        assert part.tag.removeprefix(SVG) not in {"style", "script", "image", "foreignObject"}
        assert part.get("href", "#").startswith("#")


@pytest.mark.parametrize("kind", KINDS)
def test_no_line_of_a_picture_leaves_the_sheet_or_lies_on_another(
    client: FlaskClient, desk: Desk, kind: str
) -> None:
    picture = drawing(client, picture_of(pictures(client, desk)[kind]))
    lines = picture.findall(f"{SVG}text")
    for line in lines:
        size = float(line.get("font-size", ""))
        reach = float(line.get("x", "")) + size * width_of("".join(line.itertext()))
        assert reach <= WIDTH
    heights = [float(line.get("y", "")) for line in lines]
    assert all(above < below for above, below in pairwise(heights))
    assert heights[-1] < float(picture.get("height", ""))


@pytest.mark.parametrize("kind", ["thought", "question"])
def test_what_is_not_asked_has_no_picture(client: FlaskClient, desk: Desk, kind: str) -> None:
    page = picture_of(pictures(client, desk)[kind]).partition("?")[0]
    assert client.get(page).status_code == 404


def test_names_in_a_picture_stay_text(client: FlaskClient, desk: Desk) -> None:
    table_id = laid(desk, "game: race-horse\nplayers: <b>A</b>, Ben", "6-4")
    picture = drawing(client, f"/t/{table_id}/why/2.svg")
    assert "<b>A</b>: 6-4" in said(picture)


def test_the_shared_address_names_nobody(client: FlaskClient, desk: Desk) -> None:
    page = client.get(pictures(client, desk)["tile"]).text
    shared = page.partition('data-share="')[2].partition('"')[0]
    assert shared == "http://localhost/ask?game=race-horse&amp;lay=6-4.4-4.6-6.6-1"
    assert "Ana" not in shared


def test_a_line_is_broken_between_words_and_a_long_word_within() -> None:
    assert list(wrapped("one two three", 5)) == ["one two", "three"]
    assert "".join(wrapped("x" * 100, 10)) == "x" * 100
    assert all(width_of(line) <= 10 for line in wrapped("W" * 50 + " 漢字" * 20, 10))
    assert list(wrapped("  ", 5)) == []
