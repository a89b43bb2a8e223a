"""A change further back: its effect on the record, replayed once and then saved.

The replay needs no lock: it reads one version of the record. Its result is saved only if the table
is still at that version.
"""

from bisect import insort
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Connection, bindparam, func, update
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from companion.db.table_models import ChangeKind, ChangeRow, HandStartRow, TableRow
from companion.record.replay import LineRefused, apply
from companion.record.statements import HandLed, Statement
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.tables.change_history import TURNED, ChangeWorth, RecordSnapshot
from companion.tables.request_stamp import RequestStamp
from companion.tables.stored_statements import statement_by_name
from companion.tables.table_loader import start_of_hand
from companion.tables.table_state import HandStart, TableState
from companion.tables.table_writer import Logged, forget_starts, save_changes, save_starts

_newest = aliased(ChangeRow)
_of: BindParameter[str] = bindparam("of")
_NEWEST = select(func.max(_newest.seq)).where(
    _newest.table_id == _of, col(_newest.place).is_not(None)
)
_OF_TABLE = ChangeRow.table_id == _of
_LAST_DONE = select(func.max(ChangeRow.seq)).where(
    _OF_TABLE, col(ChangeRow.place).is_not(None), col(ChangeRow.undone_by).is_(None)
)
#: Undone, and nothing entered since.
_NEXT_UNDONE = select(func.min(ChangeRow.seq)).where(
    _OF_TABLE, col(ChangeRow.undone_by) > _NEWEST.scalar_subquery()
)
#: The changes that undo and redo act on next.
_TURN = (
    update(TableRow)
    .where(col(TableRow.id) == _of)
    .values(undo=_LAST_DONE.scalar_subquery(), redo=_NEXT_UNDONE.scalar_subquery())
)


class RecordLine(NamedTuple):
    """A statement of the record now: its place, and its change."""

    place: int
    seq: int
    statement: Statement


class ChangePlan(NamedTuple):
    """The effect of a change on a table: each row that is written or changed."""

    #: The change itself, as a row of the log.
    logged: Logged
    #: The columns of the table's row.
    moved: dict[str, Any]
    #: Whether another phone must accept it, at a table that requires that. The last entry may be
    #: corrected by the phone that made it.
    needs_consent: bool = False
    #: The new values of other rows of the log, by their `seq`.
    marked: Mapping[int, dict[str, Any]] = MappingProxyType({})
    #: The hand from which the record was replayed; None if no line of it is touched.
    from_hand: int | None = None
    #: The states at the start of the hands after that one.
    starts: tuple[HandStart, ...] = ()
    #: The first entry that doesn't fit any more.
    refused: LineRefused | None = None
    #: The game after the last entry that fits; None if no line of it is touched.
    game: Game | None = None
    #: That entry and all behind it.
    waiting: tuple[RecordLine, ...] = ()

    def worth(self, before: TableState) -> ChangeWorth:
        """The worth of the change to a table with that standing."""
        scores, winner = before.game.scores, before.game.winner
        without = RecordSnapshot(scores, winner, before.refused is None)
        if self.game is None:
            return ChangeWorth(without, without)
        holds = self.refused is None
        return ChangeWorth(without, RecordSnapshot(self.game.scores, self.game.winner, holds))


