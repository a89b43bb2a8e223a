"""What is asked by tapping a free board: any layout, by any rules."""

from typing import Any

from flask import url_for

from companion.i18n import Text, listed, message
from companion.record.replay import laid_by
from companion.referee.explain.why_and_what_if import describe_option
from companion.web.rulings.ruling_answer import Answer, to_tap
from companion.web.ui.free_board import FreeBoard
from companion.web.ui.hand_entries import hands_of
from companion.web.ui.pasted_record import PastedRecord
from companion.web.ui.position_address import PositionQuestion


def _asking(question: PositionQuestion, back: str) -> str:
    """Where a question is asked on a free board, by somebody who came from there."""
    return url_for("referee.ask", **question.as_query(), back=back or None)


def ask_page(board: FreeBoard, problem: Text | None = None, *, back: str = "") -> dict[str, Any]:
    """The page of a board, with what was wrong with a record that was pasted.

    `back` is the address at a table from which it was asked.
    """
    question, rules, note = board.question, board.board.book.rules, None
    if hand := question.hand:
        note = message("ask.later-hand" if hand > 1 else "ask.first-hand", hand=hand)
    return {
        "title": message("ask.title"),
        "back": back,
        # By which rules it is asked: they are chosen here.
        "under": question.under,
        "problems": [problem, *board.problems] if problem else board.problems,
        "note": note,
        "drawn": to_tap(board),
        # Where a tap on an open end leads, by its host.
        "ends": {end.host: _asking(board.on_end(end.host), back) for end in board.layout.ends},
        "prompt": board.prompt,
        # The places for a tile, or what undoes a tap, and where each leads.
        "options": [
            (
                each.host,
                _asking(board.laying(each.tile, each.host), back),
                describe_option(rules, each),
            )
            for each in board.options
        ],
        "tray": [(each, _asking(board.tapping(each.tile), back)) for each in board.tray],
        "doors": [(name, _asking(goes, back), label) for name, goes, label in board.doors],
        "answer": _answer_on(board),
    }


def parse_pasted(text: str) -> tuple[PositionQuestion | None, Text | None]:
    """What a record asks of its last hand, as far as it holds, and what is wrong with the rest."""
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
    """The answer about the tile picked up or laid last; None where nothing is asked."""
    question, free = board.question, board.board
    is_asked = question.tile is None and question.on is None
    ruling = board.refusal or (free.verdict if is_asked else None)
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
    subject = listed(laid) if laid else None
    return Answer(ruling, question.under, subject, asked, question=question)
