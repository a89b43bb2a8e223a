"""A change further back: what it makes of the record, replayed once and then saved.

The replay needs no lock: it reads the record as it stood at one version, and what it comes
to is saved only while the table still stands so.
"""

from bisect import bisect_left, insort
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, delete, func, select
from sqlmodel import Session

from companion.db.bulk_writes import update_all
from companion.db.table_models import CHANGES, HAND_STARTS, ChangeKind, ChangeRow
from companion.record.replay import LineRefused, apply
from companion.record.statements import HandLed, Statement
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.tables.request_stamp import RequestStamp
from companion.tables.stored_statements import statement_by_name
from companion.tables.table_loader import TURNS, start_of_hand
from companion.tables.table_state import Start, TableState
from companion.tables.table_writer import Logged, save, save_starts


class RecordLine(NamedTuple):
    """A statement of the record as it stands: where, by which change, and of which hand."""

    place: float
    seq: int
    statement: Statement
    hand: int


class ChangePlan(NamedTuple):
    """What a change makes of a table: each row that is written or becomes another one."""

    #: The change itself, as a row of the log.
    logged: Logged
    #: The columns of the table's row.
    moved: dict[str, Any]
    #: Whether another phone has to accept it, at a table that asks for that. What stands last
    #: may be put right by whoever entered it wrongly.
    needs_consent: bool = False
    #: Other rows of the log by their `seq`, those of the same columns together.
    rewritten: tuple[list[dict[str, Any]], ...] = ()
    #: The hand from which the record was replayed; None where no line of it is touched.
    from_hand: int | None = None
    #: What the hands after that one start from.
    starts: Mapping[int, Start] = MappingProxyType({})
    #: The first entry that no longer holds.
    refused: LineRefused | None = None
    #: The game after the last entry that holds; None where no line of it is touched.
    game: Game | None = None


def marks(seq: int, is_live: bool, is_undone: bool = False) -> dict[str, Any]:
    """Whether a change is part of the record from now on, and whether it is taken back."""
    return {"seq": seq, "is_live": is_live, "is_undone": is_undone}


class RewrittenRecord:
    """The changes of a table as it stands in one state, read within one transaction."""

    def __init__(self, connection: Connection, state: TableState, *, has_key: bool = False) -> None:
        self.state = state
        self.connection = connection
        #: Whether the tap that is to change it was counted already.
        self.has_key = has_key
        self.session = Session(connection)
        #: By the number of a change: its place, where all were given room again.
        self.places: dict[int, float] = {}

    def change(self, seq: int) -> ChangeRow | None:
        """A change of the table, or None."""
        return self.session.get(ChangeRow, (self.state.id, seq))

    def to_turn(self, *, is_undone: bool) -> ChangeRow | None:
        """The change that undo takes back, or of those `is_undone` the one that redo makes."""
        turned = self.connection.execute(TURNS, {"table_ids": [self.state.id]})
        return next((self.change(row.seq) for row in turned if row.is_undone is is_undone), None)

    def lines(self, from_hand: int) -> list[RecordLine]:
        """The record as it stands, in order, from a hand on."""
        live = and_(
            CHANGES.c.table_id == self.state.id, CHANGES.c.hand >= from_hand, CHANGES.c.is_live
        )
        columns = (CHANGES.c.seq, CHANGES.c.place, CHANGES.c.statement, CHANGES.c.hand)
        rows = self.connection.execute(select(*columns).where(live).order_by(CHANGES.c.place))
        return [self.line(row) for row in rows]

    def line(self, change: Any) -> RecordLine:
        """The statement of a change."""
        statement = statement_by_name(change.statement, self.state.header.players)
        place = self.places.get(change.seq, change.place)
        return RecordLine(place, change.seq, statement, change.hand)

    def start(self, hand: int) -> Start:
        """What a hand starts from."""
        noted = None
        if hand > 1:
            of_hand = and_(HAND_STARTS.c.table_id == self.state.id, HAND_STARTS.c.hand == hand)
            noted = self.connection.execute(select(HAND_STARTS).where(of_hand)).one()
        return start_of_hand(self.state.header, hand, noted)

    def place_before(self, target: ChangeRow) -> float:
        """A place between an entry and the one before it."""
        of_table = CHANGES.c.table_id == self.state.id
        latest = select(func.max(CHANGES.c.place)).where(of_table, CHANGES.c.place < target.place)
        before = self.connection.execute(latest).scalar() or 0.0
        middle: float = (before + target.place) / 2
        if before < middle < target.place:
            return middle
        # After many insertions at one spot: all places are numbered anew, in their order.
        query = select(CHANGES.c.seq, CHANGES.c.place).where(of_table)
        rows = self.connection.execute(query).all()
        order = sorted({place for _, place in rows})
        self.places = {seq: bisect_left(order, place) + 1.0 for seq, place in rows}
        return self.places[target.seq] - 0.5


