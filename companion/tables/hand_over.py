"""Carrying: a table goes to another phone with its whole record, and may come back.

What is brought is only ever compared with tables at which the same device keeps score: nobody
learns from it what others keep here.
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

#: How often a record is compared anew because others changed the tables meanwhile.
_MOST_TRIES = 5


@dataclass(eq=False)
class HandOverService:
    """What is handed over from the tables of a service, and brought to them."""

    tables: TableService

    def pack(self, table_id: str) -> str:
        """A table as it stands, as letters for a link; an entry that no longer holds stays."""
        written = self.tables.read(table_id)
        with self.tables.database.snapshot() as connection:
            origin = connection.scalar(select(TableRow.origin).where(TableRow.id == table_id))
        told = (entry.with_host for entry in written.entries)
        return pack(PackedTable(write_record(written.header, told), origin or table_id))

    def find(self, brought: BroughtRecord, device: str, known: Iterable[str]) -> RecordDiff | None:
        """The same table among those at which a device keeps score and that it knows, or None."""
        with self.tables.database.snapshot() as connection:
            return _best(connection, brought, _kept(connection, brought, device, known))

    def open(
        self, brought: BroughtRecord, device: str, known: Sequence[str], *, is_apart: bool = False
    ) -> str:
        """A table of what is brought, unless just that is here already; returns its id.

        What `is_apart` is a table of its own from now on, beside one that it parts from. Raises
        `StaleTap` where else another record of the same table came to be here meanwhile.
        """
        header, entries = brought.header, brought.entries
        origin = None if is_apart else brought.origin or None
        # Compared before anybody waits for the database.
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
                return self.tables.open(header, entries, keeper=device, origin=origin, check=check)
        raise StaleTap(message("refused.stale"))

    def go_on(
        self, table_id: str, brought: BroughtRecord, stamp: RequestStamp, *, replaces: bool = False
    ) -> TableState:
        """A table with the entries that are missing here; all of them, or none.

        Where the two part, what stands here from there on is struck out if the rest
        `replaces` it. Raises `StaleTap`, `OnlyKeepers`, or `ConsentNeeded` where another phone
        would have to accept that. Sent twice, it is done once.
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
        """What strikes out what stands here from where the two part, and enters the rest."""
        before, common = meeting.state, meeting.common
        kept, gone = meeting.brought[:common], meeting.here[common:]
        game = before.header.start()
        start = reduce(Start.after, (entry.game for entry in kept), Start(game, game.scores))
        hand, version = led(kept), before.version + len(gone)
        run = Run.after(start, hand, meeting.brought[common:], version)
        # From the last one back: so undo, too, goes from one record that holds to the next.
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
    """The tables that a record was compared with are others now."""


def _kept(
    connection: Connection, brought: BroughtRecord, device: str, known: Iterable[str]
) -> Sequence[Any]:
    """The tables with which a record is compared, and where each stands."""
    ids = [each for each in dict.fromkeys([*known, brought.origin]) if may_exist(each)]
    is_known = col(TableRow.id).in_(ids)
    is_alike = or_(is_known, col(TableRow.origin) == brought.origin) if brought.origin else is_known
    keeps = select(MemberRow.table_id).where(
        MemberRow.device == device, MemberRow.role == Role.KEEPER, MemberRow.table_id == TableRow.id
    )
    kept = select(TableRow.id, TableRow.origin, TableRow.version).where(is_alike, keeps.exists())
    return connection.execute(kept.order_by(TableRow.id)).all()


def _best(connection: Connection, brought: BroughtRecord, kept: Iterable[Any]) -> RecordDiff | None:
    """The one of these tables that goes together best with what is brought."""
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
