"""A cropped layout: without the middles of long arms, so that the rest can be drawn larger.

A gap stands for the tiles left out, and is placed as one tile would be.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from companion.pictures.board_drawing import Gap, bounds_of
from companion.pictures.shapes import Box
from companion.pictures.tableau import lay_out
from companion.rules.choices import Spinners
from companion.rules.layout import Placement
from companion.rules.tile import Tile

Placements = tuple[Placement, ...]

#: A gap is as long as a tile, so it must replace two.
_FEWEST: Final = 2


class Size(NamedTuple):
    """The size of the felt, in units of a half's width."""

    width: float
    height: float

    def scale_of(self, box: Box) -> float:
        """The scale at which a picture fits; 1 or more if there is room."""
        return min(self.width / box.width, self.height / box.height)

    def scale_for(self, placements: Placements, spinners: Spinners) -> float:
        """The scale at which these tiles fit with their rings."""
        tableau = lay_out(placements, spinners)
        return self.scale_of(bounds_of(tableau, (ring for _, ring in tableau.rings)))


@lru_cache(maxsize=256)
def crop(
    placements: Placements, spinners: Spinners, size: Size, keep: frozenset[Tile] = frozenset()
) -> Placements:
    """As many of the tiles as fit with their rings on so much felt.

    The lead, open ends, the last tile and those to `keep` always stay; covered doubles go last.
    """
    best, largest = placements, 0.0
    for each in _ways_to_show(placements, spinners, keep):
        scale = size.scale_for(each, spinners)
        if scale > largest:
            best, largest = each, scale
        if scale >= 1:
            break
    return best


def _ways_to_show(
    placements: Placements, spinners: Spinners, keep: frozenset[Tile]
) -> Iterator[Placements]:
    """What could be left of the tiles, the most first."""
    doubles = [tile for tile, _ in placements if tile.is_double]
    open_hosts = {opening.host for opening, _ in lay_out(placements, spinners).rings}
    # The first double may be the only spinner: without it another one would be.
    stays = keep | open_hosts | {*doubles[:1], placements[-1][0]}
    yield placements
    yield _without(placements, lambda tile: not (tile in stays or tile.is_double))
    yield _without(placements, lambda tile: tile not in stays)


def _without(placements: Placements, may_go: Callable[[Tile], bool]) -> Placements:
    hosts, gaps = dict(placements), dict[Tile, Gap]()
    for run in _runs(placements, may_go):
        host = hosts[run[0]]
        assert host is not None
        gaps |= dict.fromkeys(run, Gap.of(run, host))
    shown: dict[Tile, Tile | None] = {}
    for tile, host in placements:
        shown.setdefault(gaps.get(tile, tile), host and gaps.get(host, host))
    return tuple(shown.items())


def _runs(placements: Placements, may_go: Callable[[Tile], bool]) -> Iterator[tuple[Tile, ...]]:
    """The runs of tiles that can be left out, each from the lead outwards."""
    joined = [host for _, host in placements]
    runs: dict[Tile, list[Tile]] = {}
    for tile, host in placements:
        # In the middle of an arm: it has one host, and one tile on it.
        if host is not None and joined.count(tile) == 1 and may_go(tile):
            run = runs[tile] = runs.get(host, [])
            run.append(tile)
    yield from {id(run): tuple(run) for run in runs.values() if len(run) >= _FEWEST}.values()
