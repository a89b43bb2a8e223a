"""Links, codes and the question whose phone this is, as people meet them."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.db.table_models import LeadsTo
from companion.i18n import listed, message
from companion.record.header import Header
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from tests.tables.scribe import members_of
from tests.web.phones import ANAS_PHONE, phone
from tests.web.words import shows

BEN = "bens-phone"


@pytest.fixture
def table_id(table_service: TableService) -> str:
    """Ana's table."""
    return table_service.open(Header("race-horse", ("Ana", "Ben")), keeper=ANAS_PHONE)


@pytest.fixture
def access_service(app: Flask) -> AccessService:
    kept: AccessService = app.extensions["access_service"]
    return kept


def test_the_page_that_invites_shows_three_links_and_a_code(
    client: FlaskClient, access_service: AccessService, table_id: str
) -> None:
    page = client.get(f"/t/{table_id}/join").text
    links = access_service.links(table_id)
    for kind in (LeadsTo.WATCH, LeadsTo.KEEP, LeadsTo.BOARD):
        address = f"http://localhost/j/{links[kind]}"
        assert f'<input value="{address}"' in page
        assert f'data-share="{address}"' in page and f'data-copy-link="{address}"' in page
    code = links[LeadsTo.CODE]
    assert f"{code[:3]} {code[3:]}" in page
    assert page.count('class="qr"') == 3


def test_a_page_opened_on_this_machine_says_that_its_codes_lead_nowhere_else(
    app: Flask, table_id: str
) -> None:
    for host, is_out_of_reach in {
        "localhost": True,
        "127.0.0.1:8000": True,
        "192.168.1.7:8000": False,
        "dominoes.example": False,
    }.items():
        client = app.test_client()
        with client.session_transaction(base_url=f"http://{host}") as session:
            session["device"] = ANAS_PHONE
        page = client.get(f"/t/{table_id}/join", base_url=f"http://{host}").text
        assert shows(page, "join.unreachable") is is_out_of_reach


def test_a_link_to_watch_moves_out_of_the_address_and_opens_the_table(
    stranger: FlaskClient, access_service: AccessService, table_id: str
) -> None:
    secret = access_service.links(table_id)[LeadsTo.WATCH]
    answer = stranger.get(f"/j/{secret}")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table_id}")
    page = stranger.get(f"/t/{table_id}")
    assert page.status_code == 200
    assert shows(page.text, "watch.watching")
    assert secret not in page.text
    assert "<form" not in re.sub(r'<form method="post" action="/look">', "", page.text)


def test_a_link_to_keep_asks_whose_phone_it_is_first(
    app: Flask, client: FlaskClient, access_service: AccessService, table_id: str
) -> None:
    secret = access_service.links(table_id)[LeadsTo.KEEP]
    ben = phone(app, BEN)
    answer = ben.get(f"/j/{secret}")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/join")
    # Nobody keeps score because somebody looked at a link.
    assert ben.get(f"/t/{table_id}").status_code == 404
    asked = ben.get("/join").text
    assert shows(asked, "join.whose") and secret not in asked
    assert ben.post("/join", data={"who": "Ben"}).headers["Location"] == f"/t/{table_id}"
    assert ben.post(f"/t/{table_id}/lead", data={"who": "0", "seen": "0"}).status_code == 303
    called = message("phone.of", name="Ben")
    assert shows(client.get(f"/t/{table_id}/join").text, "join.also", phone=called)
    assert ben.get(f"/j/{secret}", follow_redirects=True).request.path == f"/t/{table_id}"


def test_an_invitation_is_used_once(
    app: Flask, access_service: AccessService, table_id: str
) -> None:
    ben = phone(app, BEN)
    assert ben.post("/join", data={"who": "Ben"}).status_code == 404
    ben.get(f"/j/{access_service.links(table_id)[LeadsTo.KEEP]}")
    assert ben.post("/join", data={"who": "Ben"}).status_code == 303
    assert ben.post("/join", data={"who": "Ben"}).status_code == 404


@pytest.mark.parametrize("secret", ["x", "a" * 22, "a" * 400, "%00", "..%2f", "<i>"])
def test_a_link_that_leads_nowhere_says_so(stranger: FlaskClient, secret: str) -> None:
    answer = stranger.get(f"/j/{secret}")
    assert answer.status_code == 404
    assert "<i>" not in answer.text


@pytest.mark.parametrize("typed", ["{0}{1}", " {0} {1} ", "{0}-{1}"])
def test_a_code_is_typed_as_people_type(
    stranger: FlaskClient, access_service: AccessService, table_id: str, typed: str
) -> None:
    code = access_service.links(table_id)[LeadsTo.CODE]
    said = typed.format(code[:3], code[3:]).lower()
    answer = stranger.post("/code", data={"code": said}, follow_redirects=True)
    assert shows(answer.text, "watch.watching")


