"""The ledger: one table's changes within one transaction.

It reads and writes rows and replays what they say; whether a change may be made
is the desk's business.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache

from sqlalchemy import func, insert, update
from sqlmodel import Session, col, select

from companion.record.header import Header, read_header
from companion.record.replay import LineRefused, apply, follow
from companion.record.statements import HandLed, Statement
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.tables.customs import Customs
from companion.tables.errors import NoSuchEntry, NoSuchTable
from companion.tables.notices import tell
from companion.tables.rows import ChangeKind, ChangeRow, TableRow, may_exist
from companion.tables.sitting import Change, Sitting, Tap, statement_by_name
from companion.tables.starts import forget_starts_after, remember_start, start_of_hand

#: The changes that undo takes back, last first.
_UNDOABLE = (
    ChangeKind.ENTERED,
    ChangeKind.CORRECTED,
    ChangeKind.INSERTED,
    ChangeKind.DELETED,
)


class Ledger:
    """One table in a session: its row, and the changes of its record."""

    def __init__(self, session: Session, table_id: str, *, for_update: bool = False) -> None:
        """Find the table; `for_update` holds its row until the transaction ends.

        Raises `NoSuchTable`.
        """
        if not may_exist(table_id):
            raise NoSuchTable(table_id)
        row = session.get(TableRow, table_id, with_for_update=for_update or None)
        if row is None:
            raise NoSuchTable(table_id)
        self.session = session
        self.row = row

    @property
    def header(self) -> Header:
        """The table's header."""
        return _header_read(self.row.header)

    # Reading

    def live(self, from_hand: int = 0) -> Sequence[ChangeRow]:
        """The statements of the record as it stands, in order, from a hand on."""
        query = select(ChangeRow).where(
            col(ChangeRow.table_id) == self.row.id,
            col(ChangeRow.hand) >= from_hand,
            col(ChangeRow.is_live),
        )
        return self.session.exec(query.order_by(col(ChangeRow.place))).all()

    def statements(self, from_hand: int = 0) -> list[tuple[int, Statement]]:
        """The same, read, with the numbers of the changes that made them."""
        return [(change.seq, self.statement(change)) for change in self.live(from_hand)]

    def statement(self, change: ChangeRow) -> Statement:
        """What a change entered, with the players' present names."""
        assert change.statement is not None
        return statement_by_name(change.statement, self.header.players)

    def everything(self) -> list[ChangeRow]:
        """Every change, first to last."""
        query = select(ChangeRow).where(col(ChangeRow.table_id) == self.row.id)
        return list(self.session.exec(query.order_by(col(ChangeRow.seq))))

    def entry(self, seq: int) -> ChangeRow:
        """A statement of the record as it stands; raises `NoSuchEntry`."""
        change = self.session.get(ChangeRow, (self.row.id, seq))
        if change is None or not change.is_live:
            raise NoSuchEntry("That entry is not part of the record any more.")
        return change

    def standing(self, seq: int) -> ChangeRow:
        """A change that put something right and can be taken back; raises `NoSuchEntry`."""
        change = self.session.get(ChangeRow, (self.row.id, seq))
        if change is None or not change.stands:
            raise NoSuchEntry("That change was changed again, or taken back already.")
        return change

    def is_free(self, changed: ChangeRow) -> bool:
        """Whether this may be changed without another phone's consent."""
        return self.row.consent_since is None or not self._has_entry_after(changed.place)

    def _has_entry_after(self, place: float) -> bool:
        """Whether the record goes on behind this place."""
        query = select(ChangeRow.seq).where(
            col(ChangeRow.table_id) == self.row.id,
            col(ChangeRow.place) > place,
            col(ChangeRow.is_live),
        )
        return self.session.exec(query.limit(1)).first() is not None

    def place_before(self, target: ChangeRow) -> float:
        """A place between an entry and the one before it."""
        place = self._halfway_to(target)
        if place >= target.place:
            self._spread_places()
            place = self._halfway_to(target)
        return place

    def _halfway_to(self, target: ChangeRow) -> float:
        query = select(ChangeRow.place).where(
            col(ChangeRow.table_id) == self.row.id, col(ChangeRow.place) < target.place
        )
        before = self.session.exec(query.order_by(col(ChangeRow.place).desc())).first() or 0.0
        middle = (before + target.place) / 2
        return middle if before < middle else target.place

    def _spread_places(self) -> None:
        """Give all places room again, in their order, after many insertions at one spot."""
        changes = self.everything()
        ranks = {place: rank for rank, place in enumerate(sorted({c.place for c in changes}), 1)}
        for change in changes:
            change.place = float(ranks[change.place])
        self.session.flush()

    def last_done(self) -> ChangeRow | None:
        """The change that undo takes back."""
        query = select(ChangeRow).where(
            col(ChangeRow.table_id) == self.row.id,
            col(ChangeRow.kind).in_(_UNDOABLE),
            ~col(ChangeRow.is_undone),
        )
        return self.session.exec(query.order_by(col(ChangeRow.seq).desc()).limit(1)).first()

    def next_undone(self) -> ChangeRow | None:
        """The change that redo makes again: taken back, and nothing entered since."""
        of_table = col(ChangeRow.table_id) == self.row.id
        newest = select(func.max(ChangeRow.seq)).where(of_table, col(ChangeRow.kind).in_(_UNDOABLE))
        taken_back = select(ChangeRow.target).where(
            of_table,
            col(ChangeRow.kind) == ChangeKind.UNDONE,
            col(ChangeRow.seq) > newest.scalar_subquery(),
        )
        query = select(ChangeRow).where(
            of_table, col(ChangeRow.is_undone), col(ChangeRow.seq).in_(taken_back)
        )
        return self.session.exec(query.order_by(col(ChangeRow.seq)).limit(1)).first()

    def has_key(self, key: str) -> bool:
        """Whether a tap with this key was counted already."""
        query = select(ChangeRow.seq).where(
            col(ChangeRow.table_id) == self.row.id, col(ChangeRow.key) == key
        )
        return self.session.exec(query).first() is not None

    def sitting(self) -> Sitting:
        """The table as it stands, the hand in progress replayed."""
        row = self.row
        header = self.header
        start = start_of_hand(self.session, row.id, row.hand, header)
        entries, refused = follow(start.game, self.statements(row.hand))
        now = start
        for entry in entries:
            now = now.after(entry.game)
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
            undo=self._told(self.last_done()),
            redo=self._told(self.next_undone()),
            access=row.access,
            customs=Customs.of(row),
        )

    # Writing

    def log(
        self,
        kind: ChangeKind,
        tap: Tap,
        now: datetime,
        *,
        target: int | None = None,
        statement: str | None = None,
        place: float | None = None,
        hand: int = 0,
        is_live: bool = False,
    ) -> int:
        """Write one change down; returns its number."""
        row = self.row
        seq = row.version + 1
        row.version = seq
        tell(self.session, row.id)
        self.session.execute(
            insert(ChangeRow).values(
                table_id=row.id,
                seq=seq,
                at=now,
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

    def keep(self, hand: int, game: Game, now: datetime) -> None:
        """Note where the game stands, the row itself having been let go of."""
        self.session.execute(
            update(TableRow)
            .where(col(TableRow.id) == self.row.id)
            .values(version=self.row.version, hand=hand, winner=game.winner, changed_at=now)
        )

    def announce(self) -> None:
        """Count a change beside the record, so that every phone at the table learns of it."""
        self.row.access += 1
        tell(self.session, self.row.id)

    def rebuild(self, from_hand: int, now: datetime) -> LineRefused | None:
        """Replay from a hand on after a change: number the hands, note where each starts."""
        session, row = self.session, self.row
        session.flush()
        # Of hands behind an entry that no longer holds, nobody knows where they start.
        from_hand = max(min(from_hand, row.hand), 0)
        forget_starts_after(session, row.id, from_hand)
        so_far = start_of_hand(session, row.id, from_hand, self.header)
        hand = max(from_hand - 1, 0)
        refused: LineRefused | None = None
        row.hand = hand
        for change in self.live(from_hand):
            statement = self.statement(change)
            if isinstance(statement, HandLed):
                hand += 1
            change.hand = hand
            if refused is not None:
                continue
            before = so_far
            try:
                so_far = so_far.after(apply(so_far.game, statement))
            except Refusal as refusal:
                refused = LineRefused(change.seq, refusal)
            if isinstance(statement, HandLed) and refused is None and hand > from_hand:
                remember_start(session, row.id, hand, before)
            row.hand = hand if refused is None else row.hand
        row.winner = so_far.game.winner
        row.changed_at = now
        return refused

    def _told(self, change: ChangeRow | None) -> Change | None:
        """What undo or redo would do on one phone alone; None for nothing."""
        if change is None or not self.is_free(change):
            return None
        statement = None if change.statement is None else self.statement(change)
        return Change(change.seq, ChangeKind(change.kind), statement)


def first_hand_touched(change: ChangeRow) -> int:
    """The first hand to replay when an entry comes or goes: a lead touches the one before."""
    leads = change.statement is not None and change.statement.startswith("lead:")
    return change.hand - 1 if leads else change.hand


@lru_cache(maxsize=1024)
def _header_read(written: str) -> Header:
    return read_header(written)
