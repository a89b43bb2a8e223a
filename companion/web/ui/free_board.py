"""The free board: any layout in an address, and the question that each tap asks."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from companion.i18n import Text, message
from companion.pictures import board_drawing as pictures
from companion.referee.explain.why_and_what_if import options_for, what_if
from companion.referee.free_layout import FreeLayout
from companion.referee.ruling import Ruling
from companion.rules.errors import Refusal, quoted
from companion.rules.games import GAMES
from companion.rules.hand import Play
from companion.rules.layout import Layout, Placement
from companion.rules.preset import Preset
from companion.rules.settings import SETTINGS
from companion.rules.tile import Tile
from companion.web.ui import position_address
from companion.web.ui.house_rule_fields import Subject, house_rules
from companion.web.ui.position_address import MATTERS, PositionQuestion
from companion.web.ui.tray import TrayTile, tray_for

#: The number of a hand in its record.
_HAND = re.compile("[0-9]{1,4}")


@dataclass(frozen=True)
class FreeBoard:
    """A question as far as its address holds, the board it leads to, and what is wrong."""

    question: PositionQuestion
    board: FreeLayout
    #: What could not be read.
    problems: tuple[Text, ...] = ()
    #: Whether a tile of the address couldn't be played.
    is_refused: bool = False

    @property
    def layout(self) -> Layout:
        """The tiles that lie."""
        return self.board.layout

    @cached_property
    def places(self) -> tuple[Play, ...]:
        """The places for the tile that was picked up, where it has several."""
        tile = self.question.tile
        found = options_for(self.board.game, tile) if tile is not None else ()
        return found if len(found) > 1 else ()

    @property
    def options(self) -> tuple[Play, ...]:
        """Those places until one is chosen."""
        return () if self.question.on else self.places

    @cached_property
    def ruling(self) -> Ruling | None:
        """What the tile that was picked up would do; None until it is clear what is asked."""
        tile, board = self.question.tile, self.board
        if tile is None or self.options:
            return None
        return what_if(board.book, board.game, tile, self.question.on, laid=board.laid)

    @property
    def refusal(self) -> Ruling | None:
        """Why the tile that was picked up can't be played; None if it can, or there is none."""
        return self.ruling if self.ruling and self.ruling.is_refusal else None

    @property
    def allowed(self) -> Placement | None:
        """The tile that was picked up as it would lie; None if it can't, or there is none."""
        if self.ruling is None or self.ruling.is_refusal:
            return None
        return self.ruling.positions[0].laid[-1]

    @property
    def prompt(self) -> Text | None:
        """What to tap next; None once there is an answer."""
        if self.options:
            return message("answer.where-does-it-go", tile=self.question.tile)
        if self.question.on is not None and self.question.tile is None:
            return message("answer.what-on", host=self.question.on)
        return None if self.layout.tiles else message("answer.tap-the-lead")

    @cached_property
    def picture(self) -> pictures.BoardDrawing | None:
        """The layout as a picture; None before the lead."""
        if not self.layout.tiles:
            return None
        picked = self.question
        lit = [
            (end.host, end.pips)
            for end in self.layout.ends
            if end.host == picked.on or (self.options and picked.tile and end.pips in picked.tile)
        ]
        return pictures.draw_board(self.layout, self.board.laid, lit=lit)

    @property
    def tray(self) -> tuple[TrayTile, ...]:
        """All 28 tiles in their places."""
        return tray_for(self.board.game, chosen=self.question.tile, on=self._end)

    @property
    def house_rules(self) -> tuple[Subject, ...]:
        """The settings that matter to a layout."""
        rules, unasked = GAMES[self.question.game].rules, SETTINGS.keys() - MATTERS
        return house_rules(rules, dict(self.question.changes), without=unasked)

    # What a tap asks next

    def tapping(self, tile: Tile) -> PositionQuestion:
        """The question that a tap on a tile asks: played if its place is clear, else picked up."""
        on, hand = self._end, self.board.game.dealt
        is_clear = on is not None or len(self.layout.choices_for(tile)) <= 1
        if is_clear and tile not in self.layout.tiles and hand.fits(tile, on):
            return self.laying(tile, on)
        return self.question.thinking_of(tile, on)

    def laying(self, tile: Tile, host: Tile | None) -> PositionQuestion:
        """The question with one more tile played."""
        return self.question.with_tile(self.layout, tile, host)

    def on_end(self, host: Tile) -> PositionQuestion:
        """The question that a tap on an open end asks."""
        tile = self.question.tile if self.options else None
        if tile is not None and self.layout.fits(tile, host):
            return self.laying(tile, host)
        return self.question.thinking_of(None, host)

    @property
    def doors(self) -> Iterator[tuple[str, PositionQuestion, Text]]:
        """What undoes a tap: its name, the question that it asks, and its words."""
        question = self.question
        if question.tile or question.on:
            yield "never-mind", question.thinking_of(None), message("ask.never-mind")
        elif question.steps and not question.is_seen:
            label = message("ask.take-back", tile=self.layout.tiles[-1])
            yield "take-back", question._replace(steps=question.steps[:-1], hand=None), label
        if question.steps:
            yield "clear", PositionQuestion(question.game, question.changes), message("ask.clear")

    @property
    def _end(self) -> Tile | None:
        """The end that was picked up by itself."""
        return None if self.question.tile else self.question.on

    def with_tile(self, tile: Tile, host: Tile | None) -> "FreeBoard":
        """The same with one more tile played; raises the `Refusal` that it earns."""
        board = self.board.set_tile(tile, host)
        question = self.question.with_tile(self.layout, *board.laid[-1])
        return replace(self, question=question._replace(hand=self.question.hand), board=board)


