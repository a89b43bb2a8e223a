"""The use cases: open a table, enter what happens at it, take it back, correct it.

Each change is one transaction, refused as a whole or saved as a whole. Nothing
here knows the web; nothing above here writes a row.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from sqlalchemy import insert, update
from sqlmodel import Session, col, select

from companion.record.header import Header, read_header
from companion.record.replay import Entry, LineRefused, apply, follow
from companion.record.statements import HandLed, Statement, TileSet
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.tables.database import Database
from companion.tables.errors import MendFirst, NoSuchEntry, NoSuchTable, NothingToUndo, StaleTap
from companion.tables.rows import ChangeKind, ChangeRow, TableRow
from companion.tables.sitting import Change, Sitting, Tap, statement_by_name, statement_by_seat
from companion.tables.starts import forget_starts_after, remember_start, start_of_hand

#: The changes that undo takes back, last first.
_UNDOABLE = (
    ChangeKind.ENTERED,
    ChangeKind.CORRECTED,
    ChangeKind.INSERTED,
    ChangeKind.DELETED,
)
_CACHED = 256


class Written(NamedTuple):
    """A whole record as it stands: every entry, and the first that no longer holds."""

    header: Header
    start: Game
    entries: tuple[Entry, ...]
    refused: LineRefused | None
    #: The statements from the refused one on, with the numbers of their changes.
    unheard: tuple[tuple[int, Statement], ...]


class Desk:
    """Where tables are kept. `now` and `token` give the time and unguessable ids."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        token: Callable[[], str] = lambda: secrets.token_urlsafe(12),
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
            return self._sitting(session, _row(session, table_id))

    def read(self, table_id: str) -> Written:
        """The whole record of a table; raises `NoSuchTable`."""
        with self.database.reading() as session:
            header = _header(_row(session, table_id).header)
            rows = session.exec(_live_rows(table_id, from_hand=0)).all()
        statements = [(row.seq, _statement(row, header)) for row in rows]
        start = header.start()
        entries, refused = follow(start, statements)
        return Written(header, start, entries, refused, tuple(statements[len(entries) :]))

    def changes(self, table_id: str) -> list[ChangeRow]:
        """Everything that was done to the record, first to last; raises `NoSuchTable`."""
        with self.database.reading() as session:
            _row(session, table_id)
            query = select(ChangeRow).where(col(ChangeRow.table_id) == table_id)
            rows = list(session.exec(query.order_by(col(ChangeRow.seq))))
            session.expunge_all()
        return rows

    # Changing

    def open(
        self,
        header: Header,
        *,
        is_pegs_only: bool = False,
        again_from: str | None = None,
    ) -> str:
        """A new table, nothing led yet; returns its id.

        Raises `WrongPlayers` or `UnknownRule` where the header does not stand.
        """
        header.start()
        table_id = self._token()
        now = self._now()
        with self.database.writing() as session:
            session.add(
                TableRow(
                    id=table_id,
                    created_at=now,
                    changed_at=now,
                    header=str(header),
                    is_pegs_only=is_pegs_only,
                    again_from=again_from,
                )
            )
        return table_id

    def enter(self, table_id: str, statement: Statement, tap: Tap) -> Sitting:
        """One more statement at the end of the record.

        Raises the `Refusal` that the statement earns, `StaleTap`, `MendFirst` or
        `NoSuchTable`; then nothing is changed. A tap sent twice is counted once.
        """
        with self.database.writing() as session:
            row = _row(session, table_id, for_update=True)
            sitting = self._sitting(session, row)
            if self._is_repeated(session, row, tap):
                return sitting
            if sitting.refused is not None:
                raise MendFirst(f"An entry no longer holds: {sitting.refused.refusal.sentence}")
            # From here on one plain INSERT and one plain UPDATE: a tap pays for no more.
            session.expunge(row)
            game = apply(sitting.game, statement)
            statement = _with_host(statement, game)
            hand = row.hand
            entries = sitting.entries
            start = sitting.start
            if isinstance(statement, HandLed):
                hand += 1
                entries, start = (), sitting.game
                remember_start(session, table_id, hand, sitting.now)
            seq = self._log(
                session,
                row,
                tap,
                ChangeKind.ENTERED,
                statement=statement_by_seat(statement, game.seating),
                hand=hand,
                is_live=True,
            )
            _keep(session, row, seq, hand, game, self._now())
            after = sitting._replace(
                version=seq,
                hand_number=hand,
                start=start,
                now=sitting.now.after(game),
                entries=(*entries, Entry(seq, statement, game)),
                undo=Change(seq, ChangeKind.ENTERED, statement),
                redo=None,
            )
        self._remember(after)
        return after

    def undo(self, table_id: str, tap: Tap) -> Sitting:
        """The last change taken back, across the end of a hand or of the game.

        Raises `NothingToUndo`, `StaleTap` or `NoSuchTable`.
        """

        def change(session: Session, row: TableRow) -> int:
            done = _last_done(session, table_id)
            if done is None:
                raise NothingToUndo("Nothing has been entered that could be taken back.")
            return self._turn(session, row, done, tap, is_undone=True)

        return self._change(table_id, tap, change)

    def redo(self, table_id: str, tap: Tap) -> Sitting:
        """The change last taken back, made again.

        Raises `NothingToUndo`, `StaleTap` or `NoSuchTable`.
        """

        def change(session: Session, row: TableRow) -> int:
            undone = _next_undone(session, table_id, _last_done(session, table_id))
            if undone is None:
                raise NothingToUndo("Nothing was taken back that could be entered again.")
            return self._turn(session, row, undone, tap, is_undone=False)

        return self._change(table_id, tap, change)

    def correct(self, table_id: str, seq: int, statement: Statement, tap: Tap) -> Sitting:
        """Another statement in the place of entry `seq`; what follows is recomputed.

        Raises the `Refusal` that the statement earns there, `NoSuchEntry`,
        `StaleTap` or `NoSuchTable`.
        """
        return self._put(table_id, seq, statement, tap, ChangeKind.CORRECTED)

    def insert_before(self, table_id: str, seq: int, statement: Statement, tap: Tap) -> Sitting:
        """A statement that was forgotten, before entry `seq`; raises as `correct` does."""
        return self._put(table_id, seq, statement, tap, ChangeKind.INSERTED)

    def delete(self, table_id: str, seq: int, tap: Tap) -> Sitting:
        """Entry `seq` struck out; raises `NoSuchEntry`, `StaleTap` or `NoSuchTable`."""

        def change(session: Session, row: TableRow) -> int:
            target = _entry(session, table_id, seq)
            target.is_live = False
            self._log(
                session,
                row,
                tap,
                ChangeKind.DELETED,
                target=seq,
                place=target.place,
                hand=target.hand,
            )
            return _hand_before(target)

        return self._change(table_id, tap, change)

    def rename(self, table_id: str, players: tuple[str, ...], tap: Tap) -> Sitting:
        """The same people under other names; raises `WrongPlayers` or `StaleTap`."""

        def change(session: Session, row: TableRow) -> int:
            header = _header(row.header)._replace(players=players)
            header.start()
            row.header = str(header)
            self._log(session, row, tap, ChangeKind.RENAMED, statement=", ".join(players))
            return row.hand

        return self._change(table_id, tap, change)

    # How it is done

    def _put(
        self, table_id: str, seq: int, statement: Statement, tap: Tap, kind: ChangeKind
    ) -> Sitting:
        def change(session: Session, row: TableRow) -> int:
            target = _entry(session, table_id, seq)
            place = target.place
            if kind is ChangeKind.CORRECTED:
                target.is_live = False
            else:
                place = _place_before(session, target)
            new = self._log(
                session,
                row,
                tap,
                kind,
                target=seq if kind is ChangeKind.CORRECTED else None,
                statement=statement_by_seat(statement, _header(row.header).seating),
                place=place,
                hand=target.hand,
                is_live=True,
            )
            hand = _hand_before(target)
            refused = self._rebuild(session, row, hand)
            if refused is not None and refused.line == new:
                # What is put in must hold where it is put; what follows may need mending.
                raise refused.refusal
            return hand

        return self._change(table_id, tap, change)

    def _change(
        self, table_id: str, tap: Tap, change: Callable[[Session, TableRow], int]
    ) -> Sitting:
        """Run a change that returns the first hand to replay, and the table after it."""
        with self.database.writing() as session:
            row = _row(session, table_id, for_update=True)
            if not self._is_repeated(session, row, tap):
                self._rebuild(session, row, change(session, row))
            session.flush()
            after = self._load(session, row)
        self._remember(after)
        return after

    def _turn(
        self, session: Session, row: TableRow, done: ChangeRow, tap: Tap, *, is_undone: bool
    ) -> int:
        """Take a change back or make it again; returns the first hand to replay."""
        hand = done.hand
        done.is_undone = is_undone
        done.is_live = not is_undone and done.statement is not None
        if done.target is not None:
            target = session.get_one(ChangeRow, (row.id, done.target))
            target.is_live = is_undone
            hand = min(hand, _hand_before(target))
        kind = ChangeKind.UNDONE if is_undone else ChangeKind.REDONE
        self._log(session, row, tap, kind, target=done.seq, hand=hand)
        return min(hand, _hand_before(done))

    def _is_repeated(self, session: Session, row: TableRow, tap: Tap) -> bool:
        """Whether this very tap was counted already; raises `StaleTap` for an old view."""
        if tap.seen == row.version:
            return False
        query = select(ChangeRow.seq).where(
            col(ChangeRow.table_id) == row.id, col(ChangeRow.key) == tap.key
        )
        if session.exec(query).first() is not None:
            return True
        raise StaleTap("The table moved on in the meantime: look again, then enter it.")

    def _log(
        self,
        session: Session,
        row: TableRow,
        tap: Tap,
        kind: ChangeKind,
        *,
        target: int | None = None,
        statement: str | None = None,
        place: float | None = None,
        hand: int = 0,
        is_live: bool = False,
    ) -> int:
        seq = row.version + 1
        row.version = seq
        session.execute(
            insert(ChangeRow).values(
                table_id=row.id,
                seq=seq,
                at=self._now(),
                kind=kind.value,
                key=tap.key,
                device=tap.device,
                target=target,
                statement=statement,
                place=float(seq) if place is None else place,
                hand=hand,
                is_live=is_live,
                is_undone=False,
            )
        )
        return seq

    def _rebuild(self, session: Session, row: TableRow, from_hand: int) -> LineRefused | None:
        """Replay from a hand on after a change: number the hands, note where each starts."""
        session.flush()
        header = _header(row.header)
        from_hand = max(from_hand, 0)
        forget_starts_after(session, row.id, from_hand)
        now = start_of_hand(session, row.id, from_hand, header)
        hand = max(from_hand - 1, 0)
        refused: LineRefused | None = None
        row.hand = hand
        for change in session.exec(_live_rows(row.id, from_hand)):
            statement = _statement(change, header)
            if isinstance(statement, HandLed):
                hand += 1
            change.hand = hand
            if refused is not None:
                continue
            before = now
            try:
                now = now.after(apply(now.game, statement))
            except Refusal as refusal:
                refused = LineRefused(change.seq, refusal)
            if isinstance(statement, HandLed) and refused is None and hand > from_hand:
                remember_start(session, row.id, hand, before)
            row.hand = hand if refused is None else row.hand
        row.winner = now.game.winner
        row.changed_at = self._now()
        return refused

    def _sitting(self, session: Session, row: TableRow) -> Sitting:
        with self._cache_lock:
            cached = self._cache.get(row.id)
        if cached is not None and cached.version == row.version:
            return cached
        sitting = self._load(session, row)
        self._remember(sitting)
        return sitting

    def _load(self, session: Session, row: TableRow) -> Sitting:
        header = _header(row.header)
        start = start_of_hand(session, row.id, row.hand, header)
        statements = [
            (change.seq, _statement(change, header))
            for change in session.exec(_live_rows(row.id, row.hand))
        ]
        entries, refused = follow(start.game, statements)
        now = start
        for entry in entries:
            now = now.after(entry.game)
        done = _last_done(session, row.id)
        return Sitting(
            id=row.id,
            version=row.version,
            header=header,
            is_pegs_only=row.is_pegs_only,
            hand_number=row.hand,
            start=start.game,
            now=now,
            entries=entries,
            refused=refused,
            undo=_told_change(done, header),
            redo=_told_change(_next_undone(session, row.id, done), header),
        )

    def _remember(self, sitting: Sitting) -> None:
        with self._cache_lock:
            self._cache[sitting.id] = sitting
            self._cache.move_to_end(sitting.id)
            while len(self._cache) > _CACHED:
                self._cache.popitem(last=False)


