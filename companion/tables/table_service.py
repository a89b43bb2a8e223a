"""The use cases: open a table or bring one in, enter what happens, undo it, correct it.

Each change is one transaction, refused as a whole or saved as a whole; nothing above writes a row.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection, func
from sqlmodel import Session, select

from companion.db.bulk_writes import insert_all
from companion.db.table_models import ChangeKind, ChangeRow, MemberRow, Role, TableRow
from companion.i18n import message
from companion.record.header import Header
from companion.record.replay import MOST_STATEMENTS, Entry, RecordTooLong, has_pegs_only
from companion.record.statements import Statement
from companion.tables import errors, table_writer
from companion.tables.amendments import plan_last_turn
from companion.tables.change_history import Renaming
from companion.tables.record_rewriting import ChangePlan, RewrittenRecord, save_change
from companion.tables.request_stamp import RequestStamp, StaleTap
from companion.tables.table_loader import find, with_entry
from companion.tables.table_options import TableOptions
from companion.tables.table_reader import TableReader
from companion.tables.table_state import ClaimedCount, Start, TableState

_Result = TypeVar("_Result")
#: Makes a statement from the table as it is now.
Say = Callable[[TableState], Statement | ClaimedCount]
#: Writes a change that was planned.
Save = Callable[[Connection], _Result]
#: How often a change is planned again because others changed the table meanwhile.
_MOST_TRIES = 5


@dataclass(eq=False)
class TableService(TableReader):
    """Where tables are kept; a table that doesn't exist raises `NoSuchTable`."""

    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    # A command would take an id that begins with a dash for an option.
    token: Callable[[], str] = lambda: secrets.token_urlsafe(12).replace("-", "_")

    def open(
        self,
        header: Header,
        entries: Sequence[Entry] = (),
        *,
        is_pegs_only: bool = False,
        again_from: str | None = None,
        keeper: str = "",
        table_options: TableOptions | None = None,
        origin: str | None = None,
        at: datetime | None = None,
        check: Callable[[Connection], object] = lambda _: None,
        then: Callable[[Session, str], object] = lambda _, __: None,
    ) -> str:
        """A new table where the device `keeper` keeps score; returns its id.

        Nothing is led yet, unless a replay is given; it may have been played before, `at` a moment
        that its file has. The transaction first calls `check`, and
        `then` to write what else belongs to the table. If one of them raises, no table is opened.
        Raises `WrongPlayers` or `UnknownRule` if the header isn't valid.
        """
        start, now = header.start(), self.now()
        options = table_options or TableOptions.at_first(header)
        table_id, run = self.token(), table_writer.Run.after(Start(start, start.scores), 0, entries)
        row = TableRow(
            id=table_id,
            created_at=min(at or now, now),
            changed_at=now,
            header=str(header),
            is_pegs_only=is_pegs_only or has_pegs_only(entries),
            version=len(entries),
            undo=len(entries) or None,
            again_from=again_from,
            origin=origin,
            consent_since=now if options.consent else None,
            table_options=options.kept,
            **run.moved,
        )
        with self.database.writing() as session:
            check(session.connection())
            session.add(row)
            session.flush()
            if keeper:
                role = Role.KEEPER.value
                session.add(MemberRow(table_id=table_id, device=keeper, role=role, since=now))
            session.flush()
            table_writer.save_starts(session.connection(), table_id, run.starts)
            insert_all(session.connection(), ChangeRow, run.rows(table_id, now))
            then(session, table_id)
        return table_id

    def remove(self, table_id: str) -> None:
        """Delete a table for good, with everything that belongs to it."""
        with self.database.transaction() as connection:
            find(connection, table_id, holds=True)
            table_writer.delete_rows(connection, table_id)

    def enter(self, table_id: str, said: Statement | Say, stamp: RequestStamp) -> TableState:
        """Add a statement at the end of the record, or one made from the table as it is now.

        Nothing is added if the tap is an old one or was counted already. Raises the `Refusal` that
        the statement earns, `StaleTap`, `RecordBroken` or `OnlyKeepers`; then nothing is changed. A
        tap sent twice is counted once.
        """
        say = said if callable(said) else lambda _: said
        state = self._states.get(table_id)
        for _ in range(_MOST_TRIES):
            if state is None or state.version != stamp.seen:
                # A late tap is refused outside the writers' line.
                with self.database.snapshot() as connection:
                    mark, state = self._stands(connection, table_id, stamp.key)
                if _is_counted(state, stamp, has_key=mark.has_key):
                    return state
            if (after := self._enter(state, say, stamp)) is not None:
                self._states.put(after)
                return after
            state = None
        raise StaleTap.at(self.look(table_id))

    def undo(self, table_id: str, stamp: RequestStamp) -> TableState:
        """The last change undone; raises `NothingToUndo`, `ConsentNeeded` or `StaleTap`."""
        return self.change(table_id, stamp, partial(plan_last_turn, is_undone=True))

    def redo(self, table_id: str, stamp: RequestStamp) -> TableState:
        """The change last undone, made again; raises as `undo` does."""
        return self.change(table_id, stamp, partial(plan_last_turn, is_undone=False))

    def leave_unclaimed(self, table_id: str, stamp: RequestStamp) -> TableState:
        """Nobody calls the count of the last tile, on any phone; raises `StaleTap`."""

        def planned(record: RewrittenRecord) -> Save[None] | None:
            state = record.state
            if stamp.is_counted(state, has_key=record.has_key) or not state.entries:
                return None
            line = state.entries[-1].line
            return partial(table_writer.save_unclaimed, table_id=table_id, line=line)

        self.settle(table_id, stamp.key, planned)
        return self.look(table_id)

    def rename(self, table_id: str, players: tuple[str, ...], stamp: RequestStamp) -> TableState:
        """The same people under other names; raises `WrongPlayers` or `StaleTap`."""

        def renamed(record: RewrittenRecord) -> ChangePlan:
            header = record.state.header._replace(players=players)
            header.start()
            renaming = Renaming(record.state.header.players, players)
            logged = table_writer.Logged(ChangeKind.RENAMED, statement=str(renaming))
            return ChangePlan(logged, {"header": str(header)})

        return self.change(table_id, stamp, renamed)

    def change(
        self, table_id: str, stamp: RequestStamp, make: Callable[[RewrittenRecord], ChangePlan]
    ) -> TableState:
        """A change made once for each tap; raises as `make`, `ConsentNeeded`, `StaleTap`."""

        def planned(record: RewrittenRecord) -> Save[None] | None:
            before = record.state
            if stamp.is_counted(before, has_key=record.has_key):
                return None
            made = make(record)
            if made.needs_consent and before.table_options.consent:
                raise errors.ConsentNeeded(message("refused.ask-first"))
            if made.logged.kind is ChangeKind.INSERTED:
                _check_room(record.connection, before)
            return partial(save_change, before=before, made=made, stamp=stamp, now=self.now())

        self.settle(table_id, stamp.key, planned)
        return self.look(table_id)

    def foresee(
        self, table_id: str, make: Callable[[RewrittenRecord], ChangePlan]
    ) -> tuple[TableState, ChangePlan]:
        """The table, and what a change would do to it, without making it; raises as `make`."""
        with self.database.snapshot() as connection:
            _, state = self._stands(connection, table_id)
            return state, make(RewrittenRecord(connection, state))

    def settle(
        self, table_id: str, key: str, plan_for: Callable[[RewrittenRecord], Save[_Result] | None]
    ) -> _Result | None:
        """Plan a change outside the writers' line, and save it if the table is still the same.

        Otherwise it is planned again. If others are quicker every time, raises `StaleTap`.
        `plan_for` returns a function that saves it and must replay nothing, or None. `key` is the
        tap's.
        """
        for _ in range(_MOST_TRIES):
            with self.database.snapshot() as connection:
                mark, state = self._stands(connection, table_id, key)
                save = plan_for(RewrittenRecord(connection, state, has_key=mark.has_key))
            if save is None:
                return None
            with self.database.transaction() as connection:
                if find(connection, table_id, key, holds=True) == mark:
                    return save(connection)
        raise StaleTap.at(state)

    def _enter(self, before: TableState, say: Say, stamp: RequestStamp) -> TableState | None:
        """The table after a tap; None if it changed before anything could be saved."""
        with self.database.transaction() as connection:
            mark = find(connection, before.id, stamp.key, holds=True)
            if mark.revision != before.revision:
                return None
            if _is_counted(before, stamp, has_key=mark.has_key):
                return before
            said = say(before)
            claimed = said if isinstance(said, ClaimedCount) else (said, None)
            after = with_entry(before, *claimed)
            _check_room(connection, before)
            table_writer.save_entry(connection, before, after, stamp, self.now())
        return after


def _check_room(connection: Connection, state: TableState) -> None:
    """Raise `RecordTooLong` if the record can have no more statements."""
    room = MOST_STATEMENTS - len(str(state.header).splitlines())
    # There are never more of them than changes.
    if state.version < room:
        return
    of_table = select(func.count()).where(ChangeRow.table_id == state.id, ChangeRow.is_live)
    if connection.execute(of_table).scalar_one() >= room:
        raise RecordTooLong()


def _is_counted(state: TableState, stamp: RequestStamp, *, has_key: bool) -> bool:
    """Whether this very tap was counted; raises also `RecordBroken`, if nothing can follow."""
    is_counted = stamp.is_counted(state, has_key=has_key)
    if not is_counted and state.refused is not None:
        why = state.refused.refusal.message
        raise errors.RecordBroken(message("refused.mend-first", why=why))
    return is_counted
