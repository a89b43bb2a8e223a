"""The window onto a tableau: how much of the table is shown while a hand grows.

It stands still as long as everything is in sight; when a tile would fall
outside, it opens wide enough for the next few as well. So people do not lose
their place at every tile.
"""

from typing import Final

from companion.pictures.shape import Box

_NARROWEST: Final = (13.0, 6.6)
_OUTLOOK: Final = 1.6
_MARGIN: Final = 0.3


def window_onto(bounds: Box, before: Box | None) -> Box:
    """The window for a tableau with these bounds, given the one before its last tile."""
    if before is not None and _holds(before, bounds.inset(-_MARGIN)):
        return before
    if before is None:
        return _at_least(bounds.inset(-_MARGIN))
    wanted = bounds.inset(-_MARGIN)
    # Only the edges that were too near give way.
    opened = Box(
        wanted.left - _OUTLOOK if wanted.left < before.left else wanted.left,
        wanted.top - _OUTLOOK / 2 if wanted.top < before.top else wanted.top,
        wanted.right + _OUTLOOK if wanted.right > before.right else wanted.right,
        wanted.bottom + _OUTLOOK / 2 if wanted.bottom > before.bottom else wanted.bottom,
    )
    return _at_least(opened)


def _holds(window: Box, bounds: Box) -> bool:
    return (
        window.left <= bounds.left
        and window.top <= bounds.top
        and window.right >= bounds.right
        and window.bottom >= bounds.bottom
    )


def _at_least(box: Box) -> Box:
    across = max(0.0, _NARROWEST[0] - box.width) / 2
    down = max(0.0, _NARROWEST[1] - box.height) / 2
    return Box(box.left - across, box.top - down, box.right + across, box.bottom + down)
