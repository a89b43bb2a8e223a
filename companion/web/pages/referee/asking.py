"""What is asked by tapping a board and a tray: anything on a free board, what if at a table."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.record.replay import laid_by
from companion.referee.board import Board
from companion.referee.book import Book
from companion.referee.ruling import Ruling
from companion.referee.rulings import describe_option, options_for, what_if
from companion.rules.hand import Play
from companion.rules.tile import Tile
from companion.tables.state import TableState
from companion.web.pages.referee.answer import Answer, Drawn
from companion.web.pages.shared.count_first import counted_by, is_asked
from companion.web.pages.shared.free_board import FreeBoard
from companion.web.pages.shared.hands import hands_of
from companion.web.pages.shared.pasted_record import PastedRecord
from companion.web.pages.shared.position import Question
from companion.web.pages.shared.tapping import Choice, at
from companion.web.pages.shared.tray import TrayTile
from companion.words import Text, listed, message


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


# A free board


def ask_page(board: FreeBoard, address: str, *, problem: Text | None = None) -> AskingPage:
    """The page of a board at an address, with what was wrong with a record that was pasted."""

    def asking(question: Question) -> str:
        return at(address, question.as_query())

    question, layout = board.question, board.layout
    hand = question.hand or 0
    return AskingPage(
        message("ask.title"),
        under=question.under,
        problems=(*([problem] if problem else ()), *board.problems),
        note=message("ask.later-hand" if hand > 1 else "ask.first-hand", hand=hand)
        if hand
        else None,
        drawn=_to_tap(board),
        ends={end.host: asking(board.on_end(end.host)) for end in layout.ends},
        prompt=board.prompt,
        options=tuple(
            Choice(
                f"on-{option.host}",
                asking(board.laying(option.tile, option.host)),
                describe_option(board.board.book.rules, option),
            )
            for option in board.options
        ),
        tray=tuple((each, asking(board.tapping(each.tile))) for each in board.tray),
        doors=tuple(Choice(name, asking(goes), label) for name, goes, label in _doors(board)),
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


def _to_tap(board: FreeBoard) -> Drawn | None:
    return Drawn(board.picture, message("answer.layout-to-tap")) if board.picture else None


def _doors(board: FreeBoard) -> Iterator[tuple[str, Question, Text]]:
    question = board.question
    if question.tile or question.on:
        yield "never-mind", question.thinking_of(None), message("ask.never-mind")
    elif question.steps:
        label = message("ask.take-back", tile=board.layout.tiles[-1])
        yield "take-back", question.undone, label
    if question.steps:
        yield "clear", question.cleared, message("ask.clear")


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


class Thought:
    """A tile, or an end, that somebody thinks of at a table whose hand is on."""

    def __init__(self, state: TableState, tile: Tile | None, on: Tile | None) -> None:
        self.tile, self.on = tile, on
        book, game, laid = Book.of(state.header), state.game, laid_by(state.entries)
        question = Question.by_rules_of(state.header).laying(laid).thinking_of(tile, on)
        #: The same layout as a free board, on which anybody can be asked the same.
        self.board = FreeBoard(question, Board(book, game, laid))
        options = options_for(game, tile) if tile else ()
        #: The places for the tile, where it has several.
        self.options = options if len(options) > 1 else ()
        #: What the referee says of it; None until it is clear what is asked.
        self.ruling: Ruling | None = None
        if tile is not None and (on is not None or not self.options):
            self.ruling = what_if(book, game, tile, on, laid=laid)
        self.is_legal = self.ruling is not None and not self.ruling.is_refusal
        #: Whether whoever acts counts for themselves, so that no count is told beforehand.
        self.is_told_later = is_asked(state) and (self.ruling is None or self.is_legal)
        positions = self.ruling.positions if self.ruling and self.is_legal else ()
        #: What the tile goes on, or was thought to.
        self.host = positions[0].laid[-1][1] if positions else on
        somebody = message("what-if.somebody")
        #: Who would set it.
        self.who = somebody if game.turn is None else game.seating.players[game.turn]

    @property
    def title(self) -> Text:
        """The question: `What if Ana set the 6-1 on 6-6?`"""
        if self.tile is None:
            return message("what-if.title")
        if self.host is None:
            return message("what-if.set", who=self.who, tile=self.tile)
        return message("what-if.set-on", who=self.who, tile=self.tile, host=self.host)

    @property
    def prompt(self) -> Text | None:
        """What to tap next; None once there is an answer."""
        if self.is_legal and self.is_told_later:
            return message("what-if.counts-first", who=self.who)
        if self.options and self.on is None:
            return message("what-if.where", tile=self.tile)
        if self.tile is not None:
            return None
        return message("answer.what-on", host=self.on) if self.on else message("what-if.tap")

    @property
    def answer(self) -> Answer | None:
        """The answer, where there is one and it may be told."""
        if self.tile is None or self.ruling is None or self.is_told_later:
            return None
        board = self.board
        return Answer(
            self.ruling,
            board.question.under,
            message("what-if.not-entered"),
            self.title,
            question=board.laying(self.tile, self.host) if self.is_legal else board.question,
            name=f"what-if-{self.tile}",
            is_thought=self.is_legal,
        )


def what_if_page(
    state: TableState, tile: Tile | None, on: Tile | None, address: str, ask: str
) -> AskingPage:
    """The page at this address; `ask` is where a free board is asked about."""
    players, counted = state.header.players, counted_by(state)
    if state.is_pegs_only or state.game.hand is None:
        note = message("what-if.pegs-only" if state.is_pegs_only else "what-if.no-hand")
        leads_to = at(ask, Question.by_rules_of(state.header).as_query())
        door = Choice("ask", leads_to, message("ask.title"))
        return AskingPage(message("what-if.title"), players, note=note, doors=(door,))
    thought = Thought(state, tile, on)
    if counted is not None and counted.at_stake > 0:
        return AskingPage(thought.title, players, note=message("what-if.at-stake"))

    def asking(tile: Tile | None, on: Tile | None) -> str:
        named = {"tile": tile, "on": on}
        return at(address, {name: tile for name, tile in named.items() if tile is not None})

    def label(option: Play) -> Text:
        if is_asked(state):
            return message("what-if.on", host=option.host)
        return describe_option(state.game.rules, option)

    board, answer = thought.board, thought.answer
    chosen = tile if thought.options else None
    return AskingPage(
        thought.title,
        players,
        drawn=answer.drawn[0] if answer and answer.drawn else _to_tap(board),
        ends={} if answer else {end.host: asking(chosen, end.host) for end in board.layout.ends},
        prompt=thought.prompt,
        options=tuple(
            Choice(f"on-{each.host}", asking(tile, each.host), label(each), on == each.host)
            for each in thought.options
        ),
        tray=tuple((each, asking(each.tile, None if tile else on)) for each in board.tray),
        doors=(Choice("another", address, message("what-if.another")),) if tile or on else (),
        answer=answer,
    )
