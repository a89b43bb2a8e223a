"""The whole app in a browser, while its host is away."""

import json
import time
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, expect

import companion.offline
from companion.record.statements import TurnPassed
from tests.offline.addresses import every_address_answers
from tests.offline.newer import NEWER, it_waits, look_for_a_newer_one, version
from tests.offline.phone import (
    OPEN_HAND,
    PATIENCE,
    Phone,
    ask_worker,
    bring_in,
    export_of,
    last_seen,
)
from tests.offline.static_host import StaticHost
from tests.thorough import is_thorough, some, thorough
from tests.web.inside import outside_of_windows
from tests.web.thumb import CASES, Thumb, transcript_of

WORKER = Path(companion.offline.__file__).with_name("worker")
RECORDS = sorted(path.stem for path in CASES.glob("*.record"))
#: How often a browser is killed; `test_healing.py` kills some in the plain run.
KILLS = 20
#: So many seconds a phone lies there that nobody taps. A browser stops a worker that is asked
#: nothing after half a minute.
REST = 60


# The plain run plays in WebKit.
@thorough
@pytest.mark.parametrize("name", ["race-horse-2", "seven-rocks-4p", "thin-lead-drawn"])
def test_a_game_played_by_tapping_without_network_has_the_scores_of_its_record(
    phone: Phone, host: StaticHost, name: str
) -> None:
    record = transcript_of(name)
    assert record.header is not None and record.game is not None
    thumb = Thumb(phone.open(host.address), host.address.rstrip("/"))
    thumb.open_table(record.header)
    for entry in record.entries:
        thumb.enter(entry.statement)
        if not isinstance(entry.statement, TurnPassed):
            assert thumb.scores() == list(entry.game.scores)
    assert thumb.scores() == list(record.game.scores)


def test_all_works_without_network_and_is_there_in_the_version_that_comes_in_mid_game(
    phone: Phone, newer: StaticHost
) -> None:
    page = phone.open(newer.address)
    table = bring_in(page, OPEN_HAND)
    page.goto(table)
    page.locator("#tile-4-1").click()
    expect(page.locator("#table")).to_have_attribute("data-version", "4")
    page.locator(".undo").click()
    expect(page.locator("#table")).to_have_attribute("data-version", "5")
    for path in ("/record", "/audit", "/under", "/what-if", "/end", "/customs", "/rules", "/board"):
        page.goto(f"{table}{path}")
        assert page.locator("h1, #table, [data-live]").count(), path
    page.goto(f"{table}/record#text")
    with page.expect_download() as saved:
        page.locator("a[download]").first.click()
    assert "Ana: 6-4" in saved.value.path().read_text()
    page.goto(f"{newer.address}practise/count")
    page.locator("[name=said]").first.wait_for()
    page.goto(table)
    page.reload()
    expect(page.locator("#table")).to_have_attribute("data-version", "5")
    page = a_new_version_waits_and_no_request_fails(phone, newer, page)
    # The browser remembers for a while how much room there was when somebody wrote: not here.
    refuses_a_tap_where_there_is_no_room(page, table)
    asks_nobody(phone, newer, page)
    every_address_answers(page, newer.address)


def a_new_version_waits_and_no_request_fails(phone: Phone, host: StaticHost, page: Page) -> Page:
    """While a game is on; the table is there when the browser comes back with the new one."""
    table, before = page.url, version(page)
    failed: list[str] = []
    page.on("response", lambda answer: failed.append(answer.url) if answer.status > 399 else None)
    page.on("requestfailed", lambda request: failed.append(request.url))
    host.start()
    look_for_a_newer_one(page)
    for seen in range(5, 11):
        assert tap(page, seen) == seen + 1
    it_waits(page)
    assert tap(page, 11) == 12
    assert version(page) == before
    # A stream that ends with its page is no request that failed.
    assert [url for url in failed if "/live" not in url] == []
    assert outside_of_windows(page) == {}
    phone.close()
    host.stop()
    page = phone.open(table)
    assert version(page) == NEWER
    assert last_seen(page) == 12
    assert "newer" in page.evaluate("async () => (await fetch('/static/table.js')).text()")
    return page


def refuses_a_tap_where_there_is_no_room(page: Page, table: str) -> None:
    """In a sentence, and nothing else is lost; of the tap after it neither."""
    limit_room(page, 1)
    assert post(page, f"{table}/undo", {"seen": "12", "key": "no room"}) == 507
    limit_room(page, None)
    page.reload()
    assert last_seen(page) == 12
    assert tap(page, 12) == 13


def asks_nobody(phone: Phone, host: StaticHost, page: Page) -> None:
    """With the network back, no page makes a request that leaves the phone."""
    host.start()
    host.asked.clear()
    asked: list[str] = []
    phone.context.on("request", lambda request: asked.append(request.url))  # type: ignore[union-attr]
    has_verdicts(page)
    knows_its_people(page, host.address)
    assert asked and all(url.startswith((host.address, "blob:", "data:")) for url in asked)
    # A browser looks by itself, now and then, whether there is a newer worker.
    own = {"/worker.js", "/release.js", *(f"/{path.name}" for path in WORKER.glob("*.js"))}
    foreign = [path for path in host.asked if path not in own and "/pyodide" not in path]
    host.stop()
    assert foreign == []


def has_verdicts(page: Page) -> None:
    """Records that are brought in there have the verdicts that they have everywhere."""
    for name in some(RECORDS, 3):
        expected = json.loads((CASES / f"{name}.json").read_text())
        table = bring_in(page, (CASES / f"{name}.record").read_text())
        verdict = export_of(page, table)
        assert verdict["scores"] == expected["scores"], name
        assert verdict["hands"] == expected["hands"], name
        for told, wanted in zip(verdict["entries"], expected["entries"], strict=True):
            # The app writes a record anew, without comments: its lines have other numbers.
            assert {key: told[key] for key in wanted if key != "line"} == without_line(wanted), name


