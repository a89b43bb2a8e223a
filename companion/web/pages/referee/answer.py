"""An answer: a ruling of the referee with its boards, sources and addresses, ready to be shown."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from companion.pictures.board import Board, Marking, draw_board
from companion.referee.reason import Reason, Rule
from companion.referee.ruling import About, Position, Ruling, Section, Share, Step
from companion.rules.seating import Seating
from companion.rules.tile import Tile
from companion.web.pages.shared.house_rules import READ_HERE
from companion.web.pages.shared.position import Question
from companion.web.pages.shared.tray import TRAY_ORDER
from companion.words import Text, listed, message

#: More tiles than these are not looked at one by one.
_MOST_TILES = 7


class Source(NamedTuple):
    """Where rules behind an answer stand."""

    title: str | Text
    rules: tuple[Rule, ...]
    #: The first of them that the page of rules tells; empty where it tells none.
    anchor: str


class Part(NamedTuple):
    """A section of the ruling; what the headline says already is not said again."""

    section: Section
    reasons: tuple[Reason, ...]
    sources: tuple[Source, ...]
    #: All 28 tiles in the places of the tray, each with whether the section is about it.
    tiles: tuple[tuple[Tile, bool], ...] = ()


class Drawn(NamedTuple):
    """A layout as a picture, what it is for who hears it, and what stands below it."""

    board: Board
    label: Text
    caption: Text | None = None
    #: Whether the tile set last is only thought of.
    is_thought: bool = False


class ShownStep(NamedTuple):
    """A step of a proof: its entry by number and by change, and whose it is."""

    number: int
    seq: int
    side: int
    sentence: Text
    tiles: tuple[Tile, ...]
    drawn: Drawn | None


class Answer(NamedTuple):
    """Everything that a page and a picture show of a ruling."""

    ruling: Ruling
    #: The question.
    title: Text
    #: By which rules it was answered.
    under: Text
    #: What it is about, in a line.
    subject: Any
    #: Who plays at the table that it is about.
    players: tuple[str, ...]
    drawn: tuple[Drawn, ...]
    parts: tuple[Part, ...]
    steps: tuple[ShownStep, ...] = ()
    #: The same question on a free board, where anybody can ask it.
    question: Question | None = None
    #: What its picture is called as a file.
    name: str = "referee"
    #: Where each line that it names is explained.
    links: Mapping[int, str] = {}

    @property
    def is_count(self) -> bool:
        """Whether the headline is a sum."""
        return self.ruling.section(About.COUNT) is not None

    @property
    def heard(self) -> Text:
        """The answer for who hears it."""
        ruling = self.ruling
        if ruling.told is None and ruling.earned is not None:
            return message("answer.heard", headline=ruling.headline, earned=ruling.earned)
        return ruling.told or ruling.headline


def answer_of(
    ruling: Ruling,
    under: Text,
    subject: Any = "",
    *,
    title: Text | None = None,
    players: tuple[str, ...] = (),
    question: Question | None = None,
    name: str = "referee",
    is_thought: bool = False,
) -> Answer:
    """The answer to a question about a layout."""
    return Answer(
        ruling,
        title or ruling.title,
        under,
        subject,
        players,
        tuple(_drawn(ruling, position, is_thought=is_thought) for position in ruling.positions),
        tuple(_part(ruling, section) for section in ruling.sections),
        question=question,
        name=name,
    )


def shown_steps(
    steps: Iterable[Step], seating: Seating, numbers: Mapping[int, int]
) -> tuple[ShownStep, ...]:
    """The steps of a proof, each with the number that people call its entry by."""
    return tuple(
        ShownStep(
            numbers[step.line],
            step.line,
            seating.side_of[seating.seat(step.player)],
            step.sentence,
            step.tiles if len(step.tiles) <= _MOST_TILES else (),
            _step_drawn(step.position) if step.position else None,
        )
        for step in steps
    )


def sources_of(rules: Iterable[Rule]) -> tuple[Source, ...]:
    """Where the rules stand, each source once with all that stand in it."""
    found: dict[Any, list[Rule]] = {}
    for rule in rules:
        found.setdefault(rule.source, []).append(rule)
    return tuple(Source(title, tuple(stand), _anchor(stand)) for title, stand in found.items())


def _anchor(rules: Iterable[Rule]) -> str:
    return next((rule.name for rule in rules if rule.name in READ_HERE), "")


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


def board_of(position: Position) -> Board:
    """The picture of a position."""
    lit = {(end.host, end.pips) for end in position.lit}
    marking = Marking.COUNTED if position.only_counted else Marking.ENDS
    return draw_board(position.layout, position.laid, marking, lit=lit, fresh=position.fresh)


def _part(ruling: Ruling, section: Section) -> Part:
    reasons = section.reasons
    if reasons and reasons[0].sentence == ruling.headline:
        reasons = reasons[1:]
    shown = tuple((tile, tile in section.tiles) for tile in TRAY_ORDER) if section.tiles else ()
    return Part(section, reasons, sources_of(section.rules), shown)


def _drawn(ruling: Ruling, position: Position, *, is_thought: bool) -> Drawn:
    if is_thought:
        label = message("answer.layout-thought-of")
    elif ruling.section(About.COUNT):
        label = message("answer.layout-counted", sum=ruling.headline)
    else:
        label = message("answer.layout-as-it-lay")
    return Drawn(board_of(position), label, position.caption, is_thought)


def _step_drawn(position: Position) -> Drawn:
    pips = dict.fromkeys(end.pips for end in position.layout.ends)
    return Drawn(board_of(position), message("answer.layout-then", pips=listed(pips)))
