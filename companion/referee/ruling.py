"""A ruling: the one form of all the referee's answers.

Why, why not, what if, under other rules, a proof, an audit: each is a function that returns a
`Ruling`. The page, the terminal, JSON and the picture show any ruling, whatever the question was.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from companion.i18n import Text
from companion.record.replay import Entry
from companion.referee.count_reasons import Count, Spot
from companion.referee.rule_book import Reason, Rule
from companion.rules.hand import Hand
from companion.rules.layout import End, Layout, Placement
from companion.rules.tile import Tile


class About(StrEnum):
    """What people ask about an entry, in the order of the answers."""

    COUNT = "count"
    ALLOWED = "allowed"
    POINTS = "points"
    TURN = "turn"
    ENDED = "ended"
    SETTLED = "settled"
    GAME = "game"
    NEXT_LEAD = "next-lead"


class Position(NamedTuple):
    """A layout to draw; `lit` are the ends that the sentence beside it is about."""

    layout: Layout
    #: The tiles with their hosts, in the order played.
    laid: tuple[Placement, ...]
    lit: tuple[End, ...] = ()
    #: The tile to highlight, if it is not the one played last.
    last: Tile | None = None
    #: What stands below it, if there are several.
    caption: Text | None = None


class Share(NamedTuple):
    """A part of a whole, shown as a bar: five of the seven tiles of a number."""

    part: int
    whole: int


class Row(NamedTuple):
    """A row of a table: a name, a tile or a statement, and its cells (None: unknown or gone)."""

    head: Any
    cells: tuple[Any, ...] = ()
    #: Sentences below the row.
    notes: tuple[Text, ...] = ()
    #: The line of the record that it is about.
    line: int | None = None
    #: The side that it belongs to.
    side: int | None = None
    is_marked: bool = False


class Table(NamedTuple):
    """A table: a heading for each column, that of the row heads first."""

    heads: tuple[Any, ...]
    rows: tuple[Row, ...]


class Section(NamedTuple):
    """A question with its answer; a section without a question belongs to the headline."""

    question: Text | None = None
    reasons: tuple[Reason, ...] = ()
    #: The ends of a count, one by one.
    spots: tuple[Spot, ...] = ()
    #: Sentences that rest on no single rule.
    notes: tuple[Text, ...] = ()
    table: Table | None = None
    #: Tiles to look at.
    tiles: tuple[Tile, ...] = ()
    about: About | None = None
    #: Whether it is closed until someone unfolds it.
    is_folded: bool = False

    @property
    def all_reasons(self) -> tuple[Reason, ...]:
        """The reasons for its spots, then the others."""
        return (*(reason for spot in self.spots for reason in spot.reasons), *self.reasons)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules behind this answer, each once."""
        return tuple(dict.fromkeys(reason.rule for reason in self.all_reasons))


class Step(NamedTuple):
    """A step of a proof: what someone did, the tiles it is about, the layout before it."""

    line: int
    player: str
    sentence: Text
    tiles: tuple[Tile, ...] = ()
    position: Position | None = None


@dataclass(frozen=True)
class Ruling:
    """An answer of the referee: first at a glance, then with reasons and the rules behind them."""

    #: The question in a word or two: `Why 15?`
    title: Text
    #: The answer at a glance: the count written out, or a sentence.
    headline: Text
    #: What a tile scored, or why it scored nothing; beside the headline.
    earned: Text | None = None
    #: The answer in a sentence or two, if the headline is only a sum.
    answer: Text | None = None
    #: Sentences right below the headline.
    notes: tuple[Text, ...] = ()
    #: The layout in question; two if two games count it differently.
    positions: tuple[Position, ...] = ()
    sections: tuple[Section, ...] = ()
    #: A proof, line by line, and its conclusion.
    steps: tuple[Step, ...] = ()
    conclusion: Text | None = None
    #: The code of the record format if something is refused.
    code: str = ""
    #: The entry in question, and the count of its tile.
    entry: Entry | None = None
    count: Count | None = None

    @property
    def is_refusal(self) -> bool:
        """Whether this ruling explains a refusal."""
        return bool(self.code)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons of all sections, in their order."""
        return tuple(reason for section in self.sections for reason in section.all_reasons)


def positions_of(hand: Hand | None, laid: tuple[Placement, ...]) -> tuple[Position, ...]:
    """The layout in question; none if it is empty, or if nobody knows which tile lies where."""
    return (Position(hand.layout, laid),) if hand and hand.layout.tiles and laid else ()
