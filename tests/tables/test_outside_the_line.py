"""A record is replayed while nobody waits for it: in no transaction that writes."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection

from companion.db.database import Database
from companion.record.header import read_header
from companion.record.replay import replay
from companion.record.statements import PointsRuled
from companion.rules.game import Game
from companion.tables import (
    record_rewriting,
    table_loader,
    table_reader,
    table_state,
)
from companion.tables.hand_over import HandOverService
from companion.tables.proposals import Proposal, ProposalService
from companion.tables.record_diff import BroughtRecord
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_access import AccessService
from companion.tables.table_options import TableOptions
from companion.tables.table_reader import LatestStates
from companion.tables.table_service import TableService
from tests.tables.scribe import (
    amend,
    corrected,
    enter,
    opened,
    record,
    refused,
    said,
    stamp,
    switch,
)

LINES = ["lead: Ana", *["ruling: Ana +1", "ruling: Ben +2"] * 20]
RECORD = "\n".join(["game: race-horse", "players: Ana, Ben", "target: 500", "", *LINES])


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch, database: Database) -> Iterator[list[int]]:
    """How many statements each transaction that wrote has replayed."""
    own = threading.local()
    counts: list[int] = []
    transaction, apply, follow = database.transaction, table_loader.apply, table_loader.follow

    @contextmanager
    def counted() -> Iterator[Connection]:
        with transaction() as connection:
            own.count = 0
            yield connection
            counts.append(own.count)
            del own.count

    def applied(game: Game, statement: object) -> Game:
        if hasattr(own, "count"):
            own.count += 1
        return apply(game, statement)  # type: ignore[arg-type]

    def followed(*told: object) -> object:
        found = follow(*told)  # type: ignore[arg-type]
        if hasattr(own, "count"):
            own.count += len(found[0])
        return found

    monkeypatch.setattr(database, "transaction", counted)
    for module in (table_loader, record_rewriting):
        monkeypatch.setattr(module, "apply", applied)
    for module in (table_loader, table_state):
        monkeypatch.setattr(module, "follow", followed)
    yield counts


@pytest.fixture
def table_id(table_service: TableService) -> str:
    """A table of one long hand, at which Ana's and Ben's phones keep score."""
    start = replay(RECORD)
    assert start.header is not None
    made = table_service.open(start.header, start.entries, keeper="Ana's phone")
    access = AccessService(table_service.database)
    access.ask(made, "Ben's phone", "Ben")
    access.give(made, "Ben's phone")
    return made


def test_a_correction_holds_the_table_for_no_replay(
    table_service: TableService, table_id: str, replayed: list[int]
) -> None:
    amend(table_service, table_id, corrected(3, "ruling: Ben +7"), stamp(table_service, table_id))
    table_service.undo(table_id, stamp(table_service, table_id))
    table_service.redo(table_id, stamp(table_service, table_id))
    table_service.rename(table_id, ("Cyd", "Dee"), stamp(table_service, table_id))
    assert replayed == [0, 0, 0, 0]
    assert record(table_service, table_id)[2] == "ruling: Dee +7"


def test_nor_does_a_proposal_or_its_acceptance(
    table_service: TableService, table_id: str, replayed: list[int]
) -> None:
    switch(table_service, table_id, TableOptions(consent=True))
    proposals = ProposalService(table_service)
    ana = stamp(table_service, table_id)._replace(device="Ana's phone")
    proposed = proposals.amend(table_id, corrected(3, "ruling: Ben +7"), ana)
    assert isinstance(proposed, Proposal)
    ben = stamp(table_service, table_id)._replace(device="Ben's phone")
    proposals.accept(table_id, proposed.number, ben)
    assert replayed == [0, 0, 0]
    assert record(table_service, table_id)[2] == "ruling: Ben +7"


def test_a_tap_replays_its_own_entry_alone_also_where_the_table_was_not_kept(
    table_service: TableService, table_id: str, replayed: list[int]
) -> None:
    elsewhere = TableService(table_service.database)
    seen = stamp(table_service, table_id)
    elsewhere.enter(table_id, said("ruling: Ana +4"), seen)
    # What another process entered is entered after what this one keeps.
    assert enter(table_service, table_id, "ruling: Ana +3").version == len(LINES) + 2
    assert max(replayed) <= 2


def test_what_is_brought_is_compared_before_anybody_waits(
    table_service: TableService, table_id: str, replayed: list[int]
) -> None:
    carrying, start = HandOverService(table_service), replay(RECORD)
    assert start.header is not None
    brought = BroughtRecord(start.header, start.entries)
    assert carrying.open(brought, "Ana's phone", [table_id]) == table_id
    another = carrying.open(brought, "Zoe's phone", [table_id])
    longer = replay(f"{RECORD}\nruling: Ana +1")
    zoe = stamp(table_service, another)._replace(device="Zoe's phone")
    carrying.go_on(another, brought._replace(entries=longer.entries), zoe)
    assert replayed == [0, 0]
    assert len(record(table_service, another)) == len(LINES) + 1


def test_a_record_brought_twice_at_once_becomes_one_table(
    table_service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    carrying, start = HandOverService(table_service), replay(RECORD)
    assert start.header is not None
    brought, found = BroughtRecord(start.header, start.entries), []
    open_now = table_service.open

    def open_late(*told: object, **named: object) -> str:
        monkeypatch.setattr(table_service, "open", open_now)
        # The other form was quicker.
        found.append(carrying.open(brought, "Ana's phone", known))
        known.extend(found)
        return open_now(*told, **named)  # type: ignore[arg-type]

    known: list[str] = []
    monkeypatch.setattr(table_service, "open", open_late)
    assert [carrying.open(brought, "Ana's phone", known)] == found


def test_a_change_is_planned_anew_some_times_then_somebody_was_quicker(
    table_service: TableService, table_id: str
) -> None:
    before, plans = record(table_service, table_id), []
    access = AccessService(table_service.database)

    def plan(_record: object) -> Callable[[Connection], None]:
        plans.append("planned")
        access.ask(table_id, f"phone {len(plans)}", "Zoe")
        return lambda connection: None

    with refused("refused.stale"):
        table_service.settle(table_id, "a key", plan)
    assert 1 < len(plans) < 10
    assert record(table_service, table_id) == before


def test_who_looks_at_an_earlier_moment_sees_nothing_that_came_later(
    table_service: TableService, table_id: str
) -> None:
    kept, before = LatestStates(), table_service.look(table_id)
    with table_service.database.snapshot() as connection:
        mark = table_loader.find(connection, table_id)
        # Another phone is quicker, and what it entered is kept already.
        kept.put(enter(table_service, table_id, "ruling: Ana +1"))
        assert kept.read(connection, {table_id: mark}) == {table_id: before}


def test_what_is_kept_is_bounded_by_its_entries(
    table_service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_reader, "_ROOM", 2 * table_reader._ROOM_OF_TABLE + 12)
    kept = LatestStates()
    tables = [opened(table_service, *LINES[:lines]) for lines in (2, 4, 12)]
    short, other, long = map(table_service.look, tables)
    kept.put(short)
    kept.put(other)
    assert kept.get(short.id) == short
    kept.put(long)
    # Which was asked for longest ago is let go.
    assert [kept.get(each) for each in tables] == [None, None, long]
    kept.put(short)
    assert kept.get(short.id) == short and kept.get(long.id) is None


def test_a_tap_at_a_table_that_is_never_kept_is_entered(
    table_service: TableService, table_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LatestStates, "put", lambda self, state: None)
    elsewhere = TableService(table_service.database)
    seen = stamp(elsewhere, table_id)
    after = elsewhere.enter(table_id, PointsRuled("Ana", 1), seen)
    assert after.version == len(LINES) + 1
    assert elsewhere.enter(table_id, PointsRuled("Ana", 1), seen).version == after.version
    late = RequestStamp(seen.seen, "another key", "Zoe's phone")
    with refused("refused.stale"):
        elsewhere.enter(table_id, PointsRuled("Ana", 1), late)


def test_an_import_takes_the_room_of_its_lines(table_service: TableService) -> None:
    header = read_header("game: race-horse\nplayers: Ana, Ben")
    table_id = table_service.open(header, replay(RECORD).entries)
    # A key no longer than it has to be: it is stored twice.
    assert {len(change.key) for change in table_service.changes(table_id)} == {1, 2}
