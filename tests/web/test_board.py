"""The big board: every state of a table, on a television and on a tablet, with no entry to tap."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.db.table_models import LeadsTo
from companion.i18n import message, sentences
from companion.record.header import read_header
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_service import TableService
from tests.tables.scribe import amend, deleted
from tests.thorough import some, thorough
from tests.web.phones import ANAS_PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.thumb import laid
from tests.web.words import shows

pytestmark = pytest.mark.browser_context_args(bypass_csp=True)

FOUR = "players: Ana, Ben, Cyd, Dee"
STRANGE = f"players: {'W' * 24}, 👩‍🚀 👨‍👩‍👧‍👦 Zoë, عبد الرحمن بن عبد العزيز, {'M' * 24}"
ONE_EACH = "game: race-horse\nrule: tiles-each = 1"
#: The 3-0 goes on the 3-3 or on the 2-0.
TILES = ("6-3", "6-6 on 6-3", "3-3 on 6-3", "6-2 on 6-6", "2-0 on 6-2")
#: What lies on a table, and what its board says of it.
TABLES = {
    "before the lead": ("game: race-horse", None, message("board.who-leads")),
    "bare": ("game: race-horse", (), message("turn.leads-any")),
    "two": ("game: race-horse", ("6-4",), sentences("6 + 4 = 10", message("unit.pegs", count=2))),
    "three": (
        "game: race-horse\nplayers: Ana, Ben, Cyd",
        TILES,
        sentences("Ana", message("turn.sets-or-draws")),
    ),
    "four": (f"game: racehorse-1990\n{FOUR}", TILES, "Dee"),
    "partners": (f"game: seven-rocks\n{FOUR}", ("6-3", "6-1 on 6-3"), "Cyd"),
    "long names": (f"game: racehorse-1990\n{STRANGE}", TILES, "W" * 24),
    "long partners": (f"game: seven-rocks\n{STRANGE}", ("6-3",), "M" * 24),
    "drawn": (
        "game: race-horse",
        ("6-4", "4-4 on 6-4", "draws 2"),
        message("entry.draws", player="Ana", tiles=message("unit.tiles", count=2), left=12),
    ),
    "left": (ONE_EACH, ("6-3",), sentences("Ana", message("board.dominoes"))),
    "between hands": (
        ONE_EACH,
        ("6-3", "Ben: left 6-5"),
        message(
            "settled.takes-rounded",
            count=1,
            side="Ana",
            pips=message("unit.pips", count=11),
            rounded=10,
            points=message("unit.pegs", count=2),
        ),
    ),
    "over": (
        "game: race-horse\ntarget: 2",
        ("6-4",),
        sentences("Ana", message("turn.won", count=1, score=2)),
    ),
}
SCREENS = ((1920, 1080), (1280, 720), (1024, 768), (768, 1024))
#: What is wrong with where things are: scrolling, or a part that leaves the place it has.
MEASURE = """() => {
    const wrong = [];
    const page = document.scrollingElement;
    if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) wrong.push("scrolls");
    const parts = "#board > *, .wall-side, .wall-side > *, .wall-count > *, .wall-turn > *";
    for (const part of document.querySelectorAll(parts)) {
        const box = part.getBoundingClientRect();
        const room = (part.closest(".wall-side") ?? part.parentElement).getBoundingClientRect();
        if (!box.width) continue;
        if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1 ||
            box.left < room.left - 2 || box.right > room.right + 2 ||
            box.top < room.top - 2 || box.bottom > room.bottom + 2)
            wrong.push(`${part.getAttribute("class")} leaves its place`);
    }
    return wrong;
}"""
#: Offered by a script, where the browser can.
FULL_SCREEN = '<button type="button" data-full-screen hidden></button>'
SIZE = "part => parseFloat(getComputedStyle(part).fontSize)"


def opened(table_service: TableService, name: str) -> str:
    header, tiles, _ = TABLES[name]
    if tiles is None:
        return table_service.open(read_header(f"{header}\nplayers: Ana, Ben"), keeper=ANAS_PHONE)
    return laid(table_service, header, *tiles)


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", html[html.index("<main") :]).split())


@pytest.mark.parametrize("name", TABLES)
def test_the_board_tells_whose_turn_it_is_and_what_was_counted(
    client: FlaskClient, table_service: TableService, name: str
) -> None:
    said = words(client.get(f"/t/{opened(table_service, name)}/board").text)
    assert str(TABLES[name][2]) in said


@pytest.mark.parametrize("name", TABLES)
def test_the_board_has_nothing_to_tap_but_the_way_back_and_the_whole_screen(
    client: FlaskClient, table_service: TableService, name: str
) -> None:
    page = client.get(f"/t/{opened(table_service, name)}/board").text
    body, _, rest = page[page.index("<body") :].partition('<nav class="at-hand"')
    at_hand, _, rest = rest.partition("</nav>")
    assert FULL_SCREEN in at_hand and at_hand.count("<a ") == at_hand.count("<button ") == 1
    body += rest
    for control in ("<a", "<form", "<button", "<input", "<select", "hx-post", "hx-get", "tabindex"):
        assert f"{control} " not in body and f"{control}>" not in body, control


def test_a_table_of_pegs_alone_has_no_turn_and_no_felt(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = laid(table_service, "game: race-horse", "ruling: Ana +5", is_pegs_only=True)
    page = client.get(f"/t/{table_id}/board").text
    assert "wall-felt" not in page and "is-next" not in page
    assert "Ana +5." in words(page)


def test_a_record_that_no_longer_holds_is_told_as_such(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = laid(table_service, "game: race-horse", "6-4", "4-4 on 6-4")
    amend(
        table_service,
        table_id,
        deleted(2),
        RequestStamp(table_service.look(table_id).version, "delete"),
    )
    assert shows(client.get(f"/t/{table_id}/board").text, "board.mending")


def test_a_table_that_is_none_has_no_board(client: FlaskClient) -> None:
    assert client.get("/t/nothing/board").status_code == 404


def test_the_board_leaves_no_trace_on_the_device(
    client: FlaskClient, table_service: TableService
) -> None:
    client.get(f"/t/{opened(table_service, 'two')}/board")
    assert not shows(client.get("/").text, "home.tables")


@pytest.mark.parametrize("screen", some(SCREENS, 1), ids=lambda screen: f"{screen[0]}x{screen[1]}")
def test_nothing_scrolls_and_nothing_leaves_its_place(
    page: Page, server: Serving, behind: TableService, screen: tuple[int, int]
) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    tables = {name: opened(behind, name) for name in TABLES}
    for header in ("game: race-horse", f"game: racehorse-1990\n{STRANGE}"):
        points = f"ruling: {read_header_side(header)} +105"
        tables[header] = laid(behind, header, points, is_pegs_only=True)
    wrong = {}
    for name, table_id in tables.items():
        page.goto(f"{server.address}/t/{table_id}/board")
        if found := page.evaluate(MEASURE):
            wrong[name] = found
    assert wrong == {}


def read_header_side(header: str) -> str:
    said = header if "players:" in header else f"{header}\nplayers: Ana, Ben"
    return read_header(said).seating.side_names[0]


@pytest.mark.parametrize("name", some(TABLES, 1))
def test_a_television_is_read_from_four_metres(
    page: Page, server: Serving, behind: TableService, name: str
) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{server.address}/t/{opened(behind, name)}/board")
    expect(page.locator("#board")).to_be_visible()
    least: dict[str, Any] = {".points b": 160, ".names .name": 48, ".wall-turn b": 48, ".why": 48}
    least |= {".wall-count .sum": 70, ".wall-count .told": 48}
    for selector, size in least.items():
        sizes = page.locator(selector).evaluate_all(f"all => all.map({SIZE})")
        assert all(each >= size for each in sizes), selector


@pytest.mark.parametrize(
    "name", some(["two", "before the lead", "four", "between hands", "over"], 1)
)
def test_the_board_is_clear_to_everybody(
    page: Page, server: Serving, behind: TableService, name: str
) -> None:
    page.goto(f"{server.address}/t/{opened(behind, name)}/board")
    is_clean(page)


def test_a_link_to_the_board_leads_to_it(
    app: Flask, stranger: FlaskClient, client: FlaskClient, table_service: TableService
) -> None:
    table_id = opened(table_service, "two")
    assert stranger.get(f"/t/{table_id}/board").status_code == 404
    secret = app.extensions["access_service"].links(table_id)[LeadsTo.BOARD]
    assert stranger.get(f"/j/{secret}").location == f"/t/{table_id}/board"
    assert not shows(stranger.get(f"/t/{table_id}/board").text, "turn.again")
    assert stranger.post(f"/t/{table_id}/undo", data={"seen": "2"}).status_code == 403


@thorough
def test_what_was_pegged_moves_gently_unless_somebody_wants_no_motion(
    page: Page, server: Serving, behind: TableService
) -> None:
    motion = "part => getComputedStyle(part).animationName"
    page.goto(f"{server.address}/t/{opened(behind, 'two')}/board")
    pegged = page.locator(".points.gained b")
    assert pegged.evaluate(motion) == "pegged"
    page.emulate_media(reduced_motion="reduce")
    assert pegged.evaluate(motion) == "none"
