"""Digits as masks, for sets that show numbers: the typeface of Pillow, and two that are drawn."""

from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .noise import Field

SIZE = 96

#: Strokes of each digit in a box of 1 × 1.5, as lines and as (middle, radii, from, to) of arcs.
LINES: dict[int, list[list[tuple[float, float]]]] = {
    1: [[(0.2, 0.35), (0.55, 0.0), (0.55, 1.5)]],
    4: [[(0.75, 1.5), (0.75, 0.0), (0.0, 1.05), (1.0, 1.05)]],
    2: [[(0.97, 0.55), (0.0, 1.5), (1.0, 1.5)]],
    5: [[(0.95, 0.0), (0.15, 0.0), (0.08, 0.65)]],
    6: [[(0.75, 0.0), (0.06, 0.85)]],
}
ARCS: dict[int, list[tuple[float, float, float, float, int, int]]] = {
    0: [(0.5, 0.75, 0.5, 0.75, 0, 360)],
    2: [(0.5, 0.45, 0.5, 0.45, 180, 372)],
    3: [(0.48, 0.38, 0.42, 0.38, 190, 450), (0.48, 1.1, 0.5, 0.4, 270, 525)],
    5: [(0.48, 1.02, 0.5, 0.48, 215, 510)],
    6: [(0.5, 1.05, 0.46, 0.45, 0, 360)],
}


def digit_mask(number: int, style: int, turn: int, shape: tuple[int, int], weight: float) -> Field:
    """1 where the digit is inked, in half a tile of this shape, turned by so many quarters."""
    glyph = _printed(number, style) if style <= 3 else _drawn(number, style, round(weight * 100))
    glyph = glyph.rotate(90 * (turn % 4))
    side = round(min(shape) * 0.8)
    fitted = glyph.resize((side, side), Image.Resampling.LANCZOS)
    place = Image.new("L", (shape[1], shape[0]))
    place.paste(fitted, ((shape[1] - side) // 2, (shape[0] - side) // 2))
    return np.asarray(place, np.float32) / 255


@lru_cache(maxsize=64)
def _printed(number: int, style: int) -> Image.Image:
    """Pillow's own typeface: thin, bold, or bold and narrow."""
    image = Image.new("L", (SIZE, SIZE))
    pen = ImageDraw.Draw(image)
    bold = (0, 3, 5)[style - 1]
    pen.text(
        (SIZE / 2, SIZE / 2), str(number), 255, ImageFont.load_default(SIZE * 0.85),
        anchor="mm", stroke_width=bold,
    )  # fmt: skip
    if style == 3:
        narrow = image.resize((round(SIZE * 0.75), SIZE))
        image = Image.new("L", (SIZE, SIZE))
        image.paste(narrow, (round(SIZE * 0.125), 0))
    return image


@lru_cache(maxsize=64)
def _drawn(number: int, style: int, weight: int) -> Image.Image:
    """As a cutter would: with one round pen; slanting in one of the styles."""
    image = Image.new("L", (SIZE, SIZE))
    pen = ImageDraw.Draw(image)
    unit, left, top = SIZE * 0.5, SIZE * 0.25, SIZE * 0.13
    thick = max(4, round(SIZE * weight / 100))
    for line in LINES.get(number, []):
        points = [(left + x * unit, top + y * unit) for x, y in line]
        pen.line(points, 255, thick, joint="curve")
        for x, y in points:
            pen.ellipse([x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2], 255)
    for x, y, wide, high, begin, end in ARCS.get(number, []):
        middle = (left + x * unit, top + y * unit)
        reach = (wide * unit + thick / 2, high * unit + thick / 2)
        box = [
            middle[0] - reach[0],
            middle[1] - reach[1],
            middle[0] + reach[0],
            middle[1] + reach[1],
        ]
        pen.arc(box, begin, end, 255, thick)
    if style == 5:
        slant = (1, 0.2, -SIZE * 0.1, 0, 1, 0)
        image = image.transform((SIZE, SIZE), Image.Transform.AFFINE, slant)
    return image
