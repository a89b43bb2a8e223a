"""A table that is brought with its club, opened anew from its record."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple, Self

from sqlalchemy import Connection, insert

from companion.clubs.errors import BadClubFile
from companion.clubs.transfer.club_schema import CarriedTable
from companion.db.bulk_writes import insert_all
from companion.db.table_models import CHANGES, TABLES, ChangeKind
from companion.i18n import message
from companion.record.header import Header
from companion.record.number_bounds import TooLarge, bounded, is_too_large
from companion.record.replay import MOST_STATEMENTS, RecordTooLong, has_pegs_only, replay
from companion.record.statements import (
    BadSyntax,
    HeaderLine,
    Statement,
    read_lines,
    read_statement,
)
from companion.rules.errors import Refusal
from companion.tables.stored_statements import statement_by_seat
from companion.tables.table_options import TableOptions
from companion.tables.table_state import Start
from companion.tables.table_writer import Logged, Run, save_starts


class BroughtTable(NamedTuple):
    """A table as its rows will have it, made before anybody waits for the database."""

    carried: CarriedTable
    header: Header
    run: Run
    is_pegs_only: bool

    @classmethod
    def of(cls, number: int, carried: CarriedTable, text: str, *, is_of_match: bool) -> Self:
        """The `number`-th table of a file with its record; raises `BadClubFile`."""
        try:
            found = cls._replayed(carried, text)
            if is_of_match and len(found.header.seating.sides) != 2:
                raise BadClubFile(message("club-file.refused.no-two-sides"))
        except Refusal as refusal:
            why = message("club-file.refused.record", number=number, why=refusal.message)
            raise BadClubFile(why) from None
        return found

    @classmethod
    def _replayed(cls, carried: CarriedTable, text: str) -> Self:
        transcript = bounded(text, replay(text))
        header, start, refused = transcript.header, transcript.start, transcript.refused
        if header is None or start is None:
            assert refused is not None
            raise _at(*refused)
        seats = range(len(header.players))
        if len(carried.seats) != len(seats) or not {*carried.options.counting} <= {*seats}:
            raise BadClubFile(message("club-file.refused.other-seats"))
        run = Run.after(Start(start, start.scores), 0, transcript.entries)
        if refused is not None:
            run.logged.extend(_unheard(text, refused.line, header))
        return cls(carried, header, run, has_pegs_only(transcript.entries))

    def save(self, connection: Connection, table_id: str, after: str | None) -> None:
        """Write the rows down; what hands start from too, so that a tap needs no replay."""
        carried, run = self.carried, self.run
        changes = run.rows(table_id, carried.changed_at)
        for at in {*carried.asked} & {*range(len(changes))}:
            changes[at]["is_asked"] = True
        row = {
            "id": table_id,
            "created_at": carried.created_at,
            "changed_at": carried.changed_at,
            "header": str(self.header),
            "is_pegs_only": carried.pegs_only or self.is_pegs_only,
            "again_from": after,
            "origin": carried.origin,
            "table_options": self._options,
            "version": len(changes),
            "undo": len(changes) or None,
            **run.moved,
        }
        connection.execute(insert(TABLES), row)
        save_starts(connection, table_id, run.starts)
        insert_all(connection, CHANGES, changes)

    @property
    def _options(self) -> str:
        """How it uses the app, as its row keeps it; no phone has to agree to anything yet."""
        told = self.carried.options
        return TableOptions(
            frozenset(told.counting), told.muggins, told.penalty, told.findings
        ).kept


def _unheard(text: str, first: int, header: Header) -> Iterator[Logged]:
    """What stands from the line on that no longer holds: it waits to be mended, as it did there.

    Raises the `Refusal` of a line that nobody could have entered.
    """
    lines = [*islice(read_lines(text), MOST_STATEMENTS + 1)]
    if len(lines) > MOST_STATEMENTS:
        raise _at(lines[-1][0], RecordTooLong())
    for line, said in lines:
        if line < first:
            continue
        try:
            statement = _entered(said)
            written = statement_by_seat(statement, header.seating)
        except Refusal as refusal:
            raise _at(line, refusal) from None
        yield Logged(ChangeKind.ENTERED, statement=written, is_live=True)


def _entered(said: str) -> Statement:
    statement = read_statement(said)
    if isinstance(statement, HeaderLine):
        raise BadSyntax(message("refused.header-too-late", word=statement.word))
    if is_too_large(statement):
        raise TooLarge()
    return statement


def _at(line: int, refusal: Refusal) -> Refusal:
    return Refusal(message("import.line-refused", line=line, refusal=refusal.message))
