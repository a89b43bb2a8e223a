"""Slips: the wrong answers that known mistakes lead to, each with the rule that its mistake breaks.

If several mistakes lead to the same number, the likeliest one explains it: the one that comes first
here. After a tile: first half of a double just played, and then repeating the old count. Then what
was covered and is kept, or dropped though it stays; then all that goes wrong on any layout. On any
layout: doubles before ends, one double before all of them, what was left out before what was added.
In a settlement: rounding before dividing, both before the wrong hands, these before single tiles,
and a mere miscount last.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from companion.coach.drills.answer_reasons import counts_of, double_reason
from companion.coach.drills.practice_positions import PracticePosition, halves_of
from companion.i18n import message
from companion.referee.rule_book import Book, Reason
from companion.rules.layout import Layout
from companion.rules.tile import Tile

#: The rule that each mistake breaks, by its name in a book.
_BREAKS: Mapping[str, str] = {
    # On a layout as it is.
    **dict.fromkeys(("covered-counted", "covered-half-counted"), "covered-double"),
    "all-covered-counted": "covered-double",
    **dict.fromkeys(("half-forgotten", "halves-forgotten", "double-left-out"), "exposed-double"),
    "waiting-counted": "exposed-double",
    **dict.fromkeys(("half-left-out", "inner-half"), "open-half"),
    # After a tile.
    **dict.fromkeys(("double-kept", "half-taken"), "covered-double"),
    **dict.fromkeys(("double-taken", "free-half-taken"), "exposed-double"),
    "half-kept": "open-half",
    "whole-taken": "spinner-count",
    **dict.fromkeys(("one-too-many", "one-too-few"), "open-half"),
    # What one double counts.
    "taken-for-free": "covered-double",
    "taken-for-covered": "exposed-double",
    # From pips to points.
    "rounded-apart": "rounding",
    **dict.fromkeys(("rounds-up", "rounds-down", "not-rounded", "round-first"), "nearest-five"),
    "to-ten": "nearest-five",
    **dict.fromkeys(("not-divided", "divided", "peg-for-ten", "count-for-pegs"), "points"),
    **dict.fromkeys(("count-for-worth", "counts-for-worths"), "points"),
    **dict.fromkeys(("only-own-hands", "not-own-hands", "own-hands-kept"), "settlement"),
    **dict.fromkeys(("tile-left-out", "hand-left-out", "only-hand", "only-one-seen"), "settlement"),
    **dict.fromkeys(("tile-half-left-out", "tile-twice"), "settlement"),
    # If only fives score.
    **dict.fromkeys(("rest-dropped", "no-five-pegged"), "scores-on"),
    # If threes score as well as fives.
    **dict.fromkeys(("threes-forgotten", "fives-forgotten", "both-added"), "scores-on"),
    **dict.fromkeys(("remainders-dropped", "fives-within", "threes-within"), "scores-on"),
    # On the way to the target.
    **dict.fromkeys(("ten-too-many", "ten-too-few"), "target"),
    **dict.fromkeys(("smaller-does", "first-left-out", "second-left-out"), "target"),
    **dict.fromkeys(("both-left-out", "counts-added", "score-for-rest"), "target"),
    **dict.fromkeys(("smaller-digit", "pegs-changed"), "target"),
}


class CommonMistake(NamedTuple):
    """The number that a mistake leads to, the mistake by its name, and what it breaks and how."""

    number: int
    mistake: str
    reason: Reason


def mistake(
    book: Book, name: str, number: int, /, *, breaks: str | None = None, **named: Any
) -> CommonMistake:
    """A mistake as a book has it; `breaks` if the rule depends on the position."""
    sentence = message(f"slip.{name}", **named)
    return CommonMistake(number, name, book.reason(breaks or _BREAKS[name], sentence))


def count_slips(book: Book, position: PracticePosition) -> dict[str, CommonMistake]:
    """Wrong counts of a layout, in pips."""
    return likeliest(position.layout.total, _layout_slips(book, position))


def change_slips(book: Book, position: PracticePosition) -> dict[str, CommonMistake]:
    """Wrong counts after a tile, in pips."""
    slips = (*_tile_slips(book, position), *_layout_slips(book, position))
    return likeliest(position.layout.total, slips)


def near_misses(
    book: Book, total: int, slips: Mapping[str, CommonMistake]
) -> dict[str, CommonMistake]:
    """Slips in a sum of ends, and slips of adding up for the numbers that are left."""
    near = mistake(book, "one-too-many", total + 1), mistake(book, "one-too-few", total - 1)
    return likeliest(total, (*slips.values(), *near))


def double_slips(book: Book, position: PracticePosition, double: Tile) -> dict[str, CommonMistake]:
    """Wrong answers to what one double counts, in pips: nothing, one half, or both."""
    layout = position.layout
    right, why = counts_of(layout, double), double_reason(book, layout, double)
    by_ends = _by_ends(layout, double)
    if right == double.high:
        whole = _of_double(book, layout, "whole-counted", double.pips, double)
    elif double in position.free_doubles and not right:
        whole = mistake(book, "waiting-counted", double.pips, tile=double)
    else:
        whole = _of_double(book, layout, "taken-for-free", double.pips, double)
    nothing = _of_double(book, layout, "taken-for-covered", 0, double)
    breaks = "spinner-count" if by_ends else why.rule.name
    name = "one-half" + ("-by-ends" if by_ends else "-but" if book.rules.counts_ends else "")
    half = mistake(book, name, double.high, breaks=breaks, pips=double.high)
    return likeliest(right, (half, nothing, whole))


def _by_ends(layout: Layout, double: Tile) -> bool:
    """Whether a double counts while one of its ends is free."""
    return layout.rules.counts_ends and layout.is_spinner(double)


def _of_double(book: Book, layout: Layout, name: str, number: int, double: Tile) -> CommonMistake:
    """A slip about a double; if it counts by its ends, that is the rule it breaks."""
    if not _by_ends(layout, double):
        return mistake(book, name, number, tile=double)
    return mistake(book, f"{name}-by-ends", number, breaks="spinner-count", tile=double)


def _of_doubles(
    book: Book, layout: Layout, name: str, number: int, doubles: Iterable[Tile]
) -> CommonMistake:
    """The same slip about several doubles, with the rule by which most of them count."""
    if any(not _by_ends(layout, double) for double in doubles):
        return mistake(book, name, number)
    return mistake(book, name, number, breaks="spinner-count")


def likeliest(answer: int, slips: Iterable[CommonMistake]) -> dict[str, CommonMistake]:
    """The slips by their numbers, the first one of several; never the answer."""
    found: dict[str, CommonMistake] = {}
    for slip in slips:
        if slip.number != answer and slip.number >= 0:
            found.setdefault(str(slip.number), slip)
    return found


def miscounts(book: Book, right: int, breaks: str, by: Iterable[int]) -> Iterator[CommonMistake]:
    """Answers that are too large or too small by so much, if nothing else explains them."""
    for much in by:
        yield mistake(book, "too-many", right + much, breaks=breaks, by=much)
        # Nobody answers zero.
        if right > much:
            yield mistake(book, "too-few", right - much, breaks=breaks, by=much)


def _layout_slips(book: Book, position: PracticePosition) -> Iterator[CommonMistake]:
    """Slips that any layout can have: on its doubles, and then on its ends."""
    layout, total = position.layout, position.layout.total
    covered = [tile for tile in position.covered_doubles if tile.pips]
    counting = [tile for tile in position.free_doubles if counts_of(layout, tile)]
    free = [tile for tile in counting if halves_of(layout, tile) > 1]
    for tile in covered:
        yield _of_double(book, layout, "covered-counted", total + tile.pips, tile)
    for tile in free:
        yield _of_double(book, layout, "half-forgotten", total - tile.high, tile)
    for tile in counting:
        if tile not in free:
            yield _of_double(book, layout, "whole-counted", total + tile.high, tile)
    for tile in covered:
        yield _of_double(book, layout, "covered-half-counted", total + tile.high, tile)
    for tile in position.free_doubles:
        if tile.pips and tile not in counting:
            yield mistake(book, "waiting-counted", total + tile.pips, tile=tile)
    if len(covered) > 1:
        whole = total + sum(tile.pips for tile in covered)
        yield _of_doubles(book, layout, "all-covered-counted", whole, covered)
    if len(free) > 1:
        less = total - sum(tile.high for tile in free)
        yield _of_doubles(book, layout, "halves-forgotten", less, free)
    yield from _end_slips(book, position)


def _end_slips(book: Book, position: PracticePosition) -> Iterator[CommonMistake]:
    layout, total = position.layout, position.layout.total
    counting = [end for end in layout.ends if end.counts]
    for end in counting:
        rest = total - end.counts
        if end.host.is_double:
            yield _of_double(book, layout, "double-left-out", rest, end.host)
        else:
            yield mistake(book, "half-left-out", rest, tile=end.host, pips=end.pips)
    for end in counting:
        inner = end.host.other_half(end.pips)
        if not end.host.is_double and inner and len(position.placements) > 1:
            yield mistake(book, "inner-half", total + inner, tile=end.host, pips=end.pips)


def _tile_slips(book: Book, position: PracticePosition) -> Iterator[CommonMistake]:
    """Slips in a change: nothing changes, what goes is kept, what stays is dropped."""
    total, tile, host = position.layout.total, position.tile, position.host
    if host is None:
        return
    gone = counts_of(position.before, host) - counts_of(position.layout, host)
    if tile.is_double and counts_of(position.layout, tile) == tile.pips:
        # With half of it the count is the old one: the same pips go and come.
        yield _of_double(book, position.layout, "half-forgotten", total - tile.high, tile)
    yield _count_before(book, position, host if gone > 0 else tile)
    if host.is_double:
        yield from _host_slips(book, position, host, gone)
    elif gone > 0:
        yield mistake(book, "half-kept", total + gone, tile=host, pips=gone)
    if not tile.is_double:
        (inner,) = {*tile} & {*host}
        if inner:
            outer = tile.other_half(inner)
            yield mistake(book, "inner-half", total + inner, tile=tile, pips=outer)


def _host_slips(
    book: Book, position: PracticePosition, host: Tile, gone: int
) -> Iterator[CommonMistake]:
    """Slips on a double that was joined: so many of its pips went, or it counts as before."""
    layout, total = position.layout, position.layout.total
    counts = counts_of(layout, host)
    if gone > 0:
        yield _of_double(book, layout, "double-kept", total + gone, host)
    if gone == host.pips:
        yield mistake(book, "half-taken", total + host.high, tile=host)
    elif gone > 0 and counts:
        yield mistake(book, "whole-taken", total - counts, tile=host)
    elif gone <= 0 and counts:
        yield _of_double(book, layout, "double-taken", total - counts, host)
        if counts == host.pips:
            yield _of_double(book, layout, "free-half-taken", total - host.high, host)


def _count_before(book: Book, position: PracticePosition, changed: Tile) -> CommonMistake:
    """The old count repeated: what goes was overlooked, or if nothing goes, what is new."""
    breaks = "open-half"
    if _by_ends(position.layout, changed) and changed.is_double:
        breaks = "spinner-count"
    elif changed.is_double:
        is_covered = changed in position.covered_doubles
        breaks = "covered-double" if is_covered else "exposed-double"
    return mistake(book, "count-before", position.before.total, breaks=breaks)
