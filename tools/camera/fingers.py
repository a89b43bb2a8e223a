"""A hand that reaches into the picture, and what it hides."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from .noise import Rng, blurred

Points = NDArray[np.floating[Any]]
Ink = tuple[int, int, int]

SKINS: list[Ink] = [
    (224, 178, 148), (198, 144, 112), (150, 100, 72), (96, 62, 46), (236, 196, 172),
]  # fmt: skip
SIDES = ((0, 1), (-1, 0), (0, -1), (1, 0))


@dataclass(frozen=True, slots=True)
class Hidden:
    """Which pixels something in front of the tiles covers."""

    size: tuple[int, int]
    mask: Image.Image | None

    def part(self, corners: Points) -> float:
        """How much of this quadrilateral it covers, or the edge of the picture cuts off."""
        inside = (corners >= 0).all() and (corners <= self.size).all()
        if self.mask is None and inside:
            return 0.0
        low = corners.min(0) - 1
        wide, high = (int(part) + 3 for part in corners.max(0) - low)
        tile = Image.new("L", (wide, high))
        ImageDraw.Draw(tile).polygon([tuple(point - low) for point in corners], 255)
        left, top = int(low[0]), int(low[1])
        covered = Image.new("L", (wide, high), 255)
        here = self.mask or Image.new("L", self.size)
        covered.paste(here, (-left, -top))
        of_tile = np.asarray(tile) > 0
        return float((np.asarray(covered)[of_tile] > 128).mean())


@dataclass(frozen=True, slots=True)
class Hand:
    """Fingers side by side, from one edge of the picture; lengths in pixels."""

    start: tuple[float, float]
    inwards: tuple[float, float]
    thick: float
    lengths: tuple[float, ...]
    skin: Ink


def hand(rng: Rng, size: tuple[int, int], unit: float) -> Hand:
    """Some hand; `unit` is the width of a tile in pixels."""
    wide, high = size
    side, along = int(rng.integers(4)), rng.uniform(0.1, 0.9)
    starts = [(along * wide, 0), (wide, along * high), (along * wide, high), (0, along * high)]
    lean = rng.normal(0, 0.35)
    x, y = SIDES[side]
    way = np.array([x + lean * y, y + lean * x]) / np.hypot(1, lean)
    thick = float(np.clip(unit * rng.uniform(0.55, 0.85), 12, max(size) / 9))
    longest = thick * rng.uniform(1.5, 5)
    lengths = [float(longest * part) for part in (0.8, 1, 0.95, 0.7)[: int(rng.integers(1, 5))]]
    skin = SKINS[int(rng.integers(len(SKINS)))]
    return Hand(starts[side], (float(way[0]), float(way[1])), thick, tuple(lengths), skin)


def in_front(rng: Rng, picture: Image.Image, unit: float) -> Hidden:
    """Fingers over the edge of the picture; seldom."""
    if rng.random() > 0.15:
        return Hidden(picture.size, None)
    return draw_hand(picture, hand(rng, picture.size, unit), 1)


def draw_hand(picture: Image.Image, shown: Hand, reach: float) -> Hidden:
    """Lays the hand over the picture, `reach` of its length inside."""
    mask = Image.new("L", picture.size)
    way = np.array(shown.inwards)
    aside = np.array([-way[1], way[0]]) * shown.thick * 1.06
    fingers = []
    for index, length in enumerate(shown.lengths):
        tip = np.array(shown.start) + aside * index + way * length * reach
        fingers.append((tip - way * (length + shown.thick * 3), tip))
    _shadow(picture, fingers, shown.thick)
    for base, tip in fingers:
        _finger(picture, mask, base, tip, shown)
    return Hidden(picture.size, mask)


def _shadow(picture: Image.Image, fingers: Sequence[tuple[Points, Points]], thick: float) -> None:
    dark = Image.new("L", picture.size)
    pen = ImageDraw.Draw(dark)
    for base, tip in fingers:
        pen.line([tuple(base + thick * 0.2), tuple(tip + thick * 0.25)], 120, int(thick))
    picture.paste((0, 0, 0), (0, 0), blurred(dark, thick * 0.25))


def _finger(
    picture: Image.Image, mask: Image.Image, base: Points, tip: Points, shown: Hand
) -> None:
    pen, cover = ImageDraw.Draw(picture), ImageDraw.Draw(mask)
    layers = 14
    for layer in range(layers):
        part = 1 - layer / layers
        r = shown.thick / 2 * part
        light = 0.5 + 0.5 * np.sqrt(1 - part**2)
        shade = tuple(int(level * light) for level in shown.skin)
        _rounded(pen, base, tip, r, shade)
    _rounded(cover, base, tip, shown.thick / 2, 255)
    nail = tip + np.array(shown.inwards) * shown.thick * 0.12
    r = shown.thick * 0.24
    pink = tuple(min(255, int(level * 1.08 + 8)) for level in shown.skin)
    pen.ellipse([nail[0] - r, nail[1] - r, nail[0] + r, nail[1] + r], pink)


def _rounded(
    pen: ImageDraw.ImageDraw, base: Points, tip: Points, r: float, ink: int | tuple[int, ...]
) -> None:
    pen.line([tuple(base), tuple(tip)], ink, max(1, int(2 * r)))
    pen.ellipse([tip[0] - r, tip[1] - r, tip[0] + r, tip[1] + r], ink)
