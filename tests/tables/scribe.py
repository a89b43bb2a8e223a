"""Somebody who writes at a desk: opens tables and enters lines of a record."""

from itertools import count
from typing import Any

from companion.record.header import read_header
from companion.record.reading import HeaderLine, read_statement
from companion.record.statements import Statement
from companion.tables.amendments import Amendment
from companion.tables.customs import Customs, Switching
from companion.tables.desk import Desk
from companion.tables.rows import ChangeKind
from companion.tables.sitting import Sitting, Tap

_keys = count(1)


def opened(desk: Desk, *lines: str, header: str = "") -> str:
    """The id of a table of Ana and Ben at which these lines were entered."""
    said = header or "game: race-horse"
    if "players:" not in said:
        said += "\nplayers: Ana, Ben"
    table_id = desk.open(read_header(said))
    enter(desk, table_id, *lines)
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


def tap(desk: Desk, table_id: str) -> Tap:
    """A tap that nobody made before, by somebody who sees the table as it is."""
    return Tap(desk.look(table_id).version, f"tap {next(_keys)}", "Zoe's phone")


def enter(desk: Desk, table_id: str, *lines: str) -> Sitting:
    """Enter lines of a record one after another."""
    for line in lines:
        desk.enter(table_id, said(line), tap(desk, table_id))
    return desk.look(table_id)


def undo(desk: Desk, table_id: str, times: int = 1) -> Sitting:
    for _ in range(times):
        desk.undo(table_id, tap(desk, table_id))
    return desk.look(table_id)


def redo(desk: Desk, table_id: str, times: int = 1) -> Sitting:
    for _ in range(times):
        desk.redo(table_id, tap(desk, table_id))
    return desk.look(table_id)


def correct(desk: Desk, table_id: str, wrong: str, right: str) -> Sitting:
    amendment = corrected(number_of(desk, table_id, wrong), right)
    return desk.amend(table_id, amendment, tap(desk, table_id))


def insert(desk: Desk, table_id: str, before: str, line: str) -> Sitting:
    amendment = inserted(number_of(desk, table_id, before), line)
    return desk.amend(table_id, amendment, tap(desk, table_id))


def delete(desk: Desk, table_id: str, line: str) -> Sitting:
    return desk.amend(table_id, deleted(number_of(desk, table_id, line)), tap(desk, table_id))


def switch(desk: Desk, table_id: str, customs: Customs) -> Sitting:
    """Keep these customs at a table from now on."""
    switching = Switching.between(desk.look(table_id).customs, customs)
    return desk.amend(table_id, Amendment.switch(switching), tap(desk, table_id))


def record(desk: Desk, table_id: str) -> list[str]:
    """The record as it stands: what holds, then what no longer does."""
    written = desk.read(table_id)
    heard = [str(entry.statement) for entry in written.entries]
    return heard + [str(statement) for _, statement in written.unheard]


def number_of(desk: Desk, table_id: str, line: str) -> int:
    """The number of the change that made the last entry of this wording."""
    written = desk.read(table_id)
    entries = [(entry.line, entry.statement) for entry in written.entries]
    numbers = [seq for seq, statement in (*entries, *written.unheard) if str(statement) == line]
    return numbers[-1]


def seen(sitting: Sitting) -> dict[str, Any]:
    """All that a sitting shows, ready to be compared: a refusal by what it says.

    Of the game before the hand only what the hand starts from: its scores.
    """
    shown = sitting._asdict() | {"start": sitting.start.scores}
    if sitting.refused is not None:
        line, refusal = sitting.refused
        shown["refused"] = (line, refusal.code, refusal.sentence)
    return shown


def log(desk: Desk, table_id: str) -> list[tuple[object, ...]]:
    """What of the log of changes must never be altered."""
    return [
        (row.seq, row.at, row.kind, row.key, row.device, row.target, row.statement)
        for row in desk.changes(table_id)
    ]


def everything(desk: Desk, table_id: str) -> tuple[object, ...]:
    """All that is kept of a table."""
    return seen(Desk(desk.database).look(table_id)), record(desk, table_id), log(desk, table_id)
