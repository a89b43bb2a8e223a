"""Somebody who writes at tables: opens them, enters lines of a record, and is refused."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest

from companion.db.errors import DatabaseTrouble
from companion.db.table_models import ChangeKind
from companion.i18n import Message
from companion.record.header import read_header
from companion.record.statements import HeaderLine, Statement, read_statement
from companion.rules.errors import Refusal
from companion.tables.amendments import Amendment, plan
from companion.tables.errors import NoSuchTable
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_access import AccessService
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from companion.tables.table_state import Members, TableState

_keys = count(1)


@contextmanager
def refused(message_id: str) -> Iterator[None]:
    """What is done within the block is refused, for this reason."""
    with pytest.raises((Refusal, DatabaseTrouble)) as raised:
        yield
    said = raised.value.message
    assert isinstance(said, Message) and said.id == message_id


def opened(table_service: TableService, *lines: str, header: str = "") -> str:
    """The id of a table of Ana and Ben at which these lines were entered."""
    said = header or "game: race-horse"
    if "players:" not in said:
        said += "\nplayers: Ana, Ben"
    table_id = table_service.open(read_header(said))
    enter(table_service, table_id, *lines)
    return table_id


def said(line: str) -> Statement:
    """The statement that a line of a record makes."""
    statement = read_statement(line)
    assert not isinstance(statement, HeaderLine)
    return statement


def corrected(seq: int, line: str) -> Amendment:
    """Another line in the place of entry `seq`."""
    return Amendment(ChangeKind.CORRECTED, seq, said(line))


def inserted(seq: int, line: str) -> Amendment:
    """A line that was forgotten, before entry `seq`."""
    return Amendment(ChangeKind.INSERTED, seq, said(line))


def deleted(seq: int) -> Amendment:
    """Entry `seq` struck out."""
    return Amendment(ChangeKind.DELETED, seq)


def stamp(table_service: TableService, table_id: str) -> RequestStamp:
    """A tap that nobody made before, by somebody who sees the table as it is."""
    return RequestStamp(table_service.look(table_id).version, f"tap {next(_keys)}", "Zoe's phone")


def enter(table_service: TableService, table_id: str, *lines: str) -> TableState:
    """Enter lines of a record one after another."""
    for line in lines:
        table_service.enter(table_id, said(line), stamp(table_service, table_id))
    return table_service.look(table_id)


def members_of(
    service: AccessService | TableService, table_id: str, device: str, held: str = ""
) -> Members:
    """Who is at a table, seen by a device that holds the secret of a link, or none."""
    try:
        return TableService(service.database).visit(table_id, device, held)
    except NoSuchTable:
        return TableService(service.database).look(table_id).seen_by(device)


def undo(table_service: TableService, table_id: str, times: int = 1) -> TableState:
    for _ in range(times):
        table_service.undo(table_id, stamp(table_service, table_id))
    return table_service.look(table_id)


def redo(table_service: TableService, table_id: str, times: int = 1) -> TableState:
    for _ in range(times):
        table_service.redo(table_id, stamp(table_service, table_id))
    return table_service.look(table_id)


def amend(
    table_service: TableService, table_id: str, amendment: Amendment, stamp: RequestStamp
) -> TableState:
    """Make an amendment where nobody else has to accept it."""
    return table_service.change(
        table_id, stamp, lambda record: plan(record, amendment, table_service.now())
    )


def correct(table_service: TableService, table_id: str, wrong: str, right: str) -> TableState:
    amendment = corrected(number_of(table_service, table_id, wrong), right)
    return amend(table_service, table_id, amendment, stamp(table_service, table_id))


def insert(table_service: TableService, table_id: str, before: str, line: str) -> TableState:
    amendment = inserted(number_of(table_service, table_id, before), line)
    return amend(table_service, table_id, amendment, stamp(table_service, table_id))


def delete(table_service: TableService, table_id: str, line: str) -> TableState:
    amendment = deleted(number_of(table_service, table_id, line))
    return amend(table_service, table_id, amendment, stamp(table_service, table_id))


def switch(table_service: TableService, table_id: str, table_options: TableOptions) -> TableState:
    """Keep these options at a table from now on."""
    options_change = table_service.look(table_id).table_options.change_to(table_options)
    return amend(
        table_service, table_id, Amendment.switch(options_change), stamp(table_service, table_id)
    )


def record(table_service: TableService, table_id: str) -> list[str]:
    """The record as it stands: what holds, then what no longer does."""
    written = table_service.read(table_id)
    heard = [str(entry.statement) for entry in written.entries]
    return heard + [str(statement) for _, statement in written.unheard]


def number_of(table_service: TableService, table_id: str, line: str) -> int:
    """The number of the change that made the last entry of this wording."""
    written = table_service.read(table_id)
    entries = [(entry.line, entry.statement) for entry in written.entries]
    numbers = [seq for seq, statement in (*entries, *written.unheard) if str(statement) == line]
    return numbers[-1]


def seen(state: TableState) -> dict[str, Any]:
    """All that a table state shows, ready to be compared: a refusal by what it says.

    Of the game before the hand only what the hand starts from: its scores.
    """
    shown = state._asdict() | {"start": state.start.scores}
    if state.refused is not None:
        line, refusal = state.refused
        shown["refused"] = (line, refusal.code, refusal.message)
    return shown


def log(table_service: TableService, table_id: str) -> list[tuple[object, ...]]:
    """What of the log of changes must never be altered."""
    return [
        (row.seq, row.at, row.kind, row.key, row.device, row.target, row.statement)
        for row in table_service.changes(table_id)
    ]


def everything(table_service: TableService, table_id: str) -> tuple[object, ...]:
    """All that is kept of a table."""
    return (
        seen(TableService(table_service.database).look(table_id)),
        record(table_service, table_id),
        log(table_service, table_id),
    )
