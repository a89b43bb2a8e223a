"""A change further back: what it makes of the record, replayed once and then saved.

The replay needs no lock: it reads the record as it stood at one version, and what it comes
to is saved only while the table still stands so.
"""

from bisect import bisect_left, insort
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, func, select, update
from sqlmodel import Session

from companion.record.replay import Entry, LineRefused, apply
from companion.record.statements import HandLed, Statement
from companion.rules.errors import Refusal
from companion.tables.entering import Logged, save
from companion.tables.errors import NoSuchEntry
from companion.tables.hand_starts import (
    Start,
    forget_starts_after,
    noted_start,
    remember_start,
    start_of_hand,
)
from companion.tables.loading import load_states, turning_points, turns
from companion.tables.rows import CHANGES, ChangeKind, ChangeRow
from companion.tables.state import RequestStamp, TableState, statement_by_name
from companion.words import message

_SET = update(CHANGES).where(
    CHANGES.c.table_id == bindparam("of"), CHANGES.c.seq == bindparam("number")
)


class Line(NamedTuple):
    """A statement of the record as it stands: where, by which change, and of which hand."""

    place: float
    seq: int
    statement: Statement
    hand: int


class Marks(NamedTuple):
    """Whether a change is part of the record as it stands, and whether it is taken back."""

    is_live: bool
    is_undone: bool = False


class Rewrite(NamedTuple):
    """What a change makes of the record, and every row that becomes another one by it."""

    #: The change itself, as a row of the log.
    logged: Logged
    #: By the number of a change: what its two marks are from now on.
    marks: dict[int, Marks]
    #: By the number of a change: the hand that it belongs to now.
    hands: dict[int, int]
    #: By the number of a change: its place, where all were given room again.
    places: dict[int, float]
    #: The hand from which on the record was replayed, and where the hands after it start.
    from_hand: int
    starts: dict[int, Start]
    #: The last hand that was led, what it starts from, and how far it holds.
    hand: int
    start: Start
    now: Start
    entries: tuple[Entry, ...]
    refused: LineRefused | None
    #: The place of the last entry; None where there is none.
    last_place: float | None
    #: Whether another phone has to accept it, at a table that asks for that. What stands last
    #: may be put right by whoever entered it wrongly.
    needs_consent: bool


class Aside(NamedTuple):
    """A change that touches no line of the record: names, or options."""

    logged: Logged
    #: The columns of the table's row.
    moved: dict[str, Any]
    needs_consent: bool = False


class Record:
    """The changes of a table as it stands in one state, read within one transaction."""

    def __init__(self, connection: Connection, state: TableState) -> None:
        self.state = state
        self.connection = connection
        self.session = Session(connection)
        #: By the number of a change: its place, where all were given room again.
        self.places: dict[int, float] = {}

    def asks(self, made: "Rewrite | Aside") -> bool:
        """Whether another phone has to accept a change before it is made."""
        return self.state.table_options.consent and made.needs_consent

    def entry(self, seq: int) -> ChangeRow:
        """A statement of the record as it stands; raises `NoSuchEntry`."""
        change = self.session.get(ChangeRow, (self.state.id, seq))
        if change is None or not change.is_live:
            raise NoSuchEntry(message("refused.no-such-entry"))
        return change

    def amendment(self, seq: int) -> ChangeRow:
        """A change that put something right and can be taken back; raises `NoSuchEntry`."""
        change = self.session.get(ChangeRow, (self.state.id, seq))
        if change is None or not change.stands:
            raise NoSuchEntry(message("refused.changed-since"))
        return change

    def to_turn(self, *, is_undone: bool) -> ChangeRow | None:
        """The change that undo takes back, or of those `is_undone` the one that redo makes."""
        seqs = turning_points(self.connection, self.state.id)
        seq = seqs[is_undone]
        return None if seq is None else self.change(seq)

    def change(self, seq: int) -> ChangeRow:
        """A change that is known to be there."""
        return self.session.get_one(ChangeRow, (self.state.id, seq))

    def line(self, change: ChangeRow) -> Line:
        """The statement of a change."""
        assert change.statement is not None
        statement = statement_by_name(change.statement, self.state.header.players)
        place = self.places.get(change.seq, change.place)
        return Line(place, change.seq, statement, change.hand)

    def lines(self, from_hand: int) -> list[Line]:
        """The record as it stands, in order, from a hand on."""
        columns = (CHANGES.c.place, CHANGES.c.seq, CHANGES.c.statement, CHANGES.c.hand)
        rows = self.connection.execute(
            select(*columns)
            .where(
                CHANGES.c.table_id == self.state.id,
                CHANGES.c.hand >= from_hand,
                CHANGES.c.is_live,
            )
            .order_by(CHANGES.c.place)
        )
        players = self.state.header.players
        return [
            Line(self.places.get(seq, place), seq, statement_by_name(written, players), hand)
            for place, seq, written, hand in rows
        ]

    def start(self, hand: int) -> Start:
        """What a hand starts from."""
        noted = noted_start(self.connection, self.state.id, hand) if hand > 1 else None
        return start_of_hand(self.state.header, hand, noted)

    def place_before(self, target: ChangeRow) -> float:
        """A place between an entry and the one before it."""
        place = self._halfway_to(target.place)
        if place is None:
            self._give_room()
            place = self._halfway_to(self.places[target.seq])
            assert place is not None
        return place

    def _halfway_to(self, place: float) -> float | None:
        if self.places:
            before = max((each for each in self.places.values() if each < place), default=0.0)
        else:
            latest = select(func.max(CHANGES.c.place)).where(
                CHANGES.c.table_id == self.state.id, CHANGES.c.place < place
            )
            before = self.connection.execute(latest).scalar() or 0.0
        middle = (before + place) / 2
        return middle if before < middle < place else None

    def _give_room(self) -> None:
        """Number all places anew, in their order, after many insertions at one spot."""
        query = select(CHANGES.c.seq, CHANGES.c.place).where(CHANGES.c.table_id == self.state.id)
        rows = self.connection.execute(query).all()
        order = sorted({place for _, place in rows})
        self.places = {seq: bisect_left(order, place) + 1.0 for seq, place in rows}


