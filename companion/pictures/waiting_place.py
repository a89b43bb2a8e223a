"""Where a tile waits before it is played: in sight of its place, and on nothing else."""

from collections.abc import Iterable, Iterator
from typing import Final

from companion.pictures.shapes import Box, LaidTile

#: Units of felt between a waiting tile and the others.
_APART: Final = 0.3


def waits_beside(laid: LaidTile, others: Iterable[Box], view: Box) -> tuple[LaidTile, Box]:
    """A tile waiting near its place, turned as it will be there, and the view that shows it too.

    If the view has no room, it waits below everything.
    """
    taken = [box.inset(-_APART) for box in (*others, laid.box)]
    free = [each for each in _within(view, laid) if not any(_meet(each.box, box) for box in taken)]
    if free:
        return min(free, key=lambda each: each.box.distance(laid.centre)), view
    below = round(2 * (view.bottom + laid.box.height / 2))
    waiting = laid._replace(pose=laid.pose._replace(y=below), link=())
    return waiting, Box.around([view, waiting.box.inset(-_APART)])


def _within(view: Box, laid: LaidTile) -> Iterator[LaidTile]:
    """The tile on each lattice point from which it lies within the view."""
    for x in range(round(2 * view.left), round(2 * view.right) + 1):
        for y in range(round(2 * view.top), round(2 * view.bottom) + 1):
            each = laid._replace(pose=laid.pose._replace(x=x, y=y), link=())
            if Box.around([view, each.box.inset(-_APART)]) == view:
                yield each


def _meet(one: Box, other: Box) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )
