"""The net of `static/fit-net.js`: where a quad's corners should be, and if a tile is there."""

from torch import nn

#: What it sees of a quad, in pixels, and how much beyond it, in its widths and lengths.
WIDE, HIGH = 32, 48
BESIDE, BEYOND = 0.35, 0.25
#: What it says is in tenths of the quad's width and length.
UNIT = 0.1
CHANNELS = (16, 24, 24)
HIDDEN = 48


def fit_net() -> nn.Sequential:
    """Each 2 × 2 pixels as four planes, three times 3 × 3, then two dense layers.

    It says eight numbers for the corners, and the evidence that a tile is there.
    """
    one, two, three = CHANNELS
    return nn.Sequential(
        *(nn.PixelUnshuffle(2), nn.Conv2d(4, one, 3, padding=1), nn.ReLU()),
        *(nn.Conv2d(one, two, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Conv2d(two, three, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Flatten(), nn.Linear(three * WIDE * HIGH // 64, HIDDEN), nn.ReLU()),
        nn.Linear(HIDDEN, 9),
    )
