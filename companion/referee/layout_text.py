"""A layout in words, arm by arm."""

from collections.abc import Iterable, Iterator

from companion.i18n import Text, message, sentences
from companion.rules.layout import Placement
from companion.rules.tile import Tile


def describe_layout(laid: Iterable[Placement]) -> Text:
    """Where each tile lies, arm by arm: `The 6-4 was led. On its 6: 6-2, where the 2 is open.`"""
    placements = tuple(laid)
    return sentences(*_layout_arm_by_arm(placements)) if placements else message("layout.bare")


def _layout_arm_by_arm(placements: tuple[Placement, ...]) -> Iterator[Text]:
    lead = placements[0][0]
    joined: dict[Tile, list[Tile]] = {tile: [] for tile, _ in placements}
    for tile, host in placements[1:]:
        assert host is not None
        joined[host].append(tile)
    yield message("layout.lead", tile=lead)
    starts = [(lead, tile) for tile in joined[lead]]
    while starts:
        host, tile = starts.pop(0)
        arm = [tile]
        while joined[arm[-1]]:
            following, *others = joined[arm[-1]]
            # Other tiles on a double begin their own arms.
            starts += [(arm[-1], other) for other in others]
            arm.append(following)
        described = _describe_arm(arm, host)
        if not host.is_double:
            yield message("layout.on-half", half=_shared(host, tile), arm=described)
        else:
            where = "lead" if host == lead else "double"
            yield message(f"layout.on-{where}", double=host, arm=described)
    taken = {_shared(lead, tile) for tile in joined[lead]}
    match [pips for pips in lead if pips not in taken and not lead.is_double]:
        case [half]:
            yield message("layout.half-open", half=half)
        case [one, other]:
            yield message("layout.both-open", one=one, other=other)


def _describe_arm(arm: list[Tile], host: Tile) -> Text | str:
    tiles, last = ", ".join(map(str, arm)), arm[-1]
    if last.is_double:
        return tiles
    half = last.other_half(_shared(arm[-2] if len(arm) > 1 else host, last))
    return message("layout.open-arm", tiles=tiles, half=half)


def _shared(host: Tile, tile: Tile) -> int:
    return next(pips for pips in tile if pips in host)
