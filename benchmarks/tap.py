"""What a tap costs the server, in process, beside the least that such a tap could cost.

The least is a bare Flask view that inserts a row by SQLModel with a full sync, and
renders a page of 3.6 KB from a template that is compiled once. Both run in turn, so the
ratio holds on a noisy machine. Then the same tap at the first and the 2,000th entry of
a table, and with 10 and 100,000 tables in the database.

    python benchmarks/tap.py [--tables 100000]
"""

import argparse
import gzip
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from flask import Flask, render_template, request
from flask.testing import FlaskClient
from jinja2 import DictLoader
from sqlalchemy import event, insert
from sqlmodel import Field, Session, SQLModel, create_engine

from companion.db.sqlite import WriterLock
from companion.db.table_models import ChangeRow, TableRow
from companion.record.header import Header
from companion.record.replay import Transcript, replay
from companion.record.statements import Statement, TileSet
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_service import TableService
from companion.web.app import create_app

GAME = Path(__file__).parents[1] / "tests" / "cases" / "games" / "race-horse-3.record"
#: A hand of four entries that Ana wins and so leads the next one as well.
HAND = """
game: race-horse
players: Ana, Ben
rule: tiles-each = 2
lead: Ana
Ana: 6-4
Ana: 6-2
Ben: left 5-5 3-2
"""
LONG = Header("race-horse", ("Ana", "Ben"), None, (("target", "99999"), ("tiles-each", "2")))
PHONE = "the phone that keeps score"
#: Of 28 buttons, as a page of tiles has them: 3.6 KB.
PAGE = """<!doctype html>
<title>{{ text }}</title>
<main>
<h1>{{ text }}</h1>
{% for number in range(28) %}<p><button class="tile" name="tile" value="{{ number }}"
  aria-label="tile {{ number }}" title="tile {{ number }} of 28 tiles">{{ text }}</button></p>
{% endfor %}</main>
"""


class Note(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)
    text: str


def bare_app(folder: str, database: str = "") -> Flask:
    """The least: one insert with a full sync, one commit, one small page."""
    app = Flask("bare", root_path=folder)
    app.jinja_env.loader = DictLoader({"page.html": PAGE})
    engine = create_engine(database or f"sqlite:///{folder}/bare.db")
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _durable)
    SQLModel.metadata.tables["note"].create(engine, checkfirst=True)

    in_line = WriterLock(engine.url.database if engine.dialect.name == "sqlite" else None)

    @app.post("/")
    def enter() -> str:
        text = request.form["text"]
        # Writers that race for SQLite's own lock sleep longer and longer.
        with in_line.held(), Session(engine) as session:
            session.add(Note(text=text))
            session.commit()
        return render_template("page.html", text=text)

    return app