def parse_question(query: Mapping[str, str]) -> FreeBoard:
    """What an address asks; nothing here raises."""
    game, problems = query.get("game", PositionQuestion().game), list[Text]()
    if game not in GAMES:
        unknown = message("answer.no-such-game", game=quoted(game))
        return FreeBoard(PositionQuestion(), PositionQuestion().board, (unknown,))
    number = query.get("hand", "")
    hand = int(number) if _HAND.fullmatch(number) else None
    question = PositionQuestion(game, _parse_changes(query, GAMES[game], problems), hand=hand)
    board = _laid(FreeBoard(question, question.board), query.get("lay", ""), problems)
    if not board.is_refused:
        board = _picked_up(board, query, problems)
    return replace(board, problems=tuple(problems))


def _parse_changes(
    query: Mapping[str, str], preset: Preset, problems: list[Text]
) -> tuple[tuple[str, str], ...]:
    # A form says each house rule by a longer name, and nothing for the game's own way.
    said = {name: query.get(name) or query.get(f"rule-{name}", "") for name in MATTERS}
    for name, value in said.items():
        try:
            if value:
                preset.rules.with_setting(name, value)
        except Refusal as refusal:
            problems.append(message("answer.as-the-game-has-it", refusal=refusal.sentence))
            said[name] = ""
    said = {name: value for name, value in said.items() if value}
    return position_address.changes_that_matter(preset, said)


def _laid(board: FreeBoard, text: str, problems: list[Text]) -> FreeBoard:
    """The tiles played one after another, up to the first that can't be."""
    placements, wrong = position_address.parse_placements(text)
    for at, (tile, host) in enumerate(placements, 1):
        try:
            board = board.with_tile(tile, host)
        except Refusal:
            if wrong or at < len(placements):
                problems.append(message("answer.left-out", tile=tile))
            return replace(board, question=board.question.thinking_of(tile, host), is_refused=True)
    if wrong:
        problems.append(message("answer.ends-before", word=quoted(wrong)))
    return board


def _picked_up(board: FreeBoard, query: Mapping[str, str], problems: list[Text]) -> FreeBoard:
    """The tile or the end that was picked up; a tile with one place for it is played."""
    found: dict[str, Tile] = {}
    for name in ("tile", "on"):
        try:
            if word := query.get(name, ""):
                found[name] = Tile.parse(word)
        except ValueError:
            problems.append(message("answer.no-tile", word=quoted(word)))
    tile, on = found.get("tile"), found.get("on")
    if tile is not None:
        with suppress(Refusal):
            return board.with_tile(tile, on)
    return replace(board, question=board.question.thinking_of(tile, on))
