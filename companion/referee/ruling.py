"""A ruling: the one form in which the referee answers, whatever was asked.

Why, why not, what if, under other rules, a proof, an audit: each is a function
that returns a `Ruling`. The page, the terminal, JSON and the picture write a
ruling out, one writer each, and know nothing of what was asked.
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
    """What people ask of an entry, in the order in which they ask it."""

    COUNT = "count"
    ALLOWED = "allowed"
    POINTS = "points"
    TURN = "turn"
    ENDED = "ended"
    SETTLED = "settled"
    GAME = "game"
    NEXT_LEAD = "next-lead"


class Position(NamedTuple):
    """A layout to be drawn; `lit` are the ends that the sentence beside it is about."""

    layout: Layout
    #: The tiles with their hosts in the order set.
    laid: tuple[Placement, ...]
    lit: tuple[End, ...] = ()
    #: The tile to stand out, where it is not the one set last.
    last: Tile | None = None
    #: What is to be said below it, where there are several.
    caption: Text | None = None


class Share(NamedTuple):
    """So many of so many, to be shown as a bar: five of the seven tiles of a number."""

    part: int
    whole: int


class Row(NamedTuple):
    """A line of a table: a name, a tile or a statement, and what is to be read beside it.

    A cell that is None is not known, or not there any more. `notes` are
    sentences below the row, `line` the line of the record that it is about,
    `side` the side that it belongs to.
    """

    head: Any
    cells: tuple[Any, ...] = ()
    notes: tuple[Text, ...] = ()
    line: int | None = None
    side: int | None = None
    is_marked: bool = False


class Table(NamedTuple):
    """Numbers side by side: a heading for each column, that of the row heads first."""

    heads: tuple[Any, ...]
    rows: tuple[Row, ...]


class Section(NamedTuple):
    """A question with what answers it; a section without a question belongs to the headline.

    `notes` are sentences that rest on no single rule, `spots` the ends of a
    count one by one, `tiles` tiles to be looked at.
    """

    question: Text | None = None
    reasons: tuple[Reason, ...] = ()
    spots: tuple[Spot, ...] = ()
    notes: tuple[Text, ...] = ()
    table: Table | None = None
    tiles: tuple[Tile, ...] = ()
    about: About | None = None
    #: Whether it is shown only to whoever unfolds it.
    is_folded: bool = False

    @property
    def all_reasons(self) -> tuple[Reason, ...]:
        """The reasons for its spots, then the others."""
        return (*(reason for spot in self.spots for reason in spot.reasons), *self.reasons)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that this answer rests on, each once."""
        return tuple(dict.fromkeys(reason.rule for reason in self.all_reasons))


class Step(NamedTuple):
    """A line of a proof: what somebody did, the tiles it is about, the layout before it."""

    line: int
    player: str
    sentence: Text
    tiles: tuple[Tile, ...] = ()
    position: Position | None = None


@dataclass(frozen=True)
class Ruling:
    """An answer of the referee: at a glance, then with its reasons and the rules behind them."""

    #: The question in a word or two: `Why 15?`
    title: Text
    #: The answer at a glance: the count written out, or a sentence.
    headline: Text
    #: What a tile earned, or why it earned nothing; beside the headline.
    earned: Text | None = None
    #: The answer in a sentence or two, where the headline is only a sum.
    answer: Text | None = None
    #: What follows the headline at once.
    notes: tuple[Text, ...] = ()
    #: The layout that was asked about; two where two games count it differently.
    positions: tuple[Position, ...] = ()
    sections: tuple[Section, ...] = ()
    #: How it is proved, line by line, and what that comes to.
    steps: tuple[Step, ...] = ()
    conclusion: Text | None = None
    #: The code of the record format where something is refused.
    code: str = ""
    #: The entry that it explains, and the count of its tile.
    entry: Entry | None = None
    count: Count | None = None

    @property
    def is_refusal(self) -> bool:
        """True if this ruling explains a refusal."""
        return bool(self.code)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """All reasons in the order in which they are read."""
        return tuple(reason for section in self.sections for reason in section.all_reasons)


def positions_of(hand: Hand | None, laid: tuple[Placement, ...]) -> tuple[Position, ...]:
    """The layout that was asked about; none where it is bare, or nobody knows what lies where."""
    return (Position(hand.layout, laid),) if hand and hand.layout.tiles and laid else ()
