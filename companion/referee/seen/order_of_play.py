"""In which order tiles that lie can have been played, as far as it matters to the rules."""

from collections.abc import Iterator

from companion.i18n import Text, listed, message
from companion.referee.seen.seen_layout import SeenLayout, likeness
from companion.rules.hand import Hand
from companion.rules.layout import Layout, Placement
from companion.rules.tile import Tile

#: A layout, and its tiles with their hosts in the order played.
PlayedLayout = tuple[Layout, tuple[Placement, ...]]


def possible_orders(hand: Hand, seen: SeenLayout) -> tuple[PlayedLayout, ...]:
    """The orders that differ in their ends or their count, each with as many tiles as possible.

    `hand` is one before its lead. Where nothing depends on which tile came first, there is one.
    """
    # A double that lies apart was no lead.
    part = max((seen.joined_to([tile]) for tile in seen.tiles), key=len)
    leads = [tile for tile in seen.tiles if tile in part and hand.can_lead(tile)] or sorted(part)
    # Only the first double can be another kind of double, and any game can begin with it.
    doubles = [] if hand.rules.covers_first else [tile for tile in leads if tile.is_double]
    leads = sorted(doubles or leads, key=lambda tile: -sum(tile in join for join in seen.joins))
    orders = [_order_from(hand, seen, lead) for lead in leads]
    best = max(({*layout.tiles} for layout, _ in orders), key=len, default=set[Tile]())
    different = dict[object, PlayedLayout]()
    for layout, laid in orders:
        if {*layout.tiles} == best:
            first = layout.first_double if hand.rules.covers_first else None
            different.setdefault((frozenset(layout.ends), layout.total, first), (layout, laid))
    return tuple(different.values())


def _order_from(hand: Hand, seen: SeenLayout, lead: Tile) -> PlayedLayout:
    layout, laid = Layout(hand.rules).set_tile(lead), list[Placement]([(lead, None)])
    while found := next((each for each in _waiting(layout, seen) if layout.fits(*each)), None):
        layout = layout.set_tile(*found)
        laid.append(found)
    return layout, tuple(laid)


def _waiting(layout: Layout, seen: SeenLayout) -> Iterator[tuple[Tile, Tile]]:
    """The tiles that lie joined to a layout and aren't in it yet, each with its host there."""
    # A spinner may have to be covered first, so it comes as late as it can.
    for tile, host in sorted(seen.both_ways, key=lambda each: each[0].is_double):
        if tile not in layout.tiles and host in layout.tiles:
            yield tile, host


def describe_misfits(layout: Layout, seen: SeenLayout) -> Iterator[Text]:
    """Why tiles that lie aren't in a layout: joins that the rules don't allow, and loose tiles."""
    waiting = [*_waiting(layout, seen)]
    for tile, host in waiting:
        kind = "differ" if likeness(tile, host) is None else "not-allowed"
        yield message(f"seen.{kind}", tile=tile, host=host)
    told = {*layout.tiles, *(tile for tile, _ in waiting)}
    if loose := [tile for tile in seen.tiles if tile not in told]:
        yield message("seen.left-out", count=len(loose), tiles=listed(loose))
