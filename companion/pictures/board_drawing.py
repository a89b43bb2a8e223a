"""The board: a layout as a picture, with a mark at each of its ends.

All pages and pictures show it; they differ in which ends are marked and what can be tapped.
"""

from collections.abc import Collection, Iterable, Iterator
from enum import Enum, auto
from functools import lru_cache
from typing import Final, NamedTuple

from companion.pictures.shapes import Box, Circle, LaidTile, Point
from companion.pictures.tableau import Tableau, lay_out
from companion.rules.choices import Spinners
from companion.rules.layout import Layout, Placement
from companion.rules.tile import Tile


class Gap(Tile):
    """Tiles left out of an arm, by the pips that the first joins with and the last leaves open."""

    left_out: tuple[Tile, ...]

    @classmethod
    def of(cls, run: tuple[Tile, ...], host: Tile) -> "Gap":
        """The gap for a run of tiles, the first of which is on that host."""
        pips = first = host.high if host.high in run[0] else host.low
        for tile in run:
            pips = tile.other_half(pips)
        gap = cls(first, pips)
        gap.left_out = run
        return gap

    @property
    def is_double(self) -> bool:
        """Always false: a gap lies along its arm."""
        return False

    def __contains__(self, pips: object) -> bool:
        # It joins its host by the pips of its first tile.
        return pips == self.high

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Gap) and self.left_out == other.left_out

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.left_out)


#: An open end by its host and its pips.
EndName = tuple[Tile, int]

_COVERED_RADIUS: Final = 0.42
_MARGIN: Final = 0.3
_NARROWEST: Final = (14.0, 7.0)
#: The shapes of phones' felts, as wide as high and twice as wide.
_TALLEST: Final = 1.15
_FLATTEST: Final = 2.0
#: How much further a window opens than it must, for the next few tiles.
_OUTLOOK: Final = 0.3


class Marking(Enum):
    """Which ends of a layout are marked."""

    #: None, and the picture has no room for marks.
    NONE = auto()
    #: Each open end with what it counts, and 0 on each covered double.
    ENDS = auto()
    #: Only the ends that count something.
    COUNTED = auto()
    #: Every place for a tile, in a window that moves as little as possible while tiles are played.
    PLACES = auto()
    #: The same without what they count.
    UNCOUNTED_PLACES = auto()

    @property
    def is_for_play(self) -> bool:
        """Whether every place is marked, for someone who plays tiles."""
        return self in (Marking.PLACES, Marking.UNCOUNTED_PLACES)


class Mark(NamedTuple):
    """A ring beside an open end, or on a covered double."""

    centre: Point
    radius: float
    #: What the end counts; None if that is not shown, or stands at another mark.
    counts: int | None
    #: The open end; None on a covered double.
    end: EndName | None = None
    #: Whether the picture is about this end.
    is_lit: bool = False
    #: Whether the chosen tile could go there.
    takes: bool = False
    #: Whether nothing may go there yet, because a spinner must be covered first.
    is_shut: bool = False
    is_chosen: bool = False

    @property
    def is_covered(self) -> bool:
        """Whether nothing is open there."""
        return self.end is None


class BoardDrawing(NamedTuple):
    """A layout as a picture, in units of a half's width; y grows downwards."""

    view: Box
    tiles: tuple[LaidTile, ...]
    #: The corners of each line to a tile that had no room beside its host.
    links: tuple[tuple[Point, ...], ...]
    marks: tuple[Mark, ...]
    #: The tile played last.
    last: Tile | None
    #: The tiles to highlight as new.
    fresh: frozenset[Tile] = frozenset()
    #: Where a cropped layout leaves tiles out.
    gaps: tuple[LaidTile, ...] = ()


