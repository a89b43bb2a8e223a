"""The use cases: open a table or bring one in, enter what happens, take it back, correct it.

Each change is one transaction, refused as a whole or saved as a whole. Nothing
here knows the web; nothing above here writes a row.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime
from threading import Lock
from typing import NamedTuple

from companion.record.header import Header
from companion.record.replay import Entry, LineRefused, apply, follow
from companion.record.statements import HandLed, Statement
from companion.rules.game import Game
from companion.tables.amendments import (
    Amendment,
    amend,
    check_end_is_free,
    check_is_free,
    turn,
)
from companion.tables.carried import carry_in, is_points_alone, strike_out
from companion.tables.customs import Customs
from companion.tables.database import Database
from companion.tables.door import open_door
from companion.tables.errors import MendFirst, NoSuchTable, NothingToUndo, StaleTap
from companion.tables.ledger import Ledger
from companion.tables.notices import Mark, marks_of
from companion.tables.rows import ChangeKind, ChangeRow, TableRow
from companion.tables.sitting import Change, Sitting, Tap, statement_by_seat
from companion.tables.starts import remember_start
from companion.tables.story import Renaming

_CACHED = 256


class Written(NamedTuple):
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


class Desk:
    """Where tables are kept. `now` and `token` give the time and unguessable ids."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        # A command would take an id that begins with a dash for an option.
        token: Callable[[], str] = lambda: secrets.token_urlsafe(12).replace("-", "_"),
    ) -> None:
        self.database = database
        self._now = now
        self._token = token
        self._cache: OrderedDict[str, Sitting] = OrderedDict()
        self._cache_lock = Lock()

    # Looking

    def look(self, table_id: str) -> Sitting:
        """The table as it stands; raises `NoSuchTable`."""
        with self.database.reading() as session:
            return self._sitting(Ledger(session, table_id))

    def mark(self, table_id: str) -> Mark:
        """What tells whether the table is still as somebody saw it; raises `NoSuchTable`."""
        marks = self.marks({table_id})
        if table_id not in marks:
            raise NoSuchTable(table_id)
        return marks[table_id]

    def marks(self, table_ids: Collection[str]) -> dict[str, Mark]:
        """The marks of several tables, without those that are not there."""
        with self.database.reading() as session:
            return marks_of(session, table_ids)

    def read(self, table_id: str) -> Written:
        """The whole record of a table; raises `NoSuchTable`."""
        with self.database.reading() as session:
            ledger = Ledger(session, table_id)
            header = ledger.header
            statements = ledger.statements()
        start = header.start()
        entries, refused = follow(start, statements)
        return Written(header, start, entries, refused, tuple(statements[len(entries) :]))

    def changes(self, table_id: str) -> list[ChangeRow]:
        """Everything that was done to the record, first to last; raises `NoSuchTable`."""
        with self.database.reading() as session:
            changes = Ledger(session, table_id).everything()
            session.expunge_all()
        return changes

    # Changing

    def open(
        self,
        header: Header,
        *,
        is_pegs_only: bool = False,
        again_from: str | None = None,
        keeper: str = "",
        customs: Customs | None = None,
    ) -> str:
        """A new table, nothing led yet, at which the device `keeper` keeps score; returns its id.

        Raises `WrongPlayers` or `UnknownRule` where the header does not stand.
        """
        header.start()
        row = self._new_row(header, is_pegs_only=is_pegs_only, again_from=again_from)
        if customs is not None:
            customs.keep(row, row.created_at)
        table_id = row.id
        with self.database.writing() as session:
            session.add(row)
            session.flush()
            open_door(session, table_id, keeper, row.created_at)
        return table_id

    def bring_in(self, header: Header, entries: Sequence[Entry], *, keeper: str = "") -> str:
        """A new table at which all this was entered already; returns its id.

        The entries are those of a record that was replayed, so nothing can be refused.
        """
        row = self._new_row(header, is_pegs_only=is_points_alone(entries))
        table_id = row.id
        with self.database.writing() as session:
            session.add(row)
            session.flush()
            open_door(session, table_id, keeper, row.created_at)
            carry_in(session, row, header, entries)
        return table_id

    def remove(self, table_id: str) -> None:
        """Delete a table for good, with all that belongs to it; raises `NoSuchTable`."""
        with self.database.writing() as session:
            Ledger(session, table_id, for_update=True)
            strike_out(session, table_id)
        with self._cache_lock:
            self._cache.pop(table_id, None)

    def enter(self, table_id: str, statement: Statement, tap: Tap) -> Sitting:
        """One more statement at the end of the record; raises as `enter_seeing` does."""
        return self.enter_seeing(table_id, lambda game: statement, tap)

    def enter_seeing(self, table_id: str, say: Callable[[Game], Statement], tap: Tap) -> Sitting:
        """One more statement at the end of the record, said in sight of the game as it stands.

        Nothing is said where the tap is an old one or was counted already. Raises the
        `Refusal` that the statement earns, `StaleTap`, `MendFirst` or `NoSuchTable`;
        then nothing is changed. A tap sent twice is counted once.
        """
        with self.database.writing() as session:
            ledger = Ledger(session, table_id, for_update=True)
            sitting = self._sitting(ledger)
            if _is_repeated(ledger, tap):
                return sitting
            if sitting.refused is not None:
                raise MendFirst(f"An entry no longer holds: {sitting.refused.refusal.sentence}")
            after = _with_entry(sitting, say(sitting.game))
            # From here on one plain INSERT and one plain UPDATE: a tap pays for no more.
            session.expunge(ledger.row)
            if after.hand_number > sitting.hand_number:
                remember_start(session, table_id, after.hand_number, sitting.now)
            entered = after.entries[-1].statement
            now = self._now()
            ledger.log(
                ChangeKind.ENTERED,
                tap,
                now,
                statement=statement_by_seat(entered, after.game.seating),
                hand=after.hand_number,
                is_live=True,
            )
            ledger.keep(after.hand_number, after.game, now)
        self._remember(after)
        return after

    def undo(self, table_id: str, tap: Tap) -> Sitting:
        """The last change taken back, across the end of a hand or of the game.

        Raises `NothingToUndo`, `AskFirst`, `StaleTap` or `NoSuchTable`.
        """

        def change(ledger: Ledger) -> int:
            done = ledger.last_done()
            if done is None:
                raise NothingToUndo("Nothing has been entered that could be taken back.")
            return self._turn(ledger, done, tap, is_undone=True)

        return self._change(table_id, tap, change)

    def redo(self, table_id: str, tap: Tap) -> Sitting:
        """The change last taken back, made again.

        Raises `NothingToUndo`, `AskFirst`, `StaleTap` or `NoSuchTable`.
        """

        def change(ledger: Ledger) -> int:
            undone = ledger.next_undone()
            if undone is None:
                raise NothingToUndo("Nothing was taken back that could be entered again.")
            return self._turn(ledger, undone, tap, is_undone=False)

        return self._change(table_id, tap, change)

    def amend(self, table_id: str, amendment: Amendment, tap: Tap) -> Sitting:
        """A change further back, or of the customs; what follows it is recomputed.

        Raises the `Refusal` that the statement earns there, `NoSuchEntry`, for customs
        `NotAllowed` and `SwitchedAlready`; and `AskFirst`, `StaleTap` or `NoSuchTable`.
        """

        def change(ledger: Ledger) -> int:
            check_is_free(ledger, amendment)
            return amend(ledger, amendment, tap, self._now())

        return self._change(table_id, tap, change)

    def rename(self, table_id: str, players: tuple[str, ...], tap: Tap) -> Sitting:
        """The same people under other names; raises `WrongPlayers` or `StaleTap`."""

        def change(ledger: Ledger) -> int:
            renaming = Renaming(ledger.header.players, players)
            header = ledger.header._replace(players=players)
            header.start()
            ledger.row.header = str(header)
            ledger.log(ChangeKind.RENAMED, tap, self._now(), statement=str(renaming))
            return ledger.row.hand

        return self._change(table_id, tap, change)

    # How it is done

    def _new_row(
        self, header: Header, *, is_pegs_only: bool, again_from: str | None = None
    ) -> TableRow:
        now = self._now()
        return TableRow(
            id=self._token(),
            created_at=now,
            changed_at=now,
            header=str(header),
            is_pegs_only=is_pegs_only,
            again_from=again_from,
        )

    def _change(self, table_id: str, tap: Tap, change: Callable[[Ledger], int]) -> Sitting:
        """Run a change that returns the first hand to replay, and the table after it."""
        with self.database.writing() as session:
            ledger = Ledger(session, table_id, for_update=True)
            if not _is_repeated(ledger, tap):
                ledger.rebuild(change(ledger), self._now())
            session.flush()
            after = ledger.sitting()
        self._remember(after)
        return after

    def _turn(self, ledger: Ledger, done: ChangeRow, tap: Tap, *, is_undone: bool) -> int:
        """Take a change back or make it again; returns the first hand to replay."""
        check_end_is_free(ledger, done)
        return turn(ledger, done, tap, self._now(), is_undone=is_undone)

    def _sitting(self, ledger: Ledger) -> Sitting:
        with self._cache_lock:
            cached = self._cache.get(ledger.row.id)
        row = ledger.row
        if cached is not None and (cached.version, cached.access) == (row.version, row.access):
            return cached
        sitting = ledger.sitting()
        self._remember(sitting)
        return sitting

    def _remember(self, sitting: Sitting) -> None:
        with self._cache_lock:
            self._cache[sitting.id] = sitting
            self._cache.move_to_end(sitting.id)
            while len(self._cache) > _CACHED:
                self._cache.popitem(last=False)


def _is_repeated(ledger: Ledger, tap: Tap) -> bool:
    """Whether this very tap was counted already; raises `StaleTap` for an old view."""
    # First the key: a tap whose answer was lost may have looked at the table again since.
    if ledger.has_key(tap.key):
        return True
    if tap.seen == ledger.row.version:
        return False
    raise StaleTap("The table moved on in the meantime: look again, then enter it.")


def _with_entry(sitting: Sitting, statement: Statement) -> Sitting:
    """The sitting after one more statement; raises the `Refusal` that it earns."""
    game = apply(sitting.game, statement)
    seq = sitting.version + 1
    entered = Entry(seq, statement, game)
    entry = entered._replace(statement=entered.with_host)
    leads = isinstance(statement, HandLed)
    return sitting._replace(
        version=seq,
        hand_number=sitting.hand_number + leads,
        start=sitting.game if leads else sitting.start,
        now=sitting.now.after(game),
        entries=(entry,) if leads else (*sitting.entries, entry),
        undo=Change(seq, ChangeKind.ENTERED, entry.statement),
        redo=None,
    )
