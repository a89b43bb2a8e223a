"""How a set of tiles looks: what its tiles are made of, and how the numbers stand on them."""

from dataclasses import dataclass

import numpy as np

from .noise import Rng

Colour = tuple[float, float, float]

#: What tiles are made of, and how often.
MATERIALS = {"white": 26, "ivory": 26, "black": 16, "wood": 14, "colour": 9, "marble": 9}
FACES: dict[str, list[Colour]] = {
    "white": [(244, 244, 240), (236, 238, 242), (250, 248, 244), (228, 228, 226)],
    "ivory": [(238, 228, 202), (232, 218, 184), (244, 236, 214), (222, 204, 164), (246, 240, 226)],
    "black": [(28, 28, 30), (40, 38, 38), (20, 22, 28), (52, 50, 50), (34, 24, 22)],
    "wood": [(196, 152, 98), (222, 184, 132), (150, 100, 60), (112, 70, 42), (84, 52, 34),
             (232, 204, 160), (176, 120, 76)],
    "colour": [(176, 30, 36), (30, 70, 150), (24, 110, 70), (226, 190, 60), (120, 50, 120),
               (230, 120, 50), (150, 200, 220), (240, 180, 190), (120, 130, 60)],
    "marble": [(214, 206, 196), (60, 110, 90), (130, 40, 46), (70, 80, 120), (232, 226, 214),
               (120, 90, 64), (180, 190, 200)],
}  # fmt: skip
BLACK: Colour = (22, 22, 24)
WHITE: Colour = (240, 240, 236)
GOLD: Colour = (200, 160, 70)
BRASS: Colour = (196, 158, 84)
STEEL: Colour = (190, 190, 188)
#: A colour for each number, 1 to 6, as sets are sold.
PALETTES: list[list[Colour]] = [
    [(120, 178, 214), (40, 130, 70), (204, 32, 36), (126, 110, 70), (52, 70, 130), (226, 180, 40)],
    [(60, 150, 220), (30, 140, 60), (220, 40, 40), (120, 70, 40), (30, 50, 150), (240, 200, 40)],
    [(90, 180, 220), (60, 160, 80), (210, 50, 60), (110, 60, 130), (40, 70, 160), (235, 140, 40)],
    [(200, 40, 40), (40, 90, 180), (40, 140, 70), (150, 90, 40), (120, 50, 140), (20, 20, 24)],
    [(230, 120, 30), (30, 130, 80), (190, 30, 50), (90, 60, 50), (20, 60, 120), (90, 90, 90)],
    [(100, 190, 210), (110, 170, 60), (230, 60, 90), (150, 120, 80), (70, 80, 170), (220, 170, 0)],
]


@dataclass(frozen=True, slots=True)
class Look:
    """What the tiles of one set share. Lengths are in widths of a tile."""

    material: str
    face: Colour
    back: Colour
    pips: tuple[Colour, ...]
    bar: Colour
    has_bar: bool
    bar_length: float
    bar_width: float
    is_bar_engraved: bool
    pin: float
    pin_colour: Colour
    length: float
    thickness: float
    corner: float
    bevel: float
    gloss: float
    is_drilled: bool
    depth: float
    radius: float
    squash: float
    column: float
    row: float
    six_along: bool
    leans: int
    turns_diagonals: bool
    digits: int
    digit_turn: int
    blank_zero: bool
    wear: float
    two_layers: bool
    #: How much larger the single pip of a one is.
    one_larger: float
    is_ringed: bool
    frame: float


