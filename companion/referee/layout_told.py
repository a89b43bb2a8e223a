"""A layout in words, arm by arm, for who hears a picture instead of seeing it."""

from collections.abc import Iterable, Iterator

from companion.rules.layout import Placement
from companion.rules.tile import Tile


def layout_told(laid: Iterable[Placement]) -> str:
    """Where each tile lies, in the order in which one looks along the arms; no count is told.

    `The 6-4 was led. On its 6: 6-6, 6-2, where the 2 is open. On the 6-6 also: 6-1, where the 1
    is open. Its 4 is open.`
    """
    placements = tuple(laid)
    if not placements:
        return "The table is bare."
    return " ".join(_sentences(placements))


def _sentences(placements: tuple[Placement, ...]) -> Iterator[str]:
    lead = placements[0][0]
    joined: dict[Tile, list[Tile]] = {tile: [] for tile, _ in placements}
    for tile, host in placements[1:]:
        assert host is not None
        joined[host].append(tile)
    yield f"The {lead} was led."
    starts = [(lead, tile) for tile in joined[lead]]
    while starts:
        host, tile = starts.pop(0)
        arm = [tile]
        while joined[arm[-1]]:
            following, *others = joined[arm[-1]]
            # What else lies on a double begins arms of its own.
            starts += [(arm[-1], other) for other in others]
            arm.append(following)
        where = f"On the {host}" if host.is_double else f"On its {_shared(host, tile)}"
        also = " also" if host.is_double and host != lead else ""
        before = arm[-2] if len(arm) > 1 else host
        yield f"{where}{also}: {', '.join(map(str, arm))}{_open(arm[-1], before)}."
    if not lead.is_double:
        taken = {_shared(lead, tile) for tile in joined[lead]}
        free = [pips for pips in lead if pips not in taken]
        if free:
            verb = "is" if len(free) == 1 else "are"
            yield f"Its {' and its '.join(map(str, free))} {verb} open."


def _open(tile: Tile, host: Tile) -> str:
    if tile.is_double:
        return ""
    return f", where the {tile.other_half(_shared(host, tile))} is open"


def _shared(host: Tile, tile: Tile) -> int:
    return next(pips for pips in tile if pips in host)