def _row(session: Session, table_id: str, *, for_update: bool = False) -> TableRow:
    row = session.get(TableRow, table_id, with_for_update=for_update or None)
    if row is None:
        raise NoSuchTable(table_id)
    return row


def _keep(session: Session, row: TableRow, seq: int, hand: int, game: Game, now: datetime) -> None:
    session.execute(
        update(TableRow)
        .where(col(TableRow.id) == row.id)
        .values(version=seq, hand=hand, winner=game.winner, changed_at=now)
    )


def _live_rows(table_id: str, from_hand: int):  # type: ignore[no-untyped-def]
    return (
        select(ChangeRow)
        .where(
            col(ChangeRow.table_id) == table_id,
            col(ChangeRow.hand) >= from_hand,
            col(ChangeRow.is_live),
        )
        .order_by(col(ChangeRow.place))
    )


def _entry(session: Session, table_id: str, seq: int) -> ChangeRow:
    row = session.get(ChangeRow, (table_id, seq))
    if row is None or not row.is_live:
        raise NoSuchEntry("That entry is not part of the record any more.")
    return row


def _place_before(session: Session, target: ChangeRow) -> float:
    query = (
        select(ChangeRow.place)
        .where(
            col(ChangeRow.table_id) == target.table_id,
            col(ChangeRow.place) < target.place,
        )
        .order_by(col(ChangeRow.place).desc())
    )
    before = session.exec(query).first() or 0.0
    return (before + target.place) / 2


