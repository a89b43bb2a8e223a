"""The history of a record: each time it was changed, what was there, and who won by it.

The worth of a change is the difference between the scores with and without it, as the record was
then. Each change keeps both. Switched options are part of it: they may be why something could be
changed.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from pydantic import TypeAdapter
from sqlmodel import select

from companion.db.database import Database
from companion.db.table_models import ChangeKind, ChangeRow, TableRow
from companion.i18n import Text, message, sentences
from companion.record.header import Header
from companion.record.statements import Statement
from companion.referee.scoring_text import describe_points
from companion.tables.errors import NoSuchTable
from companion.tables.stored_statements import statement_by_name
from companion.tables.table_options import OptionsChange

#: Between the old names and the new ones; no name contains it.
_BECAME = ": "
#: The kinds that undo another change, or make it again.
TURNED = (ChangeKind.UNDONE, ChangeKind.REDONE)
#: A longer game was continued on another day.
_LONGEST = 12 * 60


class Renaming(NamedTuple):
    """The players' names before and after; the old ones are unknown for an early table."""

    before: tuple[str, ...] | None
    after: tuple[str, ...]

    def __str__(self) -> str:
        """The renaming as a change keeps it: `Ana, Ben: Ann, Ben`."""
        return _BECAME.join(", ".join(names) for names in (self.before, self.after) if names)

    @classmethod
    def read(cls, kept: str) -> "Renaming":
        """The renaming that a change keeps."""
        *before, after = (tuple(names.split(", ")) for names in kept.split(_BECAME))
        return cls(before[0] if before else None, after)


class RecordSnapshot(NamedTuple):
    """The standing of a record: the scores, who had won, and whether every entry fitted."""

    scores: tuple[int, ...]
    winner: int | None
    holds: bool


class ChangeWorth(NamedTuple):
    """The worth of a change: the standing without it, and with it."""

    without: RecordSnapshot
    with_it: RecordSnapshot

    def __str__(self) -> str:
        """The worth as the change keeps it: `[[[0,0],null,true],[[5,0],null,true]]`."""
        return _WORTH.dump_json(self).decode()

    @classmethod
    def read(cls, kept: str) -> "ChangeWorth":
        """The worth that a change keeps; raises `ValueError`."""
        return _WORTH.validate_json(kept)

    @property
    def gains(self) -> tuple[int, ...]:
        """What each side won by it, in points; below 0 for a loss."""
        pairs = zip(self.without.scores, self.with_it.scores, strict=True)
        return tuple(after - before for before, after in pairs)


_WORTH = TypeAdapter(ChangeWorth)


class Episode(NamedTuple):
    """One change that was more than entering the next line."""

    change: ChangeRow
    #: What was there, and what is there after it; None for nothing.
    before: Statement | None
    after: Statement | None
    renaming: Renaming | None
    options_change: OptionsChange | None
    worth: ChangeWorth


def story(header: Header, changes: Sequence[ChangeRow]) -> tuple[Episode, ...]:
    """Every change besides entering, first to last, with the players' present names."""
    by_seq = {change.seq: change for change in changes}
    return tuple(
        _episode(header, by_seq, each) for each in changes if each.kind != ChangeKind.ENTERED
    )


def _episode(header: Header, by_seq: Mapping[int, ChangeRow], change: ChangeRow) -> Episode:
    kind, kept = change.kind, change.statement or ""
    is_renamed, is_switched = kind == ChangeKind.RENAMED, kind == ChangeKind.SWITCHED
    done = by_seq[change.target or 0] if kind in TURNED else change
    gone = by_seq.get(done.target or 0)
    before, after = (
        statement_by_name(each.statement, header.players) if each and each.statement else None
        for each in (gone, None if is_renamed or is_switched else done)
    )
    if kind == ChangeKind.UNDONE:
        before, after = after, before
    return Episode(
        change,
        before,
        after,
        Renaming.read(kept) if is_renamed else None,
        OptionsChange.read(kept) if is_switched else None,
        ChangeWorth.read(change.worth or ""),
    )


def describe_gains(header: Header, worth: ChangeWorth) -> Text:
    """Who won by a change and how much, in sentences."""
    gains = [*_describe_gains(header, worth)]
    return sentences(*gains) if gains else message("history.no-score")


def _describe_gains(header: Header, worth: ChangeWorth) -> Iterator[Text]:
    names, (without, with_it) = header.seating.side_names, worth
    for name, points in zip(names, worth.gains, strict=True):
        if points:
            amount = describe_points(header.rules, abs(points))
            way = "gained" if points > 0 else "lost"
            yield message(f"history.{way}", name=name, points=amount)
    if without.winner != with_it.winner:
        if without.winner is not None:
            yield message("history.not-won", name=names[without.winner])
        if with_it.winner is not None:
            yield message("history.won", name=names[with_it.winner])
    if without.holds and not with_it.holds:
        yield message("history.no-longer-holds")
    if not without.holds and with_it.holds:
        yield message("history.holds-again")


def time_of(database: Database, table_id: str) -> tuple[datetime, int]:
    """When the game of a table ended, ignoring later corrections, and after how many minutes.

    0 if nobody knows; raises `NoSuchTable`.
    """
    taps = select(ChangeRow.at).where(
        ChangeRow.table_id == table_id, ChangeRow.kind == ChangeKind.ENTERED, ChangeRow.is_live
    )
    opened = select(TableRow.changed_at).where(TableRow.id == table_id)
    with database.reading() as session:
        changed_at, moments = session.exec(opened).first(), session.exec(taps).all()
    if changed_at is None:
        raise NoSuchTable(table_id)
    if not moments:
        return changed_at, 0
    ended = max(moments)
    minutes = round((ended - min(moments)).total_seconds() / 60)
    return ended, minutes if minutes <= _LONGEST else 0
