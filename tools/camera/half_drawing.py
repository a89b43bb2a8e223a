"""Draws tiles in grey and in plain view: faces, bars, pips and digits of many kinds of sets."""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from .digits import digit_mask

UNIT = 64
"""Pixels of a tile's width."""

Point = tuple[float, float]

PIPS: dict[int, list[Point]] = {
    0: [],
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


@dataclass(frozen=True)
class SetStyle:
    """What all tiles of one set have in common; sizes in widths of a tile, greys from 0 to 255."""

    depth: float
    face: int
    edge: int
    corner: float
    pip: list[int]
    pip_radius: float
    pip_stretch: float
    pip_hollow: float
    pip_inner: int
    spread: tuple[float, float]
    shift: float
    is_six_across: bool
    digits: int
    digit_size: float
    digit_stretch: float
    bar: int
    bar_width: float
    bar_length: float
    bar_second: int | None
    pin: float
    pin_grey: int
    has_bar: bool


def any_style(rng: np.random.Generator) -> SetStyle:
    """A set as somebody may own one: light or dark, drilled or printed, with bar, pin or both."""
    is_light = rng.random() < 0.62
    face = rng.uniform(125, 250) if is_light else rng.uniform(8, 125)
    main = _contrasting(rng, face)
    is_coloured = rng.random() < 0.35
    pips = [int(_contrasting(rng, face, least=22) if is_coloured else main) for _ in range(7)]
    kind = rng.random()
    bar = main if kind < 0.6 else _contrasting(rng, face, least=18)
    radius = rng.uniform(0.05, 0.13)
    pin = rng.uniform(0.05, 0.11) if rng.random() < 0.3 else 0.0
    return SetStyle(
        depth=rng.uniform(0.76, 1.06),
        face=int(face),
        edge=int(np.clip(face + rng.normal(0, 40), 0, 255)),
        corner=rng.uniform(0.02, 0.16),
        pip=pips,
        pip_radius=radius,
        pip_stretch=rng.uniform(0.85, 1.18),
        pip_hollow=rng.choice([0, 0, rng.uniform(0.25, 0.8)]),
        pip_inner=int(np.clip(main + rng.normal(0, 60), 0, 255)),
        spread=(
            rng.uniform(max(0.18, 2.1 * radius), 0.325),
            rng.uniform(max(0.2, 2.1 * radius), 0.335),
        ),
        shift=rng.normal(0, 0.015),
        is_six_across=rng.random() < 0.12,
        digits=int(rng.integers(1, 7)) if rng.random() < 0.15 else 0,
        digit_size=rng.uniform(0.6, 1.05),
        digit_stretch=rng.uniform(0.75, 1.15),
        bar=int(bar),
        bar_width=rng.uniform(0.015, 0.075),
        bar_length=1.0 if rng.random() < 0.25 else rng.uniform(0.66, 0.98),
        bar_second=int(np.clip(face + rng.normal(0, 70), 0, 255)) if rng.random() < 0.25 else None,
        pin=pin,
        pin_grey=int(rng.uniform(40, 255)),
        has_bar=not pin or rng.random() < 0.6,
    )


def _contrasting(rng: np.random.Generator, face: float, least: float = 40) -> float:
    away = -1 if rng.random() < face / 255 * 1.3 - 0.15 else 1
    room = face if away < 0 else 255 - face
    if room < least:
        away, room = -away, 255 - room
    return float(face + away * rng.uniform(least, max(room, least + 1)))


class TileDrawing:
    """Draws tiles of one set on one picture."""

    def __init__(self, image: Image.Image, style: SetStyle, rng: np.random.Generator) -> None:
        self.image, self.style, self.rng = image, style, rng
        self.draw = ImageDraw.Draw(image)

    def tile(
        self, centre: Point, along: Point, halves: tuple[int, int], is_back: bool = False
    ) -> None:
        """Draw a tile with the middle of its bar at `centre`; its second half is `along`."""
        self._face(centre, along)
        if is_back:
            self._back(centre)
            return
        for side, number in ((-1, halves[0]), (1, halves[1])):
            self._half(centre, (along[0] * side, along[1] * side), number)
        self._bar(centre, along)

    def _face(self, centre: Point, along: Point) -> None:
        style, (x, y) = self.style, centre
        width, depth = UNIT / 2, UNIT * style.depth
        w, h = (width, depth) if along[1] else (depth, width)
        dx, dy = self.rng.normal(0, 0.04 * UNIT, 2)
        radius = style.corner * UNIT
        if self.rng.random() < 0.7:
            shade = int(self.rng.uniform(0, 90))
            self.draw.rounded_rectangle(
                [x - w + 2 * dx, y - h + 2 * dy, x + w + 2 * dx, y + h + 2 * dy], radius, fill=shade
            )
        if self.rng.random() < 0.6:
            self.draw.rounded_rectangle(
                [x - w + dx, y - h + dy, x + w + dx, y + h + dy], radius, fill=style.edge
            )
        outline = style.edge if self.rng.random() < 0.4 else None
        thick = int(self.rng.integers(1, 4))
        self.draw.rounded_rectangle(
            [x - w, y - h, x + w, y + h], radius, style.face, outline, thick
        )

    def _back(self, centre: Point) -> None:
        for _ in range(self.rng.integers(0, 3)):
            x, y = np.array(centre) + self.rng.normal(0, 0.08 * UNIT, 2)
            r = self.rng.uniform(0.05, 0.4, 2) * UNIT
            grey = int(np.clip(self.style.face + self.rng.normal(0, 70), 0, 255))
            shape = self.draw.ellipse if self.rng.random() < 0.6 else self.draw.rectangle
            shape(
                [x - r[0], y - r[1], x + r[0], y + r[1]],
                outline=grey,
                width=int(self.rng.integers(1, 6)),
            )

    def _half(self, bar: Point, along: Point, number: int) -> None:
        style = self.style
        far = UNIT * (style.depth / 2 + style.shift)
        x, y = bar[0] + along[0] * far, bar[1] + along[1] * far
        if style.digits:
            if number or self.rng.random() < 0.7:
                self._digit((x, y), number)
            return
        across = (-along[1], along[0])
        a, b = style.spread[0] * UNIT, style.spread[1] * UNIT * style.depth
        for u, v in self._places(number):
            place = (
                x + across[0] * u * a + along[0] * v * b,
                y + across[1] * u * a + along[1] * v * b,
            )
            self._pip(place, style.pip[number])

    def _places(self, number: int) -> list[Point]:
        places = PIPS[number]
        if number == 6 and self.style.is_six_across:
            return [(v, u) for u, v in places]
        if number in (2, 3) and self.rng.random() < 0.5:
            return [(-u, v) for u, v in places]
        if number in (2, 3) and self.rng.random() < 0.04:
            return [(u, 0) for u, _ in places]
        return places

    def _pip(self, place: Point, grey: int) -> None:
        style, rng = self.style, self.rng
        rx, ry = style.pip_radius * UNIT * style.pip_stretch, style.pip_radius * UNIT
        self.draw.ellipse([place[0] - rx, place[1] - ry, place[0] + rx, place[1] + ry], fill=grey)
        if style.pip_hollow:
            r = style.pip_hollow * ry
            x, y = np.array(place) + rng.normal(0, 0.1, 2) * ry
            self.draw.ellipse([x - r, y - r, x + r, y + r], fill=style.pip_inner)

    def _digit(self, place: Point, number: int) -> None:
        style = self.style
        side = round(UNIT * style.digit_size)
        turn = int(self.rng.integers(4))
        mask = digit_mask(number, style.digits, turn, (side, side), style.pip_radius)
        stamp = Image.fromarray((mask * 255).astype(np.uint8))
        stamp = stamp.resize((round(side * style.digit_stretch), side))
        corner = (round(place[0] - stamp.width / 2), round(place[1] - stamp.height / 2))
        self.image.paste(style.pip[number], corner, stamp)

    def _bar(self, centre: Point, along: Point) -> None:
        style = self.style
        if style.has_bar:
            length, width = style.bar_length * UNIT / 2, style.bar_width * UNIT / 2
            w, h = (length, width) if along[1] else (width, length)
            x, y = centre
            self.draw.rectangle([x - w, y - h, x + w, y + h], fill=style.bar)
            if style.bar_second is not None:
                self.draw.rectangle(
                    [x - w, y - h, x + w * (1 if along[1] else 0), y + h * (0 if along[1] else 1)],
                    fill=style.bar_second,
                )
        if style.pin:
            r = style.pin * UNIT
            self.draw.ellipse(
                [centre[0] - r, centre[1] - r, centre[0] + r, centre[1] + r], fill=style.pin_grey
            )
