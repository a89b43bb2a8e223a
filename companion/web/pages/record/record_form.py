"""One entry as a form has it: filled from a statement or from what was posted, and read back."""

from dataclasses import dataclass
from typing import Self

from werkzeug.datastructures import MultiDict

from companion.record.statements import (
    HandLed,
    PipsLeft,
    PointsRuled,
    Statement,
    TilesDrawn,
    TileSet,
    TilesLeft,
    TurnPassed,
)
from companion.rules.errors import Refusal
from companion.rules.seating import Seating
from companion.rules.tile import Tile
from companion.web.forms import parse_reason
from companion.words import Text, message

#: What an entry can be.
KINDS = ("tile", "draw", "pass", "left", "lead", "ruling")
_MOST = 10**6
_TYPED = ("what", "who", "tile", "on", "claim", "tiles", "pips", "side", "points")


class Unclear(Refusal):
    """The form does not say what happened."""

    code = "unclear"


@dataclass(frozen=True)
class EntryForm:
    """An entry as it was typed; numbers stay text, so that nothing typed is lost."""

    what: str
    who: str = ""
    tile: str = ""
    on: str = ""
    claim: str = ""
    tiles: str = "1"
    left: tuple[str, ...] = ()
    pips: str = ""
    side: str = ""
    points: str = ""
    reason: str = ""

    @classmethod
    def of(cls, statement: Statement, seating: Seating) -> Self:
        """The form filled with an entry as it stands."""
        if isinstance(statement, PointsRuled):
            side = str(seating.side(statement.side))
            points = f"{statement.points:+d}"
            return cls("ruling", side=side, points=points, reason=statement.reason)
        who = str(seating.seat(statement.player))
        match statement:
            case TileSet(_, tile, host, claim):
                on = "" if host is None else str(host)
                claimed = "" if claim is None else str(claim)
                return cls("tile", who, str(tile), on, claimed)
            case TilesDrawn(_, tiles):
                return cls("draw", who, tiles=str(tiles))
            case TurnPassed():
                return cls("pass", who)
            case TilesLeft(_, left):
                return cls("left", who, left=tuple(map(str, left)))
            case PipsLeft(_, pips):
                return cls("left", who, pips=str(pips))
            case HandLed():
                return cls("lead", who)

    @classmethod
    def parse(cls, form: MultiDict[str, str]) -> Self:
        """What was posted."""
        typed = {name: form.get(name, "").strip() for name in _TYPED}
        left = tuple(form.getlist("left"))
        return cls(**typed, left=left, reason=parse_reason(form.get("reason", "")))

    def statement(self, seating: Seating) -> Statement:
        """The statement that this makes; raises `Unclear`."""
        if self.what == "ruling":
            side = _chosen(self.side, seating.side_names, message("entry.ask.side"))
            points = _number(self.points, message("entry.ask.points"), least=-_MOST)
            return PointsRuled(side, points, self.reason)
        player = _chosen(self.who, seating.players, message("entry.ask.who"))
        match self.what:
            case "tile":
                return self._tile_set(player)
            case "draw":
                return TilesDrawn(player, _number(self.tiles, message("entry.ask.drawn"), 1))
            case "pass":
                return TurnPassed(player)
            case "left":
                return self._left(player)
            case "lead":
                return HandLed(player)
        raise Unclear(message("entry.ask.what"))

    def _tile_set(self, player: str) -> TileSet:
        tile = _tile(self.tile, message("entry.ask.tile"))
        host = _tile(self.on, message("entry.ask.host")) if self.on else None
        claim = _number(self.claim, message("entry.ask.claim")) if self.claim else None
        return TileSet(player, tile, host, claim)

    def _left(self, player: str) -> TilesLeft | PipsLeft:
        question = message("entry.ask.left")
        if self.pips:
            return PipsLeft(player, _number(self.pips, question))
        if not self.left:
            raise Unclear(question)
        return TilesLeft(player, tuple(_tile(text, question) for text in self.left))


def _chosen(text: str, names: tuple[str, ...], question: Text) -> str:
    index = _number(text, question)
    if index >= len(names):
        raise Unclear(question)
    return names[index]


def _tile(text: str, question: Text) -> Tile:
    try:
        return Tile.parse(text)
    except ValueError:
        raise Unclear(question) from None


def _number(text: str, question: Text, least: int = 0) -> int:
    try:
        # People and phones write a minus in more ways than one.
        number = int(text.replace("−", "-").replace("–", "-"))
    except ValueError:
        raise Unclear(question) from None
    if not least <= number <= _MOST:
        raise Unclear(question)
    return number
