"""Quads that lie on tiles as roughly as the places that a net finds, and what is seen in them.

Corners are arrays of quads × 4 × 2. The first two lie at one end.
"""

import numpy as np
import torch
from torch.nn import functional

from .fit_model import BESIDE, BEYOND, HIGH, WIDE
from .grey_photos import sides_of

UNIT_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
#: The planes of a photo end when one side is so short.
SMALLEST = 60


def mappings(quads: np.ndarray) -> np.ndarray:
    """The 3 × 3 mapping from the unit square to each quad."""
    x, y = quads[..., 0], quads[..., 1]
    dx1, dy1 = x[:, 1] - x[:, 2], y[:, 1] - y[:, 2]
    dx2, dy2 = x[:, 3] - x[:, 2], y[:, 3] - y[:, 2]
    sx, sy = x[:, 0] - x[:, 1] + x[:, 2] - x[:, 3], y[:, 0] - y[:, 1] + y[:, 2] - y[:, 3]
    size = dx1 * dy2 - dx2 * dy1
    size = np.where(np.abs(size) < 1e-9, 1e-9, size)
    g, h = (sx * dy2 - dx2 * sy) / size, (dx1 * sy - sx * dy1) / size
    rows = [
        [
            part[:, 1] - part[:, 0] + g * part[:, 1],
            part[:, 3] - part[:, 0] + h * part[:, 3],
            part[:, 0],
        ]
        for part in (x, y)
    ]
    return np.array([*rows, [g, h, np.ones(len(quads))]]).transpose(2, 0, 1)


def mapped(mapping: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Where points, a column each, come to lie: quads × 2 × points."""
    there = mapping @ np.concatenate([points, np.ones_like(points[..., :1, :])], -2)
    return there[:, :2] / there[:, 2:]


def seen_from(quads: np.ndarray, tiles: np.ndarray) -> np.ndarray:
    """The corners of tiles, each in widths and lengths of its quad."""
    inverse = np.linalg.inv(mappings(quads))
    return np.swapaxes(mapped(inverse, np.swapaxes(tiles, 1, 2)), 1, 2)


def roughly(rng: np.random.Generator, tiles: np.ndarray, by: float) -> np.ndarray:
    """Quads near tiles: stretched, turned, slanted, moved, and each corner a little by itself."""
    count = len(tiles)
    across, along = sides_of(tiles)
    wider, longer = np.exp(rng.normal(0, 0.13 * by, count)), np.exp(rng.normal(0, 0.11 * by, count))
    turn, slant = rng.normal(0, 0.12 * by, count), rng.normal(0, 0.12 * by, count)
    wide, long = turned(across, turn, wider), turned(along, turn + slant, longer)
    off = rng.normal(0, 0.14 * by, (count, 2))
    middle = tiles.mean(1) + off[:, :1] * across + off[:, 1:] * along * 0.6
    beside, beyond = (
        np.array([-1, 1, 1, -1])[None, :, None],
        np.array([-1, -1, 1, 1])[None, :, None],
    )
    quads = middle[:, None] + (beside * wide[:, None] + beyond * long[:, None]) / 2
    return quads + rng.normal(0, 0.03 * by, quads.shape) * np.hypot(*across.T)[:, None, None]


def turned(ways: np.ndarray, angles: np.ndarray, longer: np.ndarray) -> np.ndarray:
    """Vectors, turned and stretched."""
    (x, y), cos, sin = ways.T, np.cos(angles), np.sin(angles)
    return np.stack([x * cos - y * sin, x * sin + y * cos], 1) * longer[:, None]


def planes_of(grey: np.ndarray) -> list[torch.Tensor]:
    """The photo, and it made 2, 4 … times smaller."""
    planes = [torch.tensor(grey, dtype=torch.float32)[None, None]]
    while min(planes[-1].shape[2:]) > SMALLEST:
        planes.append(functional.avg_pool2d(planes[-1], 2))
    return planes


def _places() -> np.ndarray:
    across = (np.arange(WIDE) + 0.5) / WIDE * (1 + 2 * BESIDE) - BESIDE
    along = (np.arange(HIGH) + 0.5) / HIGH * (1 + 2 * BEYOND) - BEYOND
    return np.stack([part.ravel() for part in np.meshgrid(across, along)])


#: Where each pixel of a patch lies in a quad: two rows.
PLACES = _places()


def cut(planes: list[torch.Tensor], quads: np.ndarray) -> torch.Tensor:
    """What is in quads and around them, from the plane in which each is about as large."""
    wide, long = (np.hypot(*(quads[:, corner] - quads[:, 0]).T) for corner in (1, 3))
    area = wide * long * (1 + 2 * BESIDE) * (1 + 2 * BEYOND)
    smaller = np.log2(np.maximum(np.sqrt(area / (WIDE * HIGH)), 1))
    chosen = np.clip(np.round(smaller - 0.2), 0, len(planes) - 1).astype(int)
    places = mapped(mappings(quads), PLACES)
    patches = torch.zeros(len(quads), HIGH, WIDE)
    for level in np.unique(chosen):
        (these,) = np.nonzero(chosen == level)
        patches[these] = _looked_up(planes[level], places[these], 2**level)
    return patches


def _looked_up(plane: torch.Tensor, places: np.ndarray, factor: int) -> torch.Tensor:
    size = np.array(plane.shape[:1:-1])[:, None]
    there = ((places + 0.5) / factor - 0.5) * 2 / (size - 1) - 1
    grid = torch.tensor(there.transpose(0, 2, 1), dtype=torch.float32).reshape(1, -1, WIDE, 2)
    seen = functional.grid_sample(
        plane, grid, mode="bilinear", padding_mode="border", align_corners=True
    )
    return seen[0, 0].reshape(-1, HIGH, WIDE)
