"""Handing over: a table goes to another phone with its whole record, and may come back.

A record from outside is only compared with tables where the same device keeps score. So it gives
away nothing that others keep here.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from typing import Any

from sqlalchemy import Connection, or_, update
from sqlmodel import col, select

from companion.db.table_models import ChangeKind, ChangeRow, MemberRow, Role, TableRow, may_exist
from companion.i18n import message
from companion.record.record_link import PackedTable, pack
from companion.record.replay import write_record
from companion.tables.errors import ConsentNeeded
from companion.tables.record_diff import BroughtRecord, RecordDiff, Relation, led
from companion.tables.record_rewriting import RewrittenRecord
from companion.tables.request_stamp import RequestStamp, StaleTap
from companion.tables.table_loader import load_states
from companion.tables.table_service import Save, TableService
from companion.tables.table_state import Start, TableState
from companion.tables.table_writer import Logged, Run, forget_starts, save_changes, save_starts

#: How often a record is compared again because others changed the tables meanwhile.
_MOST_TRIES = 5


@dataclass(eq=False)
class HandOverService:
    """Handing over tables of a service, and bringing them in."""

    tables: TableService

    def pack(self, table_id: str) -> str:
        """A table as letters for a link; an entry that doesn't fit any more stays."""
        written = self.tables.read(table_id)
        with self.tables.database.snapshot() as connection:
            origin = connection.scalar(select(TableRow.origin).where(TableRow.id == table_id))
        told = (entry.with_host for entry in written.entries)
        return pack(PackedTable(write_record(written.header, told), origin or table_id))

    def find(self, brought: BroughtRecord, device: str, known: Iterable[str]) -> RecordDiff | None:
        """The same table among those where a device keeps score and that it knows, or None."""
        with self.tables.database.snapshot() as connection:
            return _best(connection, brought, _kept(connection, brought, device, known))

    def open(
        self, brought: BroughtRecord, device: str, known: Sequence[str], *, is_apart: bool = False
    ) -> str:
        """Open a table for the record, unless exactly that is here already; returns its id.

        If it `is_apart`, it is a table of its own from now on, beside the one that it differs from.
        Otherwise raises `StaleTap` if another record of the same table arrived here meanwhile.
        """
        header, entries = brought.header, brought.entries
        origin = None if is_apart else brought.origin or None
        # Compared before the database is locked.
        for _ in range(_MOST_TRIES):
            with self.tables.database.snapshot() as connection:
                kept = _kept(connection, brought, device, known)
                meeting = _best(connection, brought, kept)
            if meeting is not None and meeting.relation is Relation.SAME:
                return meeting.state.id
            if meeting is not None and not is_apart:
                break

            def check(connection: Connection, kept: Sequence[Any] = kept) -> None:
                # A form that is sent twice at once must find what the other one opened.
                self.tables.database.wait_in_line(connection, device)
                if _kept(connection, brought, device, known) != kept:
                    raise _KeptOthers

            with suppress(_KeptOthers):
                return self.tables.open(
                    header, entries, keeper=device, origin=origin, at=brought.at, check=check
                )
        raise StaleTap(message("refused.stale"))

    def go_on(
        self, table_id: str, brought: BroughtRecord, stamp: RequestStamp, *, replaces: bool = False
    ) -> TableState:
        """Add to a table the entries that are missing here; all of them, or none.

        After the point where the two differ, the entries here are deleted if the rest `replaces`
        them. Raises `StaleTap`, `OnlyKeepers`, or `ConsentNeeded` if another phone would have to
        accept that. Sent twice, it is done once.
        """

        def planned(record: RewrittenRecord) -> Save[None] | None:
            before = record.state
            if stamp.is_counted(before, has_key=record.has_key):
                return None
            meeting = RecordDiff.of(record, brought)
            if meeting is None or (meeting.relation is Relation.PARTS and not replaces):
                raise StaleTap(message("refused.stale"))
            if meeting.more_brought == 0:
                return None
            if meeting.more_here and before.table_options.consent:
                raise ConsentNeeded(message("refused.ask-first"))
            return self._planned(meeting, stamp)

        self.tables.settle(table_id, stamp.key, planned)
        return self.tables.look(table_id)

    def _planned(self, meeting: RecordDiff, stamp: RequestStamp) -> Save[None]:
        """The changes that delete the entries here after that point, and enter the rest."""
        before, common = meeting.state, meeting.common
        kept, gone = meeting.brought[:common], meeting.here[common:]
        game = before.header.start()
        start = reduce(Start.after, (entry.game for entry in kept), Start(game, game.scores))
        hand, version = led(kept), before.version + len(gone)
        run = Run.after(start, hand, meeting.brought[common:], version)
        # Backwards from the last one: so undo, too, goes from one valid record to the next.
        struck = [
            Logged(ChangeKind.DELETED, line.seq, place=line.place, worth=str(worth))
            for line, worth in zip(reversed(gone), meeting.worths, strict=True)
        ]
        stands_no_more = (
            update(ChangeRow)
            .where(col(ChangeRow.table_id) == before.id)
            .where(col(ChangeRow.seq).in_([line.seq for line in gone]))
            .values(is_live=False)
        )

        def save(connection: Connection) -> None:
            now = self.tables.now()
            save_changes(connection, before, [*struck, *run.logged], stamp, now, run.moved)
            if gone:
                connection.execute(stands_no_more)
                forget_starts(connection, before.id, hand)
            save_starts(connection, before.id, run.starts)

        return save


class _KeptOthers(Exception):
    """The tables that a record was compared with have changed."""


def _kept(
    connection: Connection, brought: BroughtRecord, device: str, known: Iterable[str]
) -> Sequence[Any]:
    """The tables that a record is compared with, and the version of each."""
    ids = [each for each in dict.fromkeys([*known, brought.origin]) if may_exist(each)]
    is_known = col(TableRow.id).in_(ids)
    is_alike = or_(is_known, col(TableRow.origin) == brought.origin) if brought.origin else is_known
    keeps = select(MemberRow.table_id).where(
        MemberRow.device == device, MemberRow.role == Role.KEEPER, MemberRow.table_id == TableRow.id
    )
    kept = select(TableRow.id, TableRow.origin, TableRow.version).where(is_alike, keeps.exists())
    return connection.execute(kept.order_by(TableRow.id)).all()


def _best(connection: Connection, brought: BroughtRecord, kept: Iterable[Any]) -> RecordDiff | None:
    """The best match for the record among these tables."""
    origins = {row.id: row.origin or row.id for row in kept}
    found: list[tuple[bool, bool, int, RecordDiff]] = []
    for state in load_states(connection, [*origins]):
        meeting = RecordDiff.of(RewrittenRecord(connection, state), brought)
        has_origin = brought.origin in (state.id, origins[state.id])
        if meeting is not None and (has_origin or _begin_alike(meeting, brought)):
            is_same = meeting.relation is Relation.SAME
            found.append((is_same, has_origin, meeting.common, meeting))
    return max(found, key=lambda each: each[:3])[3] if found else None


def _begin_alike(meeting: RecordDiff, brought: BroughtRecord) -> bool:
    """Whether the same people entered the same, one of them perhaps more than the other."""
    is_same_people = meeting.state.header.players == brought.header.players
    return is_same_people and meeting.relation is not Relation.PARTS and meeting.common > 0
