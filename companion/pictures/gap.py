"""A gap: tiles of an arm that a picture leaves out; it lies and is joined as a tile would be."""

from companion.rules.tile import Tile


class Gap(Tile):
    """Tiles of an arm that are left out, by the pips that the first joins and the last shows."""

    left_out: tuple[Tile, ...]

    @classmethod
    def of(cls, run: tuple[Tile, ...], host: Tile) -> "Gap":
        """The gap in place of a run of tiles, the first of which was set on that host."""
        # Two tiles have no more than one number in common.
        pips = first = host.high if host.high in run[0] else host.low
        for tile in run:
            pips = tile.other_half(pips)
        gap = cls(first, pips)
        gap.left_out = run
        return gap

    @property
    def is_double(self) -> bool:
        """Never: it lies along its arm, whatever it joins."""
        return False

    def __contains__(self, pips: object) -> bool:
        # It joins its host by the pips of its first tile, whatever comes last.
        return pips == self.high

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Gap) and self.left_out == other.left_out

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.left_out)