def draw_board(
    layout: Layout,
    placements: tuple[Placement, ...],
    marking: Marking = Marking.ENDS,
    *,
    lit: Collection[EndName] = (),
    fresh: Collection[Tile] = (),
    chosen: Tile | None = None,
    on: Tile | None = None,
) -> BoardDrawing:
    """The board of a layout with these tiles in the order played, at least the lead; maybe cropped.

    `lit` are the ends that the picture is about, `fresh` the new tiles, `chosen` the tile and `on`
    the host that someone has picked.
    """
    tableau = lay_out(placements, layout.rules.spinners)
    # Open ends where nothing may go until a spinner is covered, though they count.
    playable = layout.playable_ends
    shut = {(end.host, end.pips) for end in layout.ends if end not in playable}
    marks = tuple(
        mark._replace(
            is_lit=mark.end in lit,
            takes=chosen is not None and mark.end[1] in chosen and mark.end not in shut,
            is_chosen=mark.end[0] == on,
            is_shut=mark.end in shut,
        )
        if mark.end is not None
        else mark
        for mark in _marks(layout, tableau, marking)
    )
    if marking.is_for_play:
        view = _window(placements, layout.rules.spinners)
    else:
        view = bounds_of(tableau, (Circle(mark.centre, mark.radius) for mark in marks))
    links = tuple(laid.link for laid in tableau.tiles if laid.link)
    tiles = tuple(laid for laid in tableau.tiles if not isinstance(laid.tile, Gap))
    gaps = tuple(laid for laid in tableau.tiles if isinstance(laid.tile, Gap))
    return BoardDrawing(view, tiles, links, marks, layout.tiles[-1], frozenset(fresh), gaps)


def _marks(layout: Layout, tableau: Tableau, marking: Marking) -> Iterator[Mark]:
    """The marks; what a double counts stands at its first place."""
    counts = {(end.host, end.pips): end.counts for end in layout.ends}
    counted_ends = {(end.host, end.pips) for end in layout.counted_ends}
    for opening, ring in () if marking is Marking.NONE else tableau.rings:
        name = (opening.host, opening.pips)
        counted = counts.pop(name, None)
        is_shown = name in counted_ends or marking is Marking.ENDS
        if counted is not None and is_shown and marking is not Marking.UNCOUNTED_PLACES:
            yield Mark(ring.centre, ring.radius, counted, name)
        elif marking.is_for_play:
            yield Mark(ring.centre, ring.radius / 2, None, name)
    if marking is Marking.ENDS:
        hosts = {end.host for end in layout.ends}
        for laid in tableau.tiles:
            if laid.tile.is_double and laid.tile not in hosts:
                yield Mark(laid.centre, _COVERED_RADIUS, 0)


def bounds_of(tableau: Tableau, rings: Iterable[Circle]) -> Box:
    """The part of the felt that the picture needs."""
    boxes = [laid.box for laid in tableau.tiles]
    boxes += [Box(x, y, x, y) for laid in tableau.tiles for x, y in laid.link]
    return Box.around([*boxes, *(ring.box for ring in rings)]).inset(-_MARGIN)


@lru_cache(maxsize=1024)
def _window(placements: tuple[Placement, ...], spinners: Spinners) -> Box:
    before = _window(placements[:-1], spinners) if len(placements) > 1 else None
    tableau = lay_out(placements, spinners)
    return window_onto(bounds_of(tableau, (ring for _, ring in tableau.rings)), before)


def window_onto(wanted: Box, before: Box | None) -> Box:
    """The part of the table to show, given what must be in it and the window before.

    It stays the same while everything is in sight; else it grows enough for the next few tiles.
    """
    left, top, right, bottom = wanted
    if before is not None:
        if Box.around([before, wanted]) == before:
            return before
        left -= _OUTLOOK if left < before.left else 0
        top -= _OUTLOOK if top < before.top else 0
        right += _OUTLOOK if right > before.right else 0
        bottom += _OUTLOOK if bottom > before.bottom else 0
    wide, high = right - left, bottom - top
    # What no phone's felt would show larger is shown as well.
    across = max(0.0, _NARROWEST[0] - wide, _TALLEST * high - wide) / 2
    down = max(0.0, _NARROWEST[1] - high, wide / _FLATTEST - high) / 2
    return Box(left - across, top - down, right + across, bottom + down)
