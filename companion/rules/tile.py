"""The double-six set: 28 tiles, each once, 168 pips in all."""

from typing import NamedTuple


class Tile(NamedTuple):
    """A tile by the pips of its two halves, the larger half first."""

    high: int
    low: int

    @staticmethod
    def parse(text: str) -> "Tile":
        """The tile written `6-4` or `4-6`; raises `ValueError` on anything else."""
        if text not in WRITTEN:
            raise ValueError(f"{text!r} is no tile of the double-six set")
        return WRITTEN[text]

    @property
    def is_double(self) -> bool:
        """True if both halves show the same number of pips."""
        return self.high == self.low

    @property
    def pips(self) -> int:
        """The pips on both halves together."""
        return self.high + self.low

    def other_half(self, pips: int) -> int:
        """The pips of the other half than the one with `pips`."""
        return self.low if pips == self.high else self.high

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"


ALL_TILES = tuple(Tile(high, low) for high in range(7) for low in range(high + 1))
ALL_PIPS = sum(tile.pips for tile in ALL_TILES)
#: Each tile by either way of writing it.
WRITTEN = {name: tile for tile in ALL_TILES for name in (str(tile), f"{tile.low}-{tile.high}")}


def possible_pips(tiles: tuple[Tile, ...], number: int) -> frozenset[int]:
    """All the pips that so many of these tiles can have together."""
    # sums[k] has bit p set where k of the tiles seen so far can have p pips.
    sums = [1] + [0] * number
    for seen, tile in enumerate(tiles, start=1):
        for k in range(min(seen, number), 0, -1):
            sums[k] |= sums[k - 1] << tile.pips
    return frozenset(pips for pips in range(ALL_PIPS + 1) if sums[number] >> pips & 1)
