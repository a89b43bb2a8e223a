"""Trains the net that fits quads to tiles, on drawn photos, and writes `static/fit-net.bin`.

    python -m tools.camera.train_fit

Needs torch (only here, never in the app) and node: of one photo in `FOUND` it takes the places that
the net for places finds, so that must be there.
"""

import argparse
import time
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from .descent import Descent
from .finder import finder
from .fit_model import UNIT, WIDE, fit_net
from .grey_photos import LEARNED_FROM, UNSEEN, GreyPhoto, grey_photos
from .half_model import normalised
from .net_file import STATIC, write_weights
from .quads import UNIT_SQUARE, cut, planes_of, roughly, seen_from

BATCH = 128
#: So many quads are drawn near each tile.
QUADS = 4
#: A quad with all corners so near is on the tile, one whose farthest corner is so far off isn't; in
#: widths and lengths of the quad. What is between them teaches nothing.
ON, OFF = 0.5, 0.6
#: Of one photo in so many, the places that the finder sees are quads too.
FOUND = 3
#: What is no tile, for each tile and beside that.
EACH, BESIDES = 3, 40
#: How much it counts whether a tile is there.
THERE = 0.05


@dataclass(frozen=True, slots=True)
class Lessons:
    """What is seen in quads, where the tiles' corners are (four times two), and if there is one."""

    shown: torch.Tensor
    off: torch.Tensor
    there: torch.Tensor

    def of(self, kept: torch.Tensor) -> "Lessons":
        """Some of them."""
        return Lessons(self.shown[kept], self.off[kept], self.there[kept])

    def __len__(self) -> int:
        return len(self.there)


def joined(parts: list[Lessons]) -> Lessons:
    """All of them."""
    columns = ((one.shown, one.off, one.there) for one in parts)
    return Lessons(*(torch.cat(column) for column in zip(*columns, strict=True)))


def drawn_lessons(rng: np.random.Generator, photo: GreyPhoto) -> Lessons:
    """Quads near the tiles of a photo. A third of the photos has better ones."""
    tiles = np.repeat(photo.tiles, QUADS, 0)
    if rng.random() < 0.5:
        tiles = np.roll(tiles, 2, 1)
    quads = roughly(rng, tiles, 0.35 if rng.random() < 0.35 else 1.0)
    off = seen_from(quads, tiles) - UNIT_SQUARE
    return _lessons(photo, quads, off, np.abs(off).max((1, 2)) < ON)


def found_lessons(rng: np.random.Generator, photo: GreyPhoto, places: np.ndarray) -> Lessons:
    """Places that the finder sees, some of them no tiles."""
    off = np.ones((len(places), 4, 2))
    for tile in photo.tiles:
        for turned in (tile, np.roll(tile, 2, 0)):
            other = seen_from(places, np.tile(turned, (len(places), 1, 1))) - UNIT_SQUARE
            nearer = np.abs(other).max((1, 2)) < np.abs(off).max((1, 2))
            off[nearer] = other[nearer]
    farthest = np.abs(off).max((1, 2))
    on, not_on = np.flatnonzero(farthest < ON), np.flatnonzero(farthest > OFF)
    not_on = rng.permutation(not_on)[: BESIDES + EACH * len(photo.tiles)]
    kept = np.concatenate([on, not_on])
    return _lessons(photo, places[kept], off[kept], farthest[kept] < ON)


def _lessons(photo: GreyPhoto, quads: np.ndarray, off: np.ndarray, there: np.ndarray) -> Lessons:
    shown = cut(planes_of(photo.grey), quads).round().clamp(0, 255).to(torch.uint8)
    numbers = torch.tensor(off, dtype=torch.float32).reshape(-1, 8)
    lessons = Lessons(shown, numbers, torch.tensor(there, dtype=torch.float32))
    return lessons.of((numbers.abs().max(1).values < ON) | (lessons.there < 1))


