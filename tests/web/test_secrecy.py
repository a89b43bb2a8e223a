"""Secrets: no private page is kept by anyone, and no public one shows a secret."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.db.table_models import LeadsTo
from companion.learners.learner_classes import ClassService
from companion.learners.learner_service import LearnerService
from companion.tables.hand_over import HandOverService
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from companion.web.security.policy import Secrecy, policy_of
from tests.tables.scribe import opened
from tests.web.addresses import addresses
from tests.web.phones import ANAS_PHONE


@pytest.fixture
def table_id(table_service: TableService) -> str:
    """A table where Ana's phone keeps score."""
    table_id = opened(table_service, "lead: Ana", "Ana: 6-4")
    access_service = AccessService(table_service.database)
    return access_service.keep(access_service.links(table_id)[LeadsTo.KEEP], ANAS_PHONE, "Ana")


@pytest.fixture
def secrets(
    app: Flask, client: FlaskClient, table_service: TableService, table_id: str
) -> set[str]:
    """All that lets somebody in: to that table, or to what Ana has learnt."""
    database = table_service.database
    ana = LearnerService(database).start("Ana")
    with client.session_transaction() as session:
        session["learner"] = ana.id
    links = AccessService(database).links(table_id)
    carrying: HandOverService = app.extensions["carrying_service"]
    classes: ClassService = app.extensions["class_service"]
    own = classes.look(classes.open(None))
    with client.session_transaction() as session:
        session["class"] = own.row.id
    return {ana.id, ana.code, own.row.id, own.row.code, *links.values(), carrying.pack(table_id)}


def test_no_private_page_is_kept_anywhere_and_no_public_one_shows_a_secret(
    app: Flask,
    client: FlaskClient,
    table_service: TableService,
    table_id: str,
    secrets: set[str],
) -> None:
    keep = AccessService(table_service.database).links(table_id)[LeadsTo.WATCH]
    showing = set()
    # What deletes the table comes last.
    for rule, method, address in sorted(
        addresses(app, table_id, keep), key=lambda each: (each[1], "delete" in each[2])
    ):
        answer = client.open(address, method=method, data={} if method == "POST" else None)
        assert answer.status_code < 500, address
        # A cookie is for its phone alone.
        text = answer.data.decode(errors="replace")
        told = re.sub(r"Set-Cookie: .*", "", f"{address} {answer.headers} {text}")
        if shown := {secret for secret in secrets if secret in told}:
            showing.add(rule.endpoint)
        is_public = policy_of(app, rule.endpoint).secrecy is Secrecy.PUBLIC
        assert not (shown and is_public), (address, shown)
        kept = answer.headers.get("Cache-Control")
        assert is_public or kept == "no-store", address
    assert {"join.enter", "join.show", "hand_over.show", "progress.show", "classes.show"} <= showing


@pytest.mark.parametrize("form", ["progress.pick_name", "progress.enter"])
def test_a_refused_form_that_shows_a_code_again_is_not_kept_either(
    app: Flask, client: FlaskClient, secrets: set[str], form: str
) -> None:
    with app.test_request_context():
        address = app.url_map.bind("").build(form)
    answer = client.post(address, data={"name": "", "code": "AAAAAA"})
    assert answer.status_code in (404, 422)
    assert answer.headers["Cache-Control"] == "no-store"


def test_who_follows_a_link_tells_nobody_where_they_come_from(client: FlaskClient) -> None:
    for secret in ("x" * 22, "no such link"):
        answer = client.get(f"/j/{secret}")
        assert answer.status_code == 404
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    # A form's guard wants to know which page it stands on; other sites learn nothing.
    assert client.get("/join").headers["Referrer-Policy"] == "same-origin"
