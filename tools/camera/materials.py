"""What a face is made of: plain plastic, ivory, wood with its grain, marbled resin."""

import numpy as np

from .looks import Colour
from .noise import Field, Rng, layered, smooth


def grain_of(material: str, colour: Colour, shape: tuple[int, int], rng: Rng) -> Field:
    """A surface of this material, in linear light."""
    base = np.asarray((np.array(colour) / 255) ** 2.2, np.float32)
    surface = np.broadcast_to(base, (*shape, 3)).copy()
    if material == "wood":
        surface *= 1 + _wood(shape, rng)[..., None]
    elif material == "marble":
        surface += (_veins(shape, rng)[..., None] * (0.5 - base)).astype(np.float32)
    elif material == "ivory":
        mottled = smooth(rng, shape, shape[1] / 3) * np.float32(0.05)
        surface *= 1 + mottled[..., None]
    return np.clip(surface, 0.002, 1)


def _wood(shape: tuple[int, int], rng: Rng) -> Field:
    high, wide = shape
    along = rng.random() < 0.75
    cell = (high / 1.5, wide / 30) if along else (high / 40, wide / 1.2)
    fine = (high / 3, max(1.2, wide / 90)) if along else (max(1.2, high / 150), wide / 2)
    strength = rng.uniform(0.1, 0.35)
    return (smooth(rng, shape, cell) + 0.6 * smooth(rng, shape, fine)) * np.float32(strength)


def _veins(shape: tuple[int, int], rng: Rng) -> Field:
    clouds = layered(rng, shape, shape[1] / rng.uniform(1.5, 5))
    veins = np.exp(-np.abs(clouds) * np.float32(rng.uniform(3, 9)))
    return np.clip(veins * np.float32(rng.uniform(0.15, 0.6)), 0, 0.8)
