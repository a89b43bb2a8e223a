"""A comparison: one record as its own game tells it, and as other rules would have.

What was played stays as it was played. Where the other rules would have
refused it, their telling ends, with that refusal. The rules behind a parting
are not guessed. Of all settings in which the two games differ, the fewest are
taken over with which the record goes like the other game's up to that line;
those are the cause.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.i18n import Text, message, sentences
from companion.record import replay
from companion.record.header import Header
from companion.record.statements import HandLed, Statement
from companion.referee.compare.replay_under_rules import RulesReplay, follow
from companion.referee.explain.entry_text import what_next
from companion.referee.proof.minimal_subset import fewest
from companion.referee.rule_book import Book, Rule
from companion.rules.game import Game
from companion.rules.seating import Seating
from companion.rules.settings import SETTINGS

#: Beside the settings: whether four players score alone or as partners.
SIDES = "sides"


class Difference(NamedTuple):
    """A rule in which two games differ, as each of them has it."""

    here: Rule
    there: Rule

    @property
    def name(self) -> str:
        """The setting that differs, or `sides`."""
        return self.here.name


class Parting(NamedTuple):
    """A line of which two games say different things, and the rules that make it so."""

    line: int
    statement: Statement
    here: Text
    there: Text
    #: None of them where it follows from what went differently before.
    causes: tuple[Difference, ...]


class AsPlayed(NamedTuple):
    """The record by those of the other rules that refuse none of its plays.

    Where the other game would have refused a play, a full score by its rules
    does not exist: people would have played otherwise.
    """

    taken_over: tuple[Difference, ...]
    #: Each with the first play that it refuses; None for who sits at the table.
    left_out: tuple[tuple[Difference, replay.LineRefused | None], ...]
    there: RulesReplay


@dataclass(frozen=True)
class Comparison:
    """One record told twice: `here` by its own game, `there` by the other rules."""

    here: RulesReplay
    there: RulesReplay

    @property
    def hands(self) -> list[range]:
        """The places of the entries of each hand."""
        return replay.cut_into_hands(self.here.entries)

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """All the rules in which the two differ, in the order of the settings."""
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
        """Where they part; None where they agree to the end."""
        here, there, seating = self.here, self.there, self.there.start.seating
        plays = range(len(here.entries))
        unlike = (at for at in plays if here.noticed(at, seating) != there.noticed(at, seating))
        at = next(unlike, None)
        if at is None:
            return None
        entry = here.entries[at]
        says_here, says_there = here.says(at), there.says(at)
        if says_here == says_there:
            # What differs is only what comes next.
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
        """The play at which the other telling ends; None where it goes on to the end."""
        if self.there.refused is None:
            return None
        line, refusal = self.there.refused
        at = len(self.there.entries)
        statement = self.here.entries[at].with_host
        # Who leads, and whether anybody still does, was decided in the hand before.
        decided_at = max(at - 1, 0) if isinstance(statement, HandLed) else at

        def refuses(mixed: RulesReplay) -> bool:
            return mixed.refusal == (line, refusal.code)

        causes = self._fewest(self._lead_of(decided_at), at, refuses)
        return Parting(line, statement, self.here.says(at), refusal.message, causes)

    @cached_property
    def as_played(self) -> AsPlayed:
        """The same plays by one rule after another of the other game, unless it refuses a play."""
        start, there = self.here.start, self.here
        taken: list[Difference] = []
        left_out: list[tuple[Difference, replay.LineRefused | None]] = []
        for found in self.differences:
            if found.name == SIDES:
                left_out.append((found, None))
                continue
            rules = there.start.rules.with_setting(found.name, found.there.value)
            telling = self.here.told_from(Game.between(start.seating, rules))
            if telling.refused:
                left_out.append((found, telling.refused))
            else:
                there = telling
                taken.append(found)
        changes = [(found.name, found.there.value) for found in taken]
        there = there._replace(header=self.here.header.under(None, changes))
        return AsPlayed(tuple(taken), tuple(left_out), there)

    def _lead_of(self, at: int) -> int:
        return next(hand.start for hand in self.hands if at in hand)

    def _fewest(
        self, first: int, last: int, goes_so: Callable[[RulesReplay], bool]
    ) -> tuple[Difference, ...]:
        """The fewest of the differences under which these entries go so."""
        here, there = self.here.start, self.there.start
        plays = [(entry.line, entry.with_host) for entry in self.here.entries[first : last + 1]]

        def explain(taken: tuple[Difference, ...]) -> bool:
            names = {difference.name for difference in taken}
            rules, seating = here.rules, (there if SIDES in names else here).seating
            seats = len(seating.players)
            changes = {name: there.rules.written(name, seats) for name in names - {SIDES}}
            rules = rules.with_settings(changes.items())
            telling = self.there if seating.sides == there.seating.sides else self.here
            start = telling.before(first)._replace(rules=rules, seating=seating)
            return goes_so(RulesReplay(self.here.header, start, *follow(start, plays)))

        return fewest(self.differences, explain)


@replay.no_search_for_garbage()
def compare(header: Header, entries: Sequence[replay.Entry], other: Header) -> Comparison:
    """The entries that a record's own game accepted, told by both; raises as `Header.start`."""
    here = RulesReplay(header, header.start(), tuple(entries))
    return Comparison(here, here.by(other))


def _rule_of_sides(book: Book, seating: Seating) -> Rule:
    if seating.has_partners:
        return book.rule("partners")._replace(name=SIDES, value="partners")
    return Rule(SIDES, "alone", message("sides.alone"), book.preset.grounds["players"])
