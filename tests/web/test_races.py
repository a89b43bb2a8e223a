"""Somebody deletes a table, or forgets a learner, while others use it: each gets a clear answer."""

import re
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.db.table_models import ChangeKind, LeadsTo
from companion.learners.learner_service import Learner, LearnerService
from companion.record.header import Header
from companion.tables.amendments import Amendment
from companion.tables.errors import NoSuchTable
from companion.tables.proposals import ProposalService
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_access import AccessService
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from companion.tables.table_state import Members
from companion.web.security import table_guard
from tests.databases import KINDS
from tests.tables.scribe import enter, said
from tests.thorough import is_thorough
from tests.web.phones import ANAS_PHONE, phone
from tests.web.test_rights import addresses

BENS_PHONE = "bens-phone"
FORM = {"seen": "3", "who": "0", "what": "ruling", "side": "0", "points": "2", "name-0": "Eve"}
#: What somebody does with a learner whom another device forgets.
PRACTICE = ["progress/name", "progress/reset", "progress/shut-out", "progress/remove"]

on_both = pytest.mark.parametrize("kind", KINDS)


def opened(app: Flask) -> str:
    """A table at which Ana and Ben keep score, and Ben waits for Ana to accept a correction."""
    tables: TableService = app.extensions["table_service"]
    access: AccessService = app.extensions["access_service"]
    proposals: ProposalService = app.extensions["proposal_service"]
    header, options = Header("race-horse", ("Ana", "Ben")), TableOptions(consent=True)
    table_id = tables.open(header, keeper=ANAS_PHONE, table_options=options)
    access.ask(table_id, BENS_PHONE, "Ben")
    access.give(table_id, BENS_PHONE)
    enter(tables, table_id, "lead: Ana", "ruling: Ana +1", "ruling: Ben +1")
    amendment = Amendment(ChangeKind.CORRECTED, 2, said("ruling: Ana +3"))
    proposals.amend(table_id, amendment, RequestStamp(3, "a key", BENS_PHONE))
    return table_id


# Nothing happens at once here: what the databases do alike.
@pytest.mark.parametrize("kind", KINDS if is_thorough() else KINDS[:1])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_table_is_deleted_when_somebody_was_just_let_in(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    tables: TableService = app.extensions["table_service"]
    visit, left = table_guard.visit, [True]

    def visit_and_delete(table_id: str) -> Members:
        found = visit(table_id)
        if left:
            left.clear()
            tables.remove(table_id)
        return found

    monkeypatch.setattr(table_guard, "visit", visit_and_delete)
    for number, _ in enumerate(addresses(app, "AAAA", method)):
        table_id = opened(app)
        address = [*addresses(app, table_id, method)][number]
        left.append(True)
        answer = client.open(address, method=method, data=FORM)
        assert (address, answer.status_code < 500) == (address, True)
        if answer.status_code == 404:
            assert "<h1>" in answer.text


@on_both
@pytest.mark.parametrize("deed", ["keep", "watch", "code", "call", "give", "take", "end", "links"])
def test_a_table_is_gone_for_who_comes_in_then(app: Flask, deed: str) -> None:
    tables: TableService = app.extensions["table_service"]
    access: AccessService = app.extensions["access_service"]
    table_id = opened(app)
    links = access.links(table_id)
    tables.remove(table_id)
    zoe = phone(app, "zoes-phone")
    if deed in ("keep", "watch", "code"):
        with zoe.session_transaction() as session:
            session["invited"] = links[LeadsTo.KEEP]
        ways: dict[str, Callable[[], int]] = {
            "keep": lambda: zoe.post("/join", data={"who": "Zoe"}).status_code,
            "watch": lambda: zoe.get(f"/j/{links[LeadsTo.WATCH]}").status_code,
            "code": lambda: zoe.post("/code", data={"code": links[LeadsTo.CODE]}).status_code,
        }
        assert ways[deed]() == 404
        return
    deeds: dict[str, Callable[[], object]] = {
        "call": partial(access.call, table_id, ANAS_PHONE, "Ana"),
        "give": partial(access.give, table_id, BENS_PHONE),
        "take": partial(access.take_back, table_id, BENS_PHONE),
        "end": partial(access.end_watching, table_id),
        "links": partial(access.links, table_id),
    }
    with pytest.raises(NoSuchTable):
        deeds[deed]()


@on_both
@pytest.mark.parametrize("path", PRACTICE)
def test_a_learner_is_forgotten_when_somebody_just_changes_something(
    app: Flask, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    learners: LearnerService = app.extensions["learner_service"]
    ana = learners.start("Ana")
    client = phone(app)
    with client.session_transaction() as session:
        session["learner"] = ana.id
    of = LearnerService.of

    def of_and_forget(service: LearnerService, learner_id: str) -> Learner:
        found = of(service, learner_id)
        learners.remove(learner_id)
        monkeypatch.setattr(LearnerService, "of", of)
        return found

    monkeypatch.setattr(LearnerService, "of", of_and_forget)
    answer = client.post(f"/practise/{path}", data={"name": "B"})
    # Who is forgotten twice is forgotten.
    assert answer.status_code == (303 if path == "progress/remove" else 409)
    with client.session_transaction() as session:
        assert session.get("learner") != ana.id
    assert client.get("/practise/progress").status_code == 200


@on_both
def test_an_answer_of_a_learner_who_was_just_forgotten_is_somebody_news_first(app: Flask) -> None:
    learners: LearnerService = app.extensions["learner_service"]
    ana, client = learners.start("Ana"), phone(app)
    with client.session_transaction() as session:
        session["learner"] = ana.id
    question = re.findall(r'name="question" value="([^"]+)"', client.get("/practise/rounding").text)
    learners.remove(ana.id)
    answer = client.post("/practise/rounding", data={"question": question, "said": "5"})
    assert answer.status_code == 303
    with client.session_transaction() as session:
        assert session["learner"] != ana.id
        assert len(learners.attempts(session["learner"])) == 1


@on_both
def test_nothing_fails_while_a_table_is_used_and_deleted_at_once(app: Flask) -> None:
    """A short storm, in no order: what the tests above put in order, and what nobody thought of."""
    statuses: list[int] = []
    for _ in range(4):
        table_id = opened(app)
        asked = [("POST", address) for address in addresses(app, table_id, "POST")] + [
            ("GET", address) for address in addresses(app, table_id, "GET")
        ]
        start = threading.Barrier(4)

        def storm(
            part: int,
            asked: list[tuple[str, str]] = asked,
            table_id: str = table_id,
            start: threading.Barrier = start,
        ) -> None:
            client = phone(app, ANAS_PHONE if part % 2 else BENS_PHONE)
            start.wait(timeout=120)
            for number, (method, address) in enumerate(asked[part::4]):
                if part == 0 and number == 6:
                    # Unless the storm came to its own address for that.
                    with suppress(NoSuchTable):
                        app.extensions["table_service"].remove(table_id)
                statuses.append(client.open(address, method=method, data=FORM).status_code)

        threads = [threading.Thread(target=storm, args=(part,)) for part in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=120)
    assert [status for status in statuses if status >= 500] == []
    assert 404 in statuses
