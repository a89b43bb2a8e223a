"""What the camera makes of the light: exposure, tone, blur, noise, sharpening, JPEG."""

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageEnhance, ImageFilter

from .noise import Field, Rng, blurred

Pixels = NDArray[np.uint8]

_LINEAR = np.asarray((np.arange(256) / 255) ** 2.2, np.float32)
_STEPS = 4096


def in_linear_light(image: Image.Image) -> Field:
    """What a picture stores, as light of 0 … 1."""
    return np.asarray(_LINEAR[np.asarray(image.convert("RGB"))])


def developed(rng: Rng, light: Field) -> Image.Image:
    """The light as a camera stores it: exposed for the picture, with a curve of tone."""
    small = light[::8, ::8].max(2)
    bright = float(np.quantile(small, 0.995))
    middle = float(small.mean())
    exposure = min(rng.uniform(0.6, 1.25) / bright, rng.uniform(0.12, 0.42) / middle)
    ramp = np.linspace(0, 1, _STEPS)
    curve = ramp ** (1 / 2.2)
    curve += (3 * curve**2 - 2 * curve**3 - curve) * rng.uniform(-0.1, 0.5)
    lift = rng.uniform(0, 12)
    table = np.clip(lift + curve * (255 - lift), 0, 255).astype(np.uint8)
    places = np.clip(light * np.float32(exposure * _STEPS), 0, _STEPS - 1).astype(np.int16)
    image = Image.fromarray(table[places])
    return ImageEnhance.Color(image).enhance(float(rng.uniform(0.55, 1.05)))


def through_the_lens(rng: Rng, image: Image.Image, sharp: float = 1) -> Image.Image:
    """Out of focus a little, or more at one side, or moved."""
    size = max(image.size) / 1280
    image = blurred(image, float(rng.uniform(0.35, 0.9)) * size)
    chance = rng.random()
    if chance < 0.15:
        return blurred(image, float(rng.uniform(0.5, 2) * size * sharp))
    if chance < 0.25:
        soft = blurred(image, float(rng.uniform(1, 3) * size * sharp))
        return Image.composite(soft, image, _to_one_side(rng, image.size))
    if chance < 0.35:
        return _moved(rng, image, float(rng.uniform(1, 5) * size * sharp))
    return image


def _to_one_side(rng: Rng, size: tuple[int, int]) -> Image.Image:
    angle = rng.uniform(0, 2 * np.pi)
    y = np.linspace(-1, 1, 64)[:, None] * np.sin(angle)
    x = np.linspace(-1, 1, 64)[None, :] * np.cos(angle)
    ramp = np.clip((x + y) * 160 + rng.uniform(-60, 100), 0, 255).astype(np.uint8)
    return Image.fromarray(ramp).resize(size, Image.Resampling.BILINEAR)


def _moved(rng: Rng, image: Image.Image, pixels: float) -> Image.Image:
    """The mean of the picture along a short way."""
    angle = rng.uniform(0, np.pi)
    steps = max(2, round(pixels))
    moved = image
    for index in range(1, steps):
        far = pixels * index / (steps - 1)
        shift = (1, 0, far * float(np.cos(angle)), 0, 1, far * float(np.sin(angle)))
        there = image.transform(
            image.size, Image.Transform.AFFINE, shift, Image.Resampling.BILINEAR
        )
        moved = Image.blend(moved, there, 1 / (index + 1))
    return moved


def noisy(rng: Rng, image: Image.Image) -> Image.Image:
    """Grain of the sensor: stronger in the dark, coarser in colour; then what hides it."""
    strength = float(rng.uniform(0, 1) ** 2 * 8)
    stored = np.asarray(image, np.float32)
    high, wide, _ = stored.shape
    grain = rng.standard_normal((high, wide), dtype=np.float32) * np.float32(strength)
    small = rng.standard_normal((high // 2 + 1, wide // 2 + 1, 3), dtype=np.float32)
    colour = np.repeat(np.repeat(small, 2, 0), 2, 1)[:high, :wide] * np.float32(strength * 0.5)
    result = Image.fromarray(np.clip(stored + grain[..., None] + colour, 0, 255).astype(np.uint8))
    if rng.random() < 0.3:
        result = blurred(result, float(rng.uniform(0.4, 0.9)))
    if rng.random() < 0.5:
        result = result.filter(
            ImageFilter.UnsharpMask(float(rng.uniform(0.8, 2)), int(rng.uniform(20, 120)), 2)
        )
    return result


def stored(rng: Rng, image: Image.Image) -> Pixels:
    """As read back from a JPEG."""
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=int(rng.uniform(45, 96)))
    buffer.seek(0)
    return np.array(Image.open(buffer).convert("RGB"))
