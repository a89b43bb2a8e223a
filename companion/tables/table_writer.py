"""Writing tables: a tap in as few statements as possible, a whole record at once."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, update
from sqlmodel import col

from companion.db.bulk_writes import insert_all
from companion.db.notify import CHANNEL, announce, tell
from companion.db.table_models import CHANGES, TABLES, ChangeKind, ChangeRow, HandStartRow, TableRow
from companion.record.replay import Entry
from companion.record.statements import HandLed, TileSet
from companion.tables.request_stamp import RequestStamp
from companion.tables.stored_statements import statement_by_seat
from companion.tables.table_state import HandStart, Start, TableState

# Core, for `benchmarks/tap.py`: a tap is one of each.
_LOG = insert(CHANGES)
_MOVE = update(TABLES).where(TABLES.c.id == bindparam("of"))
_MOVE_AND_NOTIFY = _MOVE.returning(func.pg_notify(CHANNEL, TABLES.c.id))


class Logged(NamedTuple):
    """A change for the log; `ChangeRow` explains the fields."""

    kind: ChangeKind
    target: int | None = None
    statement: str | None = None
    #: For an entry its own number: at the end of the record.
    place: int | None = None
    is_live: bool = False
    is_asked: bool = False
    claim: int | None = None
    worth: str | None = None

    @classmethod
    def entry(cls, entry: Entry) -> "Logged":
        """The next line of the record."""
        statement = statement_by_seat(entry.with_host, entry.game.seating)
        return cls(ChangeKind.ENTERED, statement=statement, is_live=True)

    def row(self, table_id: str, seq: int, stamp: RequestStamp, now: datetime) -> dict[str, Any]:
        """The row of this change as the `seq`-th of its table."""
        return {
            **self._asdict(),
            "table_id": table_id,
            "seq": seq,
            "at": now,
            "kind": self.kind.value,
            "key": stamp.key,
            "device": stamp.device,
            "place": seq if self.kind is ChangeKind.ENTERED else self.place,
            "undone_by": None,
        }


def save_entry(
    connection: Connection,
    before: TableState,
    after: TableState,
    stamp: RequestStamp,
    now: datetime,
) -> None:
    """Write the last entry of a state, and the table's new version."""
    entry = after.entries[-1]
    if after.hand_number > before.hand_number:
        save_starts(connection, after.id, [HandStart(after.hand_number, entry.line, before.now)])
    said, counting = entry.statement, before.table_options.counting
    # A tile that is entered without a phone comes from a file or another program.
    is_asked = bool(stamp.device) and (
        isinstance(said, TileSet) and after.game.seating.seat(said.player) in counting
    )
    logged = Logged.entry(entry)._replace(is_asked=is_asked, claim=after.claim)
    moved = {"hand": after.hand_number, "winner": after.game.winner}
    save_changes(connection, before, [logged], stamp, now, moved)


def save_changes(
    connection: Connection,
    before: TableState,
    logged: Sequence[Logged],
    stamp: RequestStamp,
    now: datetime,
    moved: dict[str, Any],
) -> None:
    """Write what one tap changes, and the new values of the table's own row."""
    keys = [stamp.key, *(f"{stamp.key} {number}" for number in range(2, len(logged) + 1))]
    changes = [
        each.row(before.id, seq, stamp._replace(key=key), now)
        for seq, (each, key) in enumerate(zip(logged, keys, strict=True), before.version + 1)
    ]
    if len(changes) == 1:
        connection.execute(_LOG, changes[0])
    else:
        insert_all(connection, ChangeRow, changes)
    moves = _MOVE_AND_NOTIFY if connection.dialect.name == "postgresql" else _MOVE
    version = before.version + len(changes)
    stands = {"of": before.id, "version": version, "changed_at": now}
    if changes[-1]["place"] is not None:
        stands |= {"undo": version, "redo": None}
    connection.execute(moves, stands | moved)


def save_unclaimed(connection: Connection, table_id: str, line: int) -> None:
    """Note that nobody calls the count of this tile, and let every phone know."""
    of_table = update(TableRow).where(col(TableRow.id) == table_id)
    connection.execute(of_table.values(unclaimed=line))
    announce(connection, table_id)


def save_starts(connection: Connection, table_id: str, starts: Iterable[HandStart]) -> None:
    """Note the state at the start of hands, so that the hands before them need no replay."""
    rows = [
        {
            "table_id": table_id,
            "hand": hand,
            "place": place,
            "scores": " ".join(map(str, start.game.scores)),
            "backs": " ".join(map(str, start.backs)),
            "leader": start.game.next_leader,
        }
        # The first one starts from the header.
        for hand, place, start in starts
        if hand > 1
    ]
    insert_all(connection, HandStartRow, rows)


def forget_starts(connection: Connection, table_id: str, from_hand: int) -> None:
    """Delete the notes for the hands after this one."""
    later = delete(HandStartRow).where(col(HandStartRow.table_id) == table_id)
    connection.execute(later.where(col(HandStartRow.hand) > from_hand))


class Run(NamedTuple):
    """Entries in a row for the log, and their result."""

    logged: list[Logged]
    #: The state at the start of each hand that is led among them.
    starts: list[HandStart]
    #: The hand and the game after the last one.
    hand: int
    now: Start

    @classmethod
    def after(cls, start: Start, hand: int, entries: Sequence[Entry], version: int = 0) -> "Run":
        """Entries that follow in this hand, from 1, or before the first one."""
        starts = []
        for place, entry in enumerate(entries, version + 1):
            if isinstance(entry.statement, HandLed):
                hand += 1
                starts.append(HandStart(hand, place, start))
            start = start.after(entry.game)
        return cls([*map(Logged.entry, entries)], starts, hand, start)

    def rows(self, table_id: str, now: datetime) -> list[dict[str, Any]]:
        """The rows of a new table that begins with them."""
        return [
            logged.row(table_id, seq, RequestStamp(0, f"{seq}"), now)
            for seq, logged in enumerate(self.logged, 1)
        ]

    @property
    def moved(self) -> dict[str, Any]:
        """The new values of the table's own row."""
        return {"hand": self.hand, "winner": self.now.game.winner}


def delete_rows(connection: Connection, table_id: str) -> None:
    """Delete a table and everything that belongs to it."""
    followers = update(TableRow).where(col(TableRow.again_from) == table_id)
    connection.execute(followers.values(again_from=None))
    connection.execute(delete(TableRow).where(col(TableRow.id) == table_id))
    tell(connection, table_id)
