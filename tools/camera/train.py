"""Trains the net for half-tiles on drawn tiles and writes `static/half-net.bin`.

    python -m tools.camera.train [--scenes 36000] [--photos 1500] [--epochs 16] [--seed 29]

Needs torch (only here, never in the app).
"""

import argparse
import time
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from .half_model import CLASSES, half_net, normalised, rounded, write_weights
from .half_scenes import HalfScenes
from .half_wear import worn

WEIGHTS = Path(__file__).parents[2] / "static" / "half-net.bin"
BATCH = 256

Patches = tuple[np.ndarray, np.ndarray]


def scene_patches(seed: int, scenes: int) -> Patches:
    """Patches of that many scenes, made by two processes."""
    with Pool(2) as pool:
        parts = pool.starmap(_some_scenes, [(seed + i, scenes // 20) for i in range(20)])
    return np.concatenate([p for p, _ in parts]), np.concatenate([c for _, c in parts])


def _some_scenes(seed: int, scenes: int) -> Patches:
    return HalfScenes(seed).patches(scenes)


def trained(patches: Patches, epochs: int, seed: int) -> nn.Sequential:
    """A net trained on the patches, its weights the moving mean of those of the last steps."""
    torch.manual_seed(seed)
    random = torch.Generator().manual_seed(seed)
    shown = torch.tensor(patches[0])[:, None]
    classes = torch.tensor(patches[1]).long()
    net = half_net()
    mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True)
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3, weight_decay=0.01)
    steps = epochs * (len(shown) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 5e-3, total_steps=steps, pct_start=0.15)
    start = time.monotonic()
    for epoch in range(epochs):
        order = torch.randperm(len(shown), generator=random)
        losses = 0.0
        for i in range(len(shown) // BATCH):
            chosen = order[i * BATCH : (i + 1) * BATCH]
            with torch.no_grad():
                x = normalised(worn(shown[chosen].float(), random))
            loss = functional.cross_entropy(net(x), classes[chosen], label_smoothing=0.03)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            mean.update_parameters(net)
            losses += loss.item()
        print(f"epoch {epoch + 1}: loss {losses / (len(shown) // BATCH):.4f}, {time.monotonic() - start:.0f} s", flush=True)
    return mean.module.eval()


def logits_of(net: nn.Module, patches: np.ndarray) -> torch.Tensor:
    """What the net says of patches as they are."""
    with torch.no_grad():
        parts = [net(normalised(torch.tensor(part)[:, None].float())) for part in np.array_split(patches, len(patches) // 2000 + 1)]
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
    print(f"{name}: halves {right[halves].float().mean():.4f}, others {right[~halves].float().mean():.4f}, sure {sure.float().mean():.3f}, of these right {right[sure].float().mean():.4f}")


def main() -> None:
    """Train, measure on patches that weren't trained on, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=36_000)
    parser.add_argument("--epochs", type=int, default=16)
    parser.add_argument("--seed", type=int, default=29)
    parser.add_argument("--to", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    torch.set_num_threads(1)
    patches = scene_patches(options.seed * 1000, options.scenes)
    unseen = scene_patches(options.seed * 1000 + 500, 2000)
    print(len(patches[0]), "patches", np.bincount(patches[1]))
    net = trained(patches, options.epochs, options.seed)
    torch.save(net.state_dict(), options.to.with_suffix(".pt"))
    classes = torch.tensor(unseen[1]).long()
    report("as trained", logits_of(net, unseen[0]), classes)
    logits = logits_of(rounded(net), unseen[0])
    temperature = best_temperature(logits, classes)
    report(f"as bytes, temperature {temperature:.2f}", logits / temperature, classes)
    write_weights(net, options.to, temperature)


if __name__ == "__main__":
    main()
