"""In which order tiles that lie can have been played, as far as it matters to the rules."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.i18n import Text, listed, message
from companion.referee.seen.seen_layout import SeenLayout, likeness
from companion.rules.errors import Refusal
from companion.rules.hand import Hand
from companion.rules.layout import Layout, Placement
from companion.rules.tile import Tile


class PossibleOrder(NamedTuple):
    """Tiles that lie in an order in which they can have been played."""

    laid: tuple[Placement, ...]
    layout: Layout


def possible_orders(hand: Hand, seen: SeenLayout) -> tuple[PossibleOrder, ...]:
    """The orders that differ in their ends or their count, each with as many tiles as possible.

    `hand` is one before its lead. Where nothing depends on which tile came first, there is one.
    """
    leads = [tile for tile in seen.tiles if hand.can_lead(tile)] or seen.tiles
    # Only the first double can be another kind of double, and any game can begin with it.
    doubles = [] if hand.rules.covers_first else [tile for tile in leads if tile.is_double]
    leads = sorted(doubles or leads, key=lambda tile: -len([*seen.neighbours(tile)]))
    orders = [_order_from(hand, seen, lead) for lead in leads]
    best = max(({*order.layout.tiles} for order in orders), key=len, default=set[Tile]())
    different = dict[object, PossibleOrder]()
    for order in orders:
        layout = order.layout
        if {*layout.tiles} == best:
            first = layout.first_double if hand.rules.covers_first else None
            different.setdefault((frozenset(layout.ends), layout.total, first), order)
    return tuple(different.values())


def _order_from(hand: Hand, seen: SeenLayout, lead: Tile) -> PossibleOrder:
    layout, laid = Layout(hand.rules).set_tile(lead), list[Placement]([(lead, None)])
    while (following := _next(layout, seen)) is not None:
        layout, placement = following
        laid.append(placement)
    return PossibleOrder(tuple(laid), layout)


def _next(layout: Layout, seen: SeenLayout) -> tuple[Layout, Placement] | None:
    for tile, host in _open_joins(layout, seen):
        try:
            return layout.set_tile(tile, host), (tile, host)
        except Refusal:
            # Another tile may have to come first, or it doesn't fit at all.
            continue
    return None


def _open_joins(layout: Layout, seen: SeenLayout) -> Iterator[tuple[Tile, Tile]]:
    """The joins of which one tile is in the layout, each as the other and its host."""
    pairs = ((other, one) if one in layout.tiles else (one, other) for one, other in seen.joins)
    pairs = (each for each in pairs if each[0] not in layout.tiles and each[1] in layout.tiles)
    # A spinner may have to be covered first, so it comes as late as it can.
    yield from sorted(pairs, key=lambda each: each[0].is_double)


def describe_misfits(order: PossibleOrder, seen: SeenLayout) -> Iterator[Text]:
    """Why tiles that lie aren't in an order: joins that the rules don't allow, and loose tiles."""
    layout = order.layout
    for tile, host in _open_joins(layout, seen):
        if likeness(tile, host) is None:
            yield message("seen.differ", tile=tile, host=host)
        else:
            yield message("seen.not-allowed", tile=tile, host=host)
    if loose := [tile for tile in seen.tiles if tile not in layout.tiles]:
        yield message("seen.left-out", count=len(loose), tiles=listed(loose))
