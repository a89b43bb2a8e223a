"""/healthz: whether a server can be used, told to whoever watches over it."""

import threading
import time

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.i18n import message
from companion.tables.table_service import TableService
from companion.web.home import health_views


def test_all_is_well_while_the_database_answers(app: Flask) -> None:
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.text) == (200, f"{message('health.well')}\n")
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_database_that_fails_is_told_without_a_reason(
    client: FlaskClient, table_service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise OSError("password of the database: open sesame")

    monkeypatch.setattr(table_service.database, "answer", fail)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.text) == (503, f"{message('health.away')}\n")


def test_a_database_that_hangs_is_waited_for_no_longer_than_it_is_worth(
    client: FlaskClient, table_service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs = threading.Event()
    monkeypatch.setattr(health_views, "_PATIENCE", 0.05)
    monkeypatch.setattr(table_service.database, "answer", hangs.wait)
    before = threading.active_count()
    try:
        assert [client.get("/healthz").status_code for _ in range(5)] == [503] * 5
        assert threading.active_count() <= before + 1
    finally:
        hangs.set()
    monkeypatch.undo()
    until = time.monotonic() + 120
    while client.get("/healthz").status_code != 200:
        assert time.monotonic() < until