def look(rng: Rng) -> Look:
    """Some set of tiles."""
    names = list(MATERIALS)
    weights = np.array(list(MATERIALS.values()), float)
    material = names[int(rng.choice(len(names), p=weights / weights.sum()))]
    face = jittered(rng, FACES[material][int(rng.integers(len(FACES[material])))], 8)
    pips = _pip_colours(rng, face)
    length = float(rng.uniform(1.75, 2.1))
    column = float(rng.uniform(0.2, 0.315))
    row = column * float(rng.uniform(0.85, 1.1)) * length / 2
    has_digits = rng.random() < 0.1
    pin = float(rng.uniform(0.05, 0.1)) if rng.random() < 0.3 else 0.0
    return Look(
        material=material, face=face, back=_back(rng, face), pips=pips,
        bar=_bar_colour(rng, face, pips),
        has_bar=pin == 0 or rng.random() < 0.75,
        bar_length=1.02 if rng.random() < 0.15 else float(rng.uniform(0.7, 0.95)),
        bar_width=float(rng.uniform(0.02, 0.085)),
        is_bar_engraved=bool(rng.random() < 0.5),
        pin=pin, pin_colour=jittered(rng, BRASS if rng.random() < 0.8 else STEEL, 10),
        length=length,
        thickness=float(rng.uniform(0.12, 0.5)),
        corner=float(rng.uniform(0.02, 0.17)),
        bevel=float(rng.uniform(0.015, 0.09)),
        gloss=float(rng.uniform(0, 0.25) if material == "wood" else rng.uniform(0.1, 0.9)),
        is_drilled=bool(rng.random() < 0.65),
        depth=float(rng.uniform(0.3, 1.2)),
        radius=float(min(rng.uniform(0.065, 0.125), row / 2.15, column / 2.15)),
        squash=float(rng.uniform(0.92, 1.08)),
        column=column, row=row,
        six_along=bool(rng.random() < 0.8),
        leans=int(rng.choice([-1, 1])),
        turns_diagonals=bool(rng.random() < 0.1),
        digits=int(rng.integers(1, 7)) if has_digits else 0,
        digit_turn=int(rng.integers(4)),
        blank_zero=bool(rng.random() < 0.4),
        wear=float(rng.uniform(0, 1) ** 2),
        two_layers=bool(rng.random() < 0.25),
        one_larger=float(rng.uniform(1.1, 1.6)) if rng.random() < 0.1 else 1.0,
        is_ringed=bool(rng.random() < 0.06),
        frame=float(rng.uniform(0.03, 0.09)) if rng.random() < 0.05 else 0.0,
    )  # fmt: skip


def jittered(rng: Rng, colour: Colour, by: float) -> Colour:
    """Nearly the same colour."""
    moved = np.array(colour) + rng.normal(0, by) + rng.normal(0, by / 3, 3)
    red, green, blue = np.clip(moved, 4, 253)
    return float(red), float(green), float(blue)


def brightness(colour: Colour) -> float:
    """How light a colour is, 0 … 255."""
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def _pip_colours(rng: Rng, face: Colour) -> tuple[Colour, ...]:
    light = brightness(face)
    if rng.random() < 0.03:  # Only drilled.
        return (_apart(face, light, 30),) * 6
    if light > 150 and rng.random() < 0.4:
        palette = PALETTES[int(rng.integers(len(PALETTES)))]
        shift = [rng.normal(0, 14, 3) for _ in palette]
        return tuple(_apart(_moved(c, s), light) for c, s in zip(palette, shift, strict=True))
    if light > 110 and rng.random() < 0.85:
        choices = [BLACK, BLACK, BLACK, (60, 36, 26), (150, 24, 26), (24, 40, 100), (60, 60, 62)]
    else:
        choices = [WHITE, WHITE, WHITE, GOLD, (226, 206, 160), (240, 220, 60)]
    one = _apart(jittered(rng, choices[int(rng.integers(len(choices)))], 6), light)
    return (one,) * 6


def _moved(colour: Colour, by: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> Colour:
    red, green, blue = np.clip(np.array(colour) + by, 4, 253)
    return float(red), float(green), float(blue)


def _apart(colour: Colour, light: float, needed: float = 42) -> Colour:
    """The colour, made to stand out from a face as light as this."""
    while abs(brightness(colour) - light) < needed:
        towards = 0.0 if light > 120 else 255.0
        red, green, blue = (0.85 * part + 0.15 * towards for part in colour)
        colour = (red, green, blue)
    return colour


def _bar_colour(rng: Rng, face: Colour, pips: tuple[Colour, ...]) -> Colour:
    light = brightness(face)
    chance = rng.random()
    if chance < 0.42:
        return pips[0] if len(set(pips)) == 1 else BLACK
    if chance < 0.68:
        return BLACK if light > 110 else WHITE
    if chance < 0.76:
        return _apart(GOLD, light)
    if chance < 0.86:
        return _apart(jittered(rng, face, 6), light, 24)
    return _apart(jittered(rng, face, 10), light)


def _back(rng: Rng, face: Colour) -> Colour:
    chance = rng.random()
    if chance < 0.5:
        return jittered(rng, face, 4)
    every = [colour for colours in FACES.values() for colour in colours]
    return jittered(rng, every[int(rng.integers(len(every)))], 6)
