"""One can go back to the version before until the new one was used.

How a new one comes in the middle of a game is in `test_on_the_phone.py`.
"""

from playwright.sync_api import expect

from tests.offline.newer import it_waits, look_for_a_newer_one, version
from tests.offline.phone import OPEN_HAND, Phone, bring_in
from tests.offline.static_host import StaticHost
from tests.offline.test_on_the_phone import tap
from tests.thorough import thorough


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
