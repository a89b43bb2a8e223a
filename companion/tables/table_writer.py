"""What is written of a table: a tap in as few statements as it can be, a whole record at once."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, update

from companion.db.bulk_writes import insert_all
from companion.db.notify import CHANNEL, announce, tell
from companion.db.table_models import CHANGES, HAND_STARTS, TABLES, ChangeKind
from companion.record.replay import Entry
from companion.record.statements import HandLed, TileSet
from companion.rules.game import Game
from companion.tables.request_stamp import RequestStamp
from companion.tables.stored_statements import statement_by_seat
from companion.tables.table_state import Start, TableState

_LOG = insert(CHANGES)
_MOVE = update(TABLES).where(TABLES.c.id == bindparam("of"))
_MOVE_AND_NOTIFY = _MOVE.returning(func.pg_notify(CHANNEL, TABLES.c.id))


class Logged(NamedTuple):
    """A change as the log is to have it; `ChangeRow` tells what is what."""

    kind: ChangeKind
    target: int | None = None
    statement: str | None = None
    #: Its own number where none is given: at the end of the record.
    place: float | None = None
    hand: int = 0
    is_live: bool = False
    is_asked: bool = False

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
            "place": float(seq) if self.place is None else self.place,
            "is_undone": False,
        }


def save_entry(
    connection: Connection,
    before: TableState,
    after: TableState,
    stamp: RequestStamp,
    now: datetime,
) -> None:
    """Write down the last entry of a state, and where the table stands with it."""
    if after.hand_number > before.hand_number:
        save_starts(connection, after.id, {after.hand_number: before.now})
    seating, said = after.game.seating, after.entries[-1].statement
    # A tile that is entered without a phone comes from a file or another program.
    is_asked = bool(stamp.device) and (
        isinstance(said, TileSet) and seating.seat(said.player) in before.table_options.counting
    )
    logged = Logged(
        ChangeKind.ENTERED,
        statement=statement_by_seat(said, seating),
        hand=after.hand_number,
        is_live=True,
        is_asked=is_asked,
    )
    moved = {"hand": after.hand_number, "winner": after.game.winner}
    save(connection, before, logged, stamp, now, moved)


def save(
    connection: Connection,
    before: TableState,
    logged: Logged,
    stamp: RequestStamp,
    now: datetime,
    moved: dict[str, Any],
) -> None:
    """Write one more change down, and what it makes of the table's own row."""
    seq = before.version + 1
    connection.execute(_LOG, logged.row(before.id, seq, stamp, now))
    _move(connection, before.id, {"version": seq, "changed_at": now, **moved})


def _move(connection: Connection, table_id: str, moved: dict[str, Any]) -> None:
    moves = _MOVE_AND_NOTIFY if connection.dialect.name == "postgresql" else _MOVE
    connection.execute(moves, {"of": table_id, **moved})


def save_unclaimed(connection: Connection, table_id: str, line: int) -> None:
    """Note that nobody claims the count of this tile, and let every phone learn of it."""
    connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(unclaimed=line))
    announce(connection, table_id)


def save_starts(connection: Connection, table_id: str, starts: Mapping[int, Start]) -> None:
    """Note what hands start from, so that the hands before them need no replay."""
    rows = [
        {
            "table_id": table_id,
            "hand": hand,
            "scores": " ".join(map(str, start.game.scores)),
            "backs": " ".join(map(str, start.backs)),
            "leader": start.game.next_leader,
        }
        # The first one starts from the header.
        for hand, start in starts.items()
        if hand > 1
    ]
    insert_all(connection, HAND_STARTS, rows)


class Run(NamedTuple):
    """Entries in a row, as the log is to have them, and what they come to."""

    logged: list[Logged]
    #: What each hand starts from that is led among them.
    starts: dict[int, Start]
    #: The hand and the game after the last one.
    hand: int
    now: Start

    @classmethod
    def after(cls, start: Start, hand: int, entries: Sequence[Entry]) -> "Run":
        """Entries that follow in this hand, from 1, or before the first one."""
        logged, starts = [], {}
        for entry in entries:
            if isinstance(entry.statement, HandLed):
                hand += 1
                starts[hand] = start
            start = start.after(entry.game)
            statement = statement_by_seat(entry.with_host, entry.game.seating)
            entered = Logged(ChangeKind.ENTERED, statement=statement, hand=hand, is_live=True)
            logged.append(entered)
        return cls(logged, starts, hand, start)

    @property
    def moved(self) -> dict[str, Any]:
        """What it makes of the table's own row."""
        return {"hand": self.hand, "winner": self.now.game.winner}


class NewRecord(NamedTuple):
    """Every entry of a new table as rows, made before the transaction that saves them."""

    table_id: str
    run: Run
    changes: list[dict[str, Any]]

    @classmethod
    def of(cls, table_id: str, game: Game, entries: Sequence[Entry], now: datetime) -> "NewRecord":
        """The entries of a table after this game."""
        run = Run.after(Start(game, game.scores), 0, entries)
        changes = [
            logged.row(table_id, seq, RequestStamp(0, f"{seq}"), now)
            for seq, logged in enumerate(run.logged, start=1)
        ]
        return cls(table_id, run, changes)

    def save(self, connection: Connection) -> None:
        """Write the rows down, and where each hand starts."""
        save_starts(connection, self.table_id, self.run.starts)
        insert_all(connection, CHANGES, self.changes)
        moved = {"version": len(self.changes), **self.run.moved}
        connection.execute(_MOVE, {"of": self.table_id, **moved})


def save_changes(
    connection: Connection,
    before: TableState,
    logged: Sequence[Logged],
    stamp: RequestStamp,
    now: datetime,
    moved: dict[str, Any],
) -> None:
    """Write down several changes that one tap makes, and what they make of the table's own row."""
    keys = [stamp.key, *(f"{stamp.key} {number}" for number in range(2, len(logged) + 1))]
    changes = [
        each.row(before.id, seq, stamp._replace(key=key), now)
        for seq, (each, key) in enumerate(zip(logged, keys, strict=True), before.version + 1)
    ]
    insert_all(connection, CHANGES, changes)
    version = before.version + len(changes)
    _move(connection, before.id, {"version": version, "changed_at": now, **moved})


def delete_rows(connection: Connection, table_id: str) -> None:
    """Remove a table and everything that belongs to it."""
    followers = update(TABLES).where(TABLES.c.again_from == table_id)
    connection.execute(followers.values(again_from=None))
    connection.execute(delete(TABLES).where(TABLES.c.id == table_id))
    tell(connection, table_id)
