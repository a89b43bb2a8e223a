"""What a browser drops or damages is noticed: it heals, or the person hears what can be done."""

import re
from pathlib import Path
from zipfile import ZipFile

from playwright.sync_api import Page, expect

from companion.i18n import message
from tests.offline.phone import OPEN_HAND, PATIENCE, Phone, bring_in
from tests.offline.static_host import StaticHost
from tests.offline.test_on_the_phone import tap
from tests.offline.test_saving import bring_back, saved
from tests.thorough import is_thorough

DOCS = Path(__file__).parents[2] / "docs" / "offline.md"
#: Without these Python can't start, and a table has no picture.
_DROPPED = ("engine/pyodide.asm.wasm", "static/board.css")
#: Each as a browser might leave the pages of the database behind.
_OVERWRITTEN = "pages.put(new Uint8Array(4096).fill(68), 0)"
_CUT_OFF = "pages.delete(IDBKeyRange.lowerBound(8))"
_DAMAGE = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("pocket /");
  opening.onsuccess = () => {
    const writing = opening.result.transaction("pages", "readwrite", { durability: "strict" });
    const pages = writing.objectStore("pages");
    %s;
    writing.oncomplete = resolve;
    writing.onabort = reject;
  };
})"""

#: Once there is a copy of the table as it is now, something that only the copy has.
_MARK_COPY = """() => new Promise((resolve) => {
  const opening = indexedDB.open("pocket /");
  opening.onsuccess = () => {
    const look = () => {
      const told = opening.result.transaction("told", "readwrite").objectStore("told");
      const now = told.get("now"), copy = told.get("last table");
      copy.onsuccess = () => {
        if (copy.result?.turn !== now.result.turn) return setTimeout(look, 100);
        const html = `${new TextDecoder().decode(copy.result.html)}<i id="copied"></i>`;
        told.put({ ...copy.result, html }, "last table").onsuccess = resolve;
      };
    };
    look();
  };
})"""


def test_what_a_browser_drops_heals_and_what_it_damages_is_saved_or_replaced(
    phone: Phone, host: StaticHost, tmp_path: Path
) -> None:
    page = phone.open(host.address)
    takes_as_much_room_as_the_docs_say(page)
    table = bring_in(page, OPEN_HAND)
    file = saved(page, host, tmp_path)
    page.goto(table)
    assert tap(page, 3) == 4
    # A copy of the table is there before Python, which takes taps as soon as it has started.
    page.evaluate(_MARK_COPY)
    page.goto("about:blank")
    stop_worker(page)
    page.goto(table)
    expect(page.locator("#copied")).to_be_attached()
    assert tap(page, 4) == 5
    page.reload()
    expect(page.locator("#copied")).not_to_be_attached()
    drop(page, host)
    phone.kill()
    # No tap that was answered is lost, and the missing file is fetched again.
    page = phone.open(table)
    is_told(page, "pocket.needs-network")
    # What pages look like is in the app, too.
    worker = page.context.service_workers[-1]
    assert worker.evaluate("() => file('static/board.css').then(({ status }) => status)") == 200
    host.start()
    page.reload()
    assert tap(page, 5) == 6
    assert [path for path in host.asked if "/pyodide.asm" in path]
    host.stop()
    page.evaluate(_DAMAGE % _OVERWRITTEN)
    phone.close()
    page = phone.open(table)
    is_told(page, "pocket.damage.title")
    with page.expect_download() as download:
        page.locator("[data-saves] button").click()
    with ZipFile(download.value.path()) as left:
        assert left.read("damaged.db").startswith(b"DDDD")
    bring_back(page, host, file)
    page.goto(table)
    assert tap(page, 3) == 4
    if not is_thorough():
        return
    page.evaluate(_DAMAGE % _CUT_OFF)
    phone.close()
    page = phone.open(table)
    is_told(page, "pocket.damage.title")
    page.locator(".ending summary").click()
    page.locator(".ending button").click()
    expect(page.locator(".hero")).to_be_visible()
    assert bring_in(page, OPEN_HAND)


def takes_as_much_room_as_the_docs_say(page: Page) -> None:
    told = [int(told) for told in re.findall(r"takes (\d+) MB", DOCS.read_text())]
    room = page.evaluate("async () => (await navigator.storage.estimate()).usage / 1e6")
    assert len(told) == 1 and abs(told[0] - room) < 3
    assert room <= 90


def stop_worker(page: Page) -> None:
    """Stop it as a browser does to save memory."""
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    session.detach()


def drop(page: Page, host: StaticHost) -> None:
    """Let the browser lose files of the app."""
    listed = (host.folder / "release.js").read_text()
    page.evaluate(
        """async ([listed, names]) => {
          const known = JSON.parse(listed).files;
          for (const store of await caches.keys()) {
            const kept = await caches.open(store);
            for (const name of names) await kept.delete(`/kept/${known[name].sha}`);
          }
        }""",
        [listed.partition("= ")[2].rstrip("\n;"), _DROPPED],
    )


def is_told(page: Page, message_id: str) -> None:
    """Wait for a page of the app with this heading, which has the look of the others."""
    heading = page.locator("h1")
    expect(heading).to_have_text(str(message(message_id)), timeout=PATIENCE)
    colours = "(each) => getComputedStyle(each).getPropertyValue('--accent')"
    assert heading.evaluate(colours)
