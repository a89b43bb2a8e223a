"""The app on a home screen: it opens without network, at the last state that it saw."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, expect

from companion.assets import folder
from companion.i18n import message
from companion.tables.table_service import TableService
from tests.thorough import thorough
from tests.web.conftest import SECRET
from tests.web.network import cut_off
from tests.web.phones import PHONE
from tests.web.serving import Serving, serving
from tests.web.test_bad_network import (
    DRAW,
    draw,
    entered_elsewhere,
    is_handed,
    nothing_waits,
    waits,
)
from tests.web.test_in_the_browser import Table
from tests.web.thumb import laid
from tests.web.words import worded

pytestmark = pytest.mark.browser_context_args(
    viewport=PHONE, has_touch=True, service_workers="allow"
)

TWO = "game: race-horse"
IS_SHOWN = "(address) => fetch(address).then(({ ok }) => ok, () => false)"


@pytest.fixture
def at(page: Page, server: Serving, behind: TableService) -> Table:
    """A table at which the 6-3 lies, kept by a phone that has seen it."""
    return kept(page, server, behind, laid(behind, TWO, "6-3"))


def kept(page: Page, server: Serving, behind: TableService, table_id: str) -> Table:
    page.goto(server.address)
    is_kept(page, "/")
    table = Table(page, server, behind, table_id)
    is_kept(page, f"/t/{table_id}")
    return table


def is_kept(page: Page, path: str, text: str = "") -> None:
    """Wait until the browser has a copy of a page, with this in it."""
    until(page, path, f"navigator.serviceWorker.controller && html?.includes('{text}')")


def until(page: Page, path: str, what: str) -> None:
    """Wait until something is true of the `html` of the copy."""
    # `wait_for_function` takes a promise for a yes.
    seen = f"""async (path) => {{
        const html = await (await caches.match(path, {{ ignoreVary: true }}))?.text();
        return {what};
    }}"""
    end = time.monotonic() + 120
    while not page.evaluate(seen, path):
        assert time.monotonic() < end, f"{path}: {what}"
        page.wait_for_timeout(50)


def is_as_last_seen(page: Page) -> None:
    expect(page.locator(".last-seen")).to_contain_text(worded("script.app.last-seen"))


# ---- What the server tells a browser -----------------------------------------------------------


def test_the_app_can_be_put_on_a_home_screen(client: FlaskClient) -> None:
    page = client.get("/").text
    assert '<link rel="manifest" href="/app.webmanifest">' in page
    answer = client.get("/app.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    said = json.loads(answer.text)
    assert (said["name"], said["start_url"], said["scope"]) == ("Companion", "/", "/")
    assert said["display"] == "standalone"
    assert {icon["purpose"] for icon in said["icons"]} == {"any", "maskable"}
    for icon in said["icons"]:
        with client.get(icon["src"]) as picture:
            assert picture.mimetype == "image/svg+xml"


def test_a_phone_that_takes_no_svg_finds_an_icon(client: FlaskClient) -> None:
    (address,) = re.findall(r'rel="apple-touch-icon" href="([^"]*)"', client.get("/").text)
    with client.get(address) as answer:
        assert answer.mimetype == "image/png"
        assert answer.data[16:24] == (180).to_bytes(4) * 2


@pytest.mark.parametrize("name", ["icon.svg", "icon-maskable.svg"])
def test_an_icon_is_well_formed(name: str) -> None:
    assert ElementTree.parse(folder("static") / name).getroot().tag.endswith("svg")


def test_the_worker_answers_for_the_whole_app_and_is_looked_at_again(client: FlaskClient) -> None:
    answer = client.get("/worker.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Service-Worker-Allowed"] == "/"
    assert "no-cache" in answer.headers["Cache-Control"]
    assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]


def test_the_worker_knows_every_file_by_what_is_in_it(client: FlaskClient) -> None:
    said = json.loads(client.get("/worker.js").text.split("APP = ")[1].split(";\n")[0])
    names = {path.name for path in folder("static").iterdir()} - {"worker.js", "words.js"}
    names -= {name for name in names if _waits(name)}
    assert len(said["files"]) == len(names) + len(("htmx", "words"))
    for address in said["files"]:
        assert "?v=" in address or "/library/" in address
        with client.get(address) as file:
            assert file.status_code == 200
    assert client.get(said["away"]).status_code == 200


def _waits(name: str) -> bool:
    """Whether no phone fetches it before the camera needs it: a module, or what one asks for."""
    if name.endswith((".bin", "camera.css")):
        return True
    text = (folder("static") / name).read_bytes()
    return re.search(rb"^(import|export)\b", text, re.MULTILINE) is not None


# A module has no mark of its contents in the addresses that it asks for.
def test_what_has_no_mark_of_its_contents_is_looked_at_again(client: FlaskClient) -> None:
    with client.get("/static/camera.js") as file:
        assert file.headers["Cache-Control"] == "no-cache"
    with client.get("/static/camera.js?v=1") as file:
        assert "max-age=31536000" in file.headers["Cache-Control"]


# ---- Without network ---------------------------------------------------------------------------


@thorough
def test_the_app_opens_without_network_at_the_last_state_it_saw(
    at: Table, context: BrowserContext
) -> None:
    at.tile("3-1").tap()
    at.is_at(3)
    is_kept(at.page, f"/t/{at.id}", 'data-version="3"')
    is_kept(at.page, "/", at.id)
    cut_off(context)
    at.page.goto(at.address.split("/t/", maxsplit=1)[0])
    is_as_last_seen(at.page)
    at.page.locator(f"a[href^='/t/{at.id}']").first.click()
    is_as_last_seen(at.page)
    at.is_at(3)
    context.set_offline(False)
    expect(at.page.locator(".last-seen")).to_have_count(0)


def test_taps_are_made_on_a_page_that_was_loaded_without_network(
    at: Table, context: BrowserContext
) -> None:
    cut_off(context)
    at.tile("3-1").tap()
    waits(at.page, "3-1")
    at.page.reload()
    is_as_last_seen(at.page)
    waits(at.page, "3-1")
    expect(at.tile("3-1")).to_be_disabled()
    draw(at.page)
    waits(at.page, "3-1", DRAW)
    context.set_offline(False)
    at.is_at(4)
    nothing_waits(at.page)
    assert at.record[2:] == ["Ben: 3-1 on 6-3", "Ana: draws 1"]
    at.page.reload()
    expect(at.page.locator(".last-seen")).to_have_count(0)
    at.is_at(4)


@thorough
def test_a_page_as_last_seen_enters_nothing_at_a_table_that_moved_on(
    at: Table, context: BrowserContext
) -> None:
    cut_off(context)
    at.page.reload()
    is_as_last_seen(at.page)
    entered_elsewhere(at, "Ben: draws 1")
    at.tile("3-1").tap()
    waits(at.page, "3-1")
    context.set_offline(False)
    is_handed(at.page, "3-1")
    assert at.record[2:] == ["Ben: draws 1"]


@thorough
def test_a_page_that_was_never_seen_says_so_without_network(
    at: Table, context: BrowserContext
) -> None:
    cut_off(context)
    at.page.goto(f"{at.address}/record")
    expect(at.page.locator("h1")).to_have_text(str(message("problem.no-network.title")))


@thorough
def test_who_is_shown_out_keeps_no_copy(
    at: Table, context: BrowserContext, server: Serving
) -> None:
    context.clear_cookies()
    answer = at.page.reload()
    assert answer is not None and answer.status == 404
    until(at.page, f"/t/{at.id}", "html === undefined")
    cut_off(context)
    at.page.reload()
    expect(at.page.locator("h1")).to_have_text(str(message("problem.no-network.title")))


def test_the_camera_outlives_an_update_and_a_full_phone_shows_what_it_cant_keep(
    page: Page, context: BrowserContext, server: Serving
) -> None:
    page.goto(f"{server.address}/camera")
    until(page, "/static/tile-reader.js", "navigator.serviceWorker.controller && html")
    (worker,) = context.service_workers
    worker.evaluate("() => { Cache.prototype.put = () => Promise.reject(new Error('full')); }")
    assert page.evaluate(IS_SHOWN, "/static/app.js?v=another")
    assert not page.evaluate("caches.match('/static/app.js?v=another').then(Boolean)")
    # An update drops what the version before it kept.
    dropped = "names.filter((name) => name.startsWith('companion-files-'))"
    page.evaluate(f"caches.keys().then((names) => {dropped}.map((name) => caches.delete(name)))")
    cut_off(context)
    assert page.evaluate(IS_SHOWN, "/static/tile-reader.js")


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Serving]:
    (tmp_path / "secret").write_text(SECRET)
    with serving(tmp_path) as started:
        yield started


@thorough
def test_a_table_is_seen_and_played_on_while_its_server_is_dead(
    page: Page, mortal: Serving
) -> None:
    from companion.db.database import Database

    database = Database(f"sqlite:///{mortal.data}/tables.db")
    table_service = TableService(database)
    at = kept(page, mortal, table_service, laid(table_service, TWO, "6-3"))
    mortal.kill()
    page.reload()
    is_as_last_seen(page)
    at.tile("3-1").tap()
    waits(page, "3-1")
    mortal.start()
    expect(page.locator("#waiting")).to_be_hidden()
    assert at.record[2:] == ["Ben: 3-1 on 6-3"]
    database.close()