class RewrittenRecord:
    """The changes of a table in one state, read within one transaction."""

    def __init__(self, connection: Connection, state: TableState, *, has_key: bool = False) -> None:
        self.state = state
        self.connection = connection
        #: Whether the tap that is to change it was counted already.
        self.has_key = has_key
        self.session = Session(connection)

    def change(self, seq: int) -> ChangeRow | None:
        """A change of the table, or None."""
        return self.session.get(ChangeRow, (self.state.id, seq))

    def lines(self, from_place: int = 0) -> list[RecordLine]:
        """The record now, in order, from a place on."""
        columns = select(ChangeRow.place, ChangeRow.seq, ChangeRow.statement)
        of_table = columns.where(ChangeRow.table_id == self.state.id, ChangeRow.is_live)
        live = of_table.where(col(ChangeRow.place) >= from_place).order_by(col(ChangeRow.place))
        return [self.line(row) for row in self.session.exec(live)]

    def line(self, change: Any) -> RecordLine:
        """The statement of a change."""
        statement = statement_by_name(change.statement, self.state.header.players)
        return RecordLine(change.place, change.seq, statement)

    def hand_before(self, place: int) -> HandStart:
        """The hand that was led before this place: a lead at this place ends that hand."""
        starts = select(HandStartRow).where(
            col(HandStartRow.table_id) == self.state.id, col(HandStartRow.place) < place
        )
        noted = self.session.exec(starts.order_by(col(HandStartRow.hand).desc())).first()
        hand = noted.hand if noted else 1
        start = start_of_hand(self.state.header, hand, noted)
        return HandStart(hand, noted.place if noted else 0, start)


def rewrite(
    record: RewrittenRecord,
    logged: Logged,
    place: int,
    *,
    gone: int = 0,
    come: RecordLine | None = None,
    marked: Mapping[int, dict[str, Any]] = MappingProxyType({}),
) -> ChangePlan:
    """The record without the statement of the change `gone`, and with another at that place."""
    first, shifted = record.hand_before(place), logged.kind is ChangeKind.INSERTED
    lines = [
        line._replace(place=line.place + (shifted and line.place >= place))
        for line in record.lines(first.place)
        if line.seq != gone
    ]
    is_last = not any(line.place > place for line in lines)
    if come is not None:
        insort(lines, come)
    replay = _Replay(first)
    for line in lines:
        replay.hear(line)
    return ChangePlan(
        logged,
        {"hand": replay.hand, "winner": replay.now.game.winner},
        shifted or not is_last,
        marked,
        first.hand,
        tuple(replay.starts),
        replay.refused,
        replay.now.game,
        tuple(replay.waiting),
    )


class _Replay:
    """Lines replayed from a hand on: where each hand starts, and what fits."""

    def __init__(self, first: HandStart) -> None:
        self._from_hand = first.hand
        #: The last hand that was led, and the game after it, as far as it fits.
        self.hand = first.hand - 1
        self.now = first.start
        self.refused: LineRefused | None = None
        self.starts: list[HandStart] = []
        self.waiting: list[RecordLine] = []

    def hear(self, line: RecordLine) -> None:
        """Take one more line."""
        if self.refused is not None:
            self.waiting.append(line)
            return
        try:
            game = apply(self.now.game, line.statement)
        except Refusal as refusal:
            self.refused = LineRefused(line.seq, refusal)
            self.waiting.append(line)
            return
        if isinstance(line.statement, HandLed):
            self.hand += 1
            if self.hand > self._from_hand:
                self.starts.append(HandStart(self.hand, line.place, self.now))
        self.now = self.now.after(game)


def save_change(
    connection: Connection, before: TableState, made: ChangePlan, stamp: RequestStamp, now: datetime
) -> None:
    """Write a change and every row that it affects; replays nothing."""
    of_table = update(ChangeRow).where(col(ChangeRow.table_id) == before.id)
    if made.logged.kind is ChangeKind.INSERTED:
        behind = of_table.where(col(ChangeRow.place) >= made.logged.place)
        connection.execute(behind.values(place=col(ChangeRow.place) + 1))
    logged = made.logged._replace(worth=str(made.worth(before)))
    for seq, columns in made.marked.items():
        connection.execute(of_table.where(col(ChangeRow.seq) == seq).values(columns))
    save_changes(connection, before, [logged], stamp, now, made.moved)
    if logged.kind in TURNED:
        connection.execute(_TURN, {"of": before.id})
    if made.from_hand is not None:
        forget_starts(connection, before.id, made.from_hand)
        save_starts(connection, before.id, made.starts)
