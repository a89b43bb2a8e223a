"""The use cases: open a table or bring one in, enter what happens, take it back, correct it.

Each change is one transaction, refused as a whole or saved as a whole. Nothing
here knows the web; nothing above here writes a row.
"""

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from threading import Lock
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from companion.record.header import Header
from companion.record.replay import Entry, LineRefused, follow
from companion.record.statements import Statement
from companion.rules.game import Game
from companion.tables.access import admit_opener
from companion.tables.amendments import Amendment, plan, plan_turn
from companion.tables.database import Database
from companion.tables.entering import Logged, Mark, find, find_all, save_entry
from companion.tables.errors import (
    ConsentNeeded,
    NoSuchTable,
    NothingToUndo,
    OnlyKeepers,
    RecordBroken,
    StaleTap,
)
from companion.tables.history import Renaming
from companion.tables.importing import delete_rows, insert_record, is_points_alone
from companion.tables.latest_states import LatestStates
from companion.tables.loading import catch_up, load_states, with_entry
from companion.tables.members import Members
from companion.tables.notices import Revision, revisions_of
from companion.tables.options import TableOptions
from companion.tables.rewriting import Aside, Record, Rewrite, save_change
from companion.tables.rows import ChangeKind, ChangeRow, TableRow
from companion.tables.state import RequestStamp, TableState
from companion.words import message

_Plan = TypeVar("_Plan")
_Result = TypeVar("_Result")
#: In how many lines those who enter wait: two tables may share one.
_LINES = 64


class ReplayedRecord(NamedTuple):
    """A whole record as it stands: every entry, and the first that no longer holds."""

    header: Header
    start: Game
    entries: tuple[Entry, ...]
    refused: LineRefused | None
    #: The statements from the refused one on, with the numbers of their changes.
    unheard: tuple[tuple[int, Statement], ...]

    @property
    def game(self) -> Game:
        """The game after the last entry that holds."""
        return self.entries[-1].game if self.entries else self.start


class Visit(NamedTuple):
    """A table as it stands, and who is there, seen by one device."""

    state: TableState
    members: Members


