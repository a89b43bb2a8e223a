"""The tableau: the tiles of a hand as on a real table, and a ring for each open end."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import dist
from typing import Final

from companion.pictures import placement_score
from companion.pictures.felt_grid import FeltGrid, Place, crowded_by, places_for
from companion.pictures.pose import Heading, Joint, Opening, Pose, open_now, openings_of
from companion.pictures.shapes import Box, Circle, LaidTile, Point
from companion.rules.choices import Spinners
from companion.rules.layout import Placement
from companion.rules.tile import Tile

_LINK_PER_STEP: Final = 0.25
#: A ring of this radius fits where a half would lie.
_RADIUS: Final = 0.53
_SIZES: Final = (1.0, 0.8, 0.6)  # a smaller ring before a hidden one
_DISTANCES: Final = (0.0, 0.2, 0.45, 0.75, 1.1)  # units between a host and its ring
_SHIFTS: Final = (0.0, -0.25, 0.25, -0.5, 0.5)  # units sideways from an arm's middle
_BEFORE: Final = 3  # tiles of an arm that tell a zigzag
_NEARBY: Final = 4.0  # units: a ring reaches no tile further away


@lru_cache(maxsize=1024)
def lay_out(placements: tuple[Placement, ...], spinners: Spinners) -> "Tableau":
    """The tableau of these tiles, each with its host, in the order played."""
    if not placements:
        return Tableau(spinners, (), FeltGrid(), (), Box(0, 0, 0, 0))
    # A tile never moves on the table, so the tableau of one tile fewer is a start.
    *before, (tile, host) = placements
    return lay_out(tuple(before), spinners).add(tile, host)


@dataclass(frozen=True)
class Tableau:
    """The place of each tile and what is open, in units of a half's width from the middle."""

    spinners: Spinners
    tiles: tuple[LaidTile, ...]
    _felt: FeltGrid
    _outlooks: tuple[placement_score.Outlook, ...]
    #: How far the tiles reach, in half units.
    _extent: Box

    def add(self, tile: Tile, host: Tile | None) -> "Tableau":
        """The tableau with one more tile, on its host or as the lead."""
        if host is None:
            return self._with(LaidTile(tile, None, None, Pose(0, 0, Heading.EAST, tile.is_double)))
        openings = [each for each in self._openings if each.host == host and each.pips in tile]
        poses = {laid.tile: laid.pose for laid in self.tiles}
        places = places_for(self._felt, [*poses.values()], openings, is_double=tile.is_double)
        choices, arm = [], self._arm_of(host)
        for place in places:
            laid = LaidTile(tile, host, place.opening.pips, place.pose, place.link)
            choices.append((place, self._with(laid, place.opening, place.path)))

        def displeasure(choice: tuple[Place, Tableau]) -> float:
            place, after = choice
            growth = after._size - self._size
            at_place = placement_score.displeasure_at_place(
                place.pose, arm, bends=place.bends, growth=growth
            )
            tiles = (laid.tile for laid in after.tiles)
            at_outlooks = placement_score.displeasure_at_outlooks(tiles, after._outlooks)
            return _LINK_PER_STEP * len(place.path) + (at_place + at_outlooks)

        _, best = min(choices, key=displeasure)
        return best

    def _arm_of(self, host: Tile) -> list[Heading]:
        """The headings of a host and of the two tiles before it."""
        laid_tiles, before = {laid.tile: laid for laid in self.tiles}, [host]
        while len(before) < _BEFORE and (further := laid_tiles[before[-1]].host):
            before.append(further)
        return [laid_tiles[tile].pose.heading for tile in before]

    @cached_property
    def rings(self) -> tuple[tuple[Opening, Circle], ...]:
        """The openings for the next tile, each with its ring."""
        faces = {each: _faces_near(each.joints[0], self.tiles) for each in self._openings}

        def ways_on(opening: Opening) -> int:
            """How many places right beside the host are free for a ring."""
            centres = (_point(joint, _RADIUS, 0.0) for joint in opening.joints)
            return sum(_is_clear(Circle(centre, _RADIUS), faces[opening]) for centre in centres)

        rings: dict[Opening, Circle] = {}
        # Openings with the fewest free places choose first, so that rings do not overlap.
        for opening in sorted(self._openings, key=ways_on):
            rings[opening] = _ring(opening.joints, faces[opening], rings.values())
        return tuple((opening, rings[opening]) for opening in self._openings)

    @cached_property
    def _openings(self) -> tuple[Opening, ...]:
        return open_now(tuple(outlook.opening for outlook in self._outlooks))

    @cached_property
    def _size(self) -> float:
        return placement_score.size_of(self._extent, self._openings)

    def _with(
        self, laid: LaidTile, covered: Opening | None = None, path: Sequence[tuple[int, int]] = ()
    ) -> "Tableau":
        felt = self._felt.with_tile(laid.pose, path)
        changed = crowded_by(laid.pose) | (felt.lines if path else 0)
        others = tuple(
            placement_score.survey(felt, outlook.opening) if outlook.watched & changed else outlook
            for outlook in self._outlooks
            if outlook.opening != covered
        )
        is_spinner = self.spinners is Spinners.ALL or (
            self.spinners is Spinners.FIRST
            and not any(other.tile.is_double for other in self.tiles)
        )
        new = openings_of(laid.tile, laid.joined_pips, laid.pose, is_spinner=is_spinner)
        return Tableau(
            self.spinners,
            (*self.tiles, laid),
            felt,
            (*others, *(placement_score.survey(felt, opening) for opening in new)),
            Box.around([self._extent, Box(*laid.pose.corners)]),
        )


def _faces_near(joint: Joint, tiles: Sequence[LaidTile]) -> list[Box]:
    middle = Point(joint.x / 2, joint.y / 2)
    return [laid.face for laid in tiles if laid.box.distance(middle) < _NEARBY]


def _ring(joints: Sequence[Joint], faces: Sequence[Box], others: Collection[Circle]) -> Circle:
    for size, distance, joint, shift in product(_SIZES, _DISTANCES, joints, _SHIFTS):
        radius = _RADIUS * size
        ring = Circle(_point(joint, radius + distance, shift), radius)
        if _is_clear(ring, faces, others):
            return ring
    return Circle(_point(joints[0], radius, 0.0), radius)


def _is_clear(ring: Circle, faces: Sequence[Box], others: Collection[Circle] = ()) -> bool:
    """Whether a ring overlaps no tile and no other ring."""
    return all(face.distance(ring.centre) >= ring.radius for face in faces) and all(
        dist(ring.centre, other.centre) >= ring.radius + other.radius for other in others
    )


def _point(joint: Joint, ahead: float, aside: float) -> Point:
    (x, y), (ahead_x, ahead_y) = joint[:2], joint.heading.step
    return Point(
        x / 2 + ahead * ahead_x - aside * ahead_y, y / 2 + ahead * ahead_y + aside * ahead_x
    )
