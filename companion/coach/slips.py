"""The usual slips: the wrong counts that people come to, each with what was likely done."""

from collections.abc import Iterator

from companion.coach.positions import Position
from companion.coach.reasons import changed_ends, counts_of
from companion.rules.layout import End
from companion.rules.tile import Tile

Slip = tuple[int, str]


def count_slips(position: Position) -> dict[int, str]:
    """Wrong counts of a layout, in pips; the likeliest slip speaks for its count."""
    slips = (*_double_slips(position), *_end_slips(position))
    return _by_count(slips, position.layout.total)


def change_slips(position: Position) -> dict[int, str]:
    """Wrong counts after a tile, in pips, as the change goes wrong."""
    total = position.layout.total
    slips = (*_covering_slips(position), *_double_slips(position), *_end_slips(position))
    before = (position.before.total, "That was the count before. What goes, and what comes?")
    return _by_count((*slips, before), total)


def _by_count(slips: tuple[Slip, ...], right: int) -> dict[int, str]:
    found: dict[int, str] = {}
    for count, told in slips:
        if count != right and count >= 0:
            found.setdefault(count, told)
    return found


def _double_slips(position: Position) -> Iterator[Slip]:
    total = position.layout.total
    covered = [tile for tile in position.covered_doubles if tile.pips]
    free = [tile for tile in position.free_doubles if counts_of(position.layout, tile)]
    for tile in covered:
        yield total + tile.pips, _covered_counted(tile)
    for tile in free:
        yield total - tile.high, f"Did you forget the other half of the {tile}? It has a free side."
    for tile in covered:
        yield total + tile.high, _covered_counted(tile)
    for tile in position.free_doubles:
        if tile.pips and not counts_of(position.layout, tile):
            yield total + tile.pips, f"Did you count the {tile}? Here it waits for its seven tiles."
    if len(covered) > 1:
        yield total + sum(tile.pips for tile in covered), "Did you count the covered doubles?"
    if len(free) > 1:
        halves = sum(tile.high for tile in free)
        yield total - halves, "Did you take one half of each double? With a side free both count."


def _covered_counted(tile: Tile) -> str:
    return f"Did you count the {tile}? Both its sides are covered, so it counts nothing."


def _end_slips(position: Position) -> Iterator[Slip]:
    total = position.layout.total
    counting = [end for end in position.layout.ends if end.counts]
    for end in counting:
        yield total - end.counts, f"Did you leave out the {_named(end)}?"
    for end in counting:
        inner = end.host.other_half(end.pips)
        if not end.host.is_double and inner and len(position.placements) > 1:
            yield total + inner, f"Only the outer half of the {end.host} counts: {end.pips}."


def _named(end: End) -> str:
    return str(end.host) if end.host.is_double else f"{end.pips} of the {end.host}"


def _covering_slips(position: Position) -> Iterator[Slip]:
    """Slips that only a change can have: what goes stays in, or what comes is left out."""
    total, tile, host = position.layout.total, position.tile, position.host
    if host is None:
        return
    went = {each: old - new for each, _, old, new in changed_ends(position.before, position.layout)}
    gone = went.get(host, 0)
    if gone > 0 and host.is_double:
        yield total + gone, f"Did you keep the {host}? Both its sides are covered now."
        yield total + gone // 2, f"Did you take off one half of the {host}? Both its halves go."
    elif gone > 0:
        yield total + gone, f"Did you keep the {gone} of the {host}? It is covered now."
    elif host.is_double and counts_of(position.layout, host):
        free = f"A side of the {host} is still free, so both its halves stay."
        yield total - host.pips, free
        yield total - host.high, free
    if not tile.is_double:
        inner = next(iter({*tile} & {*host}))
        if inner:
            yield total + inner, f"Only the outer half of the {tile} counts."


def wrong_answers(answer: int, slips: list[Slip]) -> dict[str, str]:
    """Numbers that a page may send, each with what was likely done; never the answer."""
    found: dict[str, str] = {}
    for value, told in slips:
        if value != answer and value >= 0:
            found.setdefault(str(value), told)
    return found
