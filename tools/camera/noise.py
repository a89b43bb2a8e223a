"""Smooth random fields, from which grain, cloth, marble and uneven light are made."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

Field = NDArray[np.floating[Any]]
Rng = np.random.Generator


def smooth(rng: Rng, shape: tuple[int, int], cell: float | tuple[float, float]) -> Field:
    """Values of about −1 … 1 that change over `cell` pixels, down and across."""
    high, wide = shape
    down, across = cell if isinstance(cell, tuple) else (cell, cell)
    rows = max(2, int(high / max(down, 1)) + 2)
    columns = max(2, int(wide / max(across, 1)) + 2)
    coarse = rng.standard_normal((min(rows, high), min(columns, wide)), dtype=np.float32) * 0.5
    return resized(coarse, shape)


def layered(rng: Rng, shape: tuple[int, int], cell: float, octaves: int = 4) -> Field:
    """Noise at several sizes, each half as large and half as strong as the one before."""
    total = np.zeros(shape, np.float32)
    for octave in range(octaves):
        if cell / 2**octave < 1.5:
            break
        total += smooth(rng, shape, cell / 2**octave) * np.float32(0.5**octave)
    return total


def resized(field: Field, shape: tuple[int, int]) -> Field:
    """The field at another size."""
    high, wide = shape
    image = Image.fromarray(np.ascontiguousarray(field, np.float32))
    return np.asarray(image.resize((wide, high), Image.Resampling.BICUBIC))


def step(values: Field, edge: float, width: float) -> Field:
    """0 below the edge and 1 above it, softly over `width`."""
    at = np.clip((values - np.float32(edge)) / np.float32(max(width, 1e-6)) + 0.5, 0, 1)
    return np.asarray(at * at * (3 - 2 * at))


def grid(high: int, wide: int) -> tuple[Field, Field]:
    """Rows and columns of pixel centres, ready to be combined."""
    down = np.arange(high, dtype=np.float32)[:, None] + np.float32(0.5)
    across = np.arange(wide, dtype=np.float32)[None, :] + np.float32(0.5)
    return down, across


def blurred(image: Image.Image, radius: float) -> Image.Image:
    """The image out of focus by this many pixels."""
    return image.filter(ImageFilter.GaussianBlur(float(radius)))
