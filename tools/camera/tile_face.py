"""The face of one tile as a small picture: its relief is shaded by the light that falls on it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from .digits import digit_mask
from .looks import Colour, Look
from .materials import grain_of
from .noise import Field, Rng, grid, step

Pixels = NDArray[np.uint8]

#: Where pips stand: columns across the tile and rows along it, −1 … 1.
PIPS: dict[int, list[tuple[int, int]]] = {
    0: [],
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


@dataclass(frozen=True, slots=True)
class Light:
    """Where the light comes from as the tile lies, how much comes from everywhere else."""

    x: float
    y: float
    z: float
    ambient: float
    hardness: float


@dataclass(slots=True)
class Relief:
    """A face in the making: colours of 0 … 1 in linear light, slopes, shine, and what is drawn."""

    colour: Field
    down: Field
    across: Field
    slope_y: Field
    slope_x: Field
    shine: Field
    width: float

    def paint(self, cover: Field, colour: Colour) -> None:
        """Lays a colour over the face."""
        here = cover[..., None]
        self.colour += (linear(colour) - self.colour) * here


def linear(colour: Colour) -> Field:
    """A colour as pictures store it, in linear light."""
    return np.asarray((np.array(colour) / 255) ** 2.2, np.float32)


def face(look: Look, halves: tuple[int, int] | None, light: Light, width: int, rng: Rng) -> Pixels:
    """The tile upright, as RGBA; without halves, its back."""
    high = round(width * look.length)
    down, across = grid(high, width)
    relief = Relief(
        colour=grain_of(look.material, look.face if halves else look.back, (high, width), rng),
        down=down / width - np.float32(look.length / 2),
        across=across / width - np.float32(0.5),
        slope_y=np.zeros((high, width), np.float32),
        slope_x=np.zeros((high, width), np.float32),
        shine=np.full((high, width), look.gloss, np.float32),
        width=width,
    )
    if halves:
        _bar(relief, look)
        _numbers(relief, look, halves, rng)
        _sheen(relief, look, light, rng)
    else:
        _back_pattern(relief, look)
    cover = _edge(relief, look)
    _wear(relief, look, rng)
    return _shaded(relief, light, cover)


def _edge(relief: Relief, look: Look) -> Field:
    """The rounded outline, with its bevel."""
    y, x = relief.down, relief.across
    r = look.corner
    past_x = np.abs(x) - np.float32(0.5 - r)
    past_y = np.abs(y) - np.float32(look.length / 2 - r)
    outside_x, outside_y = np.maximum(past_x, 0), np.maximum(past_y, 0)
    gone = np.sqrt(outside_x**2 + outside_y**2)
    inside = r - gone - np.minimum(np.maximum(past_x, past_y), 0)
    steep = np.clip(1 - inside / np.float32(look.bevel), 0, 1) ** 2 * np.float32(1.6)
    is_side = past_x > past_y
    corner = (past_x > 0) & (past_y > 0)
    way_x = np.where(corner, outside_x / np.maximum(gone, 1e-4), is_side) * np.sign(x)
    way_y = np.where(corner, outside_y / np.maximum(gone, 1e-4), ~is_side) * np.sign(y)
    relief.slope_x += (steep * way_x).astype(np.float32)
    relief.slope_y += (steep * way_y).astype(np.float32)
    return step(inside.astype(np.float32), 0.5 / relief.width, 1.5 / relief.width)


def _bar(relief: Relief, look: Look) -> None:
    """The line between the halves, and the brass pin on it."""
    soft = 1.2 / relief.width
    y, x = relief.down, relief.across
    if look.has_bar:
        thick = max(look.bar_width, 1.1 / relief.width)
        along = 1 - step(np.abs(x), look.bar_length / 2, soft)
        cover: Field = along * (1 - step(np.abs(y), thick / 2, soft))
        relief.paint(cover, look.bar)
        if look.is_bar_engraved:
            relief.slope_y -= cover * np.clip(y / np.float32(thick / 2), -1, 1) * np.float32(0.9)
    if look.pin:
        from_middle = np.sqrt(x**2 + y**2)
        cover = 1 - step(from_middle, look.pin, soft)
        relief.paint(cover, look.pin_colour)
        relief.slope_x += cover * x / np.float32(look.pin) * np.float32(0.9)
        relief.slope_y += cover * y / np.float32(look.pin) * np.float32(0.9)
        relief.shine += cover * (1 - relief.shine) * np.float32(0.9)


def _numbers(relief: Relief, look: Look, halves: tuple[int, int], rng: Rng) -> None:
    for number, side in zip(halves, (-1, 1), strict=True):
        middle = side * look.length / 4
        if look.digits:
            _digit(relief, look, number, side)
            continue
        lean = look.leans * (-1 if look.turns_diagonals and side > 0 else 1)
        for column, row in PIPS[number]:
            turned = number == 6 and not look.six_along
            x, y = (row, column) if turned else (column, row)
            nudge = rng.normal(0, 0.004, 2)
            at = (middle + y * look.row + nudge[0], lean * x * look.column + nudge[1])
            radius = look.radius * (look.one_larger if number == 1 else 1)
            _pip(relief, look, at, look.pips[number - 1], radius)


def _pip(
    relief: Relief, look: Look, at: tuple[float, float], colour: Colour, radius: float
) -> None:
    """One pip, in the part of the face where it lies: a hollow, or a print."""
    reach, width = radius * 1.4, relief.width
    middle = ((at[0] + look.length / 2) * width, (at[1] + 0.5) * width)
    rows, columns = (
        slice(max(0, int(part - reach * width)), int(part + reach * width) + 2) for part in middle
    )
    here = (rows, columns)
    y = (relief.down[rows] - np.float32(at[0])) / np.float32(radius * look.squash)
    x = (relief.across[:, columns] - np.float32(at[1])) / np.float32(radius)
    from_middle = np.sqrt(x**2 + y**2)
    cover = 1 - step(from_middle, 1, 1.3 / (radius * width))
    relief.colour[here] += (linear(colour) - relief.colour[here]) * cover[..., None]
    if look.is_ringed:
        ring = 1 - step(np.abs(from_middle - 0.55), 0.12, 0.2)
        relief.colour[here] += (linear(look.face) - relief.colour[here]) * ring[..., None]
    if not look.is_drilled:
        return
    hollow = cover * np.float32(look.depth)
    # Less light reaches the wall, and the drill leaves rings, with a small cone in the middle.
    dim = cover * np.minimum(from_middle, 1) ** 3 * np.float32(0.3 * look.depth)
    rings = cover * np.cos(from_middle * np.float32(8 + 8 * look.wear)) * np.float32(0.12)
    relief.colour[here] *= (1 - dim + rings)[..., None]
    nib = np.where(from_middle < 0.32, np.float32(-1.2), np.float32(1.0))
    relief.slope_x[here] -= hollow * x * nib
    relief.slope_y[here] -= hollow * y * nib
    relief.shine[here] += cover * np.float32(0.25) * (1 - relief.shine[here])


def _digit(relief: Relief, look: Look, number: int, side: int) -> None:
    if number == 0 and look.blank_zero:
        return
    depth = round(relief.width * look.length / 2)
    turn = look.digit_turn if side < 0 or look.turns_diagonals else look.digit_turn + 2
    mask = digit_mask(number, look.digits, turn, (depth, int(relief.width)), look.radius)
    cover = np.zeros_like(relief.shine)
    rows = slice(0, depth) if side < 0 else slice(len(cover) - depth, None)
    cover[rows] = mask
    relief.paint(cover, look.pips[max(number - 1, 0)])
    if look.is_drilled:
        rise_y, rise_x = np.gradient(cover)
        relief.slope_y += (rise_y * 2).astype(np.float32)
        relief.slope_x += (rise_x * 2).astype(np.float32)


def _sheen(relief: Relief, look: Look, light: Light, rng: Rng) -> None:
    """Some tiles lie so that they mirror the sky, more at one end; and a frame, if there is one."""
    if look.frame:
        inner = np.maximum(np.abs(relief.across) - 0.5, np.abs(relief.down) - look.length / 2)
        line = 1 - step(np.abs(inner + look.frame), 0.012, 1.2 / relief.width)
        relief.paint(line, look.bar)
    strength = look.gloss * light.hardness * rng.uniform(0, 0.5)
    slope = relief.down * rng.normal(0, 0.6) + relief.across * rng.normal(0, 0.6)
    relief.colour += (np.clip(0.5 + slope, 0, 1) * np.float32(strength))[..., None]


def _back_pattern(relief: Relief, look: Look) -> None:
    """Most backs are plain; some have a frame or rings."""
    kind = int(look.depth * 1000) % 6
    y, x = relief.down, relief.across
    soft = 1.5 / relief.width
    if kind == 0:
        inner = np.maximum(np.abs(x) / 0.4, np.abs(y) / (look.length / 2 - 0.1))
        relief.paint(1 - step(np.abs(inner - 1), 0.04, 0.05), look.bar)
    elif kind == 1:
        rings = np.abs(np.sqrt(x**2 + y**2) - np.float32(look.column))
        relief.paint(1 - step(rings, look.bar_width, soft), look.bar)
    elif kind == 2:
        waves = np.sin(x * 28) * np.sin(y * 28)
        relief.paint(step(waves.astype(np.float32), 0.4, 0.4), look.bar)


def _wear(relief: Relief, look: Look, rng: Rng) -> None:
    """Dirt, scratches and small differences of light between the tiles of a set."""
    high, wide = relief.shine.shape
    relief.colour *= np.float32(1 + rng.normal(0, 0.02))
    if look.wear > 0.15:
        rough = rng.standard_normal((high, wide), dtype=np.float32)
        relief.colour *= 1 + rough[..., None] * np.float32(0.03 * look.wear)
        for _ in range(int(look.wear * 4)):
            angle, offset = rng.uniform(0, np.pi), rng.uniform(-0.8, 0.8)
            line = relief.across * np.cos(angle) + relief.down * np.sin(angle) - offset
            scratch = 1 - step(np.abs(line), 0.006, 0.012)
            relief.colour *= 1 - np.float32(0.12) * scratch[..., None]


def _shaded(relief: Relief, light: Light, cover: Field) -> Pixels:
    steep = np.sqrt(1 + relief.slope_x**2 + relief.slope_y**2)
    facing = (light.x * relief.slope_x + light.y * relief.slope_y + light.z) / steep
    level = light.ambient + (1 - light.ambient) * light.z
    bright = (light.ambient + (1 - light.ambient) * np.maximum(facing, 0)) / np.float32(level)
    # Half-way between the light and an eye above.
    half = np.sqrt(light.x**2 + light.y**2 + (light.z + 1) ** 2)
    towards = (light.x * relief.slope_x + light.y * relief.slope_y + light.z + 1) / (steep * half)
    flat = ((light.z + 1) / half) ** 40
    gleam = np.maximum(towards, 0) ** 40 - flat
    shine = relief.shine * np.maximum(gleam, 0) * np.float32(light.hardness)
    colour = relief.colour * bright[..., None] * np.float32(0.86) + shine[..., None]
    stored = np.clip(colour, 0, 1) ** np.float32(1 / 2.2) * 255
    alpha = cover[..., None] * 255
    return np.concatenate([stored, alpha], axis=2).astype(np.uint8)


def picture(pixels: Pixels) -> Image.Image:
    """The face as an image of Pillow."""
    return Image.fromarray(pixels, "RGBA")
