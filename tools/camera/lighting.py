"""Light over the picture: shadows of tiles, gradients, shadows of people, glare on what mirrors."""

import numpy as np
from PIL import Image, ImageChops, ImageDraw

from .camera_model import Camera
from .looks import Look
from .noise import Field, Rng, blurred, resized
from .scenes import Placed
from .tile_body import Sun, outline

#: Light changes slowly: it is made this much smaller than the picture.
COARSER = 4


def sun(rng: Rng) -> Sun:
    """A lamp or a window somewhere above."""
    angle, lean = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.85)
    height = float(np.sqrt(1 - lean**2))
    return Sun(
        float(np.cos(angle) * lean), float(np.sin(angle) * lean), height,
        float(rng.uniform(0.25, 0.75)), float(rng.uniform(0, 1) ** 2),
    )  # fmt: skip


def tile_shadows(
    scene: Image.Image, camera: Camera, look: Look, tiles: list[Placed], light: Sun, rng: Rng
) -> Image.Image:
    """The ground, darker where tiles keep the light off."""
    if not tiles:
        return scene
    size = (scene.width // 2, scene.height // 2)
    cast, close = Image.new("L", size), Image.new("L", size)
    cast_pen, close_pen = ImageDraw.Draw(cast), ImageDraw.Draw(close)
    reach = np.array([light.x, light.y]) / -max(light.z, 0.35) * look.thickness
    for tile in tiles:
        edge = outline(look, tile)
        for part in (0.0, 0.25, 0.5, 0.75, 1.0):
            shadow = camera.project(edge + reach * part) / 2
            cast_pen.polygon([tuple(point) for point in shadow], 255)
        near = camera.project(outline(look, tile, shrink=-0.04)) / 2
        close_pen.polygon([tuple(point) for point in near], 255)
    unit = camera.focal / camera.distance / 2
    softness = unit * look.thickness * rng.uniform(0.05, 0.6)
    cast = blurred(cast, softness + 0.5)
    close = blurred(close, unit * 0.06 + 0.5)
    direct = (1 - light.ambient) * rng.uniform(0.4, 1)
    dark = 1 - np.asarray(cast, np.float32) / 255 * np.float32(direct * 0.75)
    dark *= 1 - np.asarray(close, np.float32) / 255 * np.float32(rng.uniform(0.2, 0.6))
    mask = Image.fromarray((dark ** np.float32(1 / 2.2) * 255).astype(np.uint8))
    mask = mask.resize(scene.size, Image.Resampling.BILINEAR)
    return ImageChops.multiply(scene, Image.merge("RGB", (mask, mask, mask)))


def illumination(rng: Rng, size: tuple[int, int], light: Sun) -> Field:
    """How much light of each colour falls where, around 1."""
    wide, high = size[0] // COARSER, size[1] // COARSER
    y = np.linspace(-1, 1, high, dtype=np.float32)[:, None]
    x = np.linspace(-1, 1, wide, dtype=np.float32)[None, :]
    strength = rng.uniform(0, 0.45)
    level = 1 + np.float32(strength * light.x) * x + np.float32(strength * light.y) * y
    if rng.random() < 0.3:
        at_x, at_y, reach = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.5, 1.6)
        pool = np.exp(-((x - at_x) ** 2 + (y - at_y) ** 2) / np.float32(reach**2))
        level *= np.float32(0.55) + np.float32(0.6) * pool
    shade = np.ones((high, wide), np.float32)
    for _ in range(int(rng.choice([0, 0, 0, 1, 1, 2]))):
        shade *= _somebodys_shadow(rng, (wide, high), light)
    vignette = 1 - np.float32(rng.uniform(0, 0.2)) * (x**2 + y**2)
    tint = rng.normal(0, 0.14 if rng.random() < 0.3 else 0.05)
    warm = np.exp(tint * np.array([1, 0, -1.4]) + rng.normal(0, 0.015, 3))
    cool = 1 + np.array([-0.06, 0, 0.09]) * rng.uniform(0, 1)
    planes = [
        resized(
            level * vignette * (shade + (1 - shade) * np.float32(c)) * np.float32(w), size[::-1]
        )
        for w, c in zip(warm, cool * light.ambient, strict=True)
    ]
    return np.stack(planes, axis=2)


def _somebodys_shadow(rng: Rng, size: tuple[int, int], light: Sun) -> Field:
    """The edge of a head, a hand or a window frame; 0 in the dark."""
    wide, _ = size
    mask = Image.new("L", size, 255)
    pen = ImageDraw.Draw(mask)
    far = max(size) * 2
    kind = rng.integers(3)
    angle = rng.uniform(0, 2 * np.pi)
    way, side = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    middle = rng.uniform(0, 1, 2) * size
    if kind == 0:
        corners = [middle + side * far, middle - side * far]
        corners += [middle - side * far + way * far, middle + side * far + way * far]
        pen.polygon([tuple(point) for point in corners], 0)
    elif kind == 1:
        for bar in range(int(rng.integers(1, 4))):
            start = middle + way * bar * wide / 3
            broad = wide * rng.uniform(0.02, 0.15)
            ends = [tuple(start - side * far), tuple(start + side * far)]
            pen.line(ends, 0, max(1, int(broad)))
    else:
        for finger in range(4):
            start = middle + side * finger * wide * 0.07
            ends = [tuple(start), tuple(start + way * far)]
            pen.line(ends, 0, max(2, int(wide * 0.05)))
    soft = blurred(mask, rng.uniform(0.5, wide * 0.03))
    lit = np.asarray(soft, np.float32) / 255
    return np.maximum(lit, np.float32(rng.uniform(0.1, 0.8)))


def glare(rng: Rng, size: tuple[int, int]) -> Field | None:
    """Reflections of lamps and windows, 0 … 1; often none."""
    if rng.random() < 0.45:
        return None
    wide, high = size[0] // COARSER, size[1] // COARSER
    image = Image.new("L", (wide, high))
    pen = ImageDraw.Draw(image)
    for _ in range(int(rng.integers(1, 4))):
        x, y = rng.uniform(0, wide), rng.uniform(0, high)
        reach = wide * rng.uniform(0.02, 0.2)
        level = int(rng.uniform(60, 255))
        if rng.random() < 0.5:
            pen.ellipse([x - reach, y - reach * 0.8, x + reach, y + reach * 0.8], level)
        else:
            lean = rng.uniform(-0.4, 0.4) * reach
            box = [(x - reach, y - reach), (x + reach + lean, y - reach * 0.8),
                   (x + reach, y + reach), (x - reach + lean, y + reach * 0.9)]  # fmt: skip
            pen.polygon(box, level)
            pen.line([(x, y - reach), (x, y + reach)], 0, max(1, int(reach * 0.08)))
    soft = blurred(image, wide * rng.uniform(0.003, 0.06))
    return resized(np.asarray(soft, np.float32) / 255, size[::-1])
