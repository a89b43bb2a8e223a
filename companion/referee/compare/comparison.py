"""A comparison: one record under the rules of its own game, and under others.

The plays stay the same, and the other replay ends at the first that its rules refuse. The cause
of a difference isn't guessed. It is the fewest settings of the other game that make the record
go as it does there, up to that line.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, islice
from typing import NamedTuple, TypeVar

from companion.i18n import Text, message, sentences
from companion.record import replay
from companion.record.header import Header
from companion.record.statements import HandLed, Statement
from companion.referee.compare.replay_under_rules import RulesReplay, follow
from companion.referee.explain.entry_text import what_next
from companion.referee.rule_book import Book, Rule
from companion.rules.game import Game
from companion.rules.seating import Seating
from companion.rules.settings import SETTINGS

#: The most sets of causes to try.
_MOST_TRIED = 400

_Cause = TypeVar("_Cause")


def fewest(
    causes: Sequence[_Cause], explains: Callable[[tuple[_Cause, ...]], bool]
) -> tuple[_Cause, ...]:
    """The fewest of these causes that explain it; the first of several sets as small."""
    enough = _without_needless(tuple(causes), explains)
    smaller = chain.from_iterable(combinations(causes, size) for size in range(len(enough)))
    tried = islice(smaller, _MOST_TRIED)
    return next((found for found in tried if explains(found)), enough)


def _without_needless(
    causes: tuple[_Cause, ...], explains: Callable[[tuple[_Cause, ...]], bool]
) -> tuple[_Cause, ...]:
    """Some of these causes that explain it, none of which can be left out alone."""
    # Most are needless, so many are left out at once while that works.
    many = len(causes) // 2 or len(causes)
    while many:
        for at in range(0, len(causes), many):
            rest = causes[:at] + causes[at + many :]
            if explains(rest):
                return _without_needless(rest, explains)
        many //= 2
    return causes


#: Beside the settings: whether four players score alone or as partners.
SIDES = "sides"


class Difference(NamedTuple):
    """A rule that two games have differently."""

    here: Rule
    there: Rule

    @property
    def name(self) -> str:
        """The setting that differs, or `sides`."""
        return self.here.name


class Parting(NamedTuple):
    """A line at which two games differ, and the rules that cause it."""

    line: int
    statement: Statement
    here: Text
    there: Text
    #: Empty if it follows from an earlier difference.
    causes: tuple[Difference, ...]


class AsPlayed(NamedTuple):
    """The record under those of the other rules that refuse none of its plays."""

    taken_over: tuple[Difference, ...]
    #: Each with the first play that it refuses; None for the sides.
    left_out: tuple[tuple[Difference, replay.LineRefused | None], ...]
    there: RulesReplay


@dataclass(frozen=True)
class Comparison:
    """One record replayed twice: `here` by its own game, `there` by the other rules."""

    here: RulesReplay
    there: RulesReplay

    @property
    def hands(self) -> list[range]:
        """The positions of the entries of each hand."""
        return replay.cut_into_hands(self.here.entries)

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """All rules that differ, in the order of the settings."""
        here, there = Book.of(self.here.header), Book.of(self.there.header)
        found = [
            Difference(here.rule(name), there.rule(name))
            for name in SETTINGS
            if here.rules.written(name, here.seats) != there.rules.written(name, here.seats)
        ]
        seatings = self.here.start.seating, self.there.start.seating
        if seatings[0].sides != seatings[1].sides:
            found.insert(0, Difference(*map(_rule_of_sides, (here, there), seatings)))
        return tuple(found)

    @cached_property
    def parting(self) -> Parting | None:
        """The first line at which they differ; None if there is none."""
        here, there, seating = self.here, self.there, self.there.start.seating
        plays = range(len(here.entries))
        unlike = (at for at in plays if here.noticed(at, seating) != there.noticed(at, seating))
        at = next(unlike, None)
        if at is None:
            return None
        entry = here.entries[at]
        says_here, says_there = here.says(at), there.says(at)
        if says_here == says_there:
            # Only what comes next differs.
            says_here = sentences(says_here, what_next(entry.game))
            says_there = sentences(says_there, what_next(there.entries[at].game))
        first = self._lead_of(at)
        expected = [there.noticed(play, seating) for play in range(first, at + 1)]

        def agrees(mixed: RulesReplay) -> bool:
            return all(mixed.noticed(at, seating) == each for at, each in enumerate(expected))

        causes = self._fewest(first, at, agrees)
        return Parting(entry.line, entry.with_host, says_here, says_there, causes)

    @cached_property
    def refused(self) -> Parting | None:
        """The play that the other rules refuse; None if they refuse none."""
        if self.there.refused is None:
            return None
        line, refusal = self.there.refused
        at = len(self.there.entries)
        statement = self.here.entries[at].with_host
        # The hand before decided who leads, if anyone.
        decided_at = max(at - 1, 0) if isinstance(statement, HandLed) else at

        def refuses(mixed: RulesReplay) -> bool:
            return mixed.refusal == (line, refusal.code)

        causes = self._fewest(self._lead_of(decided_at), at, refuses)
        return Parting(line, statement, self.here.says(at), refusal.message, causes)

    @cached_property
    def as_played(self) -> AsPlayed:
        """The same plays, taking over one rule after another unless it refuses a play."""
        start, there = self.here.start, self.here
        taken: list[Difference] = []
        left_out: list[tuple[Difference, replay.LineRefused | None]] = []
        for found in self.differences:
            if found.name == SIDES:
                left_out.append((found, None))
                continue
            rules = there.start.rules.with_setting(found.name, found.there.value)
            replayed = self.here.replayed_from(Game.between(start.seating, rules))
            if replayed.refused:
                left_out.append((found, replayed.refused))
            else:
                there = replayed
                taken.append(found)
        changes = [(found.name, found.there.value) for found in taken]
        there = there._replace(header=self.here.header.under(None, changes))
        return AsPlayed(tuple(taken), tuple(left_out), there)

    def _lead_of(self, at: int) -> int:
        return next(hand.start for hand in self.hands if at in hand)

    def _fewest(
        self, first: int, last: int, goes_so: Callable[[RulesReplay], bool]
    ) -> tuple[Difference, ...]:
        """The fewest of the differences under which these entries go that way."""
        here, there = self.here.start, self.there.start
        plays = [(entry.line, entry.with_host) for entry in self.here.entries[first : last + 1]]

        def explains(taken: tuple[Difference, ...]) -> bool:
            names = {difference.name for difference in taken}
            rules, seating = here.rules, (there if SIDES in names else here).seating
            seats = len(seating.players)
            changes = {name: there.rules.written(name, seats) for name in names - {SIDES}}
            rules = rules.with_settings(changes.items())
            replayed = self.there if seating.sides == there.seating.sides else self.here
            start = replayed.before(first)._replace(rules=rules, seating=seating)
            return goes_so(RulesReplay(self.here.header, start, *follow(start, plays)))

        return fewest(self.differences, explains)


@replay.no_search_for_garbage()
def compare(header: Header, entries: Sequence[replay.Entry], other: Header) -> Comparison:
    """The entries of a record under both rules; raises what `Header.start` does."""
    here = RulesReplay(header, header.start(), tuple(entries))
    return Comparison(here, here.replayed_from(other.start())._replace(header=other))


def _rule_of_sides(book: Book, seating: Seating) -> Rule:
    if seating.has_partners:
        return book.rule("partners")._replace(name=SIDES, value="partners")
    return Rule(SIDES, "alone", message("sides.alone"), book.preset.grounds["players"])
