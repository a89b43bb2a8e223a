"""Drawn photos in grey, from which the reader learns where tiles lie and what their corners are."""

from dataclasses import dataclass
from multiprocessing import Pool

import numpy as np
from PIL import Image

from .photo import photo

FIRST = 29_700_000
KINDS = ["hand", "set", "layout", "backs", "hand", "layout", "hand", "none", "layout", "backs"]
#: Those that the nets of the app learned from: numbers from, up to, from, up to.
LEARNED_FROM = [0, 4200]
LARGEST = 1280
#: One photo in so many is kept to measure with.
UNSEEN = 20


@dataclass(frozen=True, slots=True)
class GreyPhoto:
    """Grey pixels, and the four corners of each tile, clockwise, the first two at one end."""

    grey: np.ndarray
    tiles: np.ndarray


def grey_photos(bounds: list[int]) -> list[GreyPhoto]:
    """The photos from the first number up to the second, and so on. The same ones each time."""
    ranges = zip(bounds[::2], bounds[1::2], strict=True)
    numbers = [number for first, end in ranges for number in range(first, end)]
    with Pool(2) as pool:
        return pool.map(_grey_photo, numbers, chunksize=5)


def _grey_photo(number: int) -> GreyPhoto:
    pixels, truth = photo(FIRST + number, KINDS[number % len(KINDS)])
    image = Image.fromarray(pixels).convert("L")
    factor = max(1, max(image.size) / LARGEST)
    if factor > 1:
        size = (round(image.width / factor), round(image.height / factor))
        image = image.resize(size, Image.Resampling.BOX)
    corners = np.array([tile["corners"] for tile in truth["tiles"]], float).reshape(-1, 4, 2)
    return GreyPhoto(np.asarray(image), corners / factor)


def sides_of(tiles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of each tile the vectors along its width and along its length."""
    a, b, c, d = np.moveaxis(tiles, -2, 0)
    return (b + c - a - d) / 2, (c + d - a - b) / 2
