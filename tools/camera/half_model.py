"""The net for half-tiles of `static/half-net.js`: its layers, and what it gets to see."""

import torch
from torch import nn

from .net_file import folded, quantised

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
