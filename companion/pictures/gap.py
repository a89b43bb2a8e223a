"""A gap: tiles of an arm that a picture leaves out, in the place of one tile."""

from companion.rules.tile import Tile


class Gap(Tile):
    """Tiles left out of an arm, by the pips that the first joins with and the last leaves open."""

    left_out: tuple[Tile, ...]

    @classmethod
    def of(cls, run: tuple[Tile, ...], host: Tile) -> "Gap":
        """The gap for a run of tiles, the first of which is on that host."""
        pips = first = host.high if host.high in run[0] else host.low
        for tile in run:
            pips = tile.other_half(pips)
        gap = cls(first, pips)
        gap.left_out = run
        return gap

    @property
    def is_double(self) -> bool:
        """Always false: a gap lies along its arm."""
        return False

    def __contains__(self, pips: object) -> bool:
        # It joins its host by the pips of its first tile.
        return pips == self.high

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Gap) and self.left_out == other.left_out

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.left_out)
