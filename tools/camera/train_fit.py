"""Trains the net that fits quads to tiles, on drawn photos, and writes `static/fit-net.bin`.

    python -m tools.camera.train_fit

Needs torch (only here, never in the app).
"""

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from .descent import Descent
from .fit_model import UNIT, WIDE, fit_net
from .grey_photos import LEARNED_FROM, UNSEEN, GreyPhoto, grey_photos
from .half_model import normalised
from .net_file import STATIC, write_weights
from .quads import UNIT_SQUARE, cut, planes_of, roughly, seen_from

BATCH = 128
#: So many quads for each tile, and none with a corner farther off.
QUADS, FARTHEST = 4, 0.8


@dataclass(frozen=True, slots=True)
class Lessons:
    """What is seen in quads, and where the corners of the tiles are: four times two numbers."""

    shown: torch.Tensor
    off: torch.Tensor

    def of(self, kept: torch.Tensor) -> "Lessons":
        """Some of them."""
        return Lessons(self.shown[kept], self.off[kept])


def lessons_of(rng: np.random.Generator, photo: GreyPhoto) -> Lessons:
    """Quads near the tiles of a photo. A third of the photos has better ones."""
    tiles = np.repeat(photo.tiles, QUADS, 0)
    if rng.random() < 0.5:
        tiles = np.roll(tiles, 2, 1)
    quads = roughly(rng, tiles, 0.35 if rng.random() < 0.35 else 1.0)
    shown = cut(planes_of(photo.grey), quads).round().clamp(0, 255).to(torch.uint8)
    off = torch.tensor(seen_from(quads, tiles) - UNIT_SQUARE, dtype=torch.float32).reshape(-1, 8)
    return Lessons(shown, off).of(off.abs().max(1).values < FARTHEST)


def gathered(rng: np.random.Generator, photos: list[GreyPhoto]) -> tuple[Lessons, Lessons]:
    """The lessons to learn from, and those to measure with."""
    parts: tuple[list[Lessons], list[Lessons]] = ([], [])
    for number, photo in enumerate(photos):
        if len(photo.tiles):
            parts[number % UNSEEN == 0].append(lessons_of(rng, photo))
    seen, unseen = (
        Lessons(torch.cat([one.shown for one in part]), torch.cat([one.off for one in part]))
        for part in parts
    )
    return seen, unseen


def trained(seen: Lessons, unseen: Lessons, epochs: int, rng: np.random.Generator) -> nn.Sequential:
    """A net that has seen the lessons so many times, each time a little differently."""
    steps = len(seen.off) // BATCH
    descent = Descent(fit_net(), epochs * steps, pace=5e-3, rise=0.1, memory=0.998)
    start = time.monotonic()
    for epoch in range(epochs):
        order = torch.randperm(len(seen.off))
        losses = 0.0
        for step in range(steps):
            lessons = changed(rng, seen.of(order[step * BATCH : (step + 1) * BATCH]))
            said = said_of(descent.net, lessons.shown)
            losses += descent.step(functional.smooth_l1_loss(said, lessons.off, beta=0.03))
        off = (said_of(descent.mean(), unseen.shown.float()).detach() - unseen.off).abs()
        print(
            f"epoch {epoch + 1}: loss {losses / steps:.4f}, unseen corners {off.mean():.4f} off"
            f" (before {unseen.off.abs().mean():.4f}), {time.monotonic() - start:.0f} s",
            flush=True,
        )
    return descent.mean()


def said_of(net: nn.Module, shown: torch.Tensor) -> torch.Tensor:
    """How far off the net says that the corners are."""
    said: torch.Tensor = net(normalised(shown)[:, None])
    return said * UNIT


def changed(rng: np.random.Generator, lessons: Lessons) -> Lessons:
    """By half a turn, in a mirror, as a negative, with shade, with noise: each now and then."""
    shown, off = lessons.shown.float(), lessons.off.reshape(-1, 4, 2)
    if rng.random() < 0.5:
        shown, off = shown.flip(1, 2), -off.roll(2, 1)
    if rng.random() < 0.5:
        shown, off = shown.flip(2), off[:, [1, 0, 3, 2]] * torch.tensor([-1.0, 1.0])
    if rng.random() < 0.3:
        shown = 255 - shown
    if rng.random() < 0.3:
        shown = shown + torch.linspace(-1, 1, WIDE) * rng.uniform(-40, 40)
    shown = shown + torch.randn_like(shown) * rng.uniform(0, 10)
    return Lessons(shown, off.reshape(-1, 8))


def main() -> None:
    """Draw, train, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, nargs="+", default=LEARNED_FROM, help="from, up to …")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=30)
    parser.add_argument("--to", type=Path, default=STATIC / "fit-net.bin")
    options = parser.parse_args()
    torch.set_num_threads(2)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    seen, unseen = gathered(rng, grey_photos(options.photos))
    print(len(seen.off), "quads to learn from,", len(unseen.off), "to measure with")
    write_weights(trained(seen, unseen, options.epochs, rng), options.to)


if __name__ == "__main__":
    main()
