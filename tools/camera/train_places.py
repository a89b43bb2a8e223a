"""Trains the net that says where tiles lie, on drawn photos, and writes `static/place-net.bin`.

    python -m tools.camera.train_places

Needs torch (only here, never in the app).
"""

import argparse
import time
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import torch
from torch import nn

from .descent import Descent
from .grey_photos import LEARNED_FROM, UNSEEN, GreyPhoto, grey_photos
from .net_file import STATIC, write_weights
from .place_lessons import levels_of, wanted_of, window
from .place_model import loss_of, place_net

BATCH = 16
#: So many photos in an epoch.
PHOTOS = 900

Lesson = tuple[np.ndarray, np.ndarray]


def trained(photos: list[GreyPhoto], epochs: int, windows: int, seed: int) -> nn.Sequential:
    """A net that has seen so many windows of the photos in each epoch."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    descent = Descent(place_net(), epochs * (windows // BATCH), pace=6e-3, rise=0.1, memory=0.995)
    unseen = [
        window(rng, level)
        for photo in photos[::UNSEEN]
        for level in levels_of(rng, photo)
        for _ in range(3)
    ]
    seen = [photo for number, photo in enumerate(photos) if number % UNSEEN]
    start = time.monotonic()
    for epoch in range(epochs):
        losses = _epoch(rng, descent, seen, windows // BATCH)
        with torch.no_grad():
            measured = loss_of(descent.mean()(_pixels(unseen)), _wanted(unseen)).numpy()
        seconds = time.monotonic() - start
        print(
            f"epoch {epoch + 1}: loss {losses}, of unseen {measured}, {seconds:.0f} s", flush=True
        )
    return descent.mean()


def _epoch(
    rng: np.random.Generator, descent: Descent, photos: list[GreyPhoto], steps: int
) -> np.ndarray:
    """Some of the photos in new sizes, and windows of them. Gives the mean losses."""
    chosen = rng.choice(len(photos), min(len(photos), PHOTOS), replace=False)
    levels = [level for number in chosen for level in levels_of(rng, photos[number])]
    total = np.zeros(3)
    for _ in range(steps):
        lessons = [window(rng, levels[rng.integers(len(levels))]) for _ in range(BATCH)]
        shown = _pixels(lessons)
        noisy = shown + torch.randn_like(shown) * torch.rand(BATCH, 1, 1, 1) * 0.15
        losses = loss_of(descent.net(noisy), _wanted(lessons))
        descent.step(losses[0], longest=5)
        total += losses.detach().numpy()
    return total / steps


def _pixels(lessons: list[Lesson]) -> torch.Tensor:
    return torch.tensor(np.stack([shown for shown, _ in lessons]))[:, None]


def _wanted(lessons: Iterable[Lesson]) -> list[torch.Tensor]:
    columns = zip(*(wanted_of(tiles) for _, tiles in lessons), strict=True)
    return [torch.tensor(np.stack(column)) for column in columns]


def main() -> None:
    """Draw, train, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, nargs="+", default=LEARNED_FROM, help="from, up to …")
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--windows", type=int, default=8000, help="in each epoch")
    parser.add_argument("--seed", type=int, default=29)
    parser.add_argument("--to", type=Path, default=STATIC / "place-net.bin")
    options = parser.parse_args()
    torch.set_num_threads(2)
    np.set_printoptions(precision=3)
    photos = grey_photos(options.photos)
    print(len(photos), "photos")
    net = trained(photos, options.epochs, options.windows, options.seed)
    write_weights(net, options.to)


if __name__ == "__main__":
    main()
