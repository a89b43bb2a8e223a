"""A whole record as the letters of a link, and back.

It is packed as shorthand, with one letter for a seat and one for a tile. The header stays as it
is. After it, `Whj,10-` says that Ana plays the 3-1 on the 3-3, calls 10, and then passes.
A seat is only written if it changes.
"""

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from string import ascii_letters
from typing import NamedTuple

from companion.i18n import message
from companion.record import statements
from companion.record.header import Header, read_header
from companion.record.replay import LARGEST_RECORD, write_record
from companion.record.statements import BadSyntax, HeaderLine, Statement, read_entry, read_lines
from companion.rules.errors import Refusal
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


#: The most letters of a link.
_LONGEST = 128 * 1024
#: The first letter of a link says how to read the others.
_VERSION = "1"
_LINK_LETTERS = re.compile("[A-Za-z0-9_-]+")
_ORIGIN = re.compile("[A-Za-z0-9_-]{0,32}")
_CHECKSUM = 4
#: What headers say, the most frequent last. Old links depend on every character of it.
_FREQUENT = (
    b"\nrule: exposed-double = when-dead\nrule: zero-scores = yes\nrule: announce = required"
    b"\nrule: announce = no\nrule: game-ends = after-hand\nrule: washed-up-in-block = counts"
    b"\nrule: partners-block = hand\nrule: partners-block = team\nrule: tied-block = nobody"
    b"\nrule: tied-block = losers-hands\nrule: spinner-first = yes\nrule: spinner-count = ends"
    b"\nrule: boneyard-kept = 1\nrule: boneyard-kept = 2\nrule: drawing = free"
    b"\nrule: drawing = none\nrule: partners-out = both\nrule: target-reached = exactly"
    b"\nrule: scores-on = threes-and-fives\nrule: rounding = each-hand\nrule: rounding = sum"
    b"\nrule: settlement = difference\nrule: settlement = one-point\nrule: settlement = chips"
    b"\nrule: settlement = own-hand\nrule: settlement = winner-takes\nrule: next-lead = rotates"
    b"\nrule: next-lead = dominoer\nrule: lead-tile = double\nrule: lead-tile = double-or-score"
    b"\nrule: last-tile = washes-up\nrule: last-tile = draws\nrule: last-tile = goes-out"
    b"\nrule: drawn-tile = plays-on\nrule: drawn-tile = ends-turn\nrule: another-turn = score"
    b"\nrule: another-turn = double\nrule: another-turn = none\nrule: points = none"
    b"\nrule: points = pips\nrule: points = fifths\nrule: spinners = none\nrule: spinners = all"
    b"\nrule: spinners = first\nrule: game-ends = at-once\nrule: tiles-each = 7\ntarget: 61"
    b"\ntarget: 100\ntarget: 150\ntarget: 200\ntarget: 250\nsides: \ngame: merry-go-round"
    b"\ngame: fives-and-threes\ngame: sniff\ngame: muggins\ngame: all-fives\ngame: five-up"
    b"\ngame: seven-rocks\ngame: seven-toed-pete-chips\ngame: racehorse-1990"
    b"\ngame: race-horse-celko\ngame: seven-toed-pete\nplayers: Player 1, Player 2, Player 3, "
    b"Player 4\n\nW*\ngame: race-horse\nplayers: Ana, Ben, Cyd, Dee\n\nW*"
)


class PackedTable(NamedTuple):
    """A table to send: its record, and where it was first opened."""

    record: str
    #: The id of the table that it comes from; empty if unknown.
    origin: str = ""


class NotCarried(Refusal, code="not-carried"):
    """The letters of a link hold no table; `code` says why."""


class OtherVersion(NotCarried, code="other-version"):
    """Another version of the program wrote them."""


class Damaged(NotCarried, code="damaged"):
    """Some letters were lost or changed on the way."""

    def __init__(self) -> None:
        super().__init__(message("carried.damaged"))


class TooLong(NotCarried, code="too-long"):
    """There are more letters, or a longer record, than any table needs."""

    def __init__(self) -> None:
        super().__init__(message("carried.too-long"))


def pack(table: PackedTable) -> str:
    """A table as the letters of a link; raises a `Refusal` if the record is not valid."""
    data = f"{table.origin}\n{shorten(table.record)}".encode()
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS, memLevel=9, zdict=_FREQUENT)
    body = deflate.compress(data) + deflate.flush()
    return _VERSION + _encoded(_checksum(body) + body)


def unpack(letters: str) -> PackedTable:
    """The table that was packed; raises `NotCarried`, or another `Refusal` of its header."""
    if len(letters) > _LONGEST:
        raise TooLong
    if not _LINK_LETTERS.fullmatch(letters):
        raise Damaged
    if letters[0] != _VERSION:
        raise OtherVersion(message("carried.other-version"))
    origin, _, shorthand = _inflated(letters[1:]).partition("\n")
    if not _ORIGIN.fullmatch(origin):
        raise Damaged
    try:
        return PackedTable(write_out(shorthand, LARGEST_RECORD), origin)
    except BadSyntax:
        raise Damaged from None
    except OverflowError:
        raise TooLong from None


def _inflated(letters: str) -> str:
    try:
        data = urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except ValueError:
        raise Damaged from None
    checksum, body = data[:_CHECKSUM], data[_CHECKSUM:]
    # The last letter can have bits that belong to no byte: these must match too.
    if checksum != _checksum(body) or _encoded(data) != letters:
        raise Damaged
    inflate = zlib.decompressobj(-zlib.MAX_WBITS, _FREQUENT)
    try:
        text = inflate.decompress(body, LARGEST_RECORD)
        if inflate.unconsumed_tail:
            raise TooLong
        if inflate.eof and not inflate.unused_data:
            return text.decode()
    except (zlib.error, UnicodeDecodeError):
        pass
    raise Damaged


def _encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _checksum(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(_CHECKSUM)
