"""The net of `static/place-net.js`, which says where tiles lie: layers, what it sees, its loss."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional

#: A cell of what it says is so many pixels wide and high.
CELL = 4
#: What it says of a tile's width and length is in units of so many pixels.
WIDE, LONG = 16, 32
CHANNELS = (16, 24, 32, 32)
#: Greys are compared with those in a square of this side. Their spread is taken as so much more.
AROUND, LEAST_SPREAD, MOST_SPREADS = 65, 6, 4


def place_net() -> nn.Sequential:
    """Each 2 × 2 pixels as four planes, 3 × 3 from ever farther away, then seven values a cell.

    They are the evidence that a tile's middle is there, how far off it is, and by twice their
    angles the tile's width and length.
    """
    one, two, three, four = CHANNELS
    net = nn.Sequential(
        *(nn.PixelUnshuffle(2), nn.Conv2d(4, one, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Conv2d(one, two, 3, padding=1), nn.ReLU()),
        *(nn.Conv2d(two, three, 3, padding=2, dilation=2), nn.ReLU()),
        *(nn.Conv2d(three, four, 3, padding=4, dilation=4), nn.ReLU()),
        nn.Conv2d(four, 7, 1),
    )
    # At first it takes no cell for the middle of a tile.
    nn.init.constant_(net.get_parameter(f"{len(net) - 1}.bias")[:1], -3)
    return net


def even(grey: np.ndarray) -> np.ndarray:
    """The mean of what is around each pixel becomes zero, its spread one."""
    pixels = grey.astype(np.float64)
    mean = _around(pixels)
    spread = np.sqrt(np.maximum(_around(pixels * pixels) - mean * mean, 0))
    evened = np.clip((pixels - mean) / (spread + LEAST_SPREAD), -MOST_SPREADS, MOST_SPREADS)
    return np.asarray(evened, np.float16)


def _around(pixels: np.ndarray) -> np.ndarray:
    """The mean of a square around each pixel, as far as it is in the picture."""
    return _along_columns(_along_columns(pixels).T).T


def _along_columns(pixels: np.ndarray) -> np.ndarray:
    sums = np.concatenate([np.zeros((1, pixels.shape[1])), np.cumsum(pixels, 0)])
    at, reach = np.arange(len(pixels)), AROUND // 2
    first, end = np.maximum(at - reach, 0), np.minimum(at + reach + 1, len(pixels))
    return (sums[end] - sums[first]) / (end - first)[:, None]


def loss_of(said: torch.Tensor, wanted: list[torch.Tensor]) -> torch.Tensor:
    """The loss as a whole, that of where, and that of how large.

    `wanted`: of each cell how near a middle is, whether it counts, six values, and their weight.
    """
    near, counts, values, weight = wanted
    chance = torch.sigmoid(said[:, 0]).clamp(1e-4, 1 - 1e-4)
    at = near >= 0.999
    hits = (at * (1 - chance) ** 2 * torch.log(chance)).sum()
    rest = ((~at) * counts * (1 - near) ** 4 * chance**2 * torch.log(1 - chance)).sum()
    where = (-hits - rest) / at.sum().clamp_min(1)
    off = functional.smooth_l1_loss(said[:, 1:], values, reduction="none", beta=0.1)
    large = (off * weight[:, None]).sum() / weight.sum().clamp_min(1)
    return torch.stack([where + 2 * large, where, large])
