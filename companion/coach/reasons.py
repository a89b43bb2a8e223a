"""Why a count is what it is, in the short sentences of a drill."""

from collections.abc import Iterator

from companion.coach.positions import Position
from companion.referee.words import count_written_out, points_told
from companion.rules.layout import End, Layout
from companion.rules.rules import Rules
from companion.rules.tile import Tile


def count_reasons(position: Position) -> tuple[str, ...]:
    """What each open end counts and why, what counts nothing, and the sum."""
    ends = [_end_reason(position, end) for end in position.layout.ends]
    open_hosts = {end.host for end in position.layout.ends}
    closed = [tile for tile in position.covered_doubles if tile not in open_hosts]
    ends += [f"The {tile} is covered all round and counts nothing." for tile in closed]
    return (*ends, f"{count_written_out(position.layout)}.")


def _end_reason(position: Position, end: End) -> str:
    tile = end.host
    if not tile.is_double:
        return f"The {tile} shows {end.pips}."
    if position.joined(tile) >= 2:
        return f"The {tile} is covered on both sides and counts nothing."
    if end.counts < tile.pips:
        return f"The {tile} counts nothing until all seven tiles with a {end.pips} are set."
    if tile.pips == 0:
        return "The 0-0 has no pips to count."
    return f"The {tile} has a free side and counts both halves: {tile.pips}."


def change_reasons(position: Position) -> tuple[str, ...]:
    """The count by the change: what goes, what comes, and the sum of it."""
    before, after = position.before, position.layout
    changes = [*changed_ends(before, after)]
    told = [_change_told(position, tile, pips, old, new) for tile, pips, old, new in changes]
    told[:0] = _nothing_goes(position)
    steps = [new - old for _, _, old, new in changes if new != old]
    signs = "".join(f" {'+' if step > 0 else '−'} {abs(step)}" for step in steps)
    return (*told, f"{before.total}{signs or ' + 0'} = {after.total}.")


def changed_ends(before: Layout, after: Layout) -> Iterator[tuple[Tile, int, int, int]]:
    """Each end that a tile changed or brought: its host, its pips, its count before and after."""
    old = {(end.host, end.pips): end.counts for end in before.ends}
    new = {(end.host, end.pips): end.counts for end in after.ends}
    fresh = after.tiles[-1]
    for host, pips in {**old, **new}:
        was, now = old.get((host, pips), 0), new.get((host, pips), 0)
        if was != now or host == fresh:
            yield host, pips, was, now


def _change_told(position: Position, host: Tile, pips: int, was: int, now: int) -> str:
    if host == position.tile:
        both = " on both halves" if host.is_double and now else ""
        return f"The {host} brings {now}{both}."
    if host.is_double and now > was:
        return f"All tiles with a {pips} are set now, so the {host} counts {now}."
    if host.is_double:
        return f"Both sides of the {host} are covered now: its {was} go."
    return f"The {pips} of the {host} is covered: {was} go."


def _nothing_goes(position: Position) -> Iterator[str]:
    """Why covering something took nothing away."""
    host = position.host
    if host is None or any(host == each for each, *_ in changed_ends(*position[1:])):
        return
    if not host.is_double:
        yield f"The 0 of the {host} is covered: nothing goes."
    elif counts_of(position.before, host):
        yield f"The {host} still has a free side: nothing goes."
    else:
        yield f"The {host} counted nothing, so nothing goes."


def counts_of(layout: Layout, double: Tile) -> int:
    """What a double counts in pips: 0 where nothing is open on it."""
    return sum(end.counts for end in layout.ends if end.host == double)


def worth_reason(rules: Rules, total: int) -> str:
    """Whether a count scores and what it is worth, in a sentence."""
    if not rules.scores(total):
        why = "A count of 0 does not score" if total == 0 else f"{total} is no multiple of five"
        return f"{why}: nothing."
    if rules.points == "none":
        return f"{total} is a multiple of five: it scores."
    return f"{total} is a multiple of five: {points_told(rules, rules.worth(total))}."


def unit_of(rules: Rules) -> str:
    """What points are called here: `pegs`, `points`, `chips`."""
    return points_told(rules, 2).split()[1]


def change_signed(change: int) -> str:
    """A change of the count as people write it: `+3`, `−2`, `0`."""
    return f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "0"


def step_told(before: int, change: int) -> str:
    """A step of the count written out: `13 + 2 = 15`."""
    return f"{before} {'−' if change < 0 else '+'} {abs(change)} = {before + change}"
