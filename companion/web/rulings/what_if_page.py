"""What the page of a mere thought shows, as ready values: any tile on any end of a running hand."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.record.replay import laid_by
from companion.referee.book import Book
from companion.referee.explanation import WhatIf
from companion.referee.options import Option, options_for
from companion.referee.what_if import what_if
from companion.rules.hand import Hand
from companion.rules.layout import Placement
from companion.rules.tile import Tile
from companion.tables.company import Company
from companion.tables.sitting import Sitting
from companion.web.rulings.question import Question
from companion.web.rulings.ruling import Ruling
from companion.web.scene import Scene, scene_of
from companion.web.table.count_first import counted_by, is_asked
from companion.web.table.tray import TrayTile, tray_for


@dataclass(frozen=True)
class WhatIfPage:
    """Everything that the page shows; nothing of it is entered."""

    sitting: Sitting
    company: Company
    tile: Tile | None = None
    on: Tile | None = None

    @property
    def hand(self) -> Hand | None:
        """The hand on the table; None before the first lead, and where no tiles are entered."""
        return None if self.sitting.is_pegs_only else self.sitting.game.hand

    @property
    def counts_first(self) -> bool:
        """Whether whoever acts counts for themselves, so that no count is told beforehand."""
        return is_asked(self.sitting)

    @property
    def is_at_stake(self) -> bool:
        """Whether the count on the table is not told yet, for somebody may claim it."""
        counted = counted_by(self.sitting)
        return counted is not None and counted.at_stake > 0

    @property
    def who(self) -> str:
        """The player whose turn it is; empty while no hand is on."""
        game = self.sitting.game
        return game.seating.players[game.turn] if game.turn is not None else ""

    @property
    def book(self) -> Book:
        """The rules of this table."""
        return Book.of(self.sitting.header)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The places for the tile, where it has several."""
        found = options_for(self.sitting.game, self.tile) if self.hand and self.tile else ()
        return found if len(found) > 1 else ()

    @cached_property
    def thought(self) -> WhatIf | None:
        """The referee's answer; None until it is clear what is asked."""
        if self.hand is None or self.tile is None or self.is_at_stake:
            return None
        if self.options and self.on is None:
            return None
        return what_if(self.book, self.sitting.game, self.tile, self.on)

    @cached_property
    def ruling(self) -> Ruling | None:
        """That answer, ready to be shown."""
        told = self.thought
        if told is None or (told.is_legal and self.counts_first):
            return None
        return Ruling(self.book.rules, told.explanation, told.why_not, self.scene)

    @property
    def title(self) -> str:
        """The question: `What if Ana set the 6-1 on 6-6?`"""
        if self.tile is None or self.hand is None:
            return "What if?"
        on = self._host or self.on
        return f"What if {self.who or 'somebody'} set the {self.tile}{f' on {on}' if on else ''}?"

    @property
    def subject(self) -> str:
        """Where the answer stands."""
        return "Only thought of: nothing was entered."

    @property
    def under(self) -> str:
        """The game and the house rules that matter to it."""
        return self.question.under

    @property
    def prompt(self) -> str:
        """What to tap next; empty once there is an answer."""
        if self.is_laid and self.counts_first:
            return f"It can be set. What it counts is told once it lies: {self.who} counts first."
        if self.options and self.on is None:
            return f"Where would the {self.tile} go?"
        if self.on is not None and self.tile is None:
            return f"What on {self.on}? Tap a tile."
        return "Tap any tile: nothing is entered." if self.tile is None else ""

    @cached_property
    def scene(self) -> Scene | None:
        """The layout, with the tile where it would lie."""
        if self.hand is None:
            return None
        if self.is_laid and not self.counts_first:
            assert self.thought and self.thought.explanation and self.tile
            after = self.thought.explanation.entry.game.hand
            assert after is not None
            return scene_of(after.layout, (*self._laid, (self.tile, self._host)))
        layout = self.hand.layout
        wanted = [
            (end.host, end.pips)
            for end in layout.ends
            if end.host == self.on or (self.options and self.tile and end.pips in self.tile)
        ]
        return scene_of(layout, self._laid, lit=wanted) if layout.tiles else None

    def option_told(self, option: Option) -> str:
        """An option in a few words; without its count where that is told later."""
        return f"on {option.host}" if self.counts_first else option.told(self.book.rules)

    def query(self, tile: Tile | None, on: Tile | None = None) -> dict[str, Any]:
        """A thought as the address of this page says it."""
        said = {"tile": tile, "on": on}
        return {name: str(named) for name, named in said.items() if named is not None}

    @property
    def is_laid(self) -> bool:
        """Whether the tile lies in the picture."""
        return self.thought is not None and self.thought.is_legal

    @property
    def tray(self) -> list[TrayTile]:
        """All 28 tiles in their places."""
        game = self.sitting.game
        return tray_for(game, chosen=self.tile, on=None if self.tile else self.on)

    @property
    def question(self) -> Question:
        """The same question on a free board, to be sent to anybody."""
        asked = Question.by_rules_of(self.sitting.header)
        if self.is_laid and self.tile:
            return asked.laying((*self._laid, (self.tile, self._host)))
        return asked.laying(self._laid).thinking_of(self.tile, self.on)

    @property
    def _laid(self) -> tuple[Placement, ...]:
        return laid_by(self.sitting.entries)

    @property
    def _host(self) -> Tile | None:
        """Where the tile would lie."""
        if not self.is_laid:
            return None
        assert self.thought and self.thought.explanation and self.thought.explanation.play
        return self.thought.explanation.play.host
