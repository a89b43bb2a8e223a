"""How often a page and a tap turn to the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from companion.record.header import read_header
from companion.tables.table_service import TableService
from tests.tables.scribe import enter
from tests.web.phones import ANAS_PHONE

TWO = read_header("game: race-horse\nplayers: Ana, Ben")
HAND = ("lead: Ana", "Ana: 6-3", "Ben: 3-1")


class Statements(list[str]):
    """What was said to the database, and in how many transactions."""

    def __init__(self) -> None:
        super().__init__()
        self.transactions = 0


@contextmanager
def heard(app: Flask) -> Iterator[Statements]:
    """All statements within the block."""
    found = Statements()
    engine = app.extensions["table_service"].database.engine

    def statement(_connection: Any, _cursor: Any, text: str, *_more: Any) -> None:
        found.append(text)

    def begun(_connection: Any) -> None:
        found.transactions += 1

    event.listen(engine, "before_cursor_execute", statement)
    event.listen(engine, "begin", begun)
    yield found
    event.remove(engine, "before_cursor_execute", statement)
    event.remove(engine, "begin", begun)


def opened(table_service: TableService, *lines: str) -> str:
    table_id = table_service.open(TWO, keeper=ANAS_PHONE)
    enter(table_service, table_id, *lines)
    return table_id


@pytest.mark.parametrize(
    ("before", "tap", "form"),
    [
        ((), "lead", {"who": "0"}),
        (HAND[:1], "set", {"tile": "6-3"}),
        (HAND, "set", {"tile": "1-0"}),
        (HAND, "draw", {}),
        (HAND[:2], "draw", {"tiles": "12"}),
        ((*HAND[:2], "Ben: draws 14"), "pass", {}),
        (HAND, "ruling", {"side": "0", "points": "3"}),
    ],
)
def test_a_tap_is_one_transaction_of_four_statements_after_one_that_asks_for_its_match(
    app: Flask,
    client: FlaskClient,
    table_service: TableService,
    before: tuple[str, ...],
    tap: str,
    form: dict[str, str],
) -> None:
    table_id = opened(table_service, *before)
    sent = {**form, "seen": f"{len(before)}"}
    with heard(app) as statements:
        answer = client.post(f"/t/{table_id}/{tap}", data=sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.text
    # The first one asks whether the table is locked by a match that both sides accepted.
    assert (len(statements) <= 5, statements.transactions) == (True, 2), statements
    assert "match_card" in statements[0] and "match_card" not in "".join(statements[1:])


@pytest.mark.parametrize("tables", [1, 30])
def test_home_reads_all_its_tables_in_four_statements_and_its_clubs_in_one(
    app: Flask, client: FlaskClient, table_service: TableService, tables: int
) -> None:
    ids = [opened(table_service, *HAND) for _ in range(tables)]
    with client.session_transaction() as session:
        session["tables"] = ids
    app.extensions["table_service"] = TableService(table_service.database)
    for _ in range(2):
        with heard(app) as statements:
            assert client.get("/").text.count("Ana") >= tables
        assert (len(statements) <= 5, statements.transactions) == (True, 2), statements


@pytest.mark.parametrize(
    ("address", "most"),
    [
        # One of them asks for its club.
        ("", 4),
        ("/strips", 4),
        ("/board", 2),
        ("/record", 8),
        ("/record.txt", 3),
        ("/record/2", 4),
        ("/why/2", 3),
        ("/customs", 4),
        ("/join", 12),
        ("/under", 3),
        ("/audit", 3),
    ],
)
def test_a_page_of_a_table_asks_little(
    app: Flask, client: FlaskClient, table_service: TableService, address: str, most: int
) -> None:
    table_id = opened(table_service, *HAND)
    client.get(f"/t/{table_id}")
    with heard(app) as statements:
        assert client.get(f"/t/{table_id}{address}").status_code == 200
    assert len(statements) <= most, statements