class TableService:
    """Where tables are kept. `now` and `token` give the time and unguessable ids."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        # A command would take an id that begins with a dash for an option.
        token: Callable[[], str] = lambda: secrets.token_urlsafe(12).replace("-", "_"),
    ) -> None:
        self.database = database
        self.now = now
        self._token = token
        self._states = LatestStates()
        self._lines = [Lock() for _ in range(_LINES)]

    # Looking

    def look(self, table_id: str) -> TableState:
        """The table as it stands; raises `NoSuchTable`."""
        with self.database.snapshot() as connection:
            return self._state(connection, table_id, find(connection, table_id))

    def visit(self, table_id: str, device: str, held: str = "") -> Visit:
        """The table as it stands, and who is there, seen by a device that holds a link or none.

        Raises `NoSuchTable`, also for a device that was never let in.
        """
        visits = self.visits({table_id: held}, device)
        if table_id not in visits:
            raise NoSuchTable(table_id)
        return visits[table_id]

    def visits(self, held: dict[str, str], device: str) -> dict[str, Visit]:
        """The same for several tables, each with the secret that is held for it.

        They stay in order, without those that are not there or not for this device.
        """
        with self.database.snapshot() as connection:
            marks = find_all(connection, held)
            states = self._states_at(connection, {each: mark for each, (mark, _) in marks.items()})
        found = {}
        for table_id in filter(states.__contains__, held):
            state = states[table_id]
            members = state.seen_by(device, holds_link=marks[table_id][1])
            if members.may_watch:
                found[table_id] = Visit(state, members)
        return found

    def mark(self, table_id: str) -> Revision:
        """What tells whether the table is still as somebody saw it; raises `NoSuchTable`."""
        marks = self.marks({table_id})
        if table_id not in marks:
            raise NoSuchTable(table_id)
        return marks[table_id]

    def marks(self, table_ids: Collection[str]) -> dict[str, Revision]:
        """The marks of several tables, without those that are not there."""
        with self.database.reading() as session:
            return revisions_of(session, table_ids)

    def read(self, table_id: str) -> ReplayedRecord:
        """The whole record of a table; raises `NoSuchTable`."""
        with self.database.snapshot() as connection:
            mark = find(connection, table_id)
            record = Record(connection, self._state(connection, table_id, mark))
            statements = [(line.seq, line.statement) for line in record.lines(0)]
        header = record.state.header
        start = header.start()
        entries, refused = follow(start, statements)
        return ReplayedRecord(header, start, entries, refused, tuple(statements[len(entries) :]))

    def changes(self, table_id: str) -> list[ChangeRow]:
        """Everything that was done to the record, first to last; raises `NoSuchTable`."""
        of_table = select(ChangeRow).where(col(ChangeRow.table_id) == table_id)
        with self.database.reading() as session:
            find(session.connection(), table_id)
            changes = session.exec(of_table.order_by(col(ChangeRow.seq))).all()
            session.expunge_all()
        return list(changes)

    # Changing

    def open(
        self,
        header: Header,
        *,
        is_pegs_only: bool = False,
        again_from: str | None = None,
        keeper: str = "",
        table_options: TableOptions | None = None,
    ) -> str:
        """A new table, nothing led yet, at which the device `keeper` keeps score; returns its id.

        Raises `WrongPlayers` or `UnknownRule` where the header does not stand.
        """
        header.start()
        row = self._new_row(header, is_pegs_only=is_pegs_only, again_from=again_from)
        if table_options is not None:
            row.table_options = table_options.kept
            row.consent_since = row.created_at if table_options.consent else None
        table_id = row.id
        with self.database.writing() as session:
            session.add(row)
            session.flush()
            admit_opener(session, table_id, keeper, row.created_at)
        return table_id

    def import_record(self, header: Header, entries: Sequence[Entry], *, keeper: str = "") -> str:
        """A new table at which all this was entered already; returns its id.

        The entries are those of a record that was replayed, so nothing can be refused.
        """
        row = self._new_row(header, is_pegs_only=is_points_alone(entries))
        table_id = row.id
        with self.database.writing() as session:
            session.add(row)
            session.flush()
            admit_opener(session, table_id, keeper, row.created_at)
            insert_record(session, row, header, entries)
        return table_id

    def remove(self, table_id: str) -> None:
        """Delete a table for good, with all that belongs to it; raises `NoSuchTable`."""
        with self.database.writing() as session:
            find(session.connection(), table_id, holds=True)
            delete_rows(session, table_id)
        self._states.forget(table_id)

    def enter(self, table_id: str, statement: Statement, stamp: RequestStamp) -> TableState:
        """One more statement at the end of the record; raises as `enter_seeing` does."""
        return self.enter_seeing(table_id, lambda state: statement, stamp)

    def enter_seeing(
        self, table_id: str, say: Callable[[TableState], Statement], stamp: RequestStamp
    ) -> TableState:
        """One more statement at the end of the record, said in sight of the table as it stands.

        Nothing is said where the tap is an old one or was counted already. Raises the
        `Refusal` that the statement earns, `StaleTap`, `RecordBroken`, `OnlyKeepers` or
        `NoSuchTable`; then nothing is changed. A tap sent twice is counted once.
        """
        # Who waited in vain learns it from the one before, and holds up no other table.
        with self._lines[hash(table_id) % _LINES]:
            latest = self._states.get(table_id)
            if latest is None or latest.version <= stamp.seen:
                return self._enter_in_line(table_id, say, stamp)
        with self.database.snapshot() as connection:
            state, is_counted = self._arrived(connection, table_id, stamp, holds=False)
        return state if is_counted else self._enter_in_line(table_id, say, stamp)

    def undo(self, table_id: str, stamp: RequestStamp) -> TableState:
        """The last change taken back, across the end of a hand or of the game.

        Raises `NothingToUndo`, `ConsentNeeded`, `StaleTap` or `NoSuchTable`.
        """
        return self._change(table_id, stamp, lambda record: _turned(record, is_undone=True))

    def redo(self, table_id: str, stamp: RequestStamp) -> TableState:
        """The change last taken back, made again.

        Raises `NothingToUndo`, `ConsentNeeded`, `StaleTap` or `NoSuchTable`.
        """
        return self._change(table_id, stamp, lambda record: _turned(record, is_undone=False))

    def amend(self, table_id: str, amendment: Amendment, stamp: RequestStamp) -> TableState:
        """A change further back, or of the options; what follows it is recomputed.

        Raises the `Refusal` that the statement earns there, `NoSuchEntry`, for options
        `NotAllowed` and `OptionsUnchanged`; and `ConsentNeeded`, `StaleTap` or `NoSuchTable`.
        """
        return self._change(table_id, stamp, lambda record: plan(record, amendment, self.now()))

    def rename(self, table_id: str, players: tuple[str, ...], stamp: RequestStamp) -> TableState:
        """The same people under other names; raises `WrongPlayers` or `StaleTap`."""

        def renamed(record: Record) -> Aside:
            before = record.state.header
            header = before._replace(players=players)
            header.start()
            renaming = Renaming(before.players, players)
            return Aside(
                Logged(ChangeKind.RENAMED, statement=str(renaming)), {"header": str(header)}
            )

        return self._change(table_id, stamp, renamed)

    def settle(
        self,
        table_id: str,
        plan_for: Callable[[Record], _Plan],
        save: Callable[[Connection, TableState, _Plan], _Result],
    ) -> _Result:
        """Plan a change outside of the writers' line, and save it if the table is still the same.

        Else it is planned once more.
        """
        while True:
            with self.database.snapshot() as connection:
                mark = find(connection, table_id)
                before = self._state(connection, table_id, mark)
                planned = plan_for(Record(connection, before))
            with self.database.transaction() as connection:
                if find(connection, table_id, holds=True) == mark:
                    return save(connection, before, planned)

    def is_counted(self, record: Record, stamp: RequestStamp) -> bool:
        """Whether this very tap was counted already; raises `OnlyKeepers` and `StaleTap`."""
        has_key = find(record.connection, record.state.id, stamp.key).has_key
        return _is_counted(record.state, stamp, has_key=has_key)

    # How it is done

    def _new_row(
        self, header: Header, *, is_pegs_only: bool, again_from: str | None = None
    ) -> TableRow:
        now = self.now()
        return TableRow(
            id=self._token(),
            created_at=now,
            changed_at=now,
            header=str(header),
            is_pegs_only=is_pegs_only,
            again_from=again_from,
        )

    def _change(
        self, table_id: str, stamp: RequestStamp, make: Callable[[Record], Rewrite | Aside]
    ) -> TableState:
        """Make a change unless this very tap was counted already."""

        def made(record: Record) -> Rewrite | Aside | None:
            if self.is_counted(record, stamp):
                return None
            change = make(record)
            if record.asks(change):
                raise ConsentNeeded(message("refused.ask-first"))
            return change

        def save(
            connection: Connection, before: TableState, change: Rewrite | Aside | None
        ) -> TableState:
            if change is None:
                return before
            return save_change(connection, before, change, stamp, self.now())

        after = self.settle(table_id, made, save)
        self._states.put(after)
        return after

    def _enter_in_line(
        self, table_id: str, say: Callable[[TableState], Statement], stamp: RequestStamp
    ) -> TableState:
        try:
            after = self._entered(table_id, say, stamp)
        except IntegrityError:
            # The very same tap was saved while this one waited for the row.
            after = self.look(table_id)
        self._states.put(after)
        return after

    def _entered(
        self, table_id: str, say: Callable[[TableState], Statement], stamp: RequestStamp
    ) -> TableState:
        with self.database.transaction() as connection:
            before, is_counted = self._arrived(connection, table_id, stamp, holds=True)
            if is_counted:
                return before
            if before.refused is not None:
                raise _broken(before.refused)
            after = with_entry(before, say(before))
            save_entry(connection, before, after, stamp, self.now())
        return after

    def _arrived(
        self, connection: Connection, table_id: str, stamp: RequestStamp, *, holds: bool
    ) -> tuple[TableState, bool]:
        """The table that a tap finds, and whether this very tap was counted there already.

        Raises `NoSuchTable`, `OnlyKeepers`, and `StaleTap` for an old view.
        """
        mark = find(connection, table_id, stamp.key, holds=holds)
        state = self._state(connection, table_id, mark)
        has_key = mark.has_key
        if holds and not has_key and stamp.seen != state.version:
            # Who waited for the row did not see what was saved by then, and asks once more.
            has_key = find(connection, table_id, stamp.key).has_key
        return state, _is_counted(state, stamp, has_key=has_key)

    def _state(self, connection: Connection, table_id: str, mark: Mark) -> TableState:
        return self._states_at(connection, {table_id: mark})[table_id]

    def _states_at(
        self, connection: Connection, marks: Mapping[str, Mark]
    ) -> dict[str, TableState]:
        """The states of tables that stand so: kept, caught up with, or read anew."""
        found, missing = {}, []
        for table_id, mark in marks.items():
            state = self._states.get(table_id)
            if state is not None and (state.version, state.access) == mark[:2]:
                found[table_id] = state
            else:
                missing.append(table_id)
        if missing:
            read = self._caught_up(connection, marks, missing) or load_states(connection, missing)
            for state in read.values():
                self._states.put(state)
            found |= read
        return found

    def _caught_up(
        self, connection: Connection, marks: Mapping[str, Mark], missing: list[str]
    ) -> dict[str, TableState]:
        """The one table at which others entered something since; else none."""
        state = self._states.get(missing[0]) if len(missing) == 1 else None
        if state is None or state.access != marks[state.id].access:
            return {}
        after = catch_up(connection, state)
        return {} if after is None else {state.id: after}


def _is_counted(state: TableState, stamp: RequestStamp, *, has_key: bool) -> bool:
    """Whether this very tap was counted already; raises `OnlyKeepers` and `StaleTap`."""
    if stamp.is_keepers and not state.seen_by(stamp.device).keeps:
        raise OnlyKeepers(state.id)
    # First the key: a tap whose answer was lost may have looked at the table again since.
    if has_key or stamp.seen == state.version:
        return has_key
    stale = StaleTap(message("refused.stale"))
    stale.state = state
    raise stale


def _turned(record: Record, *, is_undone: bool) -> Rewrite:
    """The last change taken back, or made again; raises `NothingToUndo`."""
    change = record.to_turn(is_undone=not is_undone)
    if change is None:
        raise NothingToUndo(message(f"refused.nothing-to-{'undo' if is_undone else 'redo'}"))
    return plan_turn(record, change, is_undone=is_undone)


def _broken(refused: LineRefused) -> RecordBroken:
    return RecordBroken(message("refused.mend-first", why=refused.refusal.message))