@pytest.mark.parametrize("typed", ["", "AAAAAA", "A" * 10_000, "0O1IL0", "\0\0", "💥"])
def test_a_wrong_code_is_told_so(stranger: FlaskClient, table_id: str, typed: str) -> None:
    answer = stranger.post("/code", data={"code": typed})
    assert answer.status_code == 404
    assert shows(answer.text, "join.no-such-code")
    assert stranger.get(f"/t/{table_id}").status_code == 404


def test_who_misread_a_code_is_told_which_letters_none_has(stranger: FlaskClient) -> None:
    page = stranger.post("/code", data={"code": "ab0 o34"}).text
    assert shows(page, "join.look-alikes", letters=listed("0O", "or"))
    page = stranger.post("/code", data={"code": "ABC 234"}).text
    assert not shows(page, "join.look-alikes")


def test_a_watcher_asks_and_is_let_in(
    app: Flask, client: FlaskClient, access_service: AccessService, table_id: str
) -> None:
    ben = phone(app, BEN)
    ben.get(f"/j/{access_service.links(table_id)[LeadsTo.WATCH]}")
    ben.post(f"/t/{table_id}/ask", data={"who": "Ben"})
    assert shows(ben.get(f"/t/{table_id}").text, "watch.asked")
    assert shows(client.get(f"/t/{table_id}").text, "table.asks", name="Ben")
    client.post(f"/t/{table_id}/join/give", data={"device": BEN})
    page = ben.get(f"/t/{table_id}").text
    assert not shows(page, "watch.asked") and not shows(page, "watch.watching")


def test_a_name_of_somebody_elses_is_typed(
    app: Flask, access_service: AccessService, table_id: str
) -> None:
    zoe = phone(app, "zoes-phone")
    zoe.get(f"/j/{access_service.links(table_id)[LeadsTo.KEEP]}")
    zoe.post("/join", data={"who": "Ana", "other": "  Zoe   the <b>stranger</b> " + "e" * 99})
    named = members_of(access_service, table_id, "zoes-phone").own
    assert named is not None and named.name == "Zoe the <b>stranger</b> " + "e" * 16


@pytest.mark.parametrize("deed", ["take-back", "hand-over", "stop"])
def test_keeping_ends_on_one_phone_and_goes_on_at_the_other(
    app: Flask, client: FlaskClient, access_service: AccessService, table_id: str, deed: str
) -> None:
    ben = phone(app, BEN)
    ben.get(f"/j/{access_service.links(table_id)[LeadsTo.KEEP]}")
    ben.post("/join", data={"who": "Ben"})
    client.post(f"/t/{table_id}/join/{deed}", data={"device": BEN})
    ends, goes_on = (ben, client) if deed == "take-back" else (client, ben)
    assert shows(ends.get(f"/t/{table_id}").text, "watch.watching")
    assert not shows(goes_on.get(f"/t/{table_id}").text, "watch.watching")


def test_the_last_keeper_is_told_why_it_cannot_stop(client: FlaskClient, table_id: str) -> None:
    answer = client.post(f"/t/{table_id}/join/stop")
    assert answer.status_code == 422
    assert shows(answer.text, "refused.last-keeper")


def test_all_others_access_ends_at_once(
    app: Flask, client: FlaskClient, access_service: AccessService, table_id: str
) -> None:
    ben = phone(app, BEN)
    ben.get(f"/j/{access_service.links(table_id)[LeadsTo.KEEP]}")
    ben.post("/join", data={"who": "Ben"})
    client.post(f"/t/{table_id}/join/end-all-others")
    # The cookie is an old one now: it still says who Ben's phone is, and opens nothing.
    assert ben.get(f"/t/{table_id}").status_code == 404
    answer = ben.post(f"/t/{table_id}/lead", data={"who": "0", "seen": "0"})
    assert answer.status_code == 404
    assert answer.headers["HX-Refresh"] == "true"


def test_an_unknown_deed_is_refused(client: FlaskClient, table_id: str) -> None:
    assert client.post(f"/t/{table_id}/join/dance").status_code == 400


def test_a_change_is_told_with_the_phone_that_made_it(
    app: Flask, client: FlaskClient, access_service: AccessService, table_id: str
) -> None:
    ben = phone(app, BEN)
    ben.get(f"/j/{access_service.links(table_id)[LeadsTo.KEEP]}")
    ben.post("/join", data={"who": "Ben"})
    client.post(f"/t/{table_id}/lead", data={"who": "0", "seen": "0"})
    ben.post(f"/t/{table_id}/undo", data={"seen": "1"})
    page = unescape(client.get(f"/t/{table_id}/record").text)
    assert f"</time>, {message('phone.of', name='Ben')}" in page
    page = ben.get(f"/t/{table_id}/record").text
    assert f"</time>, {message('phone.this')}" in page
