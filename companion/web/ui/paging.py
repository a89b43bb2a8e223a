"""Parts: what is too long for one page, page by page."""

from collections.abc import Sequence
from typing import NamedTuple


class PagePart(NamedTuple):
    """One part of a long list: which of how many, and what of the whole it shows."""

    #: The first part is 1.
    number: int
    total: int
    #: The places of what it shows, from 0.
    places: range
    #: How long the whole is.
    of: int

    @property
    def is_all(self) -> bool:
        """Whether there is nothing beside it."""
        return self.total <= 1

    @property
    def before(self) -> int | None:
        """The part before it; None where it is the first."""
        return self.number - 1 if self.number > 1 else None

    @property
    def after(self) -> int | None:
        """The part after it; None where it is the last."""
        return self.number + 1 if self.number < self.total else None

    @property
    def first(self) -> int:
        """The number of the first thing that it shows, from 1."""
        return self.places.start + 1

    @property
    def last(self) -> int:
        """The number of the last one."""
        return self.places.stop


def part_of(cuts: Sequence[range], wanted: int | None) -> PagePart:
    """The part that is wanted; the last one where there is no such part."""
    if not cuts:
        return PagePart(1, 1, range(0), 0)
    number = wanted if wanted is not None and 1 <= wanted <= len(cuts) else len(cuts)
    return PagePart(number, len(cuts), cuts[number - 1], cuts[-1].stop)


def cut(length: int, most: int) -> list[range]:
    """So many things in parts of at most so many each."""
    return [range(at, min(at + most, length)) for at in range(0, length, most)]


def cut_between(pieces: Sequence[range], most: int) -> list[range]:
    """Pieces that follow one another in parts of at most so many, cut between them where it can be.

    A piece that is longer has parts of its own.
    """
    parts: list[range] = []
    for piece in pieces:
        if parts and len(parts[-1]) + len(piece) <= most:
            parts[-1] = range(parts[-1].start, piece.stop)
        else:
            parts += [piece[at.start : at.stop] for at in cut(len(piece), most)]
    return parts
