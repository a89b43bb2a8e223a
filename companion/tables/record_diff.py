"""A record brought in, beside the same table as it is kept here: how the two go together."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from itertools import pairwise, takewhile
from typing import NamedTuple

from companion.record.header import Header
from companion.record.replay import Entry, follow
from companion.record.statements import HandLed
from companion.rules.game import Game
from companion.tables.change_history import ChangeWorth, RecordSnapshot
from companion.tables.record_rewriting import RecordLine, RewrittenRecord
from companion.tables.stored_statements import statement_by_name, statement_by_seat
from companion.tables.table_state import TableState


class BroughtRecord(NamedTuple):
    """A record brought in, replayed, and where it was first opened if that is known."""

    header: Header
    entries: tuple[Entry, ...] = ()
    origin: str = ""
    #: When it was played, if its file has that.
    at: datetime | None = None

    def among(self, header: Header) -> tuple[Entry, ...]:
        """The entries with the names that people have there."""
        if self.header.players == header.players:
            return self.entries
        told = [
            (entry.line, statement_by_seat(entry.with_host, self.header.seating))
            for entry in self.entries
        ]
        named = [(line, statement_by_name(stored, header.players)) for line, stored in told]
        return follow(header.start(), named)[0]


class Relation(StrEnum):
    """How the record brought in fits the one here."""

    SAME = "same"
    #: The record brought in has more entries after those that are here.
    GOES_ON = "goes-on"
    #: The record here has more.
    FALLS_SHORT = "falls-short"
    PARTS = "parts"


class RecordDiff(NamedTuple):
    """A record brought in beside the same table here, up to the point where they differ."""

    state: TableState
    #: The record that is kept here, each tile with its host.
    here: tuple[RecordLine, ...]
    #: The record brought in, with the names that people have here.
    brought: tuple[Entry, ...]
    #: How many entries both begin with.
    common: int
    #: The game before the first entry here, and after each that fits.
    games: tuple[Game, ...]

    @classmethod
    def of(cls, record: RewrittenRecord, brought: BroughtRecord) -> "RecordDiff | None":
        """A record brought in beside a table; None if another game is played there."""
        state = record.state
        # Whatever they are called, as many people must play the same.
        headers = state.header, brought.header
        if len({(each.seating.sides, each.game, each.rules) for each in headers}) > 1:
            return None
        lines, start = record.lines(), state.header.start()
        heard, _ = follow(start, [(line.seq, line.statement) for line in lines])
        # A record written by hand may leave out a host that is plain.
        hosted = [
            line._replace(statement=entry.with_host)
            for line, entry in zip(lines, heard, strict=False)
        ]
        here, entries = (*hosted, *lines[len(hosted) :]), brought.among(state.header)
        pairs = zip(here, entries, strict=False)
        both = takewhile(lambda pair: pair[0].statement == pair[1].with_host, pairs)
        games = (start, *(entry.game for entry in heard))
        return cls(state, here, entries, sum(1 for _ in both), games)

    @property
    def worths(self) -> list[ChangeWorth]:
        """The worth of deleting each entry that was not brought in, the last one first."""
        last = len(self.games) - 1
        numbers = range(len(self.here), self.common - 1, -1)
        games = [(self.games[min(number, last)], number <= last) for number in numbers]
        stood = [RecordSnapshot(game.scores, game.winner, holds) for game, holds in games]
        return [ChangeWorth(*pair) for pair in pairwise(stood)]

    @property
    def relation(self) -> Relation:
        """How the two go together."""
        if self.more_here and self.more_brought:
            return Relation.PARTS
        if self.more_brought:
            return Relation.GOES_ON
        return Relation.FALLS_SHORT if self.more_here else Relation.SAME

    @property
    def more_here(self) -> int:
        """How many entries are here that were not brought in."""
        return len(self.here) - self.common

    @property
    def more_brought(self) -> int:
        """How many entries were brought in that are not here."""
        return len(self.brought) - self.common

    @property
    def hand(self) -> int:
        """The hand of the first entry that is new here, from 1."""
        return led(self.brought[: self.common + 1])


def led(entries: Sequence[Entry]) -> int:
    """How many hands were led."""
    return sum(isinstance(entry.statement, HandLed) for entry in entries)
