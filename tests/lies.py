"""What someone would see of a layout: its tiles and joins, in no order that tells how it came."""

from collections.abc import Iterable

from companion.referee.seen.seen_layout import SeenLayout
from companion.rules.layout import Placement


def seen_of(placements: Iterable[Placement]) -> SeenLayout:
    """A layout as it is seen."""
    laid = sorted(placements)
    joins = tuple((tile, host) for tile, host in laid if host is not None)
    return SeenLayout({tile: () for tile, _ in laid}, joins)


def lies(placements: Iterable[Placement]) -> str:
    """A layout as the field of a form says it."""
    return str(seen_of(placements))
