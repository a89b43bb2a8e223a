"""How the weights of a small net are written, for `static/layers.js`."""

from pathlib import Path

import numpy as np
import torch
from torch import nn

STATIC = Path(__file__).parents[2] / "static"


def write_weights(net: nn.Sequential, path: Path, temperature: float = 1) -> None:
    """First the scales and biases of all layers as 32-bit floats, then all weights as signed bytes.

    The last layer is divided by the temperature, so that probabilities are honest.
    """
    layers = folded(net)
    layers[-1] = (layers[-1][0] / temperature, layers[-1][1] / temperature)
    parts = quantised(layers)
    floats = np.concatenate([part for scales, biases, _ in parts for part in (scales, biases)])
    weights = np.concatenate([part.ravel() for _, _, part in parts])
    path.write_bytes(floats.astype("<f4").tobytes() + weights.tobytes())


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
