"""A scene: a layout as it once lay, its open ends marked with what each counted."""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from companion.pictures.shape import Box, LaidTile, Point
from companion.pictures.tableau import Tableau, lay_out
from companion.rules.layout import Layout, Placement
from companion.rules.tile import Tile

#: An open end by its host and the pips it shows.
EndName = tuple[Tile, int]

_COVERED_RADIUS = 0.42


class Mark(NamedTuple):
    """A ring beside an open end, or on a covered double, and what it counts."""

    centre: Point
    radius: float
    counts: int
    #: Whether nothing is open there any more.
    is_covered: bool = False
    #: Whether it is one of the ends that the scene is about.
    is_lit: bool = False
    #: The open end that it marks; None on a covered double.
    end: EndName | None = None


class Scene(NamedTuple):
    """A layout as a picture: as much of the felt as it needs, the tile set last told apart."""

    view: Box
    tiles: tuple[LaidTile, ...]
    links: tuple[tuple[tuple[float, float], ...], ...]
    marks: tuple[Mark, ...]
    last: Tile | None
    #: The tiles that the scene tells apart from those that lay before.
    fresh: frozenset[Tile] = frozenset()


def scene_of(
    layout: Layout,
    laid: Iterable[Placement],
    *,
    lit: Collection[EndName] = (),
    only_counted: bool = False,
) -> Scene:
    """The scene of a layout whose tiles were laid so; `lit` are the ends it is about.

    Where it shows `only_counted` ends, doubles that count nothing are not marked.
    """
    tableau = lay_out(laid, layout.spinners.value)
    marks = tuple(_open(layout, tableau, lit, only_counted=only_counted))
    if not only_counted:
        marks += tuple(_covered(layout, tableau))
    boxes = [tile.box for tile in tableau.tiles]
    boxes += [link.box for link in tableau.links]
    boxes += [Box(*mark.centre, *mark.centre).inset(-mark.radius) for mark in marks]
    return Scene(
        Box.around(boxes).inset(-0.3),
        tableau.tiles,
        tuple(tuple(link.points) for link in tableau.links),
        marks,
        layout.tiles[-1] if layout.tiles else None,
    )


def _open(
    layout: Layout, tableau: Tableau, lit: Collection[EndName], *, only_counted: bool
) -> Iterator[Mark]:
    """What an end counts stands at the first of its places."""
    counts = {(end.host, end.pips): end.counts for end in layout.ends}
    for end in tableau.open_ends:
        name = (end.host, end.pips)
        counted = counts.pop(name, None)
        if counted is None or (only_counted and not counted and end.host.is_double):
            continue
        yield Mark(end.ring.centre, end.ring.radius, counted, is_lit=name in lit, end=name)


def _covered(layout: Layout, tableau: Tableau) -> Iterator[Mark]:
    hosts = {end.host for end in layout.ends}
    for laid in tableau.tiles:
        if laid.tile.is_double and laid.tile not in hosts:
            yield Mark(laid.centre, _COVERED_RADIUS, 0, is_covered=True)
