"""Shorthand: a record in few letters, one for a seat and one for a tile.

The header stays as it is. After it, `Whj,10-` says that Ana plays the 3-1 on the 3-3, calls 10,
and then passes: a seat is only written if it changes.
"""

import re
from collections.abc import Iterable, Iterator
from string import ascii_letters

from companion.i18n import message
from companion.record import statements
from companion.record.header import Header, read_header
from companion.record.replay import write_record
from companion.record.statements import BadSyntax, HeaderLine, Statement, read_entry, read_lines
from companion.rules.seating import Seating
from companion.rules.tile import ALL_TILES

#: From the 0-0 to the 6-6. Old links depend on each of these letters.
_LETTERS = dict(zip(ALL_TILES, ascii_letters, strict=False))
_TILES = {letter: tile for tile, letter in _LETTERS.items()}
_SEATS = "WXYZ"
_NO_HOST = "."
_ENTRY = re.compile(
    r"(?P<seat>[W-Z])?(?:"
    r"(?P<leads>\*)"
    r"|(?P<passes>-)"
    r"|(?P<tile>[a-zAB])(?P<host>[a-zAB.])(?:,(?P<claim>[0-9]{1,1000}))?"
    r"|\+(?P<drawn>[0-9]{1,1000})"
    r"|=(?P<left>[a-zAB]+);"
    r"|=(?P<pips>[0-9]{1,1000})"
    r"|!(?P<side>[W-Z])(?P<points>[+-][0-9]{1,1000}),(?P<reason>.*)\n)"
)


def shorten(record: str) -> str:
    """A record in shorthand, without its comments; raises a `Refusal` if it is not valid."""
    read = [(line, statements.read_statement(line)) for _, line in read_lines(record)]
    header = read_header("\n".join(line for line, each in read if isinstance(each, HeaderLine)))
    seating = header.seating
    entries = (read_entry(line, seating) for line, each in read if not isinstance(each, HeaderLine))
    return "\n".join([str(header), "", "".join(_letters(entries, seating))])


def write_out(shorthand: str, most: int) -> str:
    """The record behind a shorthand.

    Raises `BadSyntax`, the `Refusal` of its header, or `OverflowError` if the record would have
    more than `most` characters.
    """
    header_lines, _, letters = shorthand.partition("\n\n")
    header = read_header(header_lines)
    length, entered = 0, []
    for statement in _statements(letters, header):
        length += len(str(statement)) + 1
        if length > most:
            raise OverflowError
        entered.append(statement)
    return write_record(header, entered)


def _letters(entries: Iterable[Statement], seating: Seating) -> Iterator[str]:
    acts = ""
    for entry in entries:
        if not isinstance(entry, statements.PointsRuled):
            seat = _SEATS[seating.seat(entry.player)]
            yield "" if seat == acts else seat
            acts = seat
        yield _entry_letters(entry, seating)


def _entry_letters(entry: Statement, seating: Seating) -> str:
    match entry:
        case statements.HandLed():
            return "*"
        case statements.TurnPassed():
            return "-"
        case statements.TileSet(_, tile, host, claim):
            called = "" if claim is None else f",{claim}"
            return _LETTERS[tile] + (_LETTERS[host] if host else _NO_HOST) + called
        case statements.TilesDrawn(_, tiles):
            return f"+{tiles}"
        case statements.TilesLeft(_, left):
            return f"={''.join(_LETTERS[tile] for tile in left)};"
        case statements.PipsLeft(_, pips):
            return f"={pips}"
        case statements.PointsRuled(side, points, reason):
            return f"!{_SEATS[seating.side(side)]}{points:+d},{reason}\n"


def _statements(letters: str, header: Header) -> Iterator[Statement]:
    at, player, seating = 0, "", header.seating
    while at < len(letters):
        entry = _ENTRY.match(letters, at)
        if entry is None:
            raise BadSyntax(message("carried.damaged"))
        at = entry.end()
        if entry["side"]:
            side = _named(entry["side"], seating.side_names)
            yield statements.PointsRuled(side, int(entry["points"]), entry["reason"])
            continue
        if entry["seat"]:
            player = _named(entry["seat"], header.players)
        yield _statement(entry, player)


def _statement(entry: re.Match[str], player: str) -> Statement:
    if entry["tile"]:
        claim = None if entry["claim"] is None else int(entry["claim"])
        return statements.TileSet(player, _TILES[entry["tile"]], _TILES.get(entry["host"]), claim)
    if entry["drawn"]:
        return statements.TilesDrawn(player, int(entry["drawn"]))
    if entry["left"]:
        return statements.TilesLeft(player, tuple(_TILES[letter] for letter in entry["left"]))
    if entry["pips"]:
        return statements.PipsLeft(player, int(entry["pips"]))
    return statements.HandLed(player) if entry["leads"] else statements.TurnPassed(player)


def _named(letter: str, names: tuple[str, ...]) -> str:
    seat = _SEATS.index(letter)
    if seat >= len(names):
        raise BadSyntax(message("carried.damaged"))
    return names[seat]
