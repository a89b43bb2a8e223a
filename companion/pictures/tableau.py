"""The tableau: the tiles of a hand as they lie on a real table."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from companion.pictures.felt import Felt, crowded_by
from companion.pictures.place import Place, places_for
from companion.pictures.pose import Heading, Opening, Pose, open_now, openings_of
from companion.pictures.ring import place_rings
from companion.pictures.shape import Box, Circle, LaidTile
from companion.pictures.taste import (
    Outlook,
    displeasure_at_growth,
    displeasure_at_outlooks,
    displeasure_at_place,
    size_of,
    survey,
)
from companion.rules.choices import Spinners
from companion.rules.layout import Placement
from companion.rules.tile import Tile

_LINK_PER_STEP: Final = 0.25


@lru_cache(maxsize=1024)
def lay_out(placements: tuple[Placement, ...], spinners: Spinners) -> "Tableau":
    """The tableau of tiles in the order set, each with its host, as the rules allow."""
    if not placements:
        return Tableau(spinners, (), Felt(), (), Box(0, 0, 0, 0))
    # A tile never moves once it lies, so the tableau of one tile less is always a start.
    *before, (tile, host) = placements
    return lay_out(tuple(before), spinners).add(tile, host)


@dataclass(frozen=True)
class Tableau:
    """Where each tile lies and what is open, in units of a half's width from the middle."""

    spinners: Spinners
    tiles: tuple[LaidTile, ...]
    _felt: Felt
    _outlooks: tuple[Outlook, ...]
    #: How far the tiles reach, in half units.
    _extent: Box

    def add(self, tile: Tile, host: Tile | None) -> "Tableau":
        """The tableau after a tile was set on its host, or led where that is None."""
        if host is None:
            return self._with(LaidTile(tile, None, None, Pose(0, 0, Heading.EAST, tile.is_double)))
        openings = [each for each in self._openings if each.host == host and each.pips in tile]
        poses = {laid.tile: laid.pose for laid in self.tiles}
        places = places_for(self._felt, [*poses.values()], openings, is_double=tile.is_double)
        choices = [(place, self._joined(tile, place)) for place in places]

        def displeasure(choice: tuple[Place, Tableau]) -> float:
            place, after = choice
            return _LINK_PER_STEP * len(place.path) + (
                displeasure_at_place(self._felt, place.pose, poses[host], bends=place.bends)
                + displeasure_at_growth(self._size, after._size)
                + displeasure_at_outlooks((laid.tile for laid in after.tiles), after._outlooks)
            )

        _, best = min(choices, key=displeasure)
        return best

    @cached_property
    def rings(self) -> tuple[tuple[Opening, Circle], ...]:
        """Where a tile may go now, each opening with its ring on the felt.

        A spinner's ends are open once both its sides are covered.
        """
        return place_rings(self._openings, self.tiles)

    @cached_property
    def _openings(self) -> tuple[Opening, ...]:
        return open_now(tuple(outlook.opening for outlook in self._outlooks))

    @cached_property
    def _size(self) -> float:
        return size_of(self._extent, self._openings)

    def _joined(self, tile: Tile, place: Place) -> "Tableau":
        opening = place.opening
        laid = LaidTile(tile, opening.host, opening.pips, place.pose, place.link)
        return self._with(laid, opening, place.path)

    def _with(
        self, laid: LaidTile, covered: Opening | None = None, path: Sequence[tuple[int, int]] = ()
    ) -> "Tableau":
        felt = self._felt.with_tile(laid.pose, path)
        changed = crowded_by(laid.pose) | (felt.lines if path else 0)
        kept = tuple(
            survey(felt, outlook.opening) if outlook.watched & changed else outlook
            for outlook in self._outlooks
            if outlook.opening != covered
        )
        is_spinner = laid.tile.is_double and (
            self.spinners is Spinners.ALL
            or (
                self.spinners is Spinners.FIRST
                and not any(other.tile.is_double for other in self.tiles)
            )
        )
        new = openings_of(laid.tile, laid.joined_pips, laid.pose, is_spinner=is_spinner)
        return Tableau(
            self.spinners,
            (*self.tiles, laid),
            felt,
            (*kept, *(survey(felt, opening) for opening in new)),
            Box.around([self._extent, Box(*laid.pose.corners)]),
        )
