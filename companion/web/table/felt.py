"""The felt: the layout as it lies, seen through a window, its open ends marked."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from companion.pictures.shape import Box, LaidTile, OpenEnd
from companion.pictures.tableau import Tableau
from companion.pictures.window import window_onto
from companion.record.replay import laid_by
from companion.record.statements import TileSet
from companion.rules.layout import Layout, Placement
from companion.rules.tile import Tile
from companion.tables.sitting import Sitting


@dataclass(frozen=True)
class Ring:
    """An open end on the felt: what it counts, if it is the one to say so."""

    end: OpenEnd
    counts: int | None
    takes: bool
    is_chosen: bool

    @property
    def untold(self) -> "Ring":
        """The same ring without what its end counts."""
        return replace(self, counts=None)


@dataclass(frozen=True)
class Felt:
    """The layout as a picture."""

    view: Box
    tiles: tuple[LaidTile, ...]
    links: tuple[tuple[tuple[float, float], ...], ...]
    rings: tuple[Ring, ...]
    last: Tile | None


def felt_of(
    sitting: Sitting,
    chosen: Tile | None = None,
    on: Tile | None = None,
    *,
    asked: TileSet | None = None,
    tells: bool = True,
) -> Felt | None:
    """The felt of a table, with a tile or an end picked up; None before the lead.

    A tile whose count is asked lies there already. What the ends count is told
    unless `tells` says otherwise.
    """
    hand = sitting.game.hand
    if hand is None:
        return None
    layout, laid = hand.layout, laid_by(sitting.entries)
    if asked is not None:
        host = layout.end_for(asked.tile, asked.host).host if layout.tiles else None
        layout, laid = layout.set_tile(asked.tile, host), (*laid, (asked.tile, host))
    if not laid:
        return None
    tableau, window = _sight(layout.spinners.value, laid)
    rings = tuple(_rings(tableau.open_ends, layout, chosen, on))
    return Felt(
        window,
        tableau.tiles,
        tuple(tuple(link.points) for link in tableau.links),
        rings if tells else tuple(ring.untold for ring in rings),
        layout.tiles[-1],
    )


def _rings(
    ends: tuple[OpenEnd, ...], layout: Layout, chosen: Tile | None, on: Tile | None
) -> Iterator[Ring]:
    """A ring for each place; what a double counts stands at the first of its places."""
    counts = {(end.host, end.pips): end.counts for end in layout.ends}
    for end in ends:
        counted = counts.pop((end.host, end.pips), None)
        says = counted is not None and not (counted == 0 and end.host.is_double)
        takes = chosen is not None and end.pips in chosen
        yield Ring(end, counted if says else None, takes, end.host == on)


class Sight(NamedTuple):
    """A tableau and the window it is seen through."""

    tableau: Tableau
    window: Box


@lru_cache(maxsize=1024)
def _sight(spinners: str, placements: tuple[Placement, ...]) -> Sight:
    # A tile never moves once it lies, so the sight of one tile less is always a start.
    tile, host = placements[-1]
    if len(placements) == 1:
        tableau = Tableau.empty(spinners).add(tile, host)  # type: ignore[arg-type]
        return Sight(tableau, window_onto(tableau.bounds, None))
    before = _sight(spinners, placements[:-1])
    tableau = before.tableau.add(tile, host)
    return Sight(tableau, window_onto(tableau.bounds, before.window))
