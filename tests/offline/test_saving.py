"""Everything saved in one file, and brought back: here, and on another phone."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.offline.phone import OPEN_HAND, Phone, bring_in, last_seen
from tests.offline.static_host import StaticHost
from tests.offline.test_on_the_phone import tap
from tests.thorough import thorough

BENS = "game: seven-toed-pete\nplayers: Cyd, Dee\n\nlead: Cyd\nCyd: 5-5\n"


@thorough
def test_everything_comes_to_another_phone_in_one_file(
    phone: Phone, installed: Phone, host: StaticHost, tmp_path: Path
) -> None:
    page = phone.open(host.address)
    table = bring_in(page, OPEN_HAND)
    page.goto(f"{table}/customs")
    page.locator("button[name=theme][value=dark]").click()
    page.goto(f"{host.address}club/people/players/1/edit")
    page.locator("#name").fill("Anna")
    page.locator("form.setup button.big").click()
    page.wait_for_url("**/players/1")
    file = saved(page, host, tmp_path)
    other = installed.twin(tmp_path / "other")
    there = other.open(host.address)
    own = bring_in(there, BENS)
    bring_back(there, host, file)
    there.goto(table)
    assert last_seen(there) == 3
    assert there.locator("html").get_attribute("data-theme") == "dark"
    # Whoever kept score there does so here.
    assert tap(there, 3) == 4
    there.goto(own)
    assert last_seen(there) == 2
    # Who they were there, they are here too.
    there.goto(f"{host.address}club/people")
    expect(there.locator("ul.people a")).to_have_count(4)
    expect(there.locator("ul.people")).to_contain_text("Anna")
    other.close()


@thorough
def test_what_is_here_and_went_on_further_stays(
    phone: Phone, host: StaticHost, tmp_path: Path
) -> None:
    page = phone.open(host.address)
    table = bring_in(page, OPEN_HAND)
    file = saved(page, host, tmp_path)
    page.goto(table)
    tap(page, 3)
    bring_back(page, host, file)
    page.goto(table)
    assert last_seen(page) == 4


@thorough
def test_a_file_that_no_phone_saved_is_refused(
    phone: Phone, host: StaticHost, tmp_path: Path
) -> None:
    page = phone.open(host.address)
    table = bring_in(page, OPEN_HAND)
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ana")
    page.goto(f"{host.address}phone/")
    page.locator("input[type=file]").set_input_files(other)
    page.locator("form[enctype] button").click()
    expect(page.locator(".problem[role=alert]")).to_be_visible()
    page.goto(table)
    assert last_seen(page) == 3


def saved(page: Page, host: StaticHost, folder: Path) -> Path:
    page.goto(f"{host.address}phone/")
    with page.expect_download() as download:
        page.locator("[data-saves] button").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    # The page says when that was.
    page.locator("[aria-labelledby=everything] time").wait_for()
    return file


def bring_back(page: Page, host: StaticHost, file: Path) -> None:
    page.goto(f"{host.address}phone/")
    page.locator("input[type=file]").set_input_files(file)
    page.locator("form[enctype] button").click()
    page.wait_for_url(re.compile("brought="))
