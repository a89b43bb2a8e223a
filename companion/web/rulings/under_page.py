"""What the page of other rules shows, as ready values: where two games part, and how it runs on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from companion.record.header import Header
from companion.record.replay import Entry, LineRefused, laid_by
from companion.referee.as_played import AsPlayed, as_played
from companion.referee.comparison import ComparedHand, ComparedLine, Comparison, compare
from companion.referee.comparison_sheet import (
    AS_PLAYED,
    THERE_IT_ENDS,
    games_told,
    parting_told,
    refusal_told,
    refused_there_told,
    standing_told,
)
from companion.referee.parting import Difference, Telling
from companion.rules.errors import Refusal
from companion.rules.games import GAMES, Preset
from companion.rules.settings import SETTINGS
from companion.web.front.house_rules import HouseRules, house_rules, rules_said
from companion.web.records.hand_story import Line, line_of
from companion.web.scene import Scene, scene_of

#: A longer record is a season, not an argument.
MOST_ENTRIES = 2000
#: Of a record with more hands than this, only the one in which they part is told line by line.
_MOST_HANDS_TOLD = 40


class OtherRules(NamedTuple):
    """What was asked for: another game, or none for the record's own, and changed rules."""

    game: str = ""
    rules: Mapping[str, str] = {}

    @classmethod
    def read(cls, form: Mapping[str, str]) -> "OtherRules":
        """What a form or an address says."""
        return cls(form.get("game", ""), rules_said(form))

    @property
    def changes(self) -> dict[str, str]:
        """The settings that were changed."""
        return {name: value for name, value in self.rules.items() if value}

    def as_query(self) -> dict[str, Any]:
        """The rules as an address says them."""
        game = {"game": self.game} if self.game else {}
        return game | {f"rule-{name}": value for name, value in self.changes.items()}

    def __bool__(self) -> bool:
        """Whether anything was asked for."""
        return bool(self.game or self.changes)


class ToldLine(NamedTuple):
    """A line as it is listed, with what both games say of it."""

    line: Line
    told: ComparedLine
    is_parting: bool


class ToldHand(NamedTuple):
    """A hand of both tellings; without lines where nobody looks at it."""

    hand: ComparedHand
    lines: tuple[ToldLine, ...]
    is_open: bool


