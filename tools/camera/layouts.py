"""Legal layouts: tiles that meet in equal numbers, doubles across, arms from the first double."""

from dataclasses import dataclass
from typing import TypedDict

import numpy as np

from .noise import Rng

Tile = tuple[int, int]
Laid = tuple[Tile, float, float, float]


class Join(TypedDict):
    """Two tiles that meet, and where on each: at half 0 or 1, or at the side of a double."""

    tiles: list[int]
    at: list[int | str]


Way = tuple[int, int]


@dataclass(frozen=True, slots=True)
class End:
    """Where the next tile goes: a point of an edge, the way onwards, what it shows, whose it is."""

    x: float
    y: float
    way: Way
    shows: int
    tile: int
    at: int | str


class Table:
    """A layout that grows."""

    def __init__(self, rng: Rng, length: float) -> None:
        self.rng = rng
        self.length = length
        self.laid: list[Laid] = []
        self.boxes: list[tuple[float, float, float, float]] = []
        self.joins: list[Join] = []
        self.ends: list[End] = []
        self.room = float(rng.uniform(4, 11))

    def lead(self, tile: Tile, branches: bool) -> None:
        """The first tile; a double can be played on all four sides."""
        is_double = tile[0] == tile[1]
        turn = 0.0 if is_double else -np.pi / 2
        wide, high = (1.0, self.length) if is_double else (self.length, 1.0)
        self._put(tile, 0, 0, turn, (wide, high))
        sides: list[int | str] = ["side", "side"] if is_double else [1, 0]
        right, left = (tile[1], tile[0])
        self.ends.append(End(wide / 2, 0, (1, 0), right, 0, sides[0]))
        self.ends.append(End(-wide / 2, 0, (-1, 0), left, 0, sides[1]))
        if is_double and branches:
            self.ends.append(End(0, high / 2, (0, 1), tile[1], 0, 1))
            self.ends.append(End(0, -high / 2, (0, -1), tile[0], 0, 0))

    def play(self, tile: Tile, end: End) -> bool:
        """Puts the tile at that end, if there is room."""
        near, far = tile if tile[0] == end.shows else (tile[1], tile[0])
        if near == far and self.rng.random() < 0.93:
            return self._across(near, end)
        if max(abs(end.x), abs(end.y)) > self.room and self.rng.random() < 0.85:
            side = int(self.rng.choice([-1, 1]))
            for sign in (side, -side):
                way = (-end.way[1] * sign, end.way[0] * sign)
                if self._turned(near, far, end, way):
                    return True
            return False
        x = end.x + end.way[0] * self.length / 2
        y = end.y + end.way[1] * self.length / 2
        return self._inline(near, far, end, end.way, (x, y))

    def _inline(self, near: int, far: int, end: End, way: Way, middle: tuple[float, float]) -> bool:
        lies = way[0] != 0
        size = (self.length, 1.0) if lies else (1.0, self.length)
        turn = np.arctan2(way[1], way[0]) - np.pi / 2
        # Upright, the first half is above: turned so, `near` is behind and `far` ahead.
        if not self._fits(*middle, size, end.tile):
            return False
        index = len(self.laid)
        self._put((near, far), *middle, turn, size)
        self._join(end, index, 0)
        ahead = (middle[0] + way[0] * self.length / 2, middle[1] + way[1] * self.length / 2)
        self.ends.append(End(*ahead, way, far, index, 1))
        return True

    def _turned(self, near: int, far: int, end: End, way: Way) -> bool:
        """Round a corner: the near half lies ahead of the end, the far half to the side."""
        step = self.length / 4
        x = end.x + end.way[0] * 0.5 + way[0] * step
        y = end.y + end.way[1] * 0.5 + way[1] * step
        return self._inline(near, far, end, way, (x, y))

    def _across(self, number: int, end: End) -> bool:
        x, y = end.x + end.way[0] * 0.5, end.y + end.way[1] * 0.5
        lies = end.way[0] != 0
        size = (1.0, self.length) if lies else (self.length, 1.0)
        if not self._fits(x, y, size, end.tile):
            return False
        index = len(self.laid)
        self._put((number, number), x, y, 0.0 if lies else np.pi / 2, size)
        self._join(end, index, "side")
        ahead = (x + end.way[0] * 0.5, y + end.way[1] * 0.5)
        self.ends.append(End(*ahead, end.way, number, index, "side"))
        return True

    def _join(self, end: End, index: int, at: int | str) -> None:
        self.joins.append({"tiles": [end.tile, index], "at": [end.at, at]})
        self.ends.remove(end)

    def _put(self, tile: Tile, x: float, y: float, turn: float, size: tuple[float, float]) -> None:
        self.laid.append((tile, x, y, turn))
        wide, high = size
        self.boxes.append((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))

    def _fits(self, x: float, y: float, size: tuple[float, float], joined: int) -> bool:
        """Whether no tile lies there; near it only the one that it joins."""
        for index, (left, top, right, bottom) in enumerate(self.boxes):
            apart = -0.05 if index == joined else 0.3
            wide, high = size[0] / 2 + apart, size[1] / 2 + apart
            if x + wide > left and x - wide < right and y + high > top and y - high < bottom:
                return False
        return True


def lay(rng: Rng, length: float, count: int) -> tuple[list[Laid], list[Join]]:
    """About so many tiles of a game, a little crooked, and their joins."""
    table = Table(rng, length)
    tiles: list[Tile] = [(high, low) for high in range(7) for low in range(high + 1)]
    tiles = [tiles[int(index)] for index in rng.permutation(28)]
    if rng.random() < 0.6:
        tiles.sort(key=lambda tile: tile[0] != tile[1])
    table.lead(tiles.pop(0), bool(rng.random() < 0.8))
    rng.shuffle(tiles)
    for _ in range(count * 6):
        if len(table.laid) >= count or not table.ends:
            break
        end = table.ends[int(rng.integers(len(table.ends)))]
        fitting = next((tile for tile in tiles if end.shows in tile), None)
        if fitting and table.play((int(fitting[0]), int(fitting[1])), end):
            tiles.remove(fitting)
    mess = float(rng.choice([0.0, 0.015, 0.04]))
    return [_crooked(rng, laid, mess) for laid in table.laid], table.joins


def _crooked(rng: Rng, laid: Laid, mess: float) -> Laid:
    tile, x, y, turn = laid
    away = 1 + mess + 0.01
    nudge = rng.normal(0, mess / 2, 3)
    return tile, float(x * away + nudge[0]), float(y * away + nudge[1]), float(turn + nudge[2])
