"""An answer: a ruling of the referee with its boards, sources and addresses, ready to be shown."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from companion.i18n import Text, listed, message
from companion.pictures.board_drawing import BoardDrawing, draw_board
from companion.record.statements import TileSet
from companion.referee.explain.key_answers import KeyAnswer, opened_first
from companion.referee.rule_book import Reason, Rule
from companion.referee.ruling import Position, Ruling, Section, Share, Step
from companion.rules.seating import Seating
from companion.rules.sources import Ground
from companion.rules.tile import Tile
from companion.web.ui.free_board import FreeBoard
from companion.web.ui.house_rule_fields import READ_HERE
from companion.web.ui.position_address import PositionQuestion
from companion.web.ui.tray import TRAY_ORDER

#: More tiles than these are not looked at one by one.
_MOST_TILES = 7


class Source(NamedTuple):
    """One place on which rules of an answer stand, by one leg."""

    ground: Ground
    rules: tuple[Rule, ...]
    #: The first of them that the page of rules tells; empty for none.
    anchor: str


class AnswerPart(NamedTuple):
    """A section of the ruling; what the headline says already is not said again."""

    section: Section
    reasons: tuple[Reason, ...]
    #: The sources of the rules behind it.
    sources: tuple[Source, ...]
    #: All 28 tiles in the places of the tray, each with whether the section is about it.
    tiles: tuple[tuple[Tile, bool], ...]


class Drawn(NamedTuple):
    """A layout as a picture, what it is for who hears it, and what stands below it."""

    board: BoardDrawing
    label: Text
    caption: Text | None = None
    #: Whether the tile set last is only thought of.
    is_thought: bool = False


#: A step of a proof, the side of whoever did it, and the layout by then.
ShownStep = tuple[Step, int, Drawn | None]


@dataclass(frozen=True)
class Answer:
    """Everything that a page and a picture show of a ruling."""

    ruling: Ruling
    #: By which rules it was answered.
    under: Text
    #: Its subject, in a line.
    subject: Any = ""
    #: The question, if it isn't the ruling's own.
    asked: Text | None = None
    #: The players of the table that it is about.
    players: tuple[str, ...] = ()
    steps: tuple[ShownStep, ...] = ()
    #: The same question on a free board, where anyone can ask it.
    question: PositionQuestion | None = None
    #: The name of its picture as a file.
    name: str = "referee"
    is_thought: bool = False
    #: The address that explains each entry that it names, by its number.
    links: Mapping[int, str] = field(default_factory=dict)
    #: The answers to what people ask about an entry.
    answers: tuple[KeyAnswer, ...] = ()
    #: The question or the rule that it is asked about; empty for what people argue about most.
    about: str = ""
    #: The address that asks more about each tile or number that it shows.
    asks: Mapping[Any, str] = field(default_factory=dict)

    @property
    def title(self) -> Text:
        """The question."""
        return self.asked or self.ruling.title

    @property
    def is_count(self) -> bool:
        """Whether the headline is a sum."""
        return self.ruling.count is not None

    @property
    def heard(self) -> Text:
        """The answer for who hears it."""
        return self.ruling.answer or self.summed

    @property
    def summed(self) -> Text:
        """The headline with what its tile scored, or why it scored nothing."""
        ruling = self.ruling
        if ruling.earned is None:
            return ruling.headline
        is_score = ruling.entry is not None and ruling.entry.play.points
        return message(
            "answer.earns" if is_score else "answer.earns-nothing",
            headline=ruling.headline,
            earned=ruling.earned,
        )

    @property
    def drawn(self) -> tuple[Drawn, ...]:
        """The layouts that it is about."""
        if self.is_thought:
            label = message("answer.layout-thought-of")
        elif self.is_count:
            label = message("answer.layout-counted", sum=self.ruling.headline)
        else:
            label = message("answer.layout-as-it-lay")
        boards = [(_board(position), position.caption) for position in self.ruling.positions]
        return tuple(
            Drawn(self._ringed(board), label, caption, self.is_thought) for board, caption in boards
        )

    def _ringed(self, board: BoardDrawing) -> BoardDrawing:
        """A ring is for the tile that is asked about, and for no other that was played last."""
        entry = self.ruling.entry
        if self.is_thought or (entry is None and not self.is_count):
            return board
        played = entry.statement.tile if entry and isinstance(entry.statement, TileSet) else None
        return board._replace(last=played)

    @property
    def parts(self) -> Iterator[AnswerPart]:
        """The ruling section by section."""
        return (self._part(section) for section in self.ruling.sections)

    @cached_property
    def opened(self) -> KeyAnswer:
        """The answer that is open; only where there are some."""
        return opened_first(self.answers, self.ruling, self.about)

    @property
    def key_part(self) -> AnswerPart:
        """The reasons of the answer that is open."""
        part = self._part(Section(reasons=self.opened.reasons))
        return part._replace(sources=tuple(_sources(self.opened.rules)))

    def _part(self, section: Section) -> AnswerPart:
        reasons = section.reasons
        if reasons and reasons[0].sentence == self.ruling.headline:
            reasons = reasons[1:]
        tiles = tuple((tile, tile in section.tiles) for tile in TRAY_ORDER)
        sources = tuple(_sources(section.rules))
        return AnswerPart(section, reasons, sources, tiles if section.tiles else ())


def to_tap(board: FreeBoard, *, is_asked: bool = True) -> Drawn | None:
    """The layout whose open ends can be tapped, and whether its last tile is asked about.

    None before the lead.
    """
    if (picture := board.picture) is None:
        return None
    shown = picture if is_asked else picture._replace(last=None)
    return Drawn(shown, message("answer.layout-to-tap"))


def shown_steps(steps: Iterable[Step], seating: Seating) -> Iterator[ShownStep]:
    """The steps of a proof, each with whose it is and its layout."""
    for step in steps:
        drawn, position = None, step.position
        if position is not None:
            pips = dict.fromkeys(end.pips for end in position.layout.ends)
            drawn = Drawn(_board(position), message("answer.layout-then", pips=listed(pips)))
        tiles = step.tiles if len(step.tiles) <= _MOST_TILES else ()
        yield step._replace(tiles=tiles), seating.side_of[seating.seat(step.player)], drawn


def describe_cell(cell: Any) -> Text:
    """A cell of a table: a score for each side, so many of so many, a number, a text."""
    match cell:
        case None:
            return message("answer.nothing")
        case Share(part, whole) if part == whole:
            return message("answer.all", whole=whole)
        case Share(part, whole):
            return message("answer.share", part=part, whole=whole)
        case tuple():
            return message("answer.scores", scores=" · ".join(str(listed([each])) for each in cell))
    return listed([cell])


def _sources(rules: Sequence[Rule]) -> Iterator[Source]:
    """The sources of the rules: each leg and place once, with all rules based on it."""
    for source in dict.fromkeys(rule.source for rule in rules):
        stand = tuple(rule for rule in rules if rule.source == source)
        anchor = next((rule.name for rule in stand if rule.name in READ_HERE), "")
        yield Source(stand[0].ground, stand, anchor)


def _board(position: Position) -> BoardDrawing:
    return draw_board(
        position.layout, position.laid, lit={(end.host, end.pips) for end in position.lit}
    )