def knows_its_people(page: Page, home: str) -> None:
    """Whoever played in these records has figures, and the page asks for them until it has all."""
    page.goto(home)
    page.locator("a[href$='/club/people']").click()
    page.locator("ul.people a").first.wait_for()
    expect(page.locator(".said")).to_have_count(0, timeout=PATIENCE)
    page.locator("ul.people a").first.click()
    expect(page.locator("dl.totals dd").first).not_to_have_text("0")
    page.locator(".rated a").first.click()
    # Nobody has the five games yet from which a rating shows.
    expect(page.locator("main .empty")).to_be_visible()
    page.goto(f"{home}club/people/settings")
    with page.expect_download() as saved:
        page.locator("a[download]").click()
    with ZipFile(saved.value.path()) as file:
        club = json.loads(file.read("club.json"))
    here = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    assert club["zone"] == here and len(club["tables"]) > 3


@thorough
def test_a_game_is_found_by_its_name_and_its_rules_go_along_without_network(
    phone: Phone, host: StaticHost
) -> None:
    page = phone.open(host.address)
    page.locator("#name").fill("5s & 3s")
    page.locator("#name").press("Enter")
    page.locator("a[href$='/new?game=fives-and-threes']").wait_for()
    page.goto(f"{host.address}by/fives-and-threes?target=121")
    link = page.locator("#link").input_value()
    assert link == f"{host.address}#by=fives-and-threes?target=121"
    page.goto(f"{host.address}rules")
    page.goto(link)
    page.wait_for_url("**/by/fives-and-threes?target=121")
    page.locator("a[href*='/new?by=fives-and-threes']").click()
    expect(page.locator("#target")).to_have_value("121")


@thorough
def test_no_tap_that_was_answered_is_lost_when_the_browser_is_killed(
    phone: Phone, host: StaticHost
) -> None:
    page = phone.open(host.address)
    table = bring_in(page, OPEN_HAND)
    page.goto(table)
    for _ in range(KILLS):
        version = last_seen(page)
        answered = tap(page, version)
        phone.kill()
        page = phone.open(table)
        assert last_seen(page) == answered == version + 1


@thorough
def test_a_phone_that_nobody_taps_goes_on_where_it_was(phone: Phone, host: StaticHost) -> None:
    page = phone.open(host.address)
    page.goto(bring_in(page, OPEN_HAND))
    since = ask_worker(page, "state")["since"]
    page.wait_for_timeout(REST * 1000)
    assert ask_worker(page, "state")["since"] == since, "the worker was stopped meanwhile"


@thorough
def test_two_tabs_are_one_table_within_a_second(phone: Phone, host: StaticHost) -> None:
    page = phone.open(host.address)
    table = bring_in(page, OPEN_HAND)
    page.goto(table)
    other = phone.open(table)
    other.wait_for_function("() => document.documentElement.dataset.link === 'live'")
    waits = []
    for seen in (3, 4, 5):
        tap(page, seen)
        began = time.monotonic()
        other.locator(f"#table[data-version='{seen + 1}']").wait_for(state="attached")
        waits.append(time.monotonic() - began)
    # Only a machine without other work can say how long it takes.
    assert not is_thorough() or min(waits) < 1


@thorough
def test_a_damaged_copy_of_the_memory_is_noticed_and_made_anew(
    phone: Phone, host: StaticHost
) -> None:
    page = phone.open(host.address)
    table = bring_in(page, OPEN_HAND)
    page.evaluate(
        """async () => {
          for (const name of await caches.keys()) {
            const store = await caches.open(name);
            for (const request of await store.keys()) {
              if (!/memory\\/\\w+$/.test(request.url)) continue;
              const bytes = new Uint8Array(5000).fill(7);
              await store.put(request, new Response(bytes, { headers: { "X-Heap": "60000000" } }));
            }
          }
        }"""
    )
    phone.close()
    page = phone.open(table)
    expect(page.locator("#table")).to_have_attribute("data-version", "3", timeout=PATIENCE)
    steps = [step for step, _ in ask_worker(page, "state")["laps"]]
    assert "memory kept" in steps
    phone.close()
    page = phone.open(table)
    assert "memory restored" in [step for step, _ in ask_worker(page, "state")["laps"]]


# ---- What several of them do ----


def tap(page: Page, version: int) -> int:
    """Draw, or undo that, and wait for the answer; the version after it."""
    # A browser that was killed may remember a tap that was answered: it is asked about first.
    page.wait_for_function("() => !Number(document.documentElement.dataset.waiting ?? 0)")
    undo, draw = page.locator(".undo"), page.locator(".draw > button")
    (undo if version % 2 == 0 else draw).first.click()
    page.locator(f"#table[data-version='{version + 1}']").wait_for(state="attached")
    return last_seen(page)


def post(page: Page, address: str, fields: dict[str, str]) -> int:
    status: int = page.evaluate(
        """async ([address, fields]) => {
          const headers = JSON.parse(document.body.getAttribute("hx-headers"));
          const body = new URLSearchParams(fields);
          const answer = await fetch(address, { method: "POST", body, headers });
          return answer.status;
        }""",
        [address, fields],
    )
    return status


def limit_room(page: Page, size: int | None) -> None:
    """Let the browser have so many bytes for the app in all; None for as many as there are."""
    session = page.context.new_cdp_session(page)
    limit: dict[str, Any] = {} if size is None else {"quotaSize": size}
    session.send("Storage.overrideQuotaForOrigin", {"origin": page.evaluate("origin"), **limit})


def without_line(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != "line"}
