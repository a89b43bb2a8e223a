"""Windows of photos in any size, and what the net for places is to say of each."""

from dataclasses import dataclass

import numpy as np
from PIL import Image

from .grey_photos import GreyPhoto, sides_of
from .place_model import CELL, LONG, WIDE, even

SIDE = 192
CELLS = SIDE // CELL
#: The net sees tiles of these widths. Of others in the wider range, what it says doesn't count.
SEEN, UNCLEAR = (10, 23), (6, 40)
#: So wide are tiles in the sizes that it is shown, in pixels.
USUAL, UNUSUAL = (9.5, 23), (5, 45)
#: So many cells away from its middle nothing tells of a tile.
REACH = 7
#: A tile's length in widths. With it a tile seen at a slant has one width.
LENGTH = 1.9

Wanted = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True, slots=True)
class Level:
    """A photo in some size, its greys evened."""

    pixels: np.ndarray
    tiles: np.ndarray


def levels_of(rng: np.random.Generator, photo: GreyPhoto) -> list[Level]:
    """The photo in two sizes, in which tiles are about as wide as the net sees them."""
    width = float(np.median([width_of(tile) for tile in photo.tiles])) if len(photo.tiles) else 0
    made = []
    for number in range(2 if width else 1):
        is_usual = number == 0 or rng.random() < 0.6
        wanted = _between(rng, *(USUAL if is_usual else UNUSUAL))
        factor = min(wanted / width if width else _between(rng, 0.25, 1), 1.0)
        made.append(_level(rng, photo, factor))
    return made


def _between(rng: np.random.Generator, low: float, high: float) -> float:
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def _level(rng: np.random.Generator, photo: GreyPhoto, factor: float) -> Level:
    high, wide = photo.grey.shape
    size = (max(40, round(wide * factor)), max(40, round(high * factor)))
    way = Image.Resampling.BOX if rng.random() < 0.5 else Image.Resampling.BILINEAR
    pixels = even(np.asarray(Image.fromarray(photo.grey).resize(size, way)))
    return Level(pixels, photo.tiles * (np.array(size) / np.array([wide, high])))


def width_of(tile: np.ndarray) -> float:
    """How wide a tile with its area would be."""
    across, along = sides_of(tile)
    area = abs(across[0] * along[1] - across[1] * along[0])
    return float(np.sqrt(area / LENGTH))


def window(rng: np.random.Generator, level: Level) -> tuple[np.ndarray, np.ndarray]:
    """A square of the picture, mostly near a tile and turned or mirrored, and its tiles."""
    pixels, tiles = level.pixels, level.tiles
    high, wide = pixels.shape
    if len(tiles) and rng.random() < 0.85:
        middle = tiles[rng.integers(len(tiles))].mean(0)
        left = int(middle[0] - rng.uniform(0.15, 0.85) * SIDE)
        top = int(middle[1] - rng.uniform(0.15, 0.85) * SIDE)
    else:
        left = int(rng.integers(-20, max(1, wide - SIDE + 20)))
        top = int(rng.integers(-20, max(1, high - SIDE + 20)))
    shown = _part(pixels, left, top)
    tiles = tiles - np.array([left, top])
    if rng.random() < 0.5:
        shown, tiles = shown[:, ::-1], _mirrored(tiles, 0)
    if rng.random() < 0.5:
        shown, tiles = shown[::-1], _mirrored(tiles, 1)
    if rng.random() < 0.5:
        shown, tiles = shown.T, tiles[..., ::-1]
    return np.ascontiguousarray(shown), tiles


def _part(pixels: np.ndarray, left: int, top: int) -> np.ndarray:
    """Beyond the edge are zeros."""
    shown = np.zeros((SIDE, SIDE), np.float32)
    high, wide = pixels.shape
    right, bottom = min(left + SIDE, wide), min(top + SIDE, high)
    first, upper = max(left, 0), max(top, 0)
    if right > first and bottom > upper:
        inside = pixels[upper:bottom, first:right]
        shown[upper - top : bottom - top, first - left : right - left] = inside
    return shown


def _mirrored(tiles: np.ndarray, axis: int) -> np.ndarray:
    mirrored = tiles.copy()
    mirrored[..., axis] = SIDE - 1 - tiles[..., axis]
    return mirrored


def wanted_of(tiles: np.ndarray) -> Wanted:
    """Of each cell how near a tile's middle is, whether it counts, six values, and their weight."""
    down, right = np.mgrid[0:CELLS, 0:CELLS] * CELL + (CELL - 1) / 2
    near = np.zeros((CELLS, CELLS), np.float32)
    counts = np.ones((CELLS, CELLS), np.float32)
    values = np.zeros((6, CELLS, CELLS), np.float32)
    weight = np.zeros((CELLS, CELLS), np.float32)
    for tile in tiles:
        middle, width = tile.mean(0), width_of(tile)
        around = _cells_around(middle)
        off = middle[:, None, None] - np.stack([right[around], down[around]])
        away = (off**2).sum(0)
        if not away.size:
            continue
        if not SEEN[0] <= width <= SEEN[1]:
            if UNCLEAR[0] <= width <= UNCLEAR[1]:
                counts[around][away < (0.6 * width) ** 2 + 9] = 0
            continue
        if not (-2 < middle[0] < SIDE + 1 and -2 < middle[1] < SIDE + 1):
            continue
        hill = np.exp(-away / (2 * max(2.2, 0.16 * width) ** 2)).astype(np.float32)
        hill.flat[np.argmin(away)] = 1
        near[around] = np.maximum(near[around], hill)
        here = (hill > 0.35) & (hill >= near[around])
        across, along = (twice_its_angle(side) for side in sides_of(tile))
        values[:2, *around][:, here] = off[:, here] / CELL
        values[2:, *around][:, here] = np.concatenate([across / WIDE, along / LONG])[:, None]
        weight[around][here] = hill[here]
    return near, counts, values, weight


def _cells_around(middle: np.ndarray) -> tuple[slice, slice]:
    """Those in which a tile can be told, with this middle in pixels."""
    column, row = (int(part // CELL) for part in middle)
    rows, columns = (slice(max(at - REACH, 0), max(at + REACH + 1, 0)) for at in (row, column))
    return rows, columns


def twice_its_angle(way: np.ndarray) -> np.ndarray:
    """The same for a direction and for its opposite."""
    long, angle = np.hypot(*way), 2 * np.arctan2(way[1], way[0])
    return np.array([long * np.cos(angle), long * np.sin(angle)])
