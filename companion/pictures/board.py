"""The board: a layout as a picture, with a mark at each of its ends.

The table, the referee's answers, drills, lessons and printed sheets all show this one model;
they differ in which ends they mark and in what can be tapped.
"""

from collections.abc import Collection, Iterator
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from companion.pictures.shape import Box, LaidTile, Point
from companion.pictures.tableau import Spinners, Tableau
from companion.pictures.window import window_onto
from companion.rules.layout import Layout, Placement
from companion.rules.tile import Tile

#: An open end by its host and the pips it shows.
EndName = tuple[Tile, int]
Placements = tuple[Placement, ...]

_COVERED_RADIUS = 0.42
_MARGIN = 0.3


class Marking(Enum):
    """Which ends of a layout are marked."""

    #: Each open end once with what it counts, and 0 on each covered double.
    ENDS = auto()
    #: Only the ends that count something.
    COUNTED = auto()
    #: Every place that takes a tile, seen through a window that stands still while tiles are set.
    PLACES = auto()
    #: The same without what they count.
    UNTOLD_PLACES = auto()

    @property
    def is_for_play(self) -> bool:
        """Whether every place is marked, for somebody who sets tiles."""
        return self in (Marking.PLACES, Marking.UNTOLD_PLACES)


class Mark(NamedTuple):
    """A ring beside an open end, or on a covered double."""

    centre: Point
    radius: float
    #: What the end counts; None where that is not told, or stands elsewhere.
    counts: int | None
    #: The open end; None on a covered double.
    end: EndName | None = None
    #: Whether it is one of the ends that the picture is about.
    is_lit: bool = False
    #: Whether the chosen tile could go there.
    takes: bool = False
    is_chosen: bool = False

    @property
    def is_covered(self) -> bool:
        """Whether nothing is open there any more."""
        return self.end is None


class Board(NamedTuple):
    """A layout as a picture: lengths in units of a half's width, y growing downwards."""

    view: Box
    tiles: tuple[LaidTile, ...]
    #: The corners of each line to a tile that found no free place beside its host.
    links: tuple[tuple[Point, ...], ...]
    marks: tuple[Mark, ...]
    #: The tile set last.
    last: Tile | None
    #: The tiles to be told apart from those that lay before.
    fresh: frozenset[Tile] = frozenset()


def draw_board(
    layout: Layout,
    placements: Placements,
    marking: Marking = Marking.ENDS,
    *,
    lit: Collection[EndName] = (),
    fresh: Collection[Tile] = (),
    chosen: Tile | None = None,
    on: Tile | None = None,
) -> Board:
    """The board of a layout whose tiles were set in this order, at least the lead.

    `lit` are the ends that the picture is about, `fresh` the tiles to be told apart; `chosen` is
    a tile and `on` a host that somebody picked up. Raises `MisplacedTileError`.
    """
    spinners = layout.spinners.value
    tableau = _tableau(spinners, placements)
    marks = tuple(
        mark._replace(
            is_lit=mark.end in lit,
            takes=chosen is not None and mark.end is not None and mark.end[1] in chosen,
            is_chosen=mark.end is not None and mark.end[0] == on,
        )
        for mark in _marks(layout, tableau, marking)
    )
    return Board(
        _window(spinners, placements) if marking.is_for_play else _view(tableau, marks),
        tableau.tiles,
        tuple(link.points for link in tableau.links),
        marks,
        layout.tiles[-1],
        frozenset(fresh),
    )


def _marks(layout: Layout, tableau: Tableau, marking: Marking) -> Iterator[Mark]:
    """The marks; what a double counts stands at the first of its places."""
    counts = {(end.host, end.pips): end.counts for end in layout.ends}
    for end in tableau.open_ends:
        name = (end.host, end.pips)
        counted = counts.pop(name, None)
        if counted == 0 and end.host.is_double and marking is not Marking.ENDS:
            counted = None
        if marking is Marking.UNTOLD_PLACES:
            counted = None
        if counted is not None:
            yield Mark(end.ring.centre, end.ring.radius, counted, name)
        elif marking.is_for_play:
            yield Mark(end.ring.centre, end.ring.radius / 2, None, name)
    if marking is Marking.ENDS:
        yield from _covered(layout, tableau)


def _covered(layout: Layout, tableau: Tableau) -> Iterator[Mark]:
    hosts = {end.host for end in layout.ends}
    for laid in tableau.tiles:
        if laid.tile.is_double and laid.tile not in hosts:
            yield Mark(laid.centre, _COVERED_RADIUS, 0)


def _view(tableau: Tableau, marks: tuple[Mark, ...]) -> Box:
    """As much of the felt as the picture needs."""
    boxes = [laid.box for laid in tableau.tiles]
    boxes += [link.box for link in tableau.links]
    boxes += [Box(*mark.centre, *mark.centre).inset(-mark.radius) for mark in marks]
    return Box.around(boxes).inset(-_MARGIN)


@lru_cache(maxsize=1024)
def _tableau(spinners: Spinners, placements: Placements) -> Tableau:
    # A tile never moves once it lies, so the tableau of one tile less is always a start.
    *before, (tile, host) = placements
    tableau = _tableau(spinners, tuple(before)) if before else Tableau.empty(spinners)
    return tableau.add(tile, host)


@lru_cache(maxsize=1024)
def _window(spinners: Spinners, placements: Placements) -> Box:
    before = _window(spinners, placements[:-1]) if len(placements) > 1 else None
    return window_onto(_tableau(spinners, placements).bounds, before)
