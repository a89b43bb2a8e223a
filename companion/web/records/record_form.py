"""One entry as a form says it: read from a statement or from what was posted, and back."""

from dataclasses import dataclass

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
from companion.web.taps import reason_said

#: What an entry can be, and the words for it.
KINDS = {
    "tile": "Tile",
    "draw": "Draw",
    "pass": "Pass",
    "left": "What was left",
    "lead": "Lead",
    "ruling": "Ruling",
}
_MOST = 10**6


class Unclear(Refusal):
    """The form does not say what happened."""

    code = "unclear"


@dataclass(frozen=True)
class Said:
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
    def of(cls, statement: Statement, seating: Seating) -> "Said":
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
    def read(cls, form: MultiDict[str, str]) -> "Said":
        """What was posted."""
        typed = {
            name: form.get(name, "").strip()
            for name in ("what", "who", "tile", "on", "claim", "tiles", "pips", "side", "points")
        }
        left = tuple(form.getlist("left"))
        return cls(**typed, left=left, reason=reason_said(form.get("reason", "")))

    def statement(self, seating: Seating) -> Statement:
        """The statement that this makes; raises `Unclear`."""
        if self.what == "ruling":
            side = _chosen(self.side, seating.side_names, "Whose points are these?")
            points = _number(self.points, "How many points, with + or −?", least=-_MOST)
            return PointsRuled(side, points, self.reason)
        player = _chosen(self.who, seating.players, "Who was it?")
        match self.what:
            case "tile":
                return self._tile_set(player)
            case "draw":
                return TilesDrawn(player, _number(self.tiles, "How many tiles were drawn?", 1))
            case "pass":
                return TurnPassed(player)
            case "left":
                return self._left(player)
            case "lead":
                return HandLed(player)
        raise Unclear("What happened?")

    def _tile_set(self, player: str) -> TileSet:
        tile = _tile(self.tile, "Which tile was it?")
        host = _tile(self.on, "On which tile does it lie?") if self.on else None
        claim = _number(self.claim, "Which count was announced?") if self.claim else None
        return TileSet(player, tile, host, claim)

    def _left(self, player: str) -> TilesLeft | PipsLeft:
        question = "Which tiles were left, or how many pips?"
        if self.pips:
            return PipsLeft(player, _number(self.pips, question))
        if not self.left:
            raise Unclear(question)
        return TilesLeft(player, tuple(_tile(text, question) for text in self.left))


def _chosen(text: str, names: tuple[str, ...], question: str) -> str:
    index = _number(text, question)
    if index >= len(names):
        raise Unclear(question)
    return names[index]


def _tile(text: str, question: str) -> Tile:
    try:
        return Tile.parse(text)
    except ValueError:
        raise Unclear(question) from None


def _number(text: str, question: str, least: int = 0) -> int:
    try:
        # People and phones write a minus in more ways than one.
        number = int(text.replace("−", "-").replace("–", "-"))
    except ValueError:
        raise Unclear(question) from None
    if not least <= number <= _MOST:
        raise Unclear(question)
    return number