def gathered(seed: int, photos: list[GreyPhoto]) -> tuple[Lessons, Lessons]:
    """The lessons to learn from, and those to measure with."""
    rng = np.random.default_rng(seed)
    parts: tuple[list[Lessons], list[Lessons]] = ([], [])
    for number, photo in enumerate(photos):
        if len(photo.tiles):
            parts[number % UNSEEN == 0].append(drawn_lessons(rng, photo))
    looked_at = list(enumerate(photos))[::FOUND]
    with Pool(2) as pool:
        jobs = [(photo for _, photo in looked_at[first::2]) for first in (0, 1)]
        halves = pool.map(_found, [list(job) for job in jobs])
    for first, places in enumerate(halves):
        for (number, photo), quads in zip(looked_at[first::2], places, strict=True):
            if len(quads):
                parts[number % UNSEEN == 0].append(found_lessons(rng, photo, quads))
    seen, unseen = (joined(part) for part in parts)
    return seen, unseen


def _found(photos: list[GreyPhoto]) -> list[np.ndarray]:
    with finder() as find:
        return [find(photo.grey)[0].astype(float) for photo in photos]


def trained(seen: Lessons, unseen: Lessons, epochs: int, rng: np.random.Generator) -> nn.Sequential:
    """A net that has seen the lessons so many times, each time a little differently."""
    steps = len(seen) // BATCH
    descent = Descent(fit_net(), epochs * steps, pace=5e-3, rise=0.1, memory=0.998)
    start = time.monotonic()
    for epoch in range(epochs):
        order = torch.randperm(len(seen))
        losses = 0.0
        for step in range(steps):
            lessons = changed(rng, seen.of(order[step * BATCH : (step + 1) * BATCH]))
            losses += descent.step(loss_of(descent.net, lessons))
        print(
            f"epoch {epoch + 1}: loss {losses / steps:.4f}, {measured(descent.mean(), unseen)},"
            f" {time.monotonic() - start:.0f} s",
            flush=True,
        )
    return descent.mean()


def said_of(net: nn.Module, shown: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """How far off the net says that the corners are, and its evidence that a tile is there."""
    said: torch.Tensor = net(normalised(shown)[:, None])
    return said[:, :8] * UNIT, said[:, 8]


def loss_of(net: nn.Module, lessons: Lessons) -> torch.Tensor:
    """How wrong it is about the corners of tiles, and about whether there is one."""
    off, evidence = said_of(net, lessons.shown)
    moves = functional.smooth_l1_loss(off, lessons.off, beta=0.03, reduction="none").mean(1)
    corners = (moves * lessons.there).sum() / lessons.there.sum().clamp_min(1)
    there = functional.binary_cross_entropy_with_logits(evidence, lessons.there)
    return corners + THERE * there


def measured(net: nn.Module, lessons: Lessons) -> str:
    """How far off its corners are for lessons that it hasn't seen, and how often it misjudges."""
    with torch.no_grad():
        parts = [said_of(net, shown.float()) for shown in lessons.shown.split(2000)]
    off, evidence = (torch.cat(column) for column in zip(*parts, strict=True))
    there = lessons.there > 0
    error = (off - lessons.off)[there].abs().mean()
    lost, kept = (evidence[there] < -2).float().mean(), (evidence[~there] > -2).float().mean()
    before = lessons.off[there].abs().mean()
    return f"corners {error:.4f} off (before {before:.4f}), {lost:.4f} lost, {kept:.4f} kept"


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
    return Lessons(shown, off.reshape(-1, 8), lessons.there)


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
    seen, unseen = gathered(options.seed, grey_photos(options.photos))
    shares = [f"{float(part.there.mean()):.2f} of {len(part)} quads" for part in (seen, unseen)]
    print("on tiles:", ", ".join(shares), flush=True)
    rng = np.random.default_rng(options.seed)
    write_weights(trained(seen, unseen, options.epochs, rng), options.to)


if __name__ == "__main__":
    main()
