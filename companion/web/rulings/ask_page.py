"""Questions asked by tapping a free board: any layout, by any rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask import url_for

from companion.i18n import Text, listed, message
from companion.record.replay import laid_by
from companion.referee.explain.why_and_what_if import describe_option
from companion.rules.tile import Tile
from companion.web.rulings.ruling_answer import Answer, Drawn, to_tap
from companion.web.ui.free_board import FreeBoard
from companion.web.ui.hand_entries import hands_of
from companion.web.ui.pasted_record import PastedRecord
from companion.web.ui.position_address import PositionQuestion
from companion.web.ui.tray import TrayTile


@dataclass(frozen=True)
class AskingPage:
    """A page that is asked by tapping: what lies, what a tap leads to, and the answer."""

    title: Text
    players: tuple[str, ...] = ()
    #: By which rules it is asked, where they are chosen on the page.
    under: Text | None = None
    problems: tuple[Text, ...] = ()
    #: What is asked about each tile that was not seen clearly, and the address of each answer.
    doubts: Sequence[tuple[Text, Mapping[Tile, str]]] = ()
    note: Text | None = None
    drawn: Drawn | None = None
    #: The address that a tap on an open end leads to, by its host.
    ends: Mapping[Tile, str] = field(default_factory=dict)
    prompt: Text | None = None
    #: The places for a tile, each with its address; `on` is the one that was chosen.
    options: Sequence[tuple[Tile | None, str, Text]] = ()
    on: Tile | None = None
    tray: Sequence[tuple[TrayTile, str]] = ()
    doors: Sequence[tuple[str, str, Text]] = ()
    answer: Answer | None = None
    #: The entry in whose place it is asked.
    at: int | None = None
    #: The address that fixes that entry, with what was chosen here.
    happened: str | None = None
    #: The address at a table from which it was asked.
    back: str = ""


def ask_page(board: FreeBoard, problem: Text | None = None, back: str = "") -> AskingPage:
    """The page of a board, with what was wrong with a record that was pasted."""
    question, rules, note = board.question, board.board.book.rules, None
    if question.is_seen:
        note = message("ask.seen")
    elif hand := question.hand:
        note = message("ask.later-hand" if hand > 1 else "ask.first-hand", hand=hand)

    def asking(question: PositionQuestion) -> str:
        return url_for("referee.ask", **question.as_query(), back=back or None)

    return AskingPage(
        message("ask.title"),
        under=question.under,
        problems=(problem, *board.problems) if problem else board.problems,
        note=note,
        drawn=to_tap(board, is_asked=not question.is_seen),
        ends={end.host: asking(board.on_end(end.host)) for end in board.layout.ends},
        prompt=board.prompt,
        options=[
            (each.host, asking(board.laying(each.tile, each.host)), describe_option(rules, each))
            for each in board.options
        ],
        tray=[(each, asking(board.tapping(each.tile))) for each in board.tray],
        doors=[(name, asking(goes), label) for name, goes, label in board.doors],
        answer=_answer_on(board),
        back=back,
    )


def parse_pasted(text: str) -> tuple[PositionQuestion | None, Text | None]:
    """The question about a record's last hand, as far as it fits, and the problem with the rest."""
    pasted = PastedRecord.parse(text)
    record, problem = pasted.transcript, pasted.problem
    if (refused := record.refused) is not None:
        problem = message("ask.line", line=refused.line, refusal=refused.refusal.message)
    if record.header is None or record.start is None:
        return None, problem
    for hand in reversed([*hands_of(record.start, record.entries)]):
        if placements := laid_by(hand.entries):
            question = PositionQuestion.by_rules_of(record.header).laying(placements)
            return question._replace(hand=hand.number), problem
    return None, problem or message("ask.no-tile-set")


def _answer_on(board: FreeBoard) -> Answer | None:
    """The answer about the tile picked up or played last; None if nothing is asked."""
    question, free = board.question, board.board
    is_asked = question.tile is None and question.on is None
    verdict = free.counted if question.is_seen else free.verdict
    ruling = board.refusal or (verdict if is_asked else None)
    if ruling is None:
        return None
    laid = [
        message("ask.tile-on", tile=tile, host=host) if host else tile for tile, host in free.laid
    ]
    asked = None
    if ruling.is_refusal and question.on is None:
        asked = message("ask.can-it-go-there", tile=question.tile)
    elif ruling.is_refusal:
        asked = message("ask.can-it-go-on", tile=question.tile, host=question.on)
    return Answer(ruling, question.under, listed(laid) if laid else None, asked, question=question)
