"""The usual slips: the wrong counts that people come to, each with what was likely done."""

from collections.abc import Iterable, Iterator, Sequence

from companion.coach.positions import Position
from companion.coach.reasons import counts_of
from companion.rules.settlement import round_to_five
from companion.words import Text, message

Slip = tuple[int, Text]


def count_slips(position: Position) -> dict[str, Text]:
    """Wrong counts of a layout, in pips; the likeliest slip speaks for its count."""
    return wrong_answers(position.layout.total, _layout_slips(position))


def change_slips(position: Position) -> dict[str, Text]:
    """Wrong counts after a tile, in pips, as the change goes wrong."""
    before = (position.before.total, message("slip.count-before"))
    slips = (*_covering_slips(position), *_layout_slips(position), before)
    return wrong_answers(position.layout.total, slips)


def _layout_slips(position: Position) -> Iterator[Slip]:
    """Slips of who looks at the doubles, and then at the ends."""
    total = position.layout.total
    covered = [tile for tile in position.covered_doubles if tile.pips]
    free = [tile for tile in position.free_doubles if counts_of(position.layout, tile)]
    for tile in covered:
        yield total + tile.pips, message("slip.covered-counted", tile=tile)
    for tile in free:
        yield total - tile.high, message("slip.half-forgotten", tile=tile)
    for tile in covered:
        yield total + tile.high, message("slip.covered-counted", tile=tile)
    for tile in position.free_doubles:
        if tile.pips and tile not in free:
            yield total + tile.pips, message("slip.waiting-counted", tile=tile)
    if len(covered) > 1:
        yield total + sum(tile.pips for tile in covered), message("slip.all-covered-counted")
    if len(free) > 1:
        yield total - sum(tile.high for tile in free), message("slip.halves-forgotten")
    counting = [end for end in position.layout.ends if end.counts]
    for end in counting:
        half = message("coach.half-of", pips=end.pips, tile=end.host)
        name = end.host if end.host.is_double else half
        yield total - end.counts, message("slip.left-out", end=name)
    for end in counting:
        inner = end.host.other_half(end.pips)
        if not end.host.is_double and inner and len(position.placements) > 1:
            yield total + inner, message("slip.inner-half", tile=end.host, pips=end.pips)


def _covering_slips(position: Position) -> Iterator[Slip]:
    """Slips that only a change can have: what goes stays in, or what comes is left out."""
    total, tile, host = position.layout.total, position.tile, position.host
    if host is None:
        return
    gone = counts_of(position.before, host) - counts_of(position.layout, host)
    if gone > 0 and host.is_double:
        yield total + gone, message("slip.double-kept", tile=host)
        yield total + gone // 2, message("slip.half-taken", tile=host)
    elif gone > 0:
        yield total + gone, message("slip.half-kept", pips=gone, tile=host)
    elif host.is_double and counts_of(position.layout, host):
        free = message("slip.double-taken", tile=host)
        yield total - host.pips, free
        yield total - host.high, free
    if not tile.is_double:
        inner = next(iter({*tile} & {*host}))
        if inner:
            yield total + inner, message("slip.outer-half", tile=tile)


def rounding_slips(hands: Sequence[int], divisor: int) -> Iterator[Slip]:
    """Slips of who rounds the pips of hands, and divides them where points are a fifth of them."""
    pips = sum(hands)
    yield sum(map(round_to_five, hands)) // divisor, message("slip.rounded-apart")
    yield round_to_five(pips) // divisor, message("slip.rounded-together")
    yield pips // 5 * 5 // divisor, message("slip.rounds-up")
    yield -(-pips // 5) * 5 // divisor, message("slip.rounds-down")
    # Who stops half way from pips to points.
    if divisor == 1:
        yield pips, message("slip.not-rounded")
    else:
        yield round_to_five(pips), message("slip.not-divided")
        yield pips, message("slip.round-first")


def wrong_answers(answer: int, slips: Iterable[Slip]) -> dict[str, Text]:
    """The wrong numbers that slips come to, the likeliest first; never the answer."""
    found: dict[str, Text] = {}
    for value, sentence in slips:
        if value != answer and value >= 0:
            found.setdefault(str(value), sentence)
    return found
