"""Slips: the wrong answers that known mistakes lead to, each with the rule that its mistake breaks.

Where several mistakes lead to the same number, the likeliest speaks for it, and that is the one
that comes first here. After a tile: who repeats the old count; then what was covered and stays in,
or goes though it stays; then all that goes wrong on any layout. There: doubles before ends, one
double before all of them, what was left out before what was too much. In a settlement: rounding
before dividing, and both before the wrong hands.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from companion.coach.positions import Position
from companion.coach.reasons import counts_of, double_reason
from companion.referee.book import Book, Reason
from companion.rules.tile import Tile
from companion.words import message

#: The rule that each mistake breaks, by its name in a book.
_BREAKS: Mapping[str, str] = {
    # On a layout as it lies.
    **dict.fromkeys(("covered-counted", "covered-half-counted"), "covered-double"),
    "all-covered-counted": "covered-double",
    **dict.fromkeys(("half-forgotten", "halves-forgotten", "double-left-out"), "exposed-double"),
    "waiting-counted": "exposed-double",
    **dict.fromkeys(("half-left-out", "inner-half"), "open-half"),
    # After a tile.
    **dict.fromkeys(("double-kept", "half-taken"), "covered-double"),
    **dict.fromkeys(("double-taken", "free-half-taken"), "exposed-double"),
    "half-kept": "open-half",
    # What one double counts.
    "taken-for-free": "covered-double",
    "taken-for-covered": "exposed-double",
    # From pips to points.
    "rounded-apart": "rounding",
    **dict.fromkeys(("rounds-up", "rounds-down", "not-rounded", "round-first"), "nearest-five"),
    "not-divided": "points",
    **dict.fromkeys(("only-own-hands", "not-own-hands"), "settlement"),
    # On the way to the target.
    **dict.fromkeys(("ten-too-many", "ten-too-few"), "target"),
    **dict.fromkeys(("smaller-does", "first-left-out", "second-left-out"), "target"),
}


class Slip(NamedTuple):
    """The number that a mistake leads to, the mistake by its name, and what it breaks and how."""

    number: int
    mistake: str
    reason: Reason

    @classmethod
    def by(
        cls, book: Book, mistake: str, number: int, *, breaks: str | None = None, **named: Any
    ) -> "Slip":
        """A slip as a book has it; `breaks` where the rule depends on the position."""
        sentence = message(f"slip.{mistake}", **named)
        return cls(number, mistake, book.reason(breaks or _BREAKS[mistake], sentence))


def count_slips(book: Book, position: Position) -> dict[str, Slip]:
    """Wrong counts of a layout, in pips."""
    return likeliest(position.layout.total, _layout_slips(book, position))


def change_slips(book: Book, position: Position) -> dict[str, Slip]:
    """Wrong counts after a tile, in pips."""
    slips = (*_tile_slips(book, position), *_layout_slips(book, position))
    return likeliest(position.layout.total, slips)


def double_slips(book: Book, position: Position, double: Tile) -> dict[str, Slip]:
    """Wrong answers to what one double counts, in pips: nothing, one half, or both."""
    right, why = counts_of(position.layout, double), double_reason(book, position.layout, double)
    if right:
        whole = Slip.by(book, "taken-for-covered", 0, tile=double)
    elif double in position.free_doubles:
        whole = Slip.by(book, "waiting-counted", double.pips, tile=double)
    else:
        whole = Slip.by(book, "taken-for-free", double.pips, tile=double)
    half = Slip.by(book, "one-half", double.high, breaks=why.rule.name, pips=double.high)
    return likeliest(right, (half, whole))


def likeliest(answer: int, slips: Iterable[Slip]) -> dict[str, Slip]:
    """The slips by their numbers, of several the one that comes first; never the answer."""
    found: dict[str, Slip] = {}
    for slip in slips:
        if slip.number != answer and slip.number >= 0:
            found.setdefault(str(slip.number), slip)
    return found


def _layout_slips(book: Book, position: Position) -> Iterator[Slip]:
    """Slips that any layout can have: on its doubles, and then on its ends."""
    total = position.layout.total
    covered = [tile for tile in position.covered_doubles if tile.pips]
    free = [tile for tile in position.free_doubles if counts_of(position.layout, tile)]
    for tile in covered:
        yield Slip.by(book, "covered-counted", total + tile.pips, tile=tile)
    for tile in free:
        yield Slip.by(book, "half-forgotten", total - tile.high, tile=tile)
    for tile in covered:
        yield Slip.by(book, "covered-half-counted", total + tile.high, tile=tile)
    for tile in position.free_doubles:
        if tile.pips and tile not in free:
            yield Slip.by(book, "waiting-counted", total + tile.pips, tile=tile)
    if len(covered) > 1:
        yield Slip.by(book, "all-covered-counted", total + sum(tile.pips for tile in covered))
    if len(free) > 1:
        yield Slip.by(book, "halves-forgotten", total - sum(tile.high for tile in free))
    yield from _end_slips(book, position)


def _end_slips(book: Book, position: Position) -> Iterator[Slip]:
    total = position.layout.total
    counting = [end for end in position.layout.ends if end.counts]
    for end in counting:
        rest = total - end.counts
        if end.host.is_double:
            yield Slip.by(book, "double-left-out", rest, tile=end.host)
        else:
            yield Slip.by(book, "half-left-out", rest, tile=end.host, pips=end.pips)
    for end in counting:
        inner = end.host.other_half(end.pips)
        if not end.host.is_double and inner and len(position.placements) > 1:
            yield Slip.by(book, "inner-half", total + inner, tile=end.host, pips=end.pips)


def _tile_slips(book: Book, position: Position) -> Iterator[Slip]:
    """Slips that only a change can have: nothing changes, what goes stays in, what stays goes."""
    total, tile, host = position.layout.total, position.tile, position.host
    if host is None:
        return
    gone = counts_of(position.before, host) - counts_of(position.layout, host)
    yield _count_before(book, position, host if gone > 0 else tile)
    if gone > 0 and host.is_double:
        yield Slip.by(book, "double-kept", total + gone, tile=host)
        yield Slip.by(book, "half-taken", total + gone // 2, tile=host)
    elif gone > 0:
        yield Slip.by(book, "half-kept", total + gone, tile=host, pips=gone)
    elif host.is_double and counts_of(position.layout, host):
        yield Slip.by(book, "double-taken", total - host.pips, tile=host)
        yield Slip.by(book, "free-half-taken", total - host.high, tile=host)
    if not tile.is_double:
        (inner,) = {*tile} & {*host}
        if inner:
            outer = tile.other_half(inner)
            yield Slip.by(book, "inner-half", total + inner, tile=tile, pips=outer)


def _count_before(book: Book, position: Position, changed: Tile) -> Slip:
    """Who repeats the old count overlooks what goes, or where nothing does what comes."""
    breaks = "open-half"
    if changed.is_double:
        is_covered = changed in position.covered_doubles
        breaks = "covered-double" if is_covered else "exposed-double"
    return Slip.by(book, "count-before", position.before.total, breaks=breaks)
