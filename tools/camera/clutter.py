"""What else lies on a table: coins, cards, pens, a phone, a cribbage board."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from .noise import Rng, blurred

Pixels = NDArray[np.uint8]
Ink = tuple[int, int, int]


def on_the_table(rng: Rng, ground: Pixels, scale: float, is_bare: bool) -> Pixels:
    """The ground with flat things on it: often none, and many where no tile lies."""
    if rng.random() < (0.1 if is_bare else 0.4):
        return ground
    image = Image.fromarray(ground)
    for _ in range(int(rng.integers(2, 15) if is_bare else rng.integers(1, 6))):
        thing = THINGS[int(rng.integers(len(THINGS)))]
        x, y = rng.uniform(0, image.width), rng.uniform(0, image.height)
        patch = thing(rng, scale).rotate(
            float(rng.uniform(0, 360)), Image.Resampling.BILINEAR, expand=True
        )
        place = (int(x - patch.width / 2), int(y - patch.height / 2))
        shadow = blurred(patch.getchannel("A"), scale * 0.06 + 0.5)
        dark = shadow.point(lambda level: int(level * 0.5))
        shift = (place[0] + int(scale * 0.05), place[1] + int(scale * 0.06))
        image.paste((0, 0, 0), shift, dark)
        image.paste(patch, place, patch)
    return np.asarray(image)


def _sheet(wide: float, high: float) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGBA", (max(4, int(wide)), max(4, int(high))))
    return image, ImageDraw.Draw(image)


def _ink(rng: Rng, low: int = 0, high: int = 255) -> Ink:
    red, green, blue = (int(part) for part in rng.uniform(low, high, 3))
    return red, green, blue


def _coin(rng: Rng, scale: float) -> Image.Image:
    size = scale * rng.uniform(0.7, 1.1)
    image, pen = _sheet(size, size)
    metals: list[Ink] = [(176, 140, 80), (170, 170, 172), (150, 90, 60)]
    metal = metals[int(rng.integers(3))]
    dark = (metal[0] // 2, metal[1] // 2, metal[2] // 2)
    pen.ellipse([0, 0, size - 1, size - 1], metal, dark, max(1, int(size * 0.04)))
    pen.ellipse([size * 0.15, size * 0.15, size * 0.85, size * 0.85], None, dark, 1)
    pen.text((size / 2, size / 2), str(rng.integers(1, 51)), dark,
             ImageFont.load_default(max(6, size * 0.4)), "mm")  # fmt: skip
    return image


def _card(rng: Rng, scale: float) -> Image.Image:
    wide, high = scale * 2.3, scale * 3.4
    image, pen = _sheet(wide, high)
    pen.rounded_rectangle([0, 0, wide - 1, high - 1], scale * 0.15, (244, 244, 240))
    ink = (190, 24, 30) if rng.random() < 0.5 else (20, 20, 22)
    columns, rows = [(1, 3), (2, 2), (2, 3), (2, 4), (2, 5)][int(rng.integers(5))]
    for column in range(columns):
        for row in range(rows):
            x = wide * (column + 1) / (columns + 1)
            y = high * (row + 1) / (rows + 1)
            size = scale * 0.18
            pen.polygon([(x, y - size), (x + size, y), (x, y + size), (x - size, y)], ink)
    font = ImageFont.load_default(max(6, scale * 0.4))
    pen.text((scale * 0.12, scale * 0.08), str(columns * rows), ink, font)
    return image


def _pen(rng: Rng, scale: float) -> Image.Image:
    wide, long = scale * 0.35, scale * rng.uniform(4, 6)
    image, pen = _sheet(wide, long)
    colour = _ink(rng)
    for column in range(int(wide)):
        light = 1 - abs(column / wide - 0.4) * 1.3
        shade = tuple(int(max(0, part * light)) for part in colour)
        pen.line([(column, 0), (column, long * 0.93)], shade)
    pen.polygon([(0, long * 0.93), (wide, long * 0.93), (wide / 2, long)], (60, 60, 60))
    return image


def _phone(rng: Rng, scale: float) -> Image.Image:
    wide, high = scale * 2.9, scale * 5.8
    image, pen = _sheet(wide, high)
    pen.rounded_rectangle([0, 0, wide - 1, high - 1], scale * 0.35, _ink(rng, 10, 60))
    inner = [wide * 0.04, high * 0.03, wide * 0.96, high * 0.97]
    pen.rounded_rectangle(inner, scale * 0.25, _ink(rng, 4, 60))
    return image


def _board(rng: Rng, scale: float) -> Image.Image:
    """A cribbage board: rows of holes in fives."""
    wide, high = scale * rng.uniform(2, 3.5), scale * rng.uniform(7, 11)
    image, pen = _sheet(wide, high)
    pen.rectangle([0, 0, wide, high], (170 + int(rng.uniform(-60, 40)), 116, 66))
    hole, gap = scale * 0.06, scale * 0.28
    x = gap
    while x < wide - gap:
        y, number = gap, 0
        while y < high - gap:
            pen.ellipse([x - hole, y - hole, x + hole, y + hole], (40, 26, 18))
            number += 1
            y += gap * (1.8 if number % 5 == 0 else 1)
        x += gap * (1 if rng.random() < 0.6 else 1.6)
    return image


def _cup(rng: Rng, scale: float) -> Image.Image:
    size = scale * rng.uniform(2.5, 4)
    image, pen = _sheet(size, size)
    outer, inner = _ink(rng, 80), _ink(rng, 10, 120)
    pen.ellipse([0, 0, size - 1, size - 1], outer)
    edge = size * 0.07
    pen.ellipse([edge, edge, size - edge, size - edge], inner)
    pen.arc([edge * 2, edge * 2, size - edge * 2, size - edge * 2], 200, 250, (230, 230, 230), 2)
    return image


def _score_sheet(rng: Rng, scale: float) -> Image.Image:
    wide, high = scale * rng.uniform(3, 7), scale * rng.uniform(3, 9)
    image, pen = _sheet(wide, high)
    pen.rectangle([0, 0, wide, high], (240, 238, 230))
    line = scale * 0.35
    font = ImageFont.load_default(max(6, scale * 0.35))
    y = line
    while y < high:
        pen.line([(0, y), (wide, y)], (150, 170, 200), max(1, int(scale * 0.015)))
        if rng.random() < 0.6:
            pen.text((wide * 0.1, y), "  ".join(map(str, rng.integers(0, 60, 3))), (40, 44, 90),
                     font, "ls")  # fmt: skip
        y += line
    return image


def _die(rng: Rng, scale: float) -> Image.Image:
    """A die: pips on a square, but no tile."""
    size = max(2.0, scale * rng.uniform(0.5, 0.9))
    image, pen = _sheet(size, size)
    pen.rounded_rectangle([0, 0, size - 1, size - 1], size * 0.15, (236, 234, 228))
    number = int(rng.integers(1, 7))
    places = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "035268"}[number]
    for place in map(int, places):
        x, y = size * (0.25 + place % 3 * 0.25), size * (0.25 + place // 3 * 0.25)
        r = size * 0.09
        pen.ellipse([x - r, y - r, x + r, y + r], (20, 20, 22))
    return image


def _keys(rng: Rng, scale: float) -> Image.Image:
    """A keyboard, a remote control or a calculator: rows of keys with letters."""
    key = scale * rng.uniform(0.4, 0.8)
    columns, rows = int(rng.integers(3, 12)), int(rng.integers(3, 7))
    image, pen = _sheet(key * (columns + 0.3), key * (rows + 0.3))
    pen.rectangle([0, 0, image.width, image.height], _ink(rng, 10, 240))
    cap, letter = _ink(rng, 10, 250), _ink(rng)
    tall = 1 if rng.random() < 0.7 else 2
    font = ImageFont.load_default(max(6, key * 0.4))
    for row in range(0, rows, tall):
        for column in range(columns):
            x, y = key * (column + 0.22), key * (row + 0.22)
            box = [x, y, x + key * 0.86, y + key * (tall - 0.14)]
            pen.rounded_rectangle(box, key * 0.1, cap)
            pen.text((x + key * 0.2, y + key * 0.15), chr(int(rng.integers(48, 91))), letter, font)
    return image


def _box(rng: Rng, scale: float) -> Image.Image:
    """A packet with a label, lines and a bar code."""
    wide, high = scale * rng.uniform(1, 4), scale * rng.uniform(1.5, 6)
    image, pen = _sheet(wide, high)
    pen.rectangle([0, 0, wide, high], _ink(rng))
    for _ in range(int(rng.integers(1, 4))):
        y = rng.uniform(0, high * 0.8)
        pen.rectangle([0, y, wide, y + high * rng.uniform(0.02, 0.2)], _ink(rng))
    font = ImageFont.load_default(max(6, wide * 0.2))
    pen.text((wide * 0.1, high * 0.1), "MATCHES", _ink(rng), font)
    x = wide * 0.3
    pen.rectangle([x, high * 0.7, wide * 0.95, high * 0.9], (250, 250, 250))
    while x < wide * 0.9:
        thick = max(1, wide * rng.uniform(0.01, 0.03))
        pen.rectangle([x, high * 0.7, x + thick, high * 0.88], (10, 10, 10))
        x += thick * rng.uniform(1.5, 3)
    return image


def _ruler(rng: Rng, scale: float) -> Image.Image:
    long, wide = scale * rng.uniform(6, 12), scale * 1.1
    image, pen = _sheet(long, wide)
    pen.rectangle([0, 0, long, wide], (226, 200, 120) if rng.random() < 0.6 else (220, 226, 230))
    font = ImageFont.load_default(max(6, scale * 0.25))
    for mark in range(int(long / scale / 0.04)):
        x = mark * scale * 0.04
        tall = 0.45 if mark % 10 == 0 else 0.32 if mark % 5 == 0 else 0.2
        pen.line([(x, 0), (x, wide * tall)], (20, 20, 20), max(1, int(scale * 0.008)))
        if mark % 10 == 0:
            pen.text((x, wide * 0.5), str(mark // 10), (20, 20, 20), font)
    return image


def _beads(rng: Rng, scale: float) -> Image.Image:
    """Buttons, crumbs, counters: round things that are no pips."""
    size = scale * rng.uniform(1.5, 5)
    image, pen = _sheet(size, size)
    colour = _ink(rng)
    for _ in range(int(rng.integers(3, 40))):
        x, y = rng.uniform(0, size, 2)
        r = scale * rng.uniform(0.03, 0.14)
        pen.ellipse([x - r, y - r, x + r, y + r], colour)
    return image


THINGS = (
    _coin, _coin, _card, _pen, _phone, _board, _cup, _score_sheet, _die,
    _keys, _box, _ruler, _beads,
)  # fmt: skip
