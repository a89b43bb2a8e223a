"""What if: a tile tried out at a table as it is now, or in the place of any entry."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import url_for

from companion.i18n import Text, message
from companion.record.replay import Entry, laid_by
from companion.record.statements import Statement, TileSet
from companion.referee.explain.why_and_what_if import Laid, describe_option, right_claim
from companion.referee.free_layout import FreeLayout
from companion.referee.rule_book import Book
from companion.rules.choices import Announce
from companion.rules.game import Game
from companion.rules.hand import Play
from companion.rules.tile import Tile
from companion.tables.table_state import ReplayedRecord, TableState
from companion.web.rulings.ask_page import AskingPage
from companion.web.rulings.ruling_answer import Answer, to_tap
from companion.web.ui.count_first import counted_by, is_asked
from companion.web.ui.free_board import FreeBoard
from companion.web.ui.position_address import PositionQuestion


class WhatIfMoment(NamedTuple):
    """The moment at which a tile is tried out: the game and the tiles on the table before it."""

    game: Game
    laid: Laid
    #: The entry in whose place it is tried out, and what that says; None at the end.
    at: int | None = None
    instead_of: Statement | None = None
    #: Whether the player to act there calls the count before it is shown.
    is_asked: bool = False


def what_if_page(
    state: TableState,
    tile: Tile | None,
    on: Tile | None,
    at: int | None = None,
    written: ReplayedRecord | None = None,
) -> AskingPage | None:
    """What a tile would do, on that end if it has several; nothing is entered.

    It is tried out in the place of entry `at` of the record. Without one, it is at the table as it
    is. Once the hand is over, it is in the place of the last entry that could be a tile.
    None if nobody could play a tile at that entry, or it is gone.
    """
    counted, question = counted_by(state), PositionQuestion.by_rules_of(state.header)
    players = state.header.players
    moment = None if state.is_pegs_only else _moment(state, at, written)
    if moment is None and at is not None:
        return None
    # If nothing can be asked, there is no tray and the note says why.
    if moment is None:
        ask = url_for("referee.ask", **question.as_query())
        note = message("what-if.pegs-only" if state.is_pegs_only else "what-if.no-hand")
        doors = [("ask", ask, message("ask.title"))]
        return AskingPage(message("what-if.title"), players, note=note, doors=doors)
    board = FreeLayout(Book.of(state.header), moment.game, moment.laid)
    # The same layout as a free board, on which anyone can ask the same.
    thought = FreeBoard(question.laying(moment.laid).thinking_of(tile, on), board)
    if counted is not None and (counted.is_open or counted.at_stake > 0):
        title, note = _describe_thought(moment, thought), message("what-if.at-stake")
        return AskingPage(title, players, note=note, at=moment.at)
    return _thought_of(state, moment, thought)


def _moment(
    state: TableState, at: int | None, written: ReplayedRecord | None
) -> WhatIfMoment | None:
    if at is not None and written is not None:
        seqs = [entry.line for entry in written.entries]
        return _before(written.start, written.entries, seqs.index(at)) if at in seqs else None
    if state.game.turn is not None:
        return WhatIfMoment(state.game, laid_by(state.entries), is_asked=is_asked(state))
    # Nobody plays a tile any more: the last moment at which someone could.
    places = reversed(range(len(state.entries)))
    found = (_before(state.start, state.entries, place) for place in places)
    return next(filter(None, found), None)


def _before(start: Game, entries: Sequence[Entry], place: int) -> WhatIfMoment | None:
    """The moment before an entry; None if nobody could play a tile then."""
    before = entries[place - 1].game if place else start
    if before.turn is None:
        return None
    entry = entries[place]
    return WhatIfMoment(before, laid_by(entries[:place]), entry.line, entry.with_host)


def _thought_of(state: TableState, moment: WhatIfMoment, board: FreeBoard) -> AskingPage:
    tile, on, answer = board.question.tile, board.question.on, _answer_to(moment, board)

    def asking(tile: Tile | None, on: Tile | None) -> str:
        named = {"at": moment.at, "tile": tile, "on": on}
        query: dict[str, Any] = {name: str(picked) for name, picked in named.items() if picked}
        return url_for("referee.what_if", table_id=state.id, **query)

    def label(option: Play) -> Text:
        if moment.is_asked:
            return message("what-if.on", host=option.host)
        return describe_option(state.game.rules, option)

    chosen, instead_of = tile if board.places else None, moment.instead_of
    return AskingPage(
        _describe_thought(moment, board),
        state.header.players,
        note=message("what-if.instead-of", entry=instead_of) if instead_of else None,
        drawn=answer.drawn[0] if answer and answer.drawn else to_tap(board, is_asked=not moment.at),
        # Once there is an answer no end is tapped.
        ends={} if answer else {end.host: asking(chosen, end.host) for end in board.layout.ends},
        prompt=_prompt(moment, board),
        options=[(each.host, asking(tile, each.host), label(each)) for each in board.places],
        on=on,
        tray=[(each, asking(each.tile, None if tile else on)) for each in board.tray],
        doors=[("another", asking(None, None), message("what-if.another"))] if tile or on else (),
        happened=_fix_of(state, moment, board),
        answer=answer,
        at=moment.at,
    )


def _fix_of(state: TableState, moment: WhatIfMoment, board: FreeBoard) -> str | None:
    """The address that fixes the entry with this choice filled in; None if that changes nothing."""
    said, seat = moment.instead_of, moment.game.turn
    if moment.at is None or seat is None or not board.allowed:
        return None
    tile, host = board.allowed
    if isinstance(said, TileSet) and said[:3] == (state.header.players[seat], tile, host):
        return None
    called = right_claim(moment.game, tile, host)
    claim = called if state.game.rules.announce is Announce.REQUIRED else None
    named = {"as": "tile", "who": seat, "tile": tile, "on": host, "claim": claim}
    chosen: dict[str, Any] = {name: "" if v is None else str(v) for name, v in named.items()}
    return url_for("record.edit", table_id=state.id, seq=moment.at, **chosen)


def _who(game: Game) -> Text | str:
    """The player who would play it."""
    turn = game.turn
    return message("what-if.somebody") if turn is None else game.seating.players[turn]


def _describe_thought(moment: WhatIfMoment, board: FreeBoard) -> Text:
    """The question: `What if Ana set the 6-1 on 6-6?`"""
    tile, host = board.allowed or (board.question.tile, board.question.on)
    tense = "set" if moment.at is None else "had-set"
    if tile is None:
        return message("what-if.title" if moment.at is None else "what-if.what-else")
    if host is None:
        return message(f"what-if.{tense}", who=_who(moment.game), tile=tile)
    return message(f"what-if.{tense}-on", who=_who(moment.game), tile=tile, host=host)


def _prompt(moment: WhatIfMoment, board: FreeBoard) -> Text | None:
    """What to tap next; None once there is an answer."""
    tile, on = board.question.tile, board.question.on
    # No count is shown beforehand if the player to act counts first.
    if board.allowed and moment.is_asked:
        return message("what-if.counts-first", who=_who(moment.game))
    if board.options:
        return message("what-if.where", tile=tile)
    if tile is not None:
        return None
    return message("answer.what-on", host=on) if on else message("what-if.tap")


def _answer_to(moment: WhatIfMoment, board: FreeBoard) -> Answer | None:
    """The answer, if there is one and it may be shown."""
    if board.ruling is None or (board.allowed and moment.is_asked):
        return None
    return Answer(
        board.ruling,
        board.question.under,
        message("what-if.not-entered"),
        _describe_thought(moment, board),
        question=board.laying(*board.allowed) if board.allowed else board.question,
        name=f"what-if-{board.question.tile}",
        is_thought=board.allowed is not None,
    )
