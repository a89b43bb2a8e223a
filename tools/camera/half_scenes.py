"""Quick scenes around one half of a tile, and the patches that a finder may cut from them.

A photo shows a tile among others and costs a third of a second; a scene shows one half with what
can lie around it and costs a millisecond. Both train the net: photos for their light, scenes for
variety.
"""

from dataclasses import dataclass, field

import numpy as np
from PIL import Image, ImageDraw

from .half_drawing import UNIT, Point, TileDrawing, any_style

SIDE = 32
"""Pixels of a patch's side."""

MARGIN = 1 / 16
"""How far a patch reaches over its half, on every side, in parts of the half."""

NOT_A_HALF = 7
CANVAS = 208
BAR = (CANVAS / 2, CANVAS / 2 - 14)

Quad = list[tuple[float, float]]


@dataclass
class Textures:
    """Grain, weave and marble made once, from which every scene takes pieces."""

    rng: np.random.Generator
    images: list[np.ndarray] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Make 24 of them."""
        for _ in range(24):
            rows, columns = (int(2 ** self.rng.uniform(2, 7.5)) for _ in range(2))
            noise = self.rng.normal(0, 1, (rows, columns)).astype(np.float32)
            image = Image.fromarray(noise).resize(
                (2 * CANVAS, 2 * CANVAS), Image.Resampling.BICUBIC
            )
            fine = self.rng.normal(0, self.rng.uniform(0, 0.4), (2 * CANVAS, 2 * CANVAS))
            self.images.append((np.asarray(image) + fine).astype(np.float32))

    def piece(self) -> np.ndarray:
        """A piece of the size of a scene."""
        image = self.images[self.rng.integers(len(self.images))]
        x, y = self.rng.integers(0, CANVAS, 2)
        piece = image[y : y + CANVAS, x : x + CANVAS]
        return piece.T if self.rng.random() < 0.5 else piece


class HalfScenes:
    """Scenes by seed; `patches` gives as many patches as asked for, with what each shows."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.textures = Textures(self.rng)

    def patches(self, scenes: int) -> tuple[np.ndarray, np.ndarray]:
        """Six patches of each scene, as bytes, and their classes."""
        shown, classes = [], []
        for _ in range(scenes):
            for patch, kind in self._scene():
                shown.append(patch)
                classes.append(kind)
        return np.stack(shown), np.array(classes, np.uint8)

    def _scene(self) -> list[tuple[np.ndarray, int]]:
        rng = self.rng
        style = any_style(rng)
        image = Image.new("L", (CANVAS, CANVAS), int(rng.uniform(0, 255)))
        self._ground(image)
        drawing = TileDrawing(image, style, rng)
        self._neighbours(drawing)
        ground = np.asarray(image).copy()
        is_back = rng.random() < 0.08
        halves = int(rng.integers(7)), int(rng.integers(7))
        drawing.tile(BAR, (0, 1), halves, is_back)
        mask = np.asarray(image) != ground
        if rng.random() < 0.12:
            self._finger(image)
        lit = self._lit(np.asarray(image, np.float32), mask)
        scene = Image.fromarray(np.clip(lit, 0, 255).astype(np.uint8))
        found = []
        for side, number in ((1, halves[1]), (-1, halves[0]), (1, halves[1]), (-1, halves[0])):
            quad = self._jittered(_half_quad(style.depth, side))
            found.append((self._cut(scene, quad), NOT_A_HALF if is_back else number))
        for _ in range(2):
            found.append(
                (self._cut(scene, self._jittered(self._wrong_quad(style.depth))), NOT_A_HALF)
            )
        return found

    def _ground(self, image: Image.Image) -> None:
        rng, draw = self.rng, ImageDraw.Draw(image)
        kind = rng.random()
        if kind < 0.2:
            step, width = rng.uniform(6, 50), int(rng.uniform(1, 14))
            grey = int(rng.uniform(0, 255))
            slope = rng.uniform(-1, 1) * CANVAS
            for x in np.arange(-CANVAS, 2 * CANVAS, step):
                line = (
                    [(x, 0), (x + slope, CANVAS)] if kind < 0.1 else [(0, x), (CANVAS, x + slope)]
                )
                draw.line(line, grey, width)
        elif kind < 0.4:
            for _ in range(rng.integers(1, 25)):
                x, y = rng.uniform(0, CANVAS, 2)
                a, b = rng.uniform(3, 50, 2)
                shape = (draw.ellipse, draw.rectangle)[rng.integers(2)]
                shape([x - a, y - b, x + a, y + b], fill=int(rng.uniform(0, 255)))
        elif kind < 0.5:
            grey = int(rng.uniform(0, 255))
            letters = "".join(chr(c) for c in rng.integers(65, 123, 18))
            for y in range(0, CANVAS, int(rng.uniform(10, 40))):
                draw.text((-rng.uniform(0, 30), y), letters, grey, font_size=rng.uniform(8, 36))

    def _neighbours(self, drawing: TileDrawing) -> None:
        rng, depth = self.rng, drawing.style.depth
        gap = rng.choice([0, 0, rng.uniform(0, 0.5)]) + 0.01
        reach = UNIT * (1 + gap)
        end = UNIT * (depth + gap)
        places: list[tuple[Point, Point]] = [
            ((BAR[0] - reach, BAR[1] + rng.normal(0, 0.3) * UNIT), (0, 1)),
            ((BAR[0] + reach, BAR[1] + rng.normal(0, 0.3) * UNIT), (0, 1)),
            ((BAR[0], BAR[1] + end + depth * UNIT), (0, 1)),
            ((BAR[0], BAR[1] + end + UNIT / 2), (1, 0)),
            ((BAR[0], BAR[1] - end - depth * UNIT), (0, 1)),
            ((BAR[0], BAR[1] - end - UNIT / 2), (1, 0)),
            ((BAR[0] + UNIT * (depth + gap + 0.5), BAR[1] + rng.normal(0, 0.5) * UNIT), (1, 0)),
            ((BAR[0] - UNIT * (depth + gap + 0.5), BAR[1] + rng.normal(0, 0.5) * UNIT), (1, 0)),
        ]
        for centre, along in places:
            if rng.random() < 0.22:
                drawing.tile(
                    centre, along, (int(rng.integers(7)), int(rng.integers(7))), rng.random() < 0.2
                )

    def _finger(self, image: Image.Image) -> None:
        rng, draw = self.rng, ImageDraw.Draw(image)
        side = rng.choice([-1, 1])
        x = CANVAS / 2 + side * UNIT * rng.uniform(0.42, 0.7)
        y = BAR[1] + rng.uniform(-0.2, 1.1) * UNIT
        width = int(rng.uniform(10, 30))
        draw.line(
            [(x, y), (x + side * 100, y + rng.normal(0, 60))], int(rng.uniform(60, 230)), width
        )
        draw.ellipse(
            [x - width / 2, y - width / 2, x + width / 2, y + width / 2],
            fill=int(rng.uniform(60, 230)),
        )

    def _lit(self, picture: np.ndarray, mask: np.ndarray) -> np.ndarray:
        rng = self.rng
        grain, cloth = rng.exponential(4), rng.exponential(8)
        picture = picture + np.where(
            mask, grain * self.textures.piece(), cloth * self.textures.piece()
        )
        y, x = np.mgrid[-1 : 1 : CANVAS * 1j, -1 : 1 : CANVAS * 1j].astype(np.float32)
        picture *= 1 + rng.uniform(-0.35, 0.35) * x + rng.uniform(-0.35, 0.35) * y
        if rng.random() < 0.2:
            angle, at, soft = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.3), rng.uniform(0.01, 0.2)
            side = np.cos(angle) * x + np.sin(angle) * y - at
            picture *= 1 - rng.uniform(0.1, 0.6) / (1 + np.exp(-np.clip(side / soft, -30, 30)))
        if rng.random() < 0.12:
            cx, cy, size = *rng.uniform(-0.5, 0.5, 2), rng.uniform(0.05, 0.3)
            picture += rng.uniform(30, 120) * np.exp(
                -((x - cx) ** 2 + (y - cy) ** 2 * rng.uniform(0.3, 3)) / size**2
            )
        return picture

    def _jittered(self, quad: Quad) -> Quad:
        """The quad as a finder errs: moved, turned, stretched, each corner a little by itself."""
        rng = self.rng
        points = np.array(quad)
        size = abs(points[2] - points[0]).mean()
        turn = rng.normal(0, 0.035)
        turning = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        stretch = 1 + rng.normal(0, 0.035, 2)
        bar_end = points[:2].mean(0)
        points = (points - bar_end) * stretch @ turning.T + bar_end
        points += rng.normal(0, 0.025 * size, 2) + rng.normal(0, 0.018 * size, (4, 2))
        return [(float(x), float(y)) for x, y in points]

    def _wrong_quad(self, depth: float) -> Quad:
        """A quad that shows no half: shifted, turned, too large, too small, from the wrong end."""
        rng = self.rng
        quad = np.array(_half_quad(depth, 1))
        kind = rng.integers(7)
        if kind == 0:
            quad += np.array([0, rng.choice([-1, 1]) * rng.uniform(0.3, 0.75) * depth * UNIT])
        elif kind == 1:
            quad += np.array(
                [rng.choice([-1, 1]) * rng.uniform(0.32, 0.7) * UNIT, rng.normal(0, 0.2) * UNIT]
            )
        elif kind == 2:
            quad = quad[[2, 3, 0, 1]]
        elif kind == 3:
            quad = np.roll(quad, rng.choice([1, 3]), 0)
        elif kind == 4:
            middle = quad.mean(0) if rng.random() < 0.5 else np.array(BAR)
            factor = rng.uniform(0.3, 0.62) if rng.random() < 0.5 else rng.uniform(1.45, 2.2)
            quad = middle + (quad - middle) * factor
        elif kind == 5:
            quad += np.array([0, depth * UNIT * rng.uniform(0.9, 1.1)])
        else:
            angle = rng.uniform(0.4, 2.7) * rng.choice([-1, 1])
            turning = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            middle = quad.mean(0)
            quad = (quad - middle) @ turning.T + middle
        return [(float(x), float(y)) for x, y in quad]

    def _cut(self, scene: Image.Image, quad: Quad) -> np.ndarray:
        top_left, top_right, bottom_right, bottom_left = quad
        corners = (*top_left, *bottom_left, *bottom_right, *top_right)
        patch = scene.transform(
            (2 * SIDE, 2 * SIDE), Image.Transform.QUAD, corners, Image.Resampling.BILINEAR
        )
        return np.asarray(patch.resize((SIDE, SIDE), Image.Resampling.BOX))


def _half_quad(depth: float, side: int) -> Quad:
    """The half below (1) or above (-1) the bar with its margin, from the bar outwards."""
    x, y = BAR
    wide, deep = UNIT * (0.5 + MARGIN), UNIT * depth
    near, far = y - side * deep * MARGIN, y + side * deep * (1 + MARGIN)
    return [
        (x - side * wide, near),
        (x + side * wide, near),
        (x + side * wide, far),
        (x - side * wide, far),
    ]