def rewrite(
    record: RewrittenRecord,
    logged: Logged,
    marked: list[dict[str, Any]],
    changed: ChangeRow,
    *,
    gone: ChangeRow | None,
    come: RecordLine | None,
) -> ChangePlan:
    """The record without the statement of one row and with that of another."""
    # Of hands behind an entry that no longer holds, nobody knows where they start.
    hand = max(min(_first_hand(come, changed, gone), record.state.hand_number), 0)
    lines = [line for line in record.lines(hand) if gone is None or line.seq != gone.seq]
    place = record.places.get(changed.seq, changed.place)
    is_last = not any(line.place > place for line in lines)
    if come is not None:
        insort(lines, come)
    replay = _Replay(hand, record.start(hand))
    for line in lines:
        replay.hear(line)
    places = [{"seq": seq, "place": place} for seq, place in record.places.items()]
    return ChangePlan(
        logged,
        {"hand": replay.hand, "winner": replay.now.game.winner},
        logged.kind is ChangeKind.INSERTED or not is_last,
        (places, replay.renumbered, marked),
        hand,
        replay.starts,
        replay.refused,
        replay.now.game,
    )


def _first_hand(come: RecordLine | None, *changes: ChangeRow | None) -> int:
    """The first hand that is touched where these come or go: a lead touches the one before it."""
    hands = [
        change.hand - (change.statement or "").startswith("lead:") for change in changes if change
    ]
    return min([*hands, come.hand - isinstance(come.statement, HandLed)] if come else hands)


class _Replay:
    """Lines replayed from a hand on: the hands numbered, where each starts, what holds."""

    def __init__(self, from_hand: int, start: Start) -> None:
        self._from_hand = from_hand
        self._numbered = max(from_hand - 1, 0)
        #: The last hand that was led, and how far it holds.
        self.hand = self._numbered
        self.now = start
        self.refused: LineRefused | None = None
        #: The changes that belong to another hand now.
        self.renumbered: list[dict[str, Any]] = []
        self.starts: dict[int, Start] = {}

    def hear(self, line: RecordLine) -> None:
        """Take one more line."""
        leads = isinstance(line.statement, HandLed)
        self._numbered += leads
        if self._numbered != line.hand:
            self.renumbered.append({"seq": line.seq, "hand": self._numbered})
        if self.refused is not None:
            return
        try:
            game = apply(self.now.game, line.statement)
        except Refusal as refusal:
            self.refused = LineRefused(line.seq, refusal)
            return
        if leads and self._numbered > self._from_hand:
            self.starts[self._numbered] = self.now
        self.hand = self._numbered
        self.now = self.now.after(game)


def save_change(
    connection: Connection, before: TableState, made: ChangePlan, stamp: RequestStamp, now: datetime
) -> None:
    """Write down a change and every row that becomes another one; replays nothing."""
    save(connection, before, made.logged, stamp, now, made.moved)
    # Its own row too may belong to another hand than the one it was put into.
    for rows in made.rewritten:
        update_all(connection, CHANGES, {"table_id": before.id}, rows)
    if made.from_hand is not None and before.hand_number > made.from_hand:
        later = and_(HAND_STARTS.c.table_id == before.id, HAND_STARTS.c.hand > made.from_hand)
        connection.execute(delete(HAND_STARTS).where(later))
    save_starts(connection, before.id, made.starts)
