"""What each phone may do at each address: a keeper, a watcher, and Zoe the stranger."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.db.table_models import LeadsTo
from companion.record.header import Header
from companion.tables.table_access import AccessService
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from tests.tables.scribe import enter, everything, log, record
from tests.web.phones import ANAS_PHONE

NASTY = '"><img src=x onerror=x>'


@pytest.fixture
def table_id(table_service: TableService) -> str:
    """Ana's table, with something on it."""
    table = table_service.open(Header("race-horse", ("Ana", "Ben")), keeper=ANAS_PHONE)
    enter(table_service, table, "lead: Ana", "Ana: 6-4", "Ana: 4-4")
    return table


@pytest.fixture
def watcher(app: Flask, stranger: FlaskClient, table_id: str) -> FlaskClient:
    """A phone that came by the link to watch."""
    access_service: AccessService = app.extensions["access_service"]
    stranger.get(f"/j/{access_service.links(table_id)[LeadsTo.WATCH]}")
    return stranger


def addresses(app: Flask, table_id: str, method: str) -> Iterator[str]:
    """Every address below a table that takes this method."""
    values = {"table_id": table_id, "seq": 2, "answer": "accept", "number": 1}
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            if "table_id" in rule.arguments and method in (rule.methods or ()):
                # A tap is one of several words.
                taps = re.findall(r"\w+", "".join(re.findall(r"any\((.*)\)", rule.rule)))
                for tap in taps or ["2"]:
                    known = values | {"name": tap}
                    known |= rule.defaults or {}
                    chosen = {name: known.get(name, "2") for name in rule.arguments}
                    yield app.url_for(rule.endpoint, **chosen)


def test_a_stranger_reads_nothing_and_learns_nothing(
    app: Flask, client: FlaskClient, stranger: FlaskClient, table_id: str
) -> None:
    nowhere = stranger.get("/t/AAAAAAAAAAAAAAAA")
    for address in addresses(app, table_id, "GET"):
        answer = stranger.get(address)
        assert (address, answer.status_code) == (address, 404)
        assert answer.text == nowhere.text
        assert "Ana" not in answer.text
    assert stranger.get(f"/new?again={table_id}").status_code == 404
    assert "Ana" not in stranger.get("/").text


def test_a_stranger_writes_nothing(
    app: Flask, stranger: FlaskClient, table_service: TableService, table_id: str
) -> None:
    before = everything(table_service, table_id)
    for address in addresses(app, table_id, "POST"):
        form = {"seen": "3", "who": "0", "tile": "4-1", "what": "pass", "name-0": "Zoe"}
        answer = stranger.post(address, data=form)
        assert (address, answer.status_code) == (address, 404)
    assert stranger.post("/new", data={"again": table_id}).status_code == 404
    assert everything(table_service, table_id) == before


def test_a_watcher_writes_nothing_but_the_wish_to_keep_score(
    app: Flask, watcher: FlaskClient, table_service: TableService, table_id: str
) -> None:
    before = record(table_service, table_id), log(table_service, table_id)
    for address in addresses(app, table_id, "POST"):
        form = {"seen": "3", "who": "0", "tile": "4-1", "what": "pass", "name-0": "Zoe"}
        answer = watcher.post(address, data=form)
        # A finding is dismissed on one phone alone.
        status = 303 if address.endswith(("/ask", "/dismiss")) else 403
        assert (address, answer.status_code) == (address, status)
    assert (record(table_service, table_id), log(table_service, table_id)) == before
    assert table_service.look(table_id).table_options == TableOptions()


def test_a_watcher_sees_no_secret_and_nothing_to_press(
    app: Flask, watcher: FlaskClient, table_id: str
) -> None:
    access_service: AccessService = app.extensions["access_service"]
    secrets = [*access_service.links(table_id).values()]
    for address in addresses(app, table_id, "GET"):
        page = watcher.get(address).text
        assert not [secret for secret in secrets if secret in page]
        forms = re.findall(r'<form[^>]*method="post"[^>]*action="([^"]*)"', page)
        assert {*forms} <= {"/look", f"/t/{table_id}/ask", f"/t/{table_id}/dismiss"}, address
        assert "hx-post" not in page


def test_a_cookie_that_was_tampered_with_is_a_strangers(
    app: Flask, client: FlaskClient, table_id: str
) -> None:
    client.get(f"/t/{table_id}")
    cookie = client.get_cookie("session")
    assert cookie is not None
    payload, _, signature = cookie.value.partition(".")
    for forged in (f"{payload}.AAAA", f"{payload[:-2]}AA.{signature}", signature, "", "💥"):
        other = app.test_client()
        other.set_cookie("session", forged)
        assert other.get(f"/t/{table_id}").status_code == 404


def test_cookies_cannot_be_read_by_scripts_or_sent_by_other_sites(
    client: FlaskClient, table_id: str
) -> None:
    flags = client.get(f"/t/{table_id}").headers["Set-Cookie"]
    assert "HttpOnly" in flags and "SameSite=Lax" in flags


def test_markup_in_names_and_reasons_stays_text_on_every_page(
    app: Flask, table_service: TableService
) -> None:
    access_service: AccessService = app.extensions["access_service"]
    client = app.test_client()
    names = {"name-0": "Ana<img src>", "name-1": "Ben<img src>"}
    opened = client.post("/new", data=names | {"lead": "0", "seats": "2"})
    table_id = opened.headers["Location"].rsplit("/", 1)[1]
    client.post(f"/t/{table_id}/join/name", data={"other": f"Zoe{NASTY}"})
    client.post(f"/t/{table_id}/set", data={"tile": "6-4", "seen": "1"})
    ruling = {"side": "0", "points": "5", "reason": f"why not{NASTY}", "seen": "2"}
    assert client.post(f"/t/{table_id}/ruling", data=ruling).status_code == 303
    client.post(f"/t/{table_id}/undo", data={"seen": "3"})
    client.post(f"/t/{table_id}/redo", data={"seen": "4"})
    other = app.test_client()
    other.get(f"/j/{access_service.links(table_id)[LeadsTo.WATCH]}")
    other.post(f"/t/{table_id}/ask", data={"other": f"Dee{NASTY}"})
    for address in ("/", "/new", f"/new?again={table_id}", *addresses(app, table_id, "GET")):
        answer = client.get(address)
        if answer.mimetype == "text/html":
            assert "<img" not in answer.text, address
