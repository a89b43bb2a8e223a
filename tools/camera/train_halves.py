"""Trains the net for half-tiles on drawn tiles and writes `static/half-net.bin`.

    python -m tools.camera.train_halves

Needs torch (only here, never in the app) and node (for the reader's own finder, whose nets must
be there). On two cores the patches take ten minutes and the training three.
"""

import argparse
import time
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from .descent import Descent
from .finder_patches import finder_patches
from .half_model import CLASSES, half_net, normalised, rounded
from .half_scenes import HalfScenes
from .half_wear import worn
from .net_file import STATIC, write_weights
from .photo_patches import photo_patches

BATCH = 256

Patches = tuple[np.ndarray, np.ndarray]


def gathered(seed: int, scenes: int, photos: int, found: int) -> Patches:
    """Patches of so many scenes, so many photos, and so many that the finder cuts."""
    jobs = [(_scenes, seed + i, scenes // 20) for i in range(20)]
    jobs += [(_photos, seed + 10_000 + i, 20) for i in range(0, photos, 20)]
    jobs += [(finder_patches, seed + 20_000 + i, 20) for i in range(0, found, 20)]
    with Pool(2) as pool:
        parts = [
            part.get()
            for part in [pool.apply_async(make, (first, count)) for make, first, count in jobs]
        ]
    shown, classes = (np.concatenate(column) for column in zip(*parts, strict=True))
    # A blank half without any trace of a bar looks like whatever is plain.
    kept = (classes != 0) | shows_bar(shown)
    return shown[kept], classes[kept]


def _scenes(seed: int, count: int) -> Patches:
    return HalfScenes(seed).patches(count)


def _photos(first: int, count: int) -> Patches:
    shown, classes = zip(
        *(photo_patches(seed) for seed in range(first, first + count)), strict=True
    )
    return np.concatenate(shown), np.concatenate(classes)


def shows_bar(patches: np.ndarray) -> np.ndarray:
    """Whether one of the first rows stands out from the rows of the half."""
    rows = patches[:, :, 8:24].astype(np.float32).mean(2)
    within = rows[:, 7:26]
    middle, spread = np.median(within, 1), within.std(1)
    return np.abs(rows[:, :5] - middle[:, None]).max(1) > 3 + 2.5 * spread


def trained(patches: Patches, epochs: int, seed: int) -> nn.Sequential:
    """A net trained on the patches, its weights the moving mean of those of the last steps."""
    torch.manual_seed(seed)
    random = torch.Generator().manual_seed(seed)
    shown = torch.tensor(patches[0])[:, None]
    classes = torch.tensor(patches[1]).long()
    steps = epochs * (len(shown) // BATCH)
    descent = Descent(half_net(), steps, pace=5e-3, rise=0.15, memory=0.998)
    start = time.monotonic()
    for epoch in range(epochs):
        order = torch.randperm(len(shown), generator=random)
        losses = 0.0
        for i in range(len(shown) // BATCH):
            chosen = order[i * BATCH : (i + 1) * BATCH]
            with torch.no_grad():
                x = normalised(worn(shown[chosen].float(), random))
            said = descent.net(x)
            losses += descent.step(
                functional.cross_entropy(said, classes[chosen], label_smoothing=0.03)
            )
        seconds = time.monotonic() - start
        print(f"epoch {epoch + 1}: loss {losses * epochs / steps:.4f}, {seconds:.0f} s", flush=True)
    return descent.mean()


def logits_of(net: nn.Module, patches: np.ndarray) -> torch.Tensor:
    """What the net says of patches as they are."""
    with torch.no_grad():
        parts = [
            net(normalised(torch.tensor(part)[:, None].float()))
            for part in np.array_split(patches, len(patches) // 2000 + 1)
        ]
    return torch.cat(parts)


def best_temperature(logits: torch.Tensor, classes: torch.Tensor) -> float:
    """By what the logits are divided so that of answers with 0.9 nine in ten are right."""
    tried = [0.3 + 0.05 * i for i in range(40)]
    return min(tried, key=lambda t: float(functional.cross_entropy(logits / t, classes)))


def report(name: str, logits: torch.Tensor, classes: torch.Tensor) -> None:
    """Print what share is right, for halves and for what is none."""
    right = logits.argmax(1) == classes
    halves = classes < CLASSES - 1
    sure = torch.softmax(logits, 1).max(1).values > 0.98
    shares = (right[halves], right[~halves], sure, right[sure])
    of_halves, of_others, are_sure, of_sure = (float(share.float().mean()) for share in shares)
    print(f"{name}: right of halves {of_halves:.4f}, of others {of_others:.4f}")
    print(f"  sure {are_sure:.3f}, of these right {of_sure:.4f}")


def main() -> None:
    """Train, measure on patches that weren't trained on, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=10_000)
    parser.add_argument("--photos", type=int, default=800)
    parser.add_argument("--found", type=int, default=400)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=29)
    parser.add_argument("--to", type=Path, default=STATIC / "half-net.bin")
    options = parser.parse_args()
    torch.set_num_threads(2)
    first = options.seed * 1_000_000
    patches = gathered(first, options.scenes, options.photos, options.found)
    unseen = gathered(
        first + 500_000, options.scenes // 10, options.photos // 10, options.found // 10
    )
    print(len(patches[0]), "patches", np.bincount(patches[1]))
    net = trained(patches, options.epochs, options.seed)
    classes = torch.tensor(unseen[1]).long()
    report("as trained", logits_of(net, unseen[0]), classes)
    logits = logits_of(rounded(net), unseen[0])
    temperature = best_temperature(logits, classes)
    report(f"as bytes, temperature {temperature:.2f}", logits / temperature, classes)
    write_weights(net, options.to, temperature)


if __name__ == "__main__":
    main()