def _durable(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


def own_app(folder: Path) -> Flask:
    settings = {
        "DATABASE_URL": f"sqlite:///{folder / 'tables.db'}",
        "SECRET_KEY": "benchmark",
        "WTF_CSRF_ENABLED": False,
    }
    app = create_app(settings)
    tables_of(app).database.migrate()
    return app


def tables_of(app: Flask) -> TableService:
    table_service: TableService = app.extensions["table_service"]
    return table_service


def phone(app: Flask) -> FlaskClient:
    """The phone that keeps score at the tables opened here."""
    client = app.test_client()
    with client.session_transaction() as session:
        session["device"] = PHONE
    return client


def stamps(app: Flask, client: FlaskClient, record: Transcript) -> Iterator[Callable[[], Any]]:
    """One call for each tile, posted as the page posts it; the rest is entered in between."""
    table_service = tables_of(app)
    assert record.header is not None
    while True:
        table_id = table_service.open(record.header, keeper=PHONE)
        for number, entry in enumerate(record.entries):
            seen = table_service.look(table_id).version
            if isinstance(entry.statement, TileSet):
                yield partial(set_tile, client, table_id, entry.statement, seen)
            else:
                table_service.enter(
                    table_id, entry.statement, RequestStamp(seen, f"between {number}")
                )


def set_tile(client: FlaskClient, table_id: str, statement: TileSet, seen: int) -> Any:
    """The page's own post for a tile."""
    form = {"tile": str(statement.tile), "seen": str(seen)}
    if statement.host is not None:
        form["on"] = str(statement.host)
    return client.post(f"/t/{table_id}/set", data=form, headers={"HX-Request": "true"})


def timed(call: Callable[[], Any]) -> float:
    started = time.perf_counter()
    answer = call()
    spent = time.perf_counter() - started
    assert answer.status_code == 200, answer.text
    return spent * 1000


def compare(folder: Path, rounds: int) -> None:
    """A tap beside the least that one can cost, in turn."""
    bare = bare_app(str(folder)).test_client()
    app = own_app(folder)
    client = phone(app)
    stamp = stamps(app, client, replay(GAME.read_text()))

    def least_tap() -> Any:
        return bare.post("/", data={"text": "6-4 on 4-4"})

    for _ in range(30):
        timed(next(stamp))
        timed(least_tap)
    ours, least = [], []
    for _ in range(rounds):
        least.append(timed(least_tap))
        ours.append(timed(next(stamp)))
    size = len(least_tap().data)
    describe(f"bare insert, page of {size:,}", median(least))
    describe("a tap on a table", median(ours), median(least))
    print(f"{'its statements':24} {', '.join(statements(app, next(stamp)))}")
    answers = [next(stamp)() for _ in range(rounds)]
    sizes = [len(gzip.compress(answer.data, 6)) for answer in answers]
    print(f"{'its answer':24} {max(sizes):6,} bytes at most with gzip, {median(sizes):,.0f} mostly")


def statements(app: Flask, call: Callable[[], Any]) -> list[str]:
    """What a call says to the database, by the first words."""
    found: list[str] = []
    engine = tables_of(app).database.engine

    def heard(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        found.append(statement.partition(" ")[0])

    event.listen(engine, "before_cursor_execute", heard)
    event.listen(engine, "commit", lambda _connection: found.append("commit"))
    call()
    event.remove(engine, "before_cursor_execute", heard)
    return found


def depth(folder: Path, rounds: int) -> None:
    """The same tap on a fresh table and on one that has 2,000 entries and more, in turn."""
    app = own_app(folder)
    client = phone(app)
    table_service = tables_of(app)
    hand = [entry.statement for entry in replay(HAND).entries]
    deep = table_service.open(LONG, keeper=PHONE)
    for _ in range(500):
        first_tile(table_service, client, deep, hand)
    first, late = [], []
    for _ in range(rounds):
        first.append(
            first_tile(table_service, client, table_service.open(LONG, keeper=PHONE), hand)
        )
        late.append(first_tile(table_service, client, deep, hand))
    describe("at the 1st entry", median(first))
    describe(f"at entry {table_service.look(deep).version:,}", median(late), median(first))


def first_tile(
    table_service: TableService, client: FlaskClient, table_id: str, hand: list[Statement]
) -> float:
    """One more hand on a table; the milliseconds of its first tile, posted as the page does."""
    lead, tile, *rest = hand
    assert isinstance(tile, TileSet)
    seen = table_service.look(table_id).version
    seen = table_service.enter(table_id, lead, RequestStamp(seen, f"{seen}")).version
    spent = timed(partial(set_tile, client, table_id, tile, seen))
    for number, statement in enumerate(rest, seen + 1):
        table_service.enter(table_id, statement, RequestStamp(number, f"{number}"))
    return spent


def crowd(folder: Path, tables: int, rounds: int) -> None:
    """The same taps with few and with many tables in the database, in turn."""
    record = replay(GAME.read_text())
    turns = []
    for name, number in (("few", 0), ("many", tables)):
        (folder / name).mkdir()
        app = own_app(folder / name)
        for start in range(0, number, 5000):
            fill(tables_of(app), str(record.header), range(start, min(start + 5000, number)))
        with tables_of(app).database.engine.connect() as connection:
            connection.exec_driver_sql("COMMIT")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        turns.append(stamps(app, phone(app), record))
    for stamp in turns:
        for _ in range(30):
            timed(next(stamp))
    spent: list[list[float]] = [[], []]
    for _ in range(rounds):
        for stamp, times in zip(turns, spent, strict=True):
            times.append(timed(next(stamp)))
    few, many = map(median, spent)
    describe("with few tables", few)
    describe(f"with {tables:,} more", many, few)


def fill(table_service: TableService, header: str, numbers: range) -> None:
    """Tables with eight changes each."""
    now = datetime.now(UTC)
    table = {
        "created_at": now, "changed_at": now, "header": header,
        "is_pegs_only": False, "version": 8, "hand": 1,
    }  # fmt: skip
    change = {
        "at": now, "kind": "entered", "device": "", "statement": "lead: 1",
        "is_live": True,
    }  # fmt: skip
    with table_service.database.writing() as session:
        session.execute(insert(TableRow), [table | {"id": f"crowd-{n}"} for n in numbers])
        session.execute(
            insert(ChangeRow),
            [
                change | {"table_id": f"crowd-{n}", "seq": seq, "key": f"{seq}", "place": seq}
                for n in numbers
                for seq in range(1, 9)
            ],
        )


def describe(what: str, spent: float, beside: float | None = None) -> None:
    """One line: milliseconds, and how many times the figure beside it."""
    times = "" if beside is None else f"   {spent / beside:.2f} times"
    print(f"{what:24} {spent:6.2f} ms{times}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=300)
    options = parser.parse_args()
    for part in (
        lambda folder: compare(folder, options.rounds),
        lambda folder: depth(folder, options.rounds),
        lambda folder: crowd(folder, options.tables, options.rounds),
    ):
        with tempfile.TemporaryDirectory() as folder:
            part(Path(folder))


if __name__ == "__main__":
    main()
