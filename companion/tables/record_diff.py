"""A record that somebody brings, beside the same table as it is kept here: how they go together."""

from collections.abc import Sequence
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
    """A record that somebody brings, replayed, and where it was first opened if that is known."""

    header: Header
    entries: tuple[Entry, ...] = ()
    origin: str = ""

    def is_same_game(self, header: Header) -> bool:
        """Whether as many people play the same by this header, whatever their names."""
        own, other = self.header, header
        sides = own.seating.sides == other.seating.sides
        return sides and own.game == other.game and own.rules == other.rules

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
    """How what is brought goes together with what is here."""

    SAME = "same"
    #: What is brought has more entries after those that are here.
    GOES_ON = "goes-on"
    #: What is here has more.
    FALLS_SHORT = "falls-short"
    PARTS = "parts"


class RecordDiff(NamedTuple):
    """What is brought beside the same table as it stands here, up to where they part."""

    state: TableState
    #: The record that is kept here, each tile with its host.
    here: tuple[RecordLine, ...]
    #: What is brought, with the names that people have here.
    brought: tuple[Entry, ...]
    #: How many entries both begin with.
    common: int
    #: The game before the first entry here, and after each that holds.
    games: tuple[Game, ...]

    @classmethod
    def of(cls, record: RewrittenRecord, brought: BroughtRecord) -> "RecordDiff | None":
        """What is brought beside a table; None where another game is played there."""
        state = record.state
        if not brought.is_same_game(state.header):
            return None
        lines, start = record.lines(), state.header.start()
        heard, _ = follow(start, [(line.seq, line.statement) for line in lines])
        # What is told by hand may leave out a host that is plain.
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
        """What it is worth to strike out each entry that was not brought, the last one first."""
        last = len(self.games) - 1
        stood = [
            RecordSnapshot.of(self.games[min(number, last)], holds=number <= last)
            for number in range(len(self.here), self.common - 1, -1)
        ]
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
        """How many entries are here that were not brought."""
        return len(self.here) - self.common

    @property
    def more_brought(self) -> int:
        """How many entries were brought that are not here."""
        return len(self.brought) - self.common

    @property
    def hand(self) -> int:
        """The hand of the first entry that was brought and is not here, from 1."""
        return led(self.brought[: self.common + 1])


def led(entries: Sequence[Entry]) -> int:
    """How many hands were led."""
    return sum(isinstance(entry.statement, HandLed) for entry in entries)
