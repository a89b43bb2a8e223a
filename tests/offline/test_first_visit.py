"""The first visit: what it fetches, how it goes on, and what it says where it cannot."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.offline.phone import OPEN_HAND, PATIENCE, Phone, bring_in, install, last_seen
from tests.offline.static_host import StaticHost, hosting
from tests.thorough import thorough
from tests.web.serving import serving


@pytest.fixture
def fresh_phone(
    playwright: Playwright, phone_options: dict[str, Any], tmp_path: Path
) -> Iterator[Phone]:
    """A phone that has never been there."""
    phone = Phone(playwright, tmp_path / "profile", phone_options)
    yield phone
    phone.close()


@thorough
def test_the_app_lies_in_any_folder_and_a_first_visit_that_broke_off_goes_on_where_it_was(
    folder: Path, fresh_phone: Phone
) -> None:
    with hosting(folder, "/club/pocket/") as host:
        page = fresh_phone.open("about:blank")
        page.add_init_script(
            """window.bars = []; window.steps = new Set();
            setInterval(() => {
              const bar = document.getElementById("bar");
              if (!bar) return;
              bars.push(bar.value);
              steps.add(document.getElementById("step").textContent);
            }, 20);"""
        )
        host.breaks = {"/lib-"}
        page.goto(host.address)
        goes_on_where_it_was(page, host)
        bars = page.evaluate("() => bars")
        assert bars == sorted(bars)
        # It tells megabytes.
        steps = page.evaluate("() => [...steps]")
        assert any(re.search(r"\d+\.\d.*\d+\.\d", step) for step in steps)
        install(page)
        host.stop()
        table = bring_in(page, OPEN_HAND)
        assert table.startswith(f"{host.address}t/")
        page.goto(table)
        assert last_seen(page) == 3
        page.locator("#tile-4-1").click()
        page.locator("#table[data-version='4']").wait_for(state="attached")
        fresh_phone.close()
        page = fresh_phone.open(host.address)
        page.locator(f"a[href='{table.removeprefix(origin_of(host))}']").first.click()
        page.locator("#table[data-version='4']").wait_for(state="attached")


def goes_on_where_it_was(page: Page, host: StaticHost) -> None:
    """A first visit that broke off asks for nothing again that came before."""
    expect(page.locator("#trouble")).to_be_visible(timeout=PATIENCE)
    came = [path for path in host.asked if "/app-" in path]
    assert came
    host.breaks = set()
    host.asked.clear()
    # It goes on where it was.
    page.locator("#again").click()
    expect(page.locator("#ready")).to_be_visible(timeout=PATIENCE)
    assert [path for path in host.asked if path in came] == []


@thorough
def test_after_a_first_visit_that_broke_off_and_went_on_a_table_that_was_handed_over_is_there(
    folder: Path, installed: Phone, host: StaticHost, fresh_phone: Phone, tmp_path: Path
) -> None:
    host.start()
    giving = installed.twin(tmp_path / "giving")
    page = giving.open(host.address)
    page.goto(f"{bring_in(page, OPEN_HAND)}/hand-over")
    link = page.locator("#link").input_value()
    giving.close()
    host.asked.clear()
    host.breaks = {"/lib-"}
    page = fresh_phone.open(link)
    goes_on_where_it_was(page, host)
    assert [path for path in host.asked if "/lib-" in path]
    host.asked.clear()
    page.locator("#open").click()
    page.locator("button[name=open]").click()
    page.locator("#table[data-version='3']").wait_for(state="attached")
    # What stands after the mark reached no host.
    assert not [path for path in host.asked if "table=" in path or "take" in path]
    host.stop()


@thorough
def test_beside_a_club_s_own_tables_it_is_another_app(
    folder: Path, fresh_phone: Phone, tmp_path: Path
) -> None:
    with serving(tmp_path, None, "--pocket", f"{folder}") as club:
        address = club.address.replace("127.0.0.1", "localhost")
        page = fresh_phone.open(f"{address}/")
        page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
        page.reload()
        page.goto(f"{address}/pocket/")
        install(page)
        assert page.url == f"{address}/pocket/"
        club.kill()
        table = bring_in(page, OPEN_HAND)
        page.goto(table)
        assert last_seen(page) == 3


def test_plain_http_says_why_it_cannot_be(folder: Path, browser: Browser) -> None:
    with hosting(folder) as host:
        page = browser.new_context().new_page()
        served = f"http://kitchen.test:{host.port}/"
        page.route(
            f"{served}**",
            lambda route: route.fulfill(
                response=page.request.fetch(route.request.url.replace("kitchen.test", "localhost"))
            ),
        )
        page.goto(served)
        expect(page.locator("#trouble")).to_contain_text("https")
        expect(page.locator("#coming")).to_be_hidden()
        page.context.close()


def test_a_browser_that_keeps_nothing_is_told_so(folder: Path, fresh_phone: Phone) -> None:
    with hosting(folder) as host:
        page = fresh_phone.open("about:blank")
        page.add_init_script(
            "caches.open = () => Promise.reject(new DOMException('', 'SecurityError'));"
        )
        page.goto(host.address)
        expect(page.locator("#trouble")).to_be_visible()
        expect(page.locator("#ready")).to_be_hidden()


def test_too_little_room_is_said_before_anything_is_fetched(
    folder: Path, fresh_phone: Phone
) -> None:
    with hosting(folder) as host:
        page = fresh_phone.open("about:blank")
        page.add_init_script(
            "navigator.storage.estimate = async () => ({ quota: 50_000_000, usage: 0 });"
        )
        page.goto(host.address)
        expect(page.locator("#again")).to_be_visible()
        assert not [path for path in host.asked if "/engine/" in path]


#: How each browser names itself, and the way that is its own.
WAYS = {
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1": "iphone",
    "Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36": "android",
    "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0": "android-firefox",
    "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0": "firefox",
    "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36": "computer",
}


def test_each_browser_is_told_its_own_way_to_the_home_screen(
    folder: Path, browser: Browser
) -> None:
    with hosting(folder) as host:
        page = browser.new_context().new_page()
        page.goto(host.address)
        for agent, word in WAYS.items():
            page.evaluate(
                """agent => Object.defineProperty(
                    navigator, "userAgent", { value: agent, configurable: true })""",
                agent,
            )
            assert page.evaluate("() => way()") == word
        page.context.close()


def origin_of(host: StaticHost) -> str:
    return f"http://localhost:{host.port}"
