"""What the page of the free board shows, as ready values: any layout, and what is said of it."""

from dataclasses import dataclass
from functools import cached_property

from companion.referee.options import Option, options_for
from companion.referee.what_if import what_if
from companion.rules.games import GAMES, Preset
from companion.rules.layout import Layout
from companion.rules.rules import Rules
from companion.rules.settings import SETTINGS
from companion.rules.tile import Tile
from companion.web.front.house_rules import HouseRules, house_rules
from companion.web.rulings.ask_address import Asked
from companion.web.rulings.question import MATTERS, Question, step_of
from companion.web.rulings.ruling import Ruling
from companion.web.scene import Scene, scene_of
from companion.web.table.tray import TrayTile, tray_for


@dataclass(frozen=True)
class AskPage:
    """Everything that the page shows."""

    asked: Asked
    #: The record that was pasted and not understood, and why.
    pasted: str = ""
    problem: str = ""

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

    @property
    def problems(self) -> tuple[str, ...]:
        """What could not be read."""
        return (*filter(None, [self.problem]), *self.asked.problems)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The places for the tile that was picked up, where it has several."""
        tile = self.question.tile
        if tile is None or self.question.on or not self._fits(tile):
            return ()
        return options_for(self.asked.board.game, tile)

    @cached_property
    def ruling(self) -> Ruling | None:
        """The referee's answer about the tile picked up or laid last."""
        question, board = self.question, self.asked.board
        if question.tile is not None:
            thought = what_if(board.book, board.game, question.tile, question.on)
            return None if self.options else Ruling(self.rules, None, thought.why_not, self.scene)
        if question.on is not None or board.verdict is None:
            return None
        return Ruling(self.rules, board.verdict, scene=self.scene)

    @property
    def title(self) -> str:
        """The question, for a sheet of paper."""
        if self.question.tile is not None:
            on = f" on {self.question.on}" if self.question.on else ""
            return f"Can the {self.question.tile} go{on or ' there'}?"
        if not self.asked.board.laid:
            return "Ask the referee"
        return f"Why {self.layout.total}?"

    @property
    def subject(self) -> str:
        """The tiles as they were laid."""
        placements = self.asked.board.laid
        return ", ".join(f"{tile} on {host}" if host else f"{tile}" for tile, host in placements)

    @property
    def under(self) -> str:
        """The game and its house rules."""
        return self.question.under

    @property
    def prompt(self) -> str:
        """What to tap next; empty once there is an answer."""
        if self.options:
            return f"Where does the {self.question.tile} go?"
        if self.question.on is not None and self.question.tile is None:
            return f"What on {self.question.on}? Tap a tile."
        return "" if self.layout.tiles else "Tap the tile that is led."

    @cached_property
    def scene(self) -> Scene | None:
        """The layout as a picture; None before the lead."""
        if not self.layout.tiles:
            return None
        picked = self.question
        lit = [
            (end.host, end.pips)
            for end in self.layout.ends
            if end.host == picked.on or (self.options and picked.tile and end.pips in picked.tile)
        ]
        return scene_of(self.layout, self.asked.board.laid, lit=lit)

    @property
    def tray(self) -> list[TrayTile]:
        """All 28 tiles in their places."""
        on = None if self.question.tile else self.question.on
        return tray_for(self.asked.board.game, chosen=self.question.tile, on=on)

    @property
    def hand_told(self) -> str:
        """Where the tiles come from; empty unless it is a record."""
        hand = self.question.hand
        if hand is None:
            return ""
        rest = "; the hands before it do not matter here" if hand > 1 else ""
        return f"These are the tiles of hand {hand} of a record{rest}."

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
        steps = (*self.question.steps, step_of(self.layout, tile, host))
        return self.question._replace(steps=steps, tile=None, on=None, hand=None)

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
    def kept(self) -> dict[str, str]:
        """What stays as it is when the rules change."""
        said = self.question.as_query()
        return {"lay": said["lay"]} if "lay" in said else {}

    @property
    def house_rules(self) -> HouseRules:
        """The settings that matter to a layout."""
        unasked = SETTINGS.keys() - MATTERS
        return house_rules(self.question.preset.rules, dict(self.question.changes), without=unasked)

    def _fits(self, tile: Tile, on: Tile | None = None) -> bool:
        hand = self.asked.board.game.hand
        assert hand is not None
        return tile not in self.layout.tiles and hand.fits(tile, on)
