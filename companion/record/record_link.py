"""A table on its way: its whole record as letters that a link can have."""

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple

from companion.i18n import message
from companion.record.replay import LARGEST_RECORD
from companion.record.shorthand import shorten, write_out
from companion.record.statements import BadSyntax
from companion.rules.errors import Refusal

#: The letters to come, a record of some 20,000 lines.
_LONGEST = 128 * 1024
#: The first letter: how the others are to be read. With another one, all of this can change.
_VERSION = "1"
_LETTERS = re.compile("[A-Za-z0-9_-]+")
_ORIGIN = re.compile("[A-Za-z0-9_-]{0,32}")
_CHECKSUM = 4
#: What headers say, the most frequent last. Links that people keep depend on every character.
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
    """A table on its way: its record as it is exported, and where it was first opened."""

    record: str
    #: The id of that table; empty where nobody knows.
    origin: str = ""


class NotCarried(Refusal, code="not-carried"):
    """The letters are those of no table; `code` tells why."""


class OtherVersion(NotCarried, code="other-version"):
    """Another version of the program wrote them."""


class Damaged(NotCarried, code="damaged"):
    """Some of them were lost or changed on the way."""


class TooLong(NotCarried, code="too-long"):
    """They are more, or would become more, than any table needs."""


def pack(carried: PackedTable) -> str:
    """A table as letters for a link; raises the `Refusal` of a record that does not stand."""
    said = f"{carried.origin}\n{shorten(carried.record)}".encode()
    deflate = zlib.compressobj(
        9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, _FREQUENT
    )
    body = deflate.compress(said) + deflate.flush()
    return _VERSION + _encoded(_checksum(body) + body)


def unpack(letters: str) -> PackedTable:
    """The table that was packed; raises `NotCarried`.

    Raises the `Refusal` of a header that does not stand here: a game that this version of
    the program does not know.
    """
    if len(letters) > _LONGEST:
        raise TooLong(message("carried.too-long"))
    if not _LETTERS.fullmatch(letters):
        raise _damaged()
    if letters[0] != _VERSION:
        raise OtherVersion(message("carried.other-version"))
    origin, _, shorthand = _inflated(letters[1:]).partition("\n")
    if not _ORIGIN.fullmatch(origin):
        raise _damaged()
    try:
        return PackedTable(write_out(shorthand, LARGEST_RECORD), origin)
    except BadSyntax:
        raise _damaged() from None
    except OverflowError:
        raise TooLong(message("carried.too-long")) from None


def _inflated(letters: str) -> str:
    try:
        kept = urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except ValueError:
        raise _damaged() from None
    checksum, body = kept[:_CHECKSUM], kept[_CHECKSUM:]
    # Also where only the bits differ that the last letter has too many.
    if checksum != _checksum(body) or _encoded(kept) != letters:
        raise _damaged()
    inflate = zlib.decompressobj(-zlib.MAX_WBITS, _FREQUENT)
    try:
        said = inflate.decompress(body, LARGEST_RECORD)
        if inflate.unconsumed_tail:
            raise TooLong(message("carried.too-long"))
        if inflate.eof and not inflate.unused_data:
            return said.decode()
    except (zlib.error, UnicodeDecodeError):
        pass
    raise _damaged()


def _encoded(kept: bytes) -> str:
    return urlsafe_b64encode(kept).rstrip(b"=").decode()


def _checksum(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(_CHECKSUM)


def _damaged() -> Damaged:
    return Damaged(message("carried.damaged"))
