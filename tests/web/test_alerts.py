"""What one phone is told above the turn: what cannot be, and what waits for an answer."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect

from companion.db.table_models import LeadsTo
from companion.i18n import message
from companion.record.header import read_header
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from tests.tables.scribe import enter, undo
from tests.thorough import thorough
from tests.web.conftest import SECRET
from tests.web.phones import ANAS_PHONE, PHONE, as_phone, phone
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.test_proof_page import HONEST, RENEGE, proving
from tests.web.words import shown, shows

pytestmark = pytest.mark.browser_context_args(
    viewport=PHONE, bypass_csp=True, reduced_motion="reduce"
)

BEN = "bens-phone"
CANNOT_BE = str(message("alert.cannot-be"))


def table(table_service: TableService, *lines: str) -> str:
    """A table kept by Ana's phone and Ben's."""
    table_id = table_service.open(
        read_header("game: race-horse\nplayers: Ana, Ben"), keeper=ANAS_PHONE
    )
    access_service = AccessService(table_service.database)
    access_service.keep(access_service.links(table_id)[LeadsTo.KEEP], BEN, "Ben")
    enter(table_service, table_id, *lines)
    return table_id


def test_what_cannot_be_is_said_at_the_table_with_the_way_to_its_proof(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *RENEGE)
    page = client.get(f"/t/{table_id}").text
    assert CANNOT_BE in page
    assert f'href="/t/{table_id}/proof/{proving(table_service, table_id)}"' in page
    assert not shows(page, "finding.on-line")


def test_honest_play_is_told_nothing(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, *HONEST)
    assert CANNOT_BE not in client.get(f"/t/{table_id}").text
    assert client.get(f"/t/{table_id}/strips").text == ""


def test_what_is_put_right_is_said_no_more(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *RENEGE)
    undo(table_service, table_id, 4)
    assert CANNOT_BE not in client.get(f"/t/{table_id}").text


def test_a_phone_dismisses_it_for_itself_alone(
    app: Flask, client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *RENEGE)
    seq = proving(table_service, table_id)
    before = table_service.mark(table_id)
    assert client.post(f"/t/{table_id}/strips/{seq}/dismiss").status_code == 303
    assert CANNOT_BE not in client.get(f"/t/{table_id}").text
    assert client.get(f"/t/{table_id}/strips").text == ""
    assert CANNOT_BE in phone(app, BEN).get(f"/t/{table_id}").text
    assert table_service.mark(table_id) == before
    # In the record it stays.
    assert "/proof/" in client.get(f"/t/{table_id}/record").text


def switch(client: FlaskClient, table_service: TableService, table_id: str, **form: str) -> None:
    seen = str(table_service.look(table_id).version)
    assert client.post(f"/t/{table_id}/customs", data={"seen": seen, **form}).status_code == 303


def test_a_table_can_have_it_said_no_more(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, *RENEGE)
    switch(client, table_service, table_id, counts="1", findings="yes")
    assert CANNOT_BE in client.get(f"/t/{table_id}").text
    switch(client, table_service, table_id, counts="1")
    assert CANNOT_BE not in client.get(f"/t/{table_id}").text
    # In the record it stays.
    assert "/proof/" in client.get(f"/t/{table_id}/record").text
    switch(client, table_service, table_id, findings="yes")
    assert CANNOT_BE in client.get(f"/t/{table_id}").text


def test_who_watches_is_told_and_may_dismiss_it_and_cannot_switch_it_off(
    app: Flask, client: FlaskClient, stranger: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *RENEGE)
    seq = proving(table_service, table_id)
    assert stranger.get(f"/t/{table_id}/strips").status_code == 404
    assert stranger.post(f"/t/{table_id}/strips/{seq}/dismiss").status_code == 404
    app.extensions["access_service"].ask(table_id, "zoes-phone", "Zoe")
    zoe = phone(app, "zoes-phone")
    assert CANNOT_BE in zoe.get(f"/t/{table_id}").text
    assert zoe.post(f"/t/{table_id}/customs").status_code == 403
    assert zoe.post(f"/t/{table_id}/strips/{seq}/dismiss").status_code == 303
    assert CANNOT_BE not in zoe.get(f"/t/{table_id}").text
    assert CANNOT_BE in client.get(f"/t/{table_id}").text


def test_fragments_hold_nothing_of_one_phone(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *RENEGE)
    fragment = client.get(f"/t/{table_id}", headers={"HX-Request": "true"}).text
    assert CANNOT_BE not in fragment
    assert f'hx-get="/t/{table_id}/strips"' in fragment
    seq = proving(table_service, table_id)
    assert f'id="alerts-{table_service.mark(table_id).access}-{seq}"' in fragment


def test_a_proposal_comes_to_the_other_phone_and_its_answer_comes_back(
    page: Page, browser: Browser, server: Serving, behind: TableService
) -> None:
    table_id = table(behind, *HONEST)
    address = f"{server.address}/t/{table_id}"
    context = browser.new_context(
        storage_state=as_phone(SECRET, BEN),  # type: ignore[arg-type]
        viewport=PHONE,  # type: ignore[arg-type]
    )
    ben = context.new_page()
    ben.goto(address)
    page.goto(address)
    page.get_by_label(shown("table.menu")).click()
    page.get_by_role("link", name=shown("menu.options")).click()
    page.get_by_label(shown("options.consent-wait")).check()
    page.get_by_role("button", name=shown("options.agree")).click()
    expect(page.locator("#table")).to_be_visible()
    page.goto(f"{address}/record/3")
    page.get_by_label(shown("entry.drawn")).fill("3")
    page.get_by_role("button", name=shown("effect.see")).click()
    is_clean(page)
    page.get_by_role("button", name=shown("entry.propose")).click()
    expect(page.get_by_text(shown("story.waits-for-another"))).to_be_visible()
    is_clean(page)
    strip = ben.locator(".alert", has_text=shown("alert.proposal-unnamed"))
    expect(strip).to_be_visible()
    strip.locator("a").click()
    ben.get_by_role("button", name=shown("story.answer.accept")).click()
    expect(ben.get_by_text("Ana: draws 3").first).to_be_visible()
    page.goto(address)
    expect(page.locator(".alert")).to_have_count(0)
    context.close()


@thorough
def test_on_a_phone_it_is_read_followed_and_dismissed(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = table(behind, *RENEGE)
    page.goto(f"{server.address}/t/{table_id}")
    expect(page.locator(".alert")).to_contain_text(CANNOT_BE)
    is_clean(page)
    page.locator(".alert a").click()
    expect(page.locator("h1")).to_have_text(shown("proof.title"))
    is_clean(page)
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.go_back()
    page.get_by_role("button", name=shown("alert.dismiss")).click()
    expect(page.locator(".alert")).to_have_count(0)
    behind.undo(table_id, RequestStamp(behind.look(table_id).version, "undone"))
    expect(page.locator("#table")).to_have_attribute(
        "data-version", str(behind.look(table_id).version)
    )
    expect(page.locator(".alert")).to_have_count(0)
