"""The free board: any layout laid by tapping, and the question that each tap asks."""

from dataclasses import dataclass
from functools import cached_property

from companion.pictures.board import Board, draw_board
from companion.referee.options import options_for
from companion.referee.ruling import Ruling
from companion.referee.rulings import what_if
from companion.rules.games import GAMES, Preset
from companion.rules.hand import Play
from companion.rules.layout import Layout
from companion.rules.rules import SETTINGS, Rules
from companion.rules.tile import Tile
from companion.web.pages.shared.house_rules import HouseRules, house_rules
from companion.web.pages.shared.position import MATTERS, ParsedQuestion, Question
from companion.web.pages.shared.tray import TrayTile, tray_for
from companion.words import Text, message


@dataclass(frozen=True)
class FreeBoard:
    """A board as an address lays it, and what a tap on it asks next."""

    asked: ParsedQuestion

    @property
    def question(self) -> Question:
        """What is asked, as far as the address holds."""
        return self.asked.question

    @property
    def layout(self) -> Layout:
        """The tiles that lie."""
        return self.asked.board.layout

    @property
    def rules(self) -> Rules:
        """The rules it is asked by."""
        return self.asked.board.book.rules

    @cached_property
    def options(self) -> tuple[Play, ...]:
        """The places for the tile that was picked up, where it has several."""
        tile = self.question.tile
        if tile is None or self.question.on or not self._fits(tile):
            return ()
        return options_for(self.asked.board.game, tile)

    @cached_property
    def refusal(self) -> Ruling | None:
        """Why the tile that was picked up cannot be laid; None where it can, or there is none."""
        tile, board = self.question.tile, self.asked.board
        if tile is None or self.options:
            return None
        ruling = what_if(board.book, board.game, tile, self.question.on, laid=board.laid)
        return ruling if ruling.is_refusal else None

    @property
    def prompt(self) -> Text | None:
        """What to tap next; None once there is an answer."""
        if self.options:
            return message("answer.where-does-it-go", tile=self.question.tile)
        if self.question.on is not None and self.question.tile is None:
            return message("answer.what-on", host=self.question.on)
        return None if self.layout.tiles else message("answer.tap-the-lead")

    @cached_property
    def picture(self) -> Board | None:
        """The layout as a picture; None before the lead."""
        if not self.layout.tiles:
            return None
        picked = self.question
        lit = [
            (end.host, end.pips)
            for end in self.layout.ends
            if end.host == picked.on or (self.options and picked.tile and end.pips in picked.tile)
        ]
        return draw_board(self.layout, self.asked.board.laid, lit=lit)

    @property
    def tray(self) -> tuple[TrayTile, ...]:
        """All 28 tiles in their places."""
        on = None if self.question.tile else self.question.on
        return tray_for(self.asked.board.game, chosen=self.question.tile, on=on)

    # What a tap asks next

    def tapping(self, tile: Tile) -> Question:
        """The question that a tap on a tile asks: laid where that is clear, else picked up."""
        on = None if self.question.tile else self.question.on
        picked_up = self.question.thinking_of(tile, on)._replace(hand=None)
        if not self._fits(tile, on):
            return picked_up
        if on is None and len(self.layout.choices_for(tile)) > 1:
            return picked_up
        return self.laying(tile, on)

    def laying(self, tile: Tile, host: Tile | None) -> Question:
        """The question with one more tile laid."""
        return self.question.with_tile(self.layout, tile, host)

    def on_end(self, host: Tile | None) -> Question:
        """The question that a tap on an open end asks."""
        tile = self.question.tile if self.options else None
        if tile is not None and self.layout.fits(tile, host):
            return self.laying(tile, host)
        return self.question.thinking_of(None, host)._replace(hand=None)

    # What it is asked by

    @property
    def games(self) -> tuple[Preset, ...]:
        """The games to choose from."""
        return tuple(GAMES.values())

    @property
    def house_rules(self) -> HouseRules:
        """The settings that matter to a layout."""
        unasked = SETTINGS.keys() - MATTERS
        return house_rules(self.question.preset.rules, dict(self.question.changes), without=unasked)

    @property
    def kept(self) -> dict[str, str]:
        """What stays as it is when the rules change."""
        query = self.question.as_query()
        return {"lay": query["lay"]} if "lay" in query else {}

    def _fits(self, tile: Tile, on: Tile | None = None) -> bool:
        hand = self.asked.board.game.hand
        assert hand is not None
        return tile not in self.layout.tiles and hand.fits(tile, on)
