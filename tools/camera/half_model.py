"""The net for half-tiles: its layers, and how its weights are written for `static/half-net.js`."""

from pathlib import Path

import numpy as np
import torch
from torch import nn

CLASSES = 8
CHANNELS = (16, 24, 48)
HIDDEN = 48


def half_net() -> nn.Sequential:
    """Each 2 × 2 pixels as four planes, three times 3 × 3, then two dense layers."""
    one, two, three = CHANNELS
    return nn.Sequential(
        *(nn.PixelUnshuffle(2), nn.Conv2d(4, one, 3, padding=1), nn.BatchNorm2d(one), nn.ReLU()),
        *(nn.Conv2d(one, two, 3, padding=1), nn.BatchNorm2d(two), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Conv2d(two, three, 3, padding=1), nn.BatchNorm2d(three), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Flatten(), nn.Dropout(0.1), nn.Linear(three * 16, HIDDEN), nn.ReLU(), nn.Dropout(0.1)),
        nn.Linear(HIDDEN, CLASSES),
    ).to(memory_format=torch.channels_last)


def normalised(patches: torch.Tensor) -> torch.Tensor:
    """Greys around zero and of even contrast; a plain patch isn't blown up to noise."""
    flat = patches.flatten(1)
    mean, spread = flat.mean(1), flat.std(1, unbiased=False)
    return ((flat - mean[:, None]) / (spread[:, None] + 6)).view_as(patches)


def folded(net: nn.Sequential) -> list[tuple[np.ndarray, np.ndarray]]:
    """Weights and biases of each layer, what BatchNorm does included."""
    layers: list[tuple[np.ndarray, np.ndarray]] = []
    for module in net:
        if isinstance(module, nn.Conv2d | nn.Linear):
            assert module.bias is not None
            layers.append(
                (module.weight.detach().numpy().copy(), module.bias.detach().numpy().copy())
            )
        if isinstance(module, nn.BatchNorm2d):
            assert module.running_var is not None and module.running_mean is not None
            weights, biases = layers.pop()
            factor = (module.weight / torch.sqrt(module.running_var + module.eps)).detach().numpy()
            shift = module.bias.detach().numpy() - module.running_mean.numpy() * factor
            layers.append((weights * factor[:, None, None, None], biases * factor + shift))
    return layers


def quantised(
    layers: list[tuple[np.ndarray, np.ndarray]],
) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Each layer as scales, biases and weights from −127 to 127, with one scale for each output."""
    result = []
    for weights, biases in layers:
        flat = weights.reshape(len(weights), -1)
        scales = np.abs(flat).max(1) / 127 + 1e-12
        result.append(
            (
                scales.astype(np.float32),
                biases.astype(np.float32),
                np.round(flat / scales[:, None]).astype(np.int8),
            )
        )
    return result


def write_weights(net: nn.Sequential, path: Path, temperature: float) -> None:
    """First the scales and biases of all layers as 32-bit floats, then all weights as signed bytes.

    The last layer is divided by the temperature, so that the reader's probabilities are honest.
    """
    layers = folded(net)
    layers[-1] = (layers[-1][0] / temperature, layers[-1][1] / temperature)
    parts = quantised(layers)
    floats = np.concatenate([part for scales, biases, _ in parts for part in (scales, biases)])
    weights = np.concatenate([part.ravel() for _, _, part in parts])
    path.write_bytes(floats.astype("<f4").tobytes() + weights.tobytes())


def rounded(net: nn.Sequential) -> nn.Sequential:
    """The net as the reader has it, its weights rounded to bytes."""
    copy = nn.Sequential(
        *[module for module in half_net() if not isinstance(module, nn.BatchNorm2d)]
    )
    places = [module for module in copy if isinstance(module, nn.Conv2d | nn.Linear)]
    for module, (scales, biases, weights) in zip(places, quantised(folded(net)), strict=True):
        module.weight.data = torch.tensor(weights * scales[:, None]).view_as(module.weight)
        module.bias.data = torch.tensor(biases)
    return copy.eval()
