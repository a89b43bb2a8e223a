"""Whatever the hand, the tableau keeps the promises of a real table."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations, pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lying import high_centre, low_centre

from companion.pictures.pose import EndKind
from companion.pictures.shapes import Box, LaidTile, Point
from companion.pictures.tableau import Tableau, lay_out
from companion.rules.choices import Spinners
from companion.rules.layout import Placement
from companion.rules.tile import ALL_TILES, Tile

#: The smallest that a ring is drawn; only so small may it lie on a tile or on another ring.
HIDDEN_RADIUS = 0.53 * 0.6


@dataclass
class Hand:
    """A hand by the rules alone: what is open where, without any geometry."""

    spinners: Spinners
    placements: list[Placement] = field(default_factory=list)
    halves: list[tuple[Tile, int]] = field(default_factory=list)
    sides: Counter[Tile] = field(default_factory=Counter)
    ends: Counter[Tile] = field(default_factory=Counter)

    def open_ends(self) -> Counter[tuple[Tile, int, EndKind]]:
        ends = Counter((host, pips, EndKind.HALF) for host, pips in self.halves)
        for host, number in self.sides.items():
            ends[host, host.high, EndKind.SIDE] = number
        for host, number in self.ends.items():
            ends[host, host.high, EndKind.END] = 0 if self.sides[host] else number
        return +ends

    def moves(self) -> list[tuple[Tile, Tile, int, EndKind]]:
        gone = {tile for tile, _ in self.placements}
        return [
            (tile, host, pips, kind)
            for host, pips, kind in sorted(self.open_ends())
            for tile in ALL_TILES
            if pips in tile and tile not in gone
        ]

    def lead(self, tile: Tile) -> None:
        if tile.is_double:
            self._show_double(tile, sides=2)
        else:
            self.halves += [(tile, tile.high), (tile, tile.low)]
        self.placements.append((tile, None))

    def set_tile(self, tile: Tile, host: Tile, pips: int, kind: EndKind) -> None:
        if kind is EndKind.HALF:
            self.halves.remove((host, pips))
        elif kind is EndKind.SIDE:
            self.sides[host] -= 1
        else:
            self.ends[host] -= 1
        if tile.is_double:
            self._show_double(tile, sides=1)
        else:
            self.halves.append((tile, tile.other_half(pips)))
        self.placements.append((tile, host))

    def _show_double(self, tile: Tile, sides: int) -> None:
        is_first = not any(other.is_double for other, _ in self.placements)
        is_spinner = self.spinners is Spinners.ALL or (self.spinners is Spinners.FIRST and is_first)
        self.sides[tile] = sides
        self.ends[tile] = 2 if is_spinner else 0


@st.composite
def hands(draw: st.DrawFn, spinners: Spinners) -> Hand:
    """Short and full hands: bushes that grow anywhere, and snakes that grow at the last tile."""
    hand = Hand(spinners)
    length = draw(st.sampled_from([28, 28, 20, 12, 5, 1]))
    is_snake = draw(st.booleans())
    hand.lead(draw(st.sampled_from(ALL_TILES)))
    while len(hand.placements) < length and (moves := hand.moves()):
        last = hand.placements[-1][0]
        onwards = [move for move in moves if move[1] == last]
        choice = onwards if is_snake and onwards else moves
        hand.set_tile(*choice[draw(st.integers(0, len(choice) - 1))])
    return hand


def overlap(one: Box, other: Box) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )


def joining_half(laid: LaidTile) -> Point:
    if laid.tile.is_double:
        return laid.centre
    return high_centre(laid) if laid.joined_pips == laid.tile.high else low_centre(laid)


def outer_half(laid: LaidTile) -> Point:
    return low_centre(laid) if laid.joined_pips == laid.tile.high else high_centre(laid)


def hosting_half(laid: LaidTile, host: LaidTile) -> Point:
    if host.tile.is_double:
        return host.centre
    return high_centre(host) if laid.joined_pips == host.tile.high else low_centre(host)


def way(start: Point, end: Point) -> tuple[float, float]:
    return end.x - start.x, end.y - start.y


def assert_only_joined_tiles_touch(tableau: Tableau) -> None:
    for one, other in combinations(tableau.tiles, 2):
        space = 0 if other.host == one.tile else 0.25
        assert not overlap(one.box.inset(-space), other.box), (one.tile, other.tile)


def assert_joined_halves_touch(tableau: Tableau) -> None:
    by_tile = {laid.tile: laid for laid in tableau.tiles}
    sides_covered: Counter[Tile] = Counter()
    for laid in tableau.tiles[1:]:
        assert laid.host is not None
        host = by_tile[laid.host]
        assert laid.joined_pips in laid.tile
        assert laid.joined_pips in host.tile
        if laid.tile.is_double:
            sides_covered[laid.tile] += 1
        if laid.link:
            sides_covered[host.tile] += sides_covered[host.tile] < 2
            continue
        x, y = way(hosting_half(laid, host), joining_half(laid))
        if host.tile.is_double:
            joins_side = abs(x if host.rotation == 90 else y) == 1
            assert (x == 0) != (y == 0)
            assert joins_side or abs(x) + abs(y) == 1.5
            sides_covered[host.tile] += joins_side
            assert joins_side or sides_covered[host.tile] == 2, "an end before both sides"
        else:
            assert sorted((abs(x), abs(y))) == [0, 1]
        if laid.tile.is_double:
            assert (laid.rotation == 90) == (x != 0), "a double lies across its arm"
        else:
            ahead = (x / abs(x + y), y / abs(x + y))
            onwards = way(joining_half(laid), outer_half(laid))
            assert onwards != (-ahead[0], -ahead[1]), "the outer half is not towards the host"


def assert_links_run_under_no_tile(tableau: Tableau) -> None:
    by_tile = {laid.tile: laid for laid in tableau.tiles}
    for laid in tableau.tiles:
        if not laid.link:
            continue
        assert laid.host is not None
        assert by_tile[laid.host].box.distance(laid.link[0]) == 0
        assert laid.box.distance(laid.link[-1]) == 0
        for start, end in pairwise(laid.link):
            line = Box.around([Box(*start, *start), Box(*end, *end)])
            assert line.width == 0 or line.height == 0
            assert not any(overlap(line, other.box) for other in tableau.tiles)


def assert_clear_rings_are_clear(tableau: Tableau) -> None:
    rings = [ring for _, ring in tableau.rings if ring.radius > HIDDEN_RADIUS]
    for ring in rings:
        assert all(laid.face.distance(ring.centre) >= ring.radius for laid in tableau.tiles)
    for one, other in combinations(rings, 2):
        x, y = way(one.centre, other.centre)
        assert (x * x + y * y) ** 0.5 >= one.radius + other.radius - 1e-9


@pytest.mark.parametrize("spinners", Spinners)
def test_any_hand_lies_as_on_a_real_table(spinners: Spinners) -> None:
    @settings(deadline=None, suppress_health_check=list(HealthCheck))
    @given(hand=hands(spinners))
    def lies_well(hand: Hand) -> None:
        tableau = lay_out(tuple(hand.placements), spinners)
        assert_only_joined_tiles_touch(tableau)
        assert_joined_halves_touch(tableau)
        assert_links_run_under_no_tile(tableau)
        assert_clear_rings_are_clear(tableau)
        shown = Counter((end.host, end.pips, end.kind) for end, _ in tableau.rings)
        assert shown == hand.open_ends()

    lies_well()


@pytest.mark.parametrize("spinners", Spinners)
def test_a_tile_never_moves_once_it_lies(spinners: Spinners) -> None:
    @settings(deadline=None, max_examples=12, suppress_health_check=list(HealthCheck))
    @given(hand=hands(spinners))
    def stays(hand: Hand) -> None:
        whole = lay_out(tuple(hand.placements), spinners)
        for number in range(len(hand.placements)):
            part = lay_out(tuple(hand.placements[:number]), spinners)
            assert part.tiles == whole.tiles[:number]

    stays()