def rewrite(
    record: Record,
    logged: Logged,
    marks: dict[int, Marks],
    changed: ChangeRow,
    *,
    gone: ChangeRow | None,
    come: Line | None,
) -> Rewrite:
    """The record without one change's statement and with that of another one."""
    touched = [_first_hand_of(change) for change in (changed, gone) if change is not None]
    if come is not None:
        touched.append(come.hand - isinstance(come.statement, HandLed))
    # Of hands behind an entry that no longer holds, nobody knows where they start.
    hand = max(min(*touched, record.state.hand_number), 0)
    lines = [line for line in record.lines(hand) if gone is None or line.seq != gone.seq]
    place = record.places.get(changed.seq, changed.place)
    is_last = not any(line.place > place for line in lines)
    if come is not None:
        insort(lines, come)
    replay = _Replay(hand, record.start(hand))
    for line in lines:
        replay.hear(line)
    return Rewrite(
        logged,
        marks,
        replay.hands,
        record.places,
        hand,
        replay.starts,
        replay.hand,
        replay.start,
        replay.now,
        tuple(replay.entries),
        replay.refused,
        lines[-1].place if lines else None,
        logged.kind is ChangeKind.INSERTED or not is_last,
    )


class _Replay:
    """Lines replayed from a hand on: the hands numbered, where each starts, what holds."""

    def __init__(self, from_hand: int, start: Start) -> None:
        self.from_hand = from_hand
        self.numbered = max(from_hand - 1, 0)
        self.hand = self.numbered
        self.start = self.now = start
        self.entries: list[Entry] = []
        self.refused: LineRefused | None = None
        self.hands: dict[int, int] = {}
        self.starts: dict[int, Start] = {}

    def hear(self, line: Line) -> None:
        leads = isinstance(line.statement, HandLed)
        self.numbered += leads
        if self.numbered != line.hand:
            self.hands[line.seq] = self.numbered
        if self.refused is not None:
            return
        try:
            game = apply(self.now.game, line.statement)
        except Refusal as refusal:
            self.refused = LineRefused(line.seq, refusal)
            return
        if leads:
            self.start, self.entries = self.now, []
            if self.numbered > self.from_hand:
                self.starts[self.numbered] = self.now
        self.hand = self.numbered
        self.now = self.now.after(game)
        self.entries.append(Entry(line.seq, line.statement, game))


def _first_hand_of(change: ChangeRow) -> int:
    """The first hand to replay when an entry comes or goes: a lead touches the one before."""
    leads = change.statement is not None and change.statement.startswith("lead:")
    return change.hand - leads


def save_change(
    connection: Connection,
    before: TableState,
    made: Rewrite | Aside,
    stamp: RequestStamp,
    now: datetime,
) -> TableState:
    """Write down a change and every row that becomes another one; returns the table after it."""
    if isinstance(made, Aside):
        save(connection, before, made.logged, stamp, now, made.moved)
        return load_states(connection, [before.id])[before.id]
    _set(connection, before.id, {seq: {"place": place} for seq, place in made.places.items()})
    _set(connection, before.id, {seq: {"hand": hand} for seq, hand in made.hands.items()})
    _set(connection, before.id, {seq: marks._asdict() for seq, marks in made.marks.items()})
    if before.hand_number > made.from_hand:
        forget_starts_after(connection, before.id, made.from_hand)
    for hand, start in made.starts.items():
        remember_start(connection, before.id, hand, start)
    moved = {"hand": made.hand, "winner": made.now.game.winner}
    save(connection, before, made.logged, stamp, now, moved)
    return _after(connection, before, made)


def _set(connection: Connection, table_id: str, values: dict[int, dict[str, Any]]) -> None:
    """Give changes of a table other values, by their numbers."""
    if values:
        rows = [{"of": table_id, "number": seq, **each} for seq, each in values.items()]
        connection.execute(_SET, rows)


def _after(connection: Connection, before: TableState, made: Rewrite) -> TableState:
    last = made.last_place if before.table_options.consent else None
    undo, redo = turns(connection, before.id, before.header, last)
    return before._replace(
        version=before.version + 1,
        hand_number=made.hand,
        start=made.start.game,
        now=made.now,
        entries=made.entries,
        refused=made.refused,
        undo=undo,
        redo=redo,
    )
