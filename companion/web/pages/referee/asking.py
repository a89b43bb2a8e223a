"""What is asked by tapping a board and a tray: anything on a free board, what if at a table."""

from typing import Any

from flask import url_for

from companion.record.replay import laid_by
from companion.referee.board import Board
from companion.referee.book import Book
from companion.referee.rulings import describe_option
from companion.rules.hand import Play
from companion.rules.tile import Tile
from companion.tables.state import TableState
from companion.web.pages.referee.answer import Answer, Drawn
from companion.web.pages.shared.count_first import counted_by, is_asked
from companion.web.pages.shared.free_board import FreeBoard
from companion.web.pages.shared.hands import hands_of
from companion.web.pages.shared.pasted_record import PastedRecord
from companion.web.pages.shared.position import Question
from companion.words import Text, listed, message


def _asking(question: Question) -> str:
    """Where a question is asked on a free board."""
    return url_for("referee.ask", **question.as_query())


def _to_tap(board: FreeBoard) -> Drawn | None:
    return Drawn(board.picture, message("answer.layout-to-tap")) if board.picture else None


# A free board


def ask_page(board: FreeBoard, problem: Text | None = None) -> dict[str, Any]:
    """The page of a board, with what was wrong with a record that was pasted."""
    question, rules, note = board.question, board.board.book.rules, None
    if hand := question.hand:
        note = message("ask.later-hand" if hand > 1 else "ask.first-hand", hand=hand)
    return {
        "title": message("ask.title"),
        # By which rules it is asked: they are chosen here.
        "under": question.under,
        "problems": [problem, *board.problems] if problem else board.problems,
        "note": note,
        "drawn": _to_tap(board),
        # Where a tap on an open end leads, by its host.
        "ends": {end.host: _asking(board.on_end(end.host)) for end in board.layout.ends},
        "prompt": board.prompt,
        # The places for a tile, or what undoes a tap, and where each leads.
        "options": [
            (each.host, _asking(board.laying(each.tile, each.host)), describe_option(rules, each))
            for each in board.options
        ],
        "tray": [(each, _asking(board.tapping(each.tile))) for each in board.tray],
        "doors": [(name, _asking(goes), label) for name, goes, label in board.doors],
        "answer": _answer_on(board),
    }


def parse_pasted(text: str) -> tuple[Question | None, Text | None]:
    """What a record asks of its last hand, as far as it holds, and what is wrong with the rest."""
    pasted = PastedRecord.parse(text)
    record, problem = pasted.transcript, pasted.problem
    if (refused := record.refused) is not None:
        problem = message("ask.line", line=refused.line, refusal=refused.refusal.message)
    if record.header is None or record.start is None:
        return None, problem
    for hand in reversed([*hands_of(record.start, record.entries)]):
        if placements := laid_by(hand.entries):
            question = Question.by_rules_of(record.header).laying(placements)
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


# A table


def what_if_page(state: TableState, tile: Tile | None, on: Tile | None) -> dict[str, Any]:
    """What a tile would do at a table, on that end where it has several; nothing is entered."""
    counted, question = counted_by(state), Question.by_rules_of(state.header)
    page = {"title": message("what-if.title"), "players": state.header.players}
    # Where nothing can be asked there is no tray, and the note says why.
    if state.is_pegs_only or state.game.hand is None:
        note = message("what-if.pegs-only" if state.is_pegs_only else "what-if.no-hand")
        return page | {"note": note, "doors": [("ask", _asking(question), message("ask.title"))]}
    laid = laid_by(state.entries)
    board = Board(Book.of(state.header), state.game, laid)
    # The same layout as a free board, on which anybody can be asked the same.
    thought = FreeBoard(question.laying(laid).thinking_of(tile, on), board)
    page["title"] = _describe_thought(state, thought)
    if counted is not None and counted.at_stake > 0:
        return page | {"note": message("what-if.at-stake")}
    return page | _thought_of(state, thought)


def _thought_of(state: TableState, board: FreeBoard) -> dict[str, Any]:
    tile, on, answer = board.question.tile, board.question.on, _answer_to(state, board)

    def asking(tile: Tile | None, on: Tile | None) -> str:
        named = {"tile": tile, "on": on}
        query: dict[str, Any] = {name: str(picked) for name, picked in named.items() if picked}
        return url_for("referee.what_if", table_id=state.id, **query)

    def label(option: Play) -> Text:
        if is_asked(state):
            return message("what-if.on", host=option.host)
        return describe_option(state.game.rules, option)

    chosen, another = tile if board.places else None, message("what-if.another")
    ends = {end.host: asking(chosen, end.host) for end in board.layout.ends}
    return {
        "drawn": answer.drawn[0] if answer and answer.drawn else _to_tap(board),
        # Once there is an answer no end is tapped.
        "ends": {} if answer else ends,
        "prompt": _prompt(state, board),
        "options": [(each.host, asking(tile, each.host), label(each)) for each in board.places],
        "on": on,
        "tray": [(each, asking(each.tile, None if tile else on)) for each in board.tray],
        "doors": [("another", asking(None, None), another)] if tile or on else [],
        "answer": answer,
    }


def _who(state: TableState) -> Text | str:
    """Who would set it."""
    turn = state.game.turn
    return message("what-if.somebody") if turn is None else state.header.players[turn]


def _describe_thought(state: TableState, board: FreeBoard) -> Text:
    """The question: `What if Ana set the 6-1 on 6-6?`"""
    tile, host = board.allowed or (board.question.tile, board.question.on)
    if tile is None:
        return message("what-if.title")
    if host is None:
        return message("what-if.set", who=_who(state), tile=tile)
    return message("what-if.set-on", who=_who(state), tile=tile, host=host)


def _prompt(state: TableState, board: FreeBoard) -> Text | None:
    """What to tap next; None once there is an answer."""
    tile, on = board.question.tile, board.question.on
    # No count is told beforehand where whoever acts counts first.
    if board.allowed and is_asked(state):
        return message("what-if.counts-first", who=_who(state))
    if board.options:
        return message("what-if.where", tile=tile)
    if tile is not None:
        return None
    return message("answer.what-on", host=on) if on else message("what-if.tap")


def _answer_to(state: TableState, board: FreeBoard) -> Answer | None:
    """The answer, where there is one and it may be told."""
    if board.ruling is None or (board.allowed and is_asked(state)):
        return None
    return Answer(
        board.ruling,
        board.question.under,
        message("what-if.not-entered"),
        _describe_thought(state, board),
        question=board.laying(*board.allowed) if board.allowed else board.question,
        name=f"what-if-{board.question.tile}",
        is_thought=board.allowed is not None,
    )
