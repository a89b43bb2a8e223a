"""The tableau: the tiles of a hand as they lie on a real table."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from companion.pictures.felt import Felt, Table, lattice_of
from companion.pictures.link import Detour, detours
from companion.pictures.opening import (
    Opening,
    open_now,
    openings_of_joined,
    openings_of_lead,
)
from companion.pictures.outlook import Outlook, survey
from companion.pictures.pose import Heading, Pose
from companion.pictures.ring import RING_RADIUS, mark_open_ends
from companion.pictures.shape import Box, LaidTile, Link, OpenEnd
from companion.pictures.taste import (
    Extent,
    displeasure_at_growth,
    displeasure_at_outlooks,
    displeasure_at_place,
)
from companion.rules.layout import Placement
from companion.rules.tile import Tile

Spinners = Literal["all", "first", "none"]
_Choice = tuple[float, "Tableau"]

LANDSCAPE: Final = Table()
_MARGIN: Final = 0.25  # units of felt around the outermost tile or ring
_LINK_PER_STEP: Final = 0.25


class MisplacedTileError(ValueError):
    """A tile that the layout has no place for; the message says why."""


@dataclass(frozen=True)
class Tableau:
    """A layout as a picture: where each tile lies, what is open, and the box around it all.

    All lengths are in units of one half's width, the middle of the table is (0, 0), y grows
    downwards. A tile never moves once it lies.
    """

    spinners: Spinners
    table: Table
    tiles: tuple[LaidTile, ...]
    _felt: Felt
    _outlooks: tuple[Outlook, ...]
    _extent: Extent

    @classmethod
    def empty(cls, spinners: Spinners, table: Table = LANDSCAPE) -> "Tableau":
        """A table before the lead."""
        return cls(spinners, table, (), Felt(lattice_of(table)), (), Extent())

    def add(self, tile: Tile, host: Tile | None) -> "Tableau":
        """The tableau after a tile was set on its host, or led where the host is `None`.

        Raises `MisplacedTileError` where the tile was set before, where it has no host though it
        does not lead, and where the host shows none of its pips at an open end.
        """
        if any(laid.tile == tile for laid in self.tiles):
            raise MisplacedTileError(f"{tile} was set before")
        if host is None:
            return self._lead(tile)
        openings = [
            opening for opening in self._open_now if opening.host == host and opening.pips in tile
        ]
        if not openings:
            raise MisplacedTileError(f"{tile} finds no open end on {host}")
        _, best = min(
            self._beside(tile, openings)
            or self._round_the_corner(tile, openings)
            or self._elsewhere(tile, openings),
            key=lambda choice: choice[0],
        )
        return best

    @cached_property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """Where a tile may go now, each with its ring on the felt.

        A spinner's ends are open once both its sides are covered.
        """
        return self.open_ends_with(RING_RADIUS)

    def open_ends_with(self, radius: float) -> tuple[OpenEnd, ...]:
        """The open ends with rings of this radius in units."""
        return mark_open_ends(self._open_now, self.tiles, radius)

    @property
    def links(self) -> tuple[Link, ...]:
        """The lines to tiles that found no free place beside their hosts."""
        return tuple(laid.link for laid in self.tiles if laid.link)

    @cached_property
    def bounds(self) -> Box:
        """The box around all tiles, links and rings; empty before the lead."""
        boxes = [laid.box for laid in self.tiles]
        boxes += [link.box for link in self.links]
        boxes += [end.ring.box for end in self.open_ends]
        return Box.around(boxes) if boxes else Box(0, 0, 0, 0)

    @cached_property
    def view(self) -> Box:
        """The box to draw: the table, moved or grown only as far as the bounds ask for."""
        bounds = self.bounds.inset(-_MARGIN)
        left, right = _span(bounds.left, bounds.right, self.table.width)
        top, bottom = _span(bounds.top, bounds.bottom, self.table.height)
        return Box(left, top, right, bottom)

    @property
    def _open_now(self) -> tuple[Opening, ...]:
        return open_now(tuple(outlook.opening for outlook in self._outlooks))

    def _lead(self, tile: Tile) -> "Tableau":
        if self.tiles:
            raise MisplacedTileError(f"{tile} needs a host: {self.tiles[0].tile} led")
        is_level = self.table.width >= self.table.height
        heading = Heading.EAST if is_level else Heading.SOUTH
        pose = Pose(0, 0, heading, tile.is_double)
        laid = LaidTile(tile, None, None, self._is_spinner(tile), pose)
        return self._with(laid, openings_of_lead(tile, pose, laid.is_spinner))

    def _beside(self, tile: Tile, openings: Iterable[Opening]) -> list[_Choice]:
        """The tableaux with the tile straight on from its host, or after a bend."""
        return [
            self._choice(tile, opening, pose, bends=joint != opening.joints[0])
            for opening in openings
            for joint in opening.joints
            if self._felt.has_room_for(pose := Pose.joined(joint, tile.is_double))
        ]

    def _round_the_corner(self, tile: Tile, openings: Iterable[Opening]) -> list[_Choice]:
        """The tableaux with a single laid crosswise where only its joining half has room ahead."""
        return [
            self._choice(tile, opening, pose, bends=True)
            for opening in openings
            for joint in opening.joints
            for heading in (joint.heading.left, joint.heading.right)
            if not tile.is_double
            if self._felt.has_room_for(pose := Pose.turned(joint, heading))
        ]

    def _elsewhere(self, tile: Tile, openings: Iterable[Opening]) -> list[_Choice]:
        """The tableaux with the tile away from its host and a link to it."""
        poses = [laid.pose for laid in self.tiles]
        return [
            self._choice(tile, opening, detour.pose, bends=False, detour=detour)
            for opening in openings
            for detour in detours(self._felt, poses, opening.joints, tile.is_double)
        ]

    def _choice(
        self,
        tile: Tile,
        opening: Opening,
        pose: Pose,
        bends: bool,
        detour: Detour | None = None,
    ) -> _Choice:
        after = self._joined(tile, opening, pose, detour)
        length = _LINK_PER_STEP * len(detour.path) if detour else 0.0
        return length + self._displeasure(after, bends), after

    def _displeasure(self, after: "Tableau", bends: bool) -> float:
        laid = after.tiles[-1]
        host = next(other for other in self.tiles if other.tile == laid.host)
        return (
            displeasure_at_place(self._felt, laid.pose, host.pose, bends)
            + displeasure_at_growth(
                self._felt,
                self._extent.with_rings(self._open_now),
                after._extent.with_rings(after._open_now),
            )
            + displeasure_at_outlooks(
                after._felt, (laid.tile for laid in after.tiles), after._outlooks
            )
        )

    def _joined(
        self, tile: Tile, opening: Opening, pose: Pose, detour: Detour | None = None
    ) -> "Tableau":
        laid = LaidTile(
            tile,
            opening.host,
            opening.pips,
            self._is_spinner(tile),
            pose,
            detour.link if detour else None,
        )
        new = openings_of_joined(tile, opening.pips, pose, laid.is_spinner)
        return self._with(laid, new, opening, detour)

    def _with(
        self,
        laid: LaidTile,
        new: Iterable[Opening],
        covered: Opening | None = None,
        detour: Detour | None = None,
    ) -> "Tableau":
        felt = self._felt.with_tile(laid.pose)
        changed = felt.crowded_by(laid.pose)
        if detour:
            felt = felt.with_line(detour.path)
            changed |= felt.lines
        kept = tuple(
            survey(felt, outlook.opening) if outlook.watched & changed else outlook
            for outlook in self._outlooks
            if outlook.opening != covered
        )
        return replace(
            self,
            tiles=(*self.tiles, laid),
            _felt=felt,
            _outlooks=kept + tuple(survey(felt, opening) for opening in new),
            _extent=self._extent.with_tile(laid.pose),
        )

    def _is_spinner(self, tile: Tile) -> bool:
        if not tile.is_double or self.spinners == "none":
            return False
        return self.spinners == "all" or not any(laid.tile.is_double for laid in self.tiles)


def lay_out(
    placements: Iterable[Placement], spinners: Spinners, table: Table = LANDSCAPE
) -> Tableau:
    """The tableau of tiles in the order set, each with its host, the lead with `None`.

    Spinners are all doubles, the first double set, or none. Raises `MisplacedTileError` as
    `Tableau.add` does.
    """
    tableau = Tableau.empty(spinners, table)
    for tile, host in placements:
        tableau = tableau.add(tile, host)
    return tableau


def _span(low: float, high: float, nominal: float) -> tuple[float, float]:
    """The nominal span around the middle, moved so that it holds low and high, or grown."""
    if high - low >= nominal:
        return low, high
    moved = min(max(-nominal / 2, high - nominal), low)
    return moved, moved + nominal
