"""What is asked by tapping a board and a tray: anything on a free board, what if at a table."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import url_for

from companion.record.replay import laid_by
from companion.referee.board import Board
from companion.referee.book import Book
from companion.referee.options import describe_option
from companion.rules.hand import Play
from companion.rules.tile import Tile
from companion.tables.state import TableState
from companion.web.pages.referee.answer import Answer, Drawn
from companion.web.pages.shared.count_first import counted_by, is_asked
from companion.web.pages.shared.free_board import FreeBoard
from companion.web.pages.shared.hands import hands_of
from companion.web.pages.shared.pasted_record import PastedRecord
from companion.web.pages.shared.position import Question
from companion.web.pages.shared.tray import TrayTile
from companion.words import Text, listed, message


class Choice(NamedTuple):
    """Something to be tapped, and where it leads."""

    id: str
    href: str
    label: Text
    is_current: bool = False


class AskingPage(NamedTuple):
    """A board and a tray, where each tap leads, and the answer."""

    title: Text
    #: Who plays, on the page of a table.
    players: tuple[str, ...] = ()
    #: By which rules it is asked, where that is chosen here.
    under: Text | None = None
    #: What could not be read of the question.
    problems: tuple[Text, ...] = ()
    #: What there is to know before anything is asked; why nothing can be, where there is no tray.
    note: Text | None = None
    drawn: Drawn | None = None
    #: Where a tap on an open end leads, by its host; empty where ends are not tapped.
    ends: Mapping[Tile, str] = {}
    #: What to tap next; None once there is an answer.
    prompt: Text | None = None
    options: tuple[Choice, ...] = ()
    tray: tuple[tuple[TrayTile, str], ...] = ()
    doors: tuple[Choice, ...] = ()
    answer: Answer | None = None

    @property
    def heard(self) -> Text | None:
        """What changed, for who hears it."""
        return self.prompt or (self.answer.heard if self.answer else None)


def _asking(question: Question) -> str:
    """Where a question is asked on a free board."""
    return url_for("referee.ask", **question.as_query())


def _to_tap(board: FreeBoard) -> Drawn | None:
    return Drawn(board.picture, message("answer.layout-to-tap")) if board.picture else None


# A free board


def ask_page(board: FreeBoard, problem: Text | None = None) -> AskingPage:
    """The page of a board, with what was wrong with a record that was pasted."""
    question, rules, note = board.question, board.board.book.rules, None
    if hand := question.hand:
        note = message("ask.later-hand" if hand > 1 else "ask.first-hand", hand=hand)
    return AskingPage(
        message("ask.title"),
        under=question.under,
        problems=(*([problem] if problem else ()), *board.problems),
        note=note,
        drawn=_to_tap(board),
        ends={end.host: _asking(board.on_end(end.host)) for end in board.layout.ends},
        prompt=board.prompt,
        options=tuple(
            Choice(
                f"on-{each.host}",
                _asking(board.laying(each.tile, each.host)),
                describe_option(rules, each),
            )
            for each in board.options
        ),
        tray=tuple((each, _asking(board.tapping(each.tile))) for each in board.tray),
        doors=tuple(Choice(name, _asking(goes), label) for name, goes, label in board.doors),
        answer=_answer_on(board),
    )


def parse_pasted(text: str) -> tuple[Question | None, Text | None]:
    """What a record asks of its last hand, as far as it holds, and what is wrong with the rest."""
    pasted = PastedRecord.parse(text)
    record, refused, problem = pasted.transcript, pasted.refused, pasted.problem
    if refused is not None:
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


def what_if_page(state: TableState, tile: Tile | None, on: Tile | None) -> AskingPage:
    """What a tile would do at a table, on that end where it has several; nothing is entered."""
    players, counted = state.header.players, counted_by(state)
    question = Question.by_rules_of(state.header)
    if state.is_pegs_only or state.game.hand is None:
        note = message("what-if.pegs-only" if state.is_pegs_only else "what-if.no-hand")
        door = Choice("ask", _asking(question), message("ask.title"))
        return AskingPage(message("what-if.title"), players, note=note, doors=(door,))
    laid = laid_by(state.entries)
    board = Board(Book.of(state.header), state.game, laid)
    # The same layout as a free board, on which anybody can be asked the same.
    thought = FreeBoard(question.laying(laid).thinking_of(tile, on), board)
    if counted is not None and counted.at_stake > 0:
        title = _describe_thought(state, thought)
        return AskingPage(title, players, note=message("what-if.at-stake"))
    return _thought_page(state, thought)


def _thought_page(state: TableState, board: FreeBoard) -> AskingPage:
    tile, on, answer = board.question.tile, board.question.on, _answer_to(state, board)

    def asking(tile: Tile | None, on: Tile | None) -> str:
        named = {"tile": tile, "on": on}
        query: dict[str, Any] = {name: str(picked) for name, picked in named.items() if picked}
        return url_for("referee.what_if", table_id=state.id, **query)

    def label(option: Play) -> Text:
        if is_asked(state):
            return message("what-if.on", host=option.host)
        return describe_option(state.game.rules, option)

    chosen = tile if board.places else None
    another = Choice("another", asking(None, None), message("what-if.another"))
    return AskingPage(
        _describe_thought(state, board),
        state.header.players,
        drawn=answer.drawn[0] if answer and answer.drawn else _to_tap(board),
        ends={} if answer else {end.host: asking(chosen, end.host) for end in board.layout.ends},
        prompt=_prompt(state, board),
        options=tuple(
            Choice(f"on-{each.host}", asking(tile, each.host), label(each), on == each.host)
            for each in board.places
        ),
        tray=tuple((each, asking(each.tile, None if tile else on)) for each in board.tray),
        doors=(another,) if tile or on else (),
        answer=answer,
    )


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
