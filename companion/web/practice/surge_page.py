"""What the page of the surge shows, as ready values: a layout, some tiles, and the best turn."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from companion.coach.search import Aim
from companion.coach.stand import stand
from companion.coach.surge import Surge, Surges, find_surges
from companion.rules.errors import quoted
from companion.rules.game import Game
from companion.rules.tile import ALL_TILES, Tile
from companion.web.practice.turn_shown import ShownTurn
from companion.web.rulings.ask_address import Asked, read_question
from companion.web.rulings.ask_page import AskPage
from companion.web.rulings.question import Question
from companion.web.table.tray import TRAY_ORDER, TrayTile

_MOST_HELD = 7
#: What parts the tiles in the address.
_BETWEEN = "."


class Best(NamedTuple):
    """One of the best turns, by the name that the address has for it."""

    name: str
    title: str
    turn: ShownTurn


@dataclass(frozen=True)
class SurgePage:
    """Everything that the page shows."""

    asked: Asked
    held: tuple[Tile, ...] = ()
    #: Whether a tap on a tile takes it into the hand, or lays it on the table.
    is_for_hand: bool = False
    #: The turn whose step is shown, and which step.
    shown: str = ""
    at: int | None = None
    problems: tuple[str, ...] = ()

    @cached_property
    def board(self) -> AskPage:
        """The board as it is laid, with what can be asked about it."""
        return AskPage(self.asked)

    @property
    def question(self) -> Question:
        """The board's part of the question."""
        return self.asked.question

    @property
    def refused(self) -> str:
        """Why the last tile cannot lie there; empty where it can, or is not asked about."""
        ruling = self.board.ruling
        return ruling.told if ruling is not None and ruling.why_not is not None else ""

    @property
    def prompt(self) -> str:
        """What to tap next."""
        if self.is_for_hand:
            return f"Tap your tiles: {len(self.held)} of at most {_MOST_HELD}."
        return self.board.prompt or "Tap the tiles as they lie."

    @property
    def tray(self) -> list[TrayTile]:
        """All 28 tiles in their places, as they can be tapped now."""
        if self.is_for_hand:
            lying = self.asked.board.layout.tiles
            return [
                TrayTile(tile, tile in lying, fits=True, is_chosen=tile in self.held)
                for tile in TRAY_ORDER
            ]
        return [
            place._replace(is_gone=place.is_gone or place.tile in self.held)
            for place in self.board.tray
        ]

    @cached_property
    def best(self) -> list[Best]:
        """The best turns with the tiles held: one where it is the best in both ways."""
        if not self.held:
            return []
        surges = self._surges
        named = {aim.value: surges.best(aim) for aim in Aim}
        longest, most = Aim.LONGEST.value, Aim.MOST_POINTS.value
        if not self._game.rules.worth(5):
            titles = {longest: "The most tiles"}
        elif named[longest] == named[most]:
            titles = {longest: "The most tiles, and the most points"}
        else:
            titles = {longest: "The most tiles", most: "The most points"}
        return [Best(name, title, self._turn(named[name], name)) for name, title in titles.items()]

    @property
    def is_stuck(self) -> bool:
        """Whether none of the tiles held fits."""
        return bool(self.held) and not self._surges.longest.tiles

    # What a tap asks next

    def tapping(self, place: TrayTile) -> dict[str, Any]:
        """What a tap on a tile of the tray asks."""
        if place.is_gone:
            return self.asking()
        if not self.is_for_hand:
            return self.asking(self.board.tapping(place.tile))
        if place.is_chosen:
            return self.asking(held=tuple(tile for tile in self.held if tile != place.tile))
        return self.asking(held=(*self.held, place.tile))

    def on_end(self, host: Tile) -> dict[str, Any]:
        """What a tap on an open end asks."""
        return self.asking(self.board.on_end(host), into="table")

    def step(self, best: Best, number: int) -> dict[str, Any]:
        """The same with a turn shown as far as one of its steps."""
        return {**self.asking(), "show": best.name, "step": number}

    def asking(
        self, question: Question | None = None, held: tuple[Tile, ...] | None = None, into: str = ""
    ) -> dict[str, Any]:
        """The question as the address says it, with what is changed of it."""
        said = (self.question if question is None else question).as_query()
        tiles = self.held if held is None else held
        if tiles:
            said["hold"] = _BETWEEN.join(map(str, tiles))
        said["into"] = into or ("hand" if self.is_for_hand else "table")
        return said

    @property
    def kept(self) -> dict[str, Any]:
        """What stays as it is when the rules change."""
        said = self.asking()
        return {name: said[name] for name in ("lay", "hold", "into") if name in said}

    @cached_property
    def _game(self) -> Game:
        board = self.asked.board
        rules = board.book.rules
        hidden = len(ALL_TILES) - len(board.layout.tiles) - len(self.held)
        # The others hold a tile at least, where there is one left.
        boneyard = max(0, min(rules.boneyard_for(board.book.seats), hidden - 1))
        return stand(rules, board.laid, self.held, boneyard=boneyard)

    @cached_property
    def _surges(self) -> Surges:
        return find_surges(self._game, self.held)

    def _turn(self, surge: Surge, name: str) -> ShownTurn:
        at = self.at if name == self.shown else None
        return ShownTurn(self._game, self.asked.board.laid, surge, at)


def read_surge(said: Mapping[str, str]) -> SurgePage:
    """What an address asks; nothing here raises."""
    asked = read_question(said)
    problems: list[str] = []
    held = tuple(_held(asked, said.get("hold", ""), problems))
    step = said.get("step", "")
    at = int(step) if step.isascii() and step.isdigit() and len(step) < 3 else None
    is_for_hand = said.get("into") == "hand"
    shown = said.get("show", "")
    return SurgePage(asked, held, is_for_hand, shown, at, (*asked.problems, *problems))


def _held(asked: Asked, text: str, problems: list[str]) -> list[Tile]:
    """The tiles held, as far as somebody can hold them."""
    found: list[Tile] = []
    for word in text.split(_BETWEEN) if text else ():
        try:
            tile = Tile.parse(word)
        except ValueError:
            problems.append(f"{quoted(word)} is no tile.")
            break
        if tile in asked.board.layout.tiles:
            problems.append(f"The {tile} is on the table, so nobody holds it.")
        elif len(found) == _MOST_HELD:
            problems.append(f"A hand is looked through for {_MOST_HELD} tiles at most.")
            break
        elif tile not in found:
            found.append(tile)
    return found
