"""Could Ben have held a 5: from all 28 tiles, a number or a tile and then a player."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.i18n import listed, message
from companion.record.header import read_header
from companion.tables.table_service import TableService
from tests.tables.scribe import enter
from tests.web import words
from tests.web.drawings import drawing, said
from tests.web.phones import ANAS_PHONE

HEADER = (
    "game: seven-toed-pete\nplayers: Ana, Ben\nrule: tiles-each = 14\nrule: another-turn = none"
)
#: Ben passes at 2 and 1, so all hidden tiles with one of them are Ana's.
PASSED = ("lead: Ana", "Ana: 6-4", "Ben: 4-1", "Ana: 6-2", "Ben: passes")


@pytest.fixture
def table_id(table_service: TableService) -> str:
    table_id = table_service.open(read_header(HEADER), keeper=ANAS_PHONE)
    enter(table_service, table_id, *PASSED)
    return table_id


def links(page: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'href="([^"]*/held[^"]*)"', page)]


def test_two_taps_lead_from_all_28_tiles_to_what_is_known_of_a_player(
    client: FlaskClient, table_id: str
) -> None:
    page = client.get(f"/t/{table_id}/audit").text
    assert f"/t/{table_id}/held?pips=5" in links(page)
    assert f"/t/{table_id}/held?tile=5-3" in links(page)
    # Nobody asks who holds what is on the table.
    assert f"/t/{table_id}/held?tile=6-4" not in links(page)
    page = client.get(f"/t/{table_id}/held?pips=5").text
    assert f"/t/{table_id}/held?pips=5&who=1" in links(page)
    assert client.get(f"/t/{table_id}/held?pips=5&who=1").status_code == 200


def test_a_tile_that_fitted_at_a_pass_is_the_other_player_s(
    client: FlaskClient, table_id: str
) -> None:
    page = client.get(f"/t/{table_id}/held?tile=2-0").text
    known = re.findall(r"<bdi>(\w+)</bdi></b> <span>([^<]*)</span>", page)
    assert known == [
        ("Ana", str(message("held.proved"))),
        ("Ben", str(message("held.impossible"))),
    ]
    told = words.read(client.get(f"/t/{table_id}/held?tile=2-0&who=1").text)
    assert str(message("held.no-place", player="Ben", tiles="2-0")) in told
    assert (
        str(message("held.now", player="Ben", thing=message("held.the-tile", tile="2-0"))) in told
    )
    # The pass is told with its open ends, and leads to its own reasons.
    page = client.get(f"/t/{table_id}/held?tile=2-0&who=1").text
    assert re.search(rf'href="/t/{table_id}/why/\d+"', page) and "step-told" in page


def test_what_was_held_is_asked_at_a_pass(client: FlaskClient, table_id: str) -> None:
    why = client.get(f"/t/{table_id}/why/5").text
    (link,) = links(why)
    assert link == f"/t/{table_id}/held?who=1&before=5"
    assert f"/t/{table_id}/held?pips=5&who=1&before=5" in links(client.get(link).text)
    told = words.read(client.get(f"/t/{table_id}/held?tile=4-1&who=1&before=3").text)
    # He set it on the third entry.
    assert str(message("held.proved")) in told


def test_all_28_tiles_tell_who_can_hold_each_hidden_tile(
    client: FlaskClient, table_id: str
) -> None:
    told = words.read(client.get(f"/t/{table_id}/audit").text)
    assert str(message("audit.holders")) in told
    tiles = [f"{high}-{low}" for high in (2, 1) for low in range(high, -1, -1)]
    tiles = [*(f"{high}-{low}" for high in (6, 5, 4, 3) for low in (2, 1)), *tiles]
    hers = [tile for tile in tiles if tile not in ("6-2", "4-1")]
    assert str(message("audit.only-held-by", holders="Ana", tiles=listed(hers))) in told
    both = listed(("Ana", "Ben"), "or")
    assert str(message("audit.others-anywhere", holders=both)) in told


def test_the_answer_is_a_picture_too(client: FlaskClient, table_id: str) -> None:
    told = said(drawing(client, f"/t/{table_id}/held.svg?tile=2-0&who=1"))
    assert str(message("held.impossible")) in told
    assert client.get(f"/t/{table_id}/held.svg?tile=2-0").status_code == 404


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("who=2&pips=5", 404),
        ("before=99&pips=5", 404),
        ("pips=7", 400),
        ("tile=9-9", 400),
        ("who=x", 400),
        ("", 200),
    ],
)
def test_what_is_no_tile_no_player_and_no_entry_is_refused(
    client: FlaskClient, table_id: str, asked: str, status: int
) -> None:
    assert client.get(f"/t/{table_id}/held?{asked}").status_code == status