@dataclass(frozen=True)
class UnderPage:
    """Everything that the page shows; without a header there is only the form."""

    header: Header | None = None
    entries: Sequence[Entry] = ()
    asked: OtherRules = field(default_factory=OtherRules)
    refused: LineRefused | None = None
    #: What people call a line of this record.
    called: str = "line"

    @property
    def title(self) -> str:
        """What is asked."""
        return "Under other rules"

    # The form

    @property
    def games(self) -> tuple[Preset, ...]:
        """The games to choose from, besides the record's own as it was played."""
        return tuple(GAMES.values())

    @property
    def house_rules(self) -> HouseRules | None:
        """Every setting, to be changed once it is known whose."""
        if self.header is None:
            return None
        chosen = GAMES.get(self.asked.game)
        own = self.header.rules
        return house_rules(
            own if chosen is None else chosen.rules, self.asked.rules, others={"": own}
        )

    # The answer

    @cached_property
    def _answered(self) -> Comparison | Refusal | None:
        if self.header is None or not self.asked:
            return None
        if len(self.entries) > MOST_ENTRIES:
            return Refusal(f"A record of more than {MOST_ENTRIES:,} entries is too long for this.")
        try:
            other = self.header.under(self.asked.game or None, self.asked.changes.items())
            return compare(self.header, self.entries, other)
        except Refusal as refusal:
            return refusal

    @property
    def problem(self) -> str:
        """Why these people cannot play the other game at all."""
        return self._answered.sentence if isinstance(self._answered, Refusal) else ""

    @property
    def comparison(self) -> Comparison | None:
        """The two tellings; None before anything is asked, and where there is a problem."""
        return self._answered if isinstance(self._answered, Comparison) else None

    @property
    def titles(self) -> tuple[str, str]:
        """The two games."""
        return games_told(self._told)

    @property
    def parting_told(self) -> str:
        """Where they part, in a sentence."""
        return parting_told(self._told, self.called)

    @cached_property
    def scenes(self) -> tuple[tuple[str, Scene], ...]:
        """The layout where they part, each with its title; one where both mark it alike."""
        here, there = (_scene(told, self._parted_at) for told in self.tellings)
        scenes = tuple(
            (title, scene) for title, scene in zip(self.titles, (here, there), strict=True) if scene
        )
        if len(scenes) == 2 and scenes[0][1].marks == scenes[1][1].marks:
            return scenes[:1]
        return scenes

    @property
    def refusal_told(self) -> str:
        """Which play the other rules would have refused; empty where they accept them all."""
        refused = self._told.refused
        return refused_there_told(refused, self.called) if refused else ""

    @property
    def is_refused_later(self) -> bool:
        """Whether the play that the other rules refuse was not told with the parting already."""
        refused, parted = self._told.refused, self._told.parting
        return refused is not None and (parted is None or parted.line != refused.line)

    @property
    def refusal_causes(self) -> tuple[Difference, ...]:
        """The rules behind that, unless they were told with the parting."""
        refused = self._told.refused
        return refused.causes if refused is not None and self.is_refused_later else ()

    @property
    def ends_there(self) -> str:
        """That nothing follows in the other telling."""
        return THERE_IT_ENDS

    @property
    def own_refusal(self) -> str:
        """Where the record itself stops holding."""
        return " ".join(refusal_told(self.refused, self.called.capitalize()))

    @property
    def tellings(self) -> tuple[Telling, Telling]:
        """The record as either game tells it."""
        return self._told.here, self._told.there

    @property
    def score_titles(self) -> tuple[str, str]:
        """The two games over their scores, the other one's as far as it came."""
        here, there = self.titles
        return here, f"{there}, so far" if self._told.refused else there

    @property
    def standings(self) -> tuple[tuple[str, str], ...]:
        """How it stands at the end in either game."""
        return tuple(zip(self.score_titles, map(standing_told, self.tellings), strict=True))

    @cached_property
    def hands(self) -> tuple[ToldHand, ...]:
        """The record hand by hand; open is the one in which they part."""
        hands = self._told.hands
        parted = self._told.parting.line if self._told.parting else None
        return tuple(
            self._hand(hand, parted, is_short=len(hands) <= _MOST_HANDS_TOLD) for hand in hands
        )

    @cached_property
    def as_played(self) -> AsPlayed | None:
        """The same plays by those rules that let them all stand, where others would not."""
        return as_played(self._told) if self._told.refused else None

    @property
    def as_played_told(self) -> str:
        """What that is."""
        return AS_PLAYED

    @property
    def as_played_standing(self) -> str:
        """What it comes to."""
        assert self.as_played is not None
        return standing_told(self.as_played.comparison.there)

    def rule_title(self, name: str) -> str:
        """A rule in which two games differ, by its title."""
        return SETTINGS[name].title if name in SETTINGS else name.capitalize()

    # How it is put together

    @property
    def _told(self) -> Comparison:
        assert self.comparison is not None
        return self.comparison

    @property
    def _parted_at(self) -> int | None:
        parted = self._told.parting
        if parted is None:
            return None
        return next(at for at, entry in enumerate(self.entries) if entry.line == parted.line)

    def _hand(self, hand: ComparedHand, parted: int | None, *, is_short: bool) -> ToldHand:
        is_open = any(line.line == parted for line in hand.lines)
        seating = self._told.here.start.seating
        lines = tuple(
            ToldLine(
                line_of(told.line, told.line, told.statement, seating), told, told.line == parted
            )
            for told in (hand.lines if is_short or is_open else ())
        )
        return ToldHand(hand, lines, is_open)


def numbered(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries of a table by the numbers that people call them by."""
    return tuple(entry._replace(line=number) for number, entry in enumerate(entries, 1))


def _scene(telling: Telling, at: int | None) -> Scene | None:
    """The layout after an entry; None where this telling does not get so far, or nothing lies."""
    if at is None or at >= len(telling.entries):
        return None
    hand = telling.entries[at].game.hand
    if hand is None or not hand.layout.tiles:
        return None
    return scene_of(hand.layout, laid_by(telling.entries[: at + 1]))
