"""A tile on the table as the camera sees it: its face in perspective, and the sides it shows."""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from .camera_model import Camera, Points
from .looks import Colour, Look
from .noise import Rng
from .scenes import Placed
from .tile_face import Light, face, picture

#: Tiles are drawn this much larger, then made smaller, so that edges are smooth.
FINER = 2


@dataclass(frozen=True, slots=True)
class Sun:
    """The light over the table, as a direction towards it."""

    x: float
    y: float
    z: float
    ambient: float
    hardness: float

    def on(self, turn: float) -> Light:
        """The same light, as a tile sees it that was turned."""
        cos, sin = np.cos(turn), np.sin(turn)
        x, y = self.x * cos + self.y * sin, self.y * cos - self.x * sin
        return Light(x, y, self.z, self.ambient, self.hardness)


def outline(look: Look, tile: Placed, shrink: float = 0) -> Points:
    """The rounded edge of a tile, clockwise on the table."""
    r = max(look.corner - shrink, 0.005)
    quarter = np.linspace(0, np.pi / 2, 5)
    points = []
    for index, (side_x, side_y) in enumerate(((1, -1), (1, 1), (-1, 1), (-1, -1))):
        angle = quarter - np.pi / 2 + index * np.pi / 2
        middle = (side_x * (0.5 - shrink - r), side_y * (look.length / 2 - shrink - r))
        points.append(np.stack([middle[0] + r * np.cos(angle), middle[1] + r * np.sin(angle)], 1))
    return tile.placed(np.concatenate(points))


def put(scene: Image.Image, camera: Camera, look: Look, tile: Placed, sun: Sun, rng: Rng) -> None:
    """Draws one tile into the picture."""
    edge = outline(look, tile)
    below, above = camera.project(edge), camera.project(edge, look.thickness)
    both = np.concatenate([below, above])
    left, top = (int(part) for part in np.floor(both.min(0)) - 1)
    right, bottom = (int(part) for part in np.ceil(both.max(0)) + 2)
    if right <= 0 or bottom <= 0 or left >= scene.width or top >= scene.height:
        return
    size = ((right - left) * FINER, (bottom - top) * FINER)
    patch = Image.new("RGBA", size)
    _sides(patch, (below, above), edge, (left, top), look, sun)
    patch.alpha_composite(_face(camera, look, tile, sun, (left, top), size, rng))
    small = patch.resize((right - left, bottom - top), Image.Resampling.BOX)
    scene.paste(small, (left, top), small)


def _sides(
    patch: Image.Image, rings: tuple[Points, Points], edge: Points, corner: tuple[int, int],
    look: Look, sun: Sun,
) -> None:  # fmt: skip
    pen = ImageDraw.Draw(patch)
    below, above = ((ring - corner) * FINER for ring in rings)
    middle = (below + above) / 2 if look.two_layers else below
    after = np.roll(np.arange(len(edge)), -1)
    along = edge[after] - edge
    for index, following in enumerate(after):
        way = along[index]
        outwards = np.array([way[1], -way[0]]) / max(float(np.hypot(*way)), 1e-6)
        shade = sun.ambient + (1 - sun.ambient) * max(
            0.0, float(outwards @ np.array([sun.x, sun.y]))
        )
        quad = [above[index], above[following], middle[following], middle[index]]
        if not _faces_camera(quad):
            continue
        pen.polygon([tuple(point) for point in quad], _dimmed(look.face, shade * 0.9))
        if look.two_layers:
            lower = [middle[index], middle[following], below[following], below[index]]
            pen.polygon([tuple(point) for point in lower], _dimmed(look.back, shade * 0.9))


def _faces_camera(quad: list[Points]) -> bool:
    (ax, ay), (bx, by), (cx, cy), _ = (tuple(point) for point in quad)
    return bool((bx - ax) * (cy - by) - (by - ay) * (cx - bx) < 0)


def _dimmed(colour: Colour, light: float) -> tuple[int, int, int]:
    red, green, blue = (int(min(255, part * min(light, 1) ** (1 / 2.2))) for part in colour)
    return red, green, blue


def _face(
    camera: Camera, look: Look, tile: Placed, sun: Sun, corner: tuple[int, int],
    size: tuple[int, int], rng: Rng,
) -> Image.Image:  # fmt: skip
    wide = camera.scale(np.array([tile.x, tile.y]), look.thickness) * FINER
    width = int(np.clip(wide * 0.8, 40, 260))
    image = picture(face(look, tile.halves, sun.on(tile.turn), width, rng))
    cos, sin = np.cos(tile.turn), np.sin(tile.turn)
    upright = np.array([[1 / width, 0, -0.5], [0, 1 / width, -look.length / 2], [0, 0, 1]])
    lying = np.array([[cos, -sin, tile.x], [sin, cos, tile.y], [0, 0, 1]])
    shown = np.array([[FINER, 0, -corner[0] * FINER], [0, FINER, -corner[1] * FINER], [0, 0, 1]])
    return warped(image, shown @ camera.plane(look.thickness) @ lying @ upright, size)


def warped(image: Image.Image, matrix: Points, size: tuple[int, int]) -> Image.Image:
    """The image under a homography, in a picture of this size."""
    back = np.linalg.inv(matrix)
    back /= back[2, 2]
    coefficients = [float(part) for part in back.flatten()[:8]]
    return image.transform(
        size, Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BILINEAR
    )
