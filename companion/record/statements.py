"""The statements of a record: what happened at the table, allowed or not, read and written."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from companion.i18n import message
from companion.record.typed_line import describe_slip, did_you_mean, meant_by, plain_form
from companion.rules.errors import Refusal, UnknownPlayer
from companion.rules.player_names import RESERVED_NAMES, code_point, first_unseen, without_unseen
from companion.rules.seating import Seating
from companion.rules.tile import WRITTEN, Tile

_TILE = "[0-6]-[0-6]"
_SET = re.compile(rf"({_TILE})(?:\s+on\s+({_TILE}))?(?:\s*,\s*claims\s+([0-9]+))?")
_DRAWS = re.compile(r"draws\s+([0-9]+)")
_LEFT_TILES = re.compile(rf"left((?:\s+{_TILE})+)")
_LEFT_PIPS = re.compile(r"left\s+([0-9]+)\s+pips")
_POINTS = re.compile(r"(.*\S)\s*([+-])([0-9]+)", re.DOTALL)

#: A number with more digits is a mistake.
_MOST_DIGITS = 1000
#: The most characters of a reason: one line of a page or picture.
LONGEST_REASON = 80
#: Only so much of a text is cut down to a reason.
_MOST_OF_A_REASON = 1000


class BadSyntax(Refusal, code="syntax"):
    """A line can't be read, or a header line is missing, doubled or out of place."""


class HeaderLine(NamedTuple):
    """A line before the first lead: its word and its value."""

    word: str
    value: str


class HandLed(NamedTuple):
    """A new hand; `player` is to lead it."""

    player: str

    def __str__(self) -> str:
        return f"lead: {self.player}"


class TileSet(NamedTuple):
    """A tile played on a host (None: left out), with the count called in pips."""

    player: str
    tile: Tile
    host: Tile | None = None
    claim: int | None = None

    def __str__(self) -> str:
        on = "" if self.host is None else f" on {self.host}"
        claims = "" if self.claim is None else f", claims {self.claim}"
        return f"{self.player}: {self.tile}{on}{claims}"


class TilesDrawn(NamedTuple):
    """Tiles drawn from the boneyard."""

    player: str
    tiles: int

    def __str__(self) -> str:
        return f"{self.player}: draws {self.tiles}"


class TurnPassed(NamedTuple):
    """A pass."""

    player: str

    def __str__(self) -> str:
        return f"{self.player}: passes"


class TilesLeft(NamedTuple):
    """The tiles left in a hand at the end."""

    player: str
    tiles: tuple[Tile, ...]

    @property
    def pips(self) -> int:
        """The pips of these tiles."""
        return sum(tile.pips for tile in self.tiles)

    def __str__(self) -> str:
        return f"{self.player}: left {' '.join(map(str, self.tiles))}"


class PipsLeft(NamedTuple):
    """The pips left in a hand at the end, without the tiles."""

    player: str
    pips: int

    def __str__(self) -> str:
        return f"{self.player}: left {self.pips} pips"


class PointsRuled(NamedTuple):
    """Points that the table agreed to give a side, and why."""

    side: str
    points: int
    reason: str = ""

    def __str__(self) -> str:
        why = f", {self.reason}" if self.reason else ""
        return f"ruling: {self.side} {self.points:+d}{why}"


Statement = HandLed | TileSet | TilesDrawn | TurnPassed | TilesLeft | PipsLeft | PointsRuled


def read_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not empty, numbered from 1, without their comments."""
    # Some editors begin a text with a mark of its encoding.
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if statement := line.partition("#")[0].strip():
            yield number, statement


def read_statement(line: str) -> Statement | HeaderLine:
    """Parse one line of a record; raises `BadSyntax` if it isn't a statement."""
    if found := _read(line) or _read(plain_form(line)):
        return found
    if meant := next(filter(_read, meant_by(line)), None):
        raise BadSyntax(did_you_mean(line, meant))
    raise BadSyntax(describe_slip(line))


def read_entry(line: str, seating: Seating) -> Statement:
    """Parse one line of a game, with names as at the table; raises `BadSyntax`, `UnknownPlayer`."""
    statement = _read(line) or read_statement(line)
    if isinstance(statement, HeaderLine):
        if statement.word == "rule" and _ruling(statement.value):
            raise BadSyntax(did_you_mean(line, f"ruling: {statement.value}"))
        raise BadSyntax(message("refused.header-too-late", word=statement.word))
    # Without partners a side is a player.
    if statement[0] in seating.players:
        return statement
    if isinstance(statement, PointsRuled):
        return statement._replace(side=seating.side_names[seating.side(statement.side)])
    if statement.player == "left" and "left" not in map(str.casefold, seating.players):
        raise UnknownPlayer(did_you_mean(line, f"{seating.players[0]}: {line.replace(':', '', 1)}"))
    return statement._replace(player=seating.players[seating.seat(statement.player)])


def _read(line: str) -> Statement | HeaderLine | None:
    """A line as a record is written; None if it isn't a statement. Raises as `read_statement`."""
    who, colon, what = line.partition(":")
    who = who.rstrip()
    what = what.lstrip()
    if not (who and colon and what):
        return None
    if who not in RESERVED_NAMES:
        return _play(who, what)
    if who == "lead":
        return HandLed(what)
    return _ruling(what) if who == "ruling" else HeaderLine(who, what)


def _play(player: str, what: str) -> Statement | None:
    if match := _SET.fullmatch(what):
        tile, host, claim = match.groups()
        called = None if claim is None else _number(claim)
        return TileSet(player, WRITTEN[tile], WRITTEN.get(host), called)
    if what == "passes":
        return TurnPassed(player)
    if match := _DRAWS.fullmatch(what):
        if not (tiles := _number(match[1])):
            raise BadSyntax(message("refused.draws-none"))
        return TilesDrawn(player, tiles)
    if match := _LEFT_TILES.fullmatch(what):
        return TilesLeft(player, tuple(WRITTEN[tile] for tile in match[1].split()))
    if match := _LEFT_PIPS.fullmatch(what):
        return PipsLeft(player, _number(match[1]))
    return None


def _ruling(what: str) -> PointsRuled | None:
    given, _, reason = what.partition(",")
    if (match := _POINTS.fullmatch(given.rstrip())) is None:
        return None
    side, sign, digits = match.groups()
    points = _number(digits)
    return PointsRuled(side, -points if sign == "-" else points, _reason(reason))


def _reason(text: str) -> str:
    # People who type in columns use tabs.
    reason = text.replace("\t", " ").strip()
    if len(reason) > LONGEST_REASON:
        raise BadSyntax(
            message("refused.reason-length", longest=LONGEST_REASON, length=len(reason))
        )
    if (unseen := first_unseen(reason)) is not None:
        raise BadSyntax(message("refused.reason-unseen", character=code_point(unseen)))
    return reason


def clean_reason(text: str) -> str:
    """A reason that a line can hold: no comment sign, nothing unseen, and short enough."""
    plain = " ".join(without_unseen(text[:_MOST_OF_A_REASON].replace("#", " ")).split())
    # The cut may leave half of a character that consists of several.
    return without_unseen(plain[:LONGEST_REASON]).rstrip()


def _number(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise BadSyntax(message("refused.number-too-long", most=_MOST_DIGITS, digits=len(digits)))
    return int(digits)
