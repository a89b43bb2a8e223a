"""A comparison: one record as its own game tells it, and as other rules would have.

What was played stays as it was played. Where the other rules would have
refused it, their telling ends, with that refusal.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.record.header import Header
from companion.record.replay import Entry, follow, no_search_for_garbage
from companion.record.statements import HandLed, Statement
from companion.referee.parting import (
    SIDES,
    Difference,
    Parting,
    RefusedPlay,
    Telling,
    differences,
    parting,
    refused_play,
)
from companion.referee.words import describe_entry
from companion.rules.settlement import HandResult
from companion.words import Text


class Outcome(NamedTuple):
    """What one game says of a line, and each side's score after it."""

    sentence: Text
    scores: tuple[int, ...]


class ComparedLine(NamedTuple):
    """A line as both games tell it; `there` is None once the other game has refused one."""

    line: int
    statement: Statement
    here: Outcome
    there: Outcome | None


class ComparedHand(NamedTuple):
    """A hand as both games tell it, with what it came to in each where it got so far."""

    number: int
    lines: tuple[ComparedLine, ...]
    here: HandResult | None
    there: HandResult | None

    @property
    def scores_here(self) -> tuple[int, ...]:
        """Each side's score after this hand in the record's own game."""
        return self.lines[-1].here.scores

    @property
    def scores_there(self) -> tuple[int, ...] | None:
        """The same in the other game; None where it did not get so far."""
        outcome = self.lines[-1].there
        return None if outcome is None else outcome.scores


class LeftOut(NamedTuple):
    """A rule of the other game that these plays break, with the first line that it refuses.

    There is no such line where the rule is about who sits at the table.
    """

    difference: Difference
    line: int | None
    sentence: Text


@dataclass(frozen=True)
class Comparison:
    """One record told twice: `here` by its own game, `there` by the other rules."""

    here: Telling
    there: Telling
    #: Every rule in which the two differ.
    differences: tuple[Difference, ...]
    parting: Parting | None
    #: The play at which the other telling ends; None where it goes on to the end.
    refused: RefusedPlay | None

    @cached_property
    def hands(self) -> tuple[ComparedHand, ...]:
        """The scores side by side, hand by hand and line by line."""
        with no_search_for_garbage():
            leads = [
                index
                for index, entry in enumerate(self.here.entries)
                if isinstance(entry.statement, HandLed)
            ]
            ends = [*leads[1:], len(self.here.entries)][: len(leads)]
            return tuple(
                self._hand(number, first, end)
                for number, (first, end) in enumerate(zip(leads, ends, strict=True), 1)
            )

    @cached_property
    def as_played(self) -> "AsPlayed":
        """The same plays by those of the other rules that refuse none of them."""
        return _as_played(self)

    def _hand(self, number: int, first: int, end: int) -> ComparedHand:
        there = self.there.entries
        return ComparedHand(
            number,
            tuple(self._lines(first, end)),
            _result(self.here.entries, end),
            _result(there, end) if end <= len(there) else None,
        )

    def _lines(self, first: int, end: int) -> Iterator[ComparedLine]:
        for index in range(first, end):
            entry = self.here.entries[index]
            yield ComparedLine(
                entry.line, entry.with_host, _outcome(self.here, index), self._outcome_there(index)
            )

    def _outcome_there(self, index: int) -> Outcome | None:
        return _outcome(self.there, index) if index < len(self.there.entries) else None


class AsPlayed(NamedTuple):
    """The comparison with a game that takes over only the rules that refuse nothing.

    Where the other game would have refused a play, a full score by its rules
    does not exist: people would have played otherwise.
    """

    taken_over: tuple[Difference, ...]
    left_out: tuple[LeftOut, ...]
    comparison: Comparison


def compare(header: Header, entries: Sequence[Entry], other: Header) -> Comparison:
    """The entries that a record's own game accepted, told by the other rules as well.

    Raises `UnknownGame`, `UnknownRule` or `WrongPlayers` where these people
    cannot play the other game at all.
    """
    with no_search_for_garbage():
        here = Telling(header, header.start(), tuple(entries))
        there = retold(other, here)
        return Comparison(
            here,
            there,
            differences(header, other),
            parting(here, there),
            refused_play(here, there),
        )


def retold(other: Header, telling: Telling) -> Telling:
    """The same plays told by other rules, each tile on the host that it was set on."""
    start = other.start()
    # Where ends that differ are open, the record need not have named one.
    plays = ((entry.line, entry.with_host) for entry in telling.entries)
    return Telling(other, start, *follow(start, plays))


def _as_played(comparison: Comparison) -> AsPlayed:
    """One rule after another taken over from the other game, unless it refuses a play."""
    header, entries = comparison.here.header, comparison.here.entries
    mixed = header.under(None)
    taken: list[Difference] = []
    left_out: list[LeftOut] = []
    for found in comparison.differences:
        if found.name == SIDES:
            left_out.append(LeftOut(found, None, found.there.sentence))
            continue
        with_it = mixed.under(None, [(found.name, found.there.value)])
        if refused := retold(with_it, comparison.here).refused:
            left_out.append(LeftOut(found, refused.line, refused.refusal.message))
        else:
            mixed = with_it
            taken.append(found)
    return AsPlayed(tuple(taken), tuple(left_out), compare(header, entries, mixed))


def _outcome(telling: Telling, index: int) -> Outcome:
    entry = telling.entries[index]
    return Outcome(describe_entry(telling.before(index), entry), entry.game.scores)


def _result(entries: Sequence[Entry], end: int) -> HandResult | None:
    return entries[end - 1].game.result
