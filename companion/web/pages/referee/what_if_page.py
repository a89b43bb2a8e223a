"""What the page of a mere thought shows: any tile on any end of a running hand, not entered."""

from typing import NamedTuple, Self

from companion.pictures.board import draw_board
from companion.record.replay import laid_by
from companion.referee.book import Book
from companion.referee.options import describe_option, options_for
from companion.referee.ruling import Ruling
from companion.referee.rulings import what_if
from companion.rules.hand import Play
from companion.rules.layout import Layout, Placement
from companion.rules.tile import Tile
from companion.tables.state import TableState
from companion.web.pages.referee.answer import Answer, Drawn, answer_of
from companion.web.pages.referee.asking import AskingPage
from companion.web.pages.shared.count_first import counted_by, is_asked
from companion.web.pages.shared.position import Question
from companion.web.pages.shared.tapping import Choice, at
from companion.web.pages.shared.tray import tray_for
from companion.words import Text, message


class Thought(NamedTuple):
    """A tile, or an end, that somebody thinks of at a table, and what the referee says of it."""

    state: TableState
    layout: Layout
    laid: tuple[Placement, ...]
    tile: Tile | None
    on: Tile | None
    #: The places for the tile, where it has several.
    options: tuple[Play, ...]
    #: None until it is clear what is asked.
    ruling: Ruling | None

    @classmethod
    def of(cls, state: TableState, layout: Layout, tile: Tile | None, on: Tile | None) -> Self:
        """A thought at a table whose hand is on."""
        laid, game, ruling = laid_by(state.entries), state.game, None
        options = options_for(game, tile) if tile else ()
        options = options if len(options) > 1 else ()
        if tile is not None and (on is not None or not options):
            ruling = what_if(Book.of(state.header), game, tile, on, laid=laid)
        return cls(state, layout, laid, tile, on, options, ruling)

    @property
    def is_legal(self) -> bool:
        """Whether the tile can lie there."""
        return self.ruling is not None and not self.ruling.is_refusal

    @property
    def is_told_later(self) -> bool:
        """Whether whoever acts counts for themselves, so that no count is told beforehand."""
        return is_asked(self.state) and (self.ruling is None or self.is_legal)

    @property
    def host(self) -> Tile | None:
        """What the tile goes on, or was thought to."""
        positions = self.ruling.positions if self.ruling and self.is_legal else ()
        return positions[0].laid[-1][1] if positions else self.on

    @property
    def question(self) -> Question:
        """The same question on a free board, to be sent to anybody."""
        question = Question.by_rules_of(self.state.header).laying(self.laid)
        if self.tile is not None and self.is_legal:
            return question.with_tile(self.layout, self.tile, self.host)
        return question.thinking_of(self.tile, self.on)


def what_if_page(
    state: TableState, tile: Tile | None, on: Tile | None, address: str, ask: str
) -> AskingPage:
    """The page at this address; `ask` is where a free board is asked about."""
    if state.is_pegs_only or state.game.hand is None:
        return _without_hand(state, ask)
    thought = Thought.of(state, state.game.hand.layout, tile, on)
    title, answer, picked_up = _title(thought), None, None if tile else on
    counted = counted_by(state)
    if counted is not None and counted.at_stake > 0:
        return AskingPage(title, state.header.players, note=message("what-if.at-stake"))
    if thought.ruling is not None and not thought.is_told_later:
        answer = _answer(thought, thought.ruling, title)
    return AskingPage(
        title,
        state.header.players,
        drawn=answer.drawn[0] if answer and answer.drawn else _drawn(thought),
        ends={} if answer else _ends(thought, address),
        prompt=_prompt(thought),
        options=tuple(_choice(thought, option, address) for option in thought.options),
        tray=tuple(
            (place, _at(address, place.tile, picked_up))
            for place in tray_for(state.game, chosen=tile, on=picked_up)
        ),
        doors=(Choice("another", address, message("what-if.another")),) if tile or on else (),
        answer=answer,
    )


def _without_hand(state: TableState, ask: str) -> AskingPage:
    query = Question.by_rules_of(state.header).as_query()
    return AskingPage(
        message("what-if.title"),
        state.header.players,
        note=message("what-if.pegs-only" if state.is_pegs_only else "what-if.no-hand"),
        doors=(Choice("ask", at(ask, query), message("ask.title")),),
    )


def _answer(thought: Thought, ruling: Ruling, title: Text) -> Answer:
    return answer_of(
        ruling,
        thought.question.under,
        message("what-if.not-entered"),
        title=title,
        question=thought.question,
        name=f"what-if-{thought.tile}",
        is_thought=thought.is_legal,
    )


def _drawn(thought: Thought) -> Drawn | None:
    """The layout while it is not clear yet what is asked, the ends lit that are asked about."""
    layout, tile = thought.layout, thought.tile
    lit = [
        (end.host, end.pips)
        for end in layout.ends
        if end.host == thought.on or (thought.options and tile and end.pips in tile)
    ]
    if not layout.tiles:
        return None
    return Drawn(draw_board(layout, thought.laid, lit=lit), message("answer.layout-to-tap"))


def _ends(thought: Thought, address: str) -> dict[Tile, str]:
    tile = thought.tile if thought.options else None
    return {end.host: _at(address, tile, end.host) for end in thought.layout.ends}


def _choice(thought: Thought, option: Play, address: str) -> Choice:
    label = describe_option(thought.state.game.rules, option)
    if is_asked(thought.state):
        label = message("what-if.on", host=option.host)
    href = _at(address, option.tile, option.host)
    return Choice(f"on-{option.host}", href, label, thought.on == option.host)


def _at(address: str, tile: Tile | None, on: Tile | None) -> str:
    named = {"tile": tile, "on": on}
    return at(address, {name: tile for name, tile in named.items() if tile is not None})


def _title(thought: Thought) -> Text:
    """The question: `What if Ana set the 6-1 on 6-6?`"""
    game = thought.state.game
    if thought.tile is None:
        return message("what-if.title")
    who = message("what-if.somebody") if game.turn is None else game.seating.players[game.turn]
    if thought.host is None:
        return message("what-if.set", who=who, tile=thought.tile)
    return message("what-if.set-on", who=who, tile=thought.tile, host=thought.host)


def _prompt(thought: Thought) -> Text | None:
    """What to tap next; None once there is an answer."""
    game = thought.state.game
    if thought.is_legal and thought.is_told_later and game.turn is not None:
        return message("what-if.counts-first", who=game.seating.players[game.turn])
    if thought.options and thought.on is None:
        return message("what-if.where", tile=thought.tile)
    if thought.on is not None and thought.tile is None:
        return message("answer.what-on", host=thought.on)
    return message("what-if.tap") if thought.tile is None else None
