"""A new version takes over when the app is opened next, and one can go back until it was used."""

import json
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.offline.phone import Phone, ask_worker, bring_in, last_seen
from tests.offline.static_host import StaticHost
from tests.offline.test_on_the_phone import OPEN_HAND, tap
from tests.thorough import thorough


@pytest.fixture
def newer(folder: Path, host: StaticHost, tmp_path: Path) -> Iterator[StaticHost]:
    """The same address, where a version lies now in which one script is another."""
    other = tmp_path / "newer"
    shutil.copytree(folder, other)
    listed = json.loads((other / "release.js").read_text().partition("= ")[2].rstrip().rstrip(";"))
    script = other / "static/table.js"
    script.write_bytes(script.read_bytes() + b"\n// newer\n")
    of_script = listed["files"]["static/table.js"]
    of_script["sha"] = sha256(script.read_bytes()).hexdigest()
    of_script["size"] = script.stat().st_size
    del of_script["inside"]
    listed["version"] = "0123456789ab"
    (other / "release.js").write_text(f"const RELEASE = {json.dumps(listed)};\n")
    host.stop()
    kept, host.folder = host.folder, other
    yield host
    host.stop()
    host.folder = kept


def version(page: Page) -> str:
    """Which version answers."""
    return str(ask_worker(page, "state")["version"])


def test_a_new_version_waits_while_a_game_is_on_and_no_request_fails(
    phone: Phone, newer: StaticHost
) -> None:
    page = phone.open(newer.address)
    table = bring_in(page, OPEN_HAND)
    page.goto(table)
    before = version(page)
    failed: list[str] = []
    page.on("response", lambda answer: failed.append(answer.url) if answer.status > 399 else None)
    page.on("requestfailed", lambda request: failed.append(request.url))
    newer.start()
    look_for_a_newer_one(page)
    for seen in range(3, 9):
        assert tap(page, seen) == seen + 1
    it_waits(page)
    assert tap(page, 9) == 10
    assert version(page) == before
    # A stream that ends with its page is no request that failed.
    assert [url for url in failed if "/live" not in url] == []
    phone.close()
    page = phone.open(table)
    assert version(page) == "0123456789ab"
    assert last_seen(page) == 10
    assert "newer" in page.evaluate("async () => (await fetch('/static/table.js')).text()")


@thorough
def test_one_can_go_back_until_the_new_version_was_used(phone: Phone, newer: StaticHost) -> None:
    page = phone.open(newer.address)
    table = bring_in(page, OPEN_HAND)
    before = version(page)
    newer.start()
    look_for_a_newer_one(page)
    it_waits(page)
    phone.close()
    page = phone.open(f"{newer.address}phone/")
    expect(page.locator("#version")).to_contain_text("0123456789ab")
    page.locator("#go-back").click()
    expect(page.locator("#version")).to_contain_text(before)
    page.goto(table)
    tap(page, 3)
    # It stays chosen, also when the worker starts anew.
    phone.close()
    page = phone.open(f"{newer.address}phone/")
    expect(page.locator("#version")).to_contain_text(before)
    page.locator("#go-on").click()
    expect(page.locator("#version")).to_contain_text("0123456789ab")
    page.goto(table)
    tap(page, 4)
    page.goto(f"{newer.address}phone/")
    expect(page.locator("#version")).to_contain_text("0123456789ab")
    expect(page.locator("#go-back")).to_be_hidden()


def look_for_a_newer_one(page: Page) -> None:
    page.evaluate("() => { navigator.serviceWorker.ready.then((found) => found.update()); }")


def it_waits(page: Page) -> None:
    """Until the newer version is fetched and has started once."""
    page.evaluate(
        """async () => {
          const found = await navigator.serviceWorker.ready;
          while (found.waiting?.state !== "installed") {
            await new Promise((resolve) => setTimeout(resolve, 100));
          }
        }"""
    )