def _hand_before(change: ChangeRow) -> int:
    """The first hand to replay when this entry comes or goes: a lead touches the one before."""
    leads = change.statement is not None and change.statement.startswith("lead:")
    return change.hand - 1 if leads else change.hand


def _last_done(session: Session, table_id: str) -> ChangeRow | None:
    query = (
        select(ChangeRow)
        .where(
            col(ChangeRow.table_id) == table_id,
            col(ChangeRow.kind).in_(_UNDOABLE),
            ~col(ChangeRow.is_undone),
        )
        .order_by(col(ChangeRow.seq).desc())
    )
    return session.exec(query.limit(1)).first()


def _next_undone(session: Session, table_id: str, done: ChangeRow | None) -> ChangeRow | None:
    query = (
        select(ChangeRow)
        .where(
            col(ChangeRow.table_id) == table_id,
            col(ChangeRow.kind).in_(_UNDOABLE),
            col(ChangeRow.is_undone),
            col(ChangeRow.seq) > (done.seq if done else 0),
        )
        .order_by(col(ChangeRow.seq))
    )
    return session.exec(query.limit(1)).first()


def _told_change(row: ChangeRow | None, header: Header) -> Change | None:
    if row is None:
        return None
    statement = None if row.statement is None else _statement(row, header)
    return Change(row.seq, ChangeKind(row.kind), statement)


def _with_host(statement: Statement, game: Game) -> Statement:
    """A tile with the host it was set on, also where it could be left out."""
    if isinstance(statement, TileSet) and game.hand is not None and game.hand.play is not None:
        return statement._replace(host=game.hand.play.host)
    return statement


@lru_cache(maxsize=1024)
def _header(written: str) -> Header:
    return read_header(written)


def _statement(row: ChangeRow, header: Header) -> Statement:
    assert row.statement is not None
    return statement_by_name(row.statement, header.players)
