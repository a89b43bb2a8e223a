"""What tiles lie on: cloth, wood, glass, marble, paper, checks. Each is a picture of the table."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from .looks import Colour
from .noise import Field, Rng, grid, layered, smooth, step

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Ground:
    """The table from above: stored colours, pixels in the width of a tile, how much it mirrors."""

    kind: str
    pixels: Pixels
    scale: float
    gloss: float


def ground(rng: Rng, shape: tuple[int, int], scale: float, kind: str | None = None) -> Ground:
    """Some ground of this many rows and columns."""
    kinds = list(MAKERS)
    weights = np.array([weight for weight, _, _ in MAKERS.values()], float)
    chosen = kind or kinds[int(rng.choice(len(kinds), p=weights / weights.sum()))]
    _, gloss, make = MAKERS[chosen]
    pixels = np.clip(make(rng, shape, scale), 3, 252).astype(np.uint8)
    return Ground(chosen, pixels, scale, float(gloss * rng.uniform(0.3, 1)))


def _colour(rng: Rng, choices: list[Colour]) -> Field:
    chosen = np.array(choices[int(rng.integers(len(choices)))], np.float32)
    return np.clip(chosen + rng.normal(0, 8) + rng.normal(0, 4, 3), 8, 246).astype(np.float32)


CLOTHS: list[Colour] = [
    (30, 90, 60), (24, 60, 100), (110, 28, 36), (60, 60, 62), (200, 194, 180), (150, 130, 100),
    (226, 222, 214), (80, 50, 70), (40, 40, 44), (120, 140, 150), (190, 150, 140),
]  # fmt: skip
WOODS: list[Colour] = [
    (120, 78, 46), (166, 116, 70), (200, 156, 106), (84, 54, 36), (222, 190, 146), (60, 40, 30),
    (146, 92, 58), (180, 140, 100),
]  # fmt: skip
PLAINS: list[Colour] = [
    (104, 98, 92), (60, 58, 58), (226, 224, 220), (170, 168, 164), (30, 32, 36), (190, 178, 160),
    (96, 120, 130), (140, 60, 50), (210, 200, 120), (70, 90, 70),
]  # fmt: skip


def _cloth(rng: Rng, shape: tuple[int, int], scale: float) -> Field:
    down, across = grid(*shape)
    thread = max(2.2, scale * rng.uniform(0.02, 0.09))
    turn = rng.uniform(-0.6, 0.6)
    u = (across * np.cos(turn) + down * np.sin(turn)) * np.float32(np.pi / thread)
    v = (down * np.cos(turn) - across * np.sin(turn)) * np.float32(np.pi / thread)
    weave = np.sin(u) * np.sin(v) if rng.random() < 0.5 else np.sin(u) + np.sin(v)
    folds = layered(rng, shape, scale * rng.uniform(3, 10), 2)
    level = 1 + weave * rng.uniform(0, 0.09) + folds * rng.uniform(0, 0.16)
    level += rng.standard_normal(shape, dtype=np.float32) * np.float32(rng.uniform(0.01, 0.08))
    return np.asarray(_colour(rng, CLOTHS) * level[..., None], np.float32)


def _wood(rng: Rng, shape: tuple[int, int], scale: float) -> Field:
    """Grain along or across the picture."""
    if rng.random() < 0.5:
        return _boards(rng, shape, scale)
    return np.swapaxes(_boards(rng, (shape[1], shape[0]), scale), 0, 1)


def _boards(rng: Rng, shape: tuple[int, int], scale: float) -> Field:
    high, wide = shape
    bend = smooth(rng, shape, (scale * 3, scale * 14)) * np.float32(scale * rng.uniform(0.1, 0.8))
    down, across = grid(high, wide)
    rings = np.sin((down + bend) * np.float32(2 * np.pi / (scale * rng.uniform(0.12, 0.6))))
    fibre = smooth(rng, shape, (max(1.3, scale * 0.03), scale * rng.uniform(1.5, 5)))
    clouds = smooth(rng, shape, (scale * 1.5, scale * 8))
    level = 1 + rings * rng.uniform(0.02, 0.13) + fibre * rng.uniform(0.05, 0.3) + clouds * 0.08
    for _ in range(int(rng.integers(0, 4))):
        y, x = rng.uniform(0, high), rng.uniform(0, wide)
        size = scale * rng.uniform(0.1, 0.5)
        from_knot = np.sqrt(((down - y) / size) ** 2 + ((across - x) / (size * 1.8)) ** 2)
        level -= np.exp(-(from_knot**2)) * 0.5 + np.sin(from_knot * 6) * np.exp(-from_knot) * 0.15
    colour = _colour(rng, WOODS) * level.astype(np.float32)[..., None]
    if rng.random() < 0.6:
        _planks(rng, colour, scale)
    return np.asarray(colour)


def _planks(rng: Rng, colour: Field, scale: float) -> None:
    high, wide, _ = colour.shape
    board = scale * rng.uniform(1.5, 6)
    gap = max(1, round(scale * rng.uniform(0.02, 0.08)))
    y = rng.uniform(0, board)
    while y < high:
        rows = slice(int(y), int(y + board))
        colour[rows] *= np.float32(1 + rng.normal(0, 0.07))
        colour[int(y) : int(y) + gap] *= np.float32(rng.uniform(0.2, 0.75))
        x = int(rng.uniform(0, wide))
        if rng.random() < 0.7:
            colour[rows, x : x + gap] *= np.float32(0.4)
        y += board


def _plain(rng: Rng, shape: tuple[int, int], scale: float) -> Field:
    level = 1 + layered(rng, shape, scale * 6, 3) * rng.uniform(0, 0.06)
    rough = rng.standard_normal(shape, dtype=np.float32) * np.float32(rng.uniform(0, 0.09))
    streaks = smooth(rng, shape, (2, scale * 2)) * np.float32(rng.uniform(0, 0.05))
    return np.asarray(_colour(rng, PLAINS) * (level + rough + streaks)[..., None], np.float32)


def _marble(rng: Rng, shape: tuple[int, int], scale: float) -> Field:
    clouds = layered(rng, shape, scale * rng.uniform(2, 8), 5)
    veins = np.exp(-np.abs(clouds) * np.float32(rng.uniform(4, 14)))[..., None]
    base = _colour(rng, [(226, 224, 220), (60, 62, 64), (190, 170, 150), (110, 120, 116)])
    vein = _colour(rng, [(120, 120, 124), (230, 228, 220), (90, 70, 60), (160, 140, 110)])
    mixed = base + (vein - base) * veins * np.float32(rng.uniform(0.2, 0.8))
    return (mixed + clouds[..., None] * 10).astype(np.float32)


def _granite(rng: Rng, shape: tuple[int, int], scale: float) -> Field:
    """Speckles in several colours, some as large as pips."""
    base = _colour(rng, PLAINS)
    surface = np.broadcast_to(base, (*shape, 3)).copy()
    for _ in range(3):
        spots = smooth(rng, shape, max(1.5, scale * rng.uniform(0.03, 0.2)))
        cover = step(spots, rng.uniform(0.3, 0.8), 0.2)[..., None]
        surface += (_colour(rng, PLAINS) - surface) * cover
    return surface


def _checks(rng: Rng, shape: tuple[int, int], scale: float) -> Field:
    """A tablecloth: checks, stripes or dots in rows."""
    down, across = grid(*shape)
    size = scale * rng.uniform(0.3, 2.5)
    turn = rng.uniform(0, np.pi)
    u = (across * np.cos(turn) + down * np.sin(turn)) / np.float32(size)
    v = (down * np.cos(turn) - across * np.sin(turn)) / np.float32(size)
    first, second = _colour(rng, CLOTHS), _colour(rng, [*CLOTHS, (244, 240, 232), (180, 30, 40)])
    kind = rng.integers(4)
    if kind == 0:
        cover = ((u % 2 < 1).astype(np.float32) + (v % 2 < 1)) / 2
    elif kind == 1:
        cover = (u % 1 < np.float32(rng.uniform(0.05, 0.5))).astype(np.float32)
    elif kind == 2:
        cover = (np.hypot(u % 1 - 0.5, v % 1 - 0.5) < rng.uniform(0.1, 0.4)).astype(np.float32)
    else:
        line = rng.uniform(0.02, 0.1)
        cover = ((u % 1 < line) | (v % 1 < line)).astype(np.float32)
    level = 1 + rng.standard_normal(shape, dtype=np.float32) * np.float32(0.03)
    mixed = first + (second - first) * cover[..., None]
    return np.asarray(mixed * level[..., None], np.float32)


def _paper(rng: Rng, shape: tuple[int, int], scale: float) -> Field:
    """A newspaper or a letter: columns of words, rules and headings."""
    high, wide = shape
    base = _colour(rng, [(232, 228, 218), (246, 246, 244), (214, 208, 196)])
    image = Image.new("RGB", (wide, high), tuple(int(part) for part in base))
    pen = ImageDraw.Draw(image)
    size = max(7, round(scale * rng.uniform(0.12, 0.35)))
    font = ImageFont.load_default(size)
    column = max(60, round(scale * rng.uniform(3, 7)))
    for left in range(0, wide, column):
        y = int(rng.uniform(0, size * 3))
        while y < high:
            if rng.random() < 0.04:
                pen.rectangle([left, y, left + column - 12, y + max(1, size // 8)], (40, 40, 42))
            elif rng.random() < 0.93:
                pen.text((left, y), _words(rng, int(column / size * 1.7)), (52, 50, 50), font)
            y += int(size * 1.3)
    return np.asarray(image, np.float32)


def _words(rng: Rng, letters: int) -> str:
    alphabet = np.array(list("eeeetttaaaooinnshrdlucmfwyp 0123456789     "))
    return "".join(rng.choice(alphabet, letters))


Maker = Callable[[Rng, tuple[int, int], float], Field]
#: How often each is used, how much it mirrors, and what makes it.
MAKERS: dict[str, tuple[int, float, Maker]] = {
    "cloth": (24, 0.0, _cloth),
    "wood": (26, 0.5, _wood),
    "plain": (20, 0.3, _plain),
    "marble": (8, 0.9, _marble),
    "granite": (7, 0.6, _granite),
    "checks": (9, 0.0, _checks),
    "paper": (6, 0.0, _paper),
}
