"""Trains the net that says where tiles lie, on drawn photos, and writes `static/place-net.bin`.

    python -m tools.camera.train_places

Needs torch (only here, never in the app).
"""

import argparse
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from .descent import Descent
from .grey_photos import LEARNED_FROM, UNSEEN, GreyPhoto, grey_photos
from .net_file import STATIC, write_weights
from .place_lessons import levels_of, wanted_of, window
from .place_model import loss_of, place_net

BATCH = 16
#: So many photos are drawn anew in other sizes, and so many windows shown of them.
PHOTOS, WINDOWS = 60, 400

Lesson = tuple[np.ndarray, ...]


class Lessons(IterableDataset[Lesson]):
    """Windows of photos, and what is to be said of each. They never end."""

    def __init__(self, photos: list[GreyPhoto], seed: int) -> None:
        self.photos, self.seed = photos, seed

    def __iter__(self) -> Iterator[Lesson]:
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        while True:
            chosen = rng.choice(len(self.photos), min(len(self.photos), PHOTOS), replace=False)
            levels = [level for number in chosen for level in levels_of(rng, self.photos[number])]
            for _ in range(WINDOWS):
                shown, tiles = window(rng, levels[rng.integers(len(levels))])
                yield shown[None], *wanted_of(tiles)


def trained(photos: list[GreyPhoto], epochs: int, windows: int, seed: int) -> nn.Sequential:
    """A net that has seen so many windows of the photos in each epoch."""
    torch.manual_seed(seed)
    steps = windows // BATCH
    descent = Descent(place_net(), epochs * steps, pace=6e-3, rise=0.1, memory=0.998)
    unseen = list(islice(DataLoader(Lessons(photos[::UNSEEN], seed), BATCH), 1200 // BATCH))
    seen = [photo for number, photo in enumerate(photos) if number % UNSEEN]
    lessons = iter(DataLoader(Lessons(seen, seed), BATCH, num_workers=2, prefetch_factor=50))
    start = time.monotonic()
    for epoch in range(epochs):
        losses = sum(_step(descent, batch) for batch in islice(lessons, steps)) / steps
        with torch.no_grad():
            net = descent.mean()
            measured = sum(loss_of(net(shown), wanted).numpy() for shown, *wanted in unseen)
        print(
            f"epoch {epoch + 1}: loss {losses}, of unseen {measured / len(unseen)},"
            f" {time.monotonic() - start:.0f} s",
            flush=True,
        )
    return descent.mean()


def _step(descent: Descent, batch: list[torch.Tensor]) -> np.ndarray:
    """One step with a batch, some of it fainter, noisier or as a negative. Gives the losses."""
    shown, *wanted = batch
    strength, is_negative, noise = torch.rand(3, BATCH, 1, 1, 1)
    changed = shown * (0.7 + 0.5 * strength) * torch.where(is_negative < 0.15, -1, 1)
    losses = loss_of(descent.net(changed + torch.randn_like(shown) * noise * 0.15), wanted)
    descent.step(losses[0], longest=5)
    return losses.detach().numpy()


def main() -> None:
    """Draw, train, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, nargs="+", default=LEARNED_FROM, help="from, up to …")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--windows", type=int, default=12_000, help="in each epoch")
    parser.add_argument("--seed", type=int, default=29)
    parser.add_argument("--to", type=Path, default=STATIC / "place-net.bin")
    options = parser.parse_args()
    torch.set_num_threads(1)
    np.set_printoptions(precision=3)
    photos = grey_photos(options.photos)
    print(len(photos), "photos")
    net = trained(photos, options.epochs, options.windows, options.seed)
    write_weights(net, options.to)


if __name__ == "__main__":
    main()
