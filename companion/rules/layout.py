"""The layout: the tiles on the table, their open ends, and the count.

A place is named by the tile it goes on, its host. Coordinates are a picture's
business (`companion.pictures`), not a rule's.
"""

from collections.abc import Iterator
from typing import NamedTuple, Self

from companion.rules.choices import ExposedDouble, Spinners
from companion.rules.errors import AlreadySet, NoMatch, WhichEnd
from companion.rules.rules import Rules
from companion.rules.tile import ALL_TILES, Tile
from companion.words import Text, listed, message

#: A tile and what it is set on; None for the lead.
Placement = tuple[Tile, Tile | None]


class End(NamedTuple):
    """Where a tile may go: an open half of a single, or a double.

    `counts` is in pips: the open half, both halves of a double while a side of
    it is free, 0 once both sides are covered. `places` is how many more tiles
    can be set there: 1 on a single, up to 4 on a spinner.
    """

    host: Tile
    pips: int
    counts: int
    places: int = 1

    def is_like(self, other: "End") -> bool:
        """Whether nothing that follows can tell the two ends apart.

        Ends of singles are alike when they show the same pips; a double is
        like itself alone.
        """
        if self.host.is_double or other.host.is_double:
            return self.host == other.host
        return self.pips == other.pips


class Layout(NamedTuple):
    """The tiles set in a hand, in the order set, and the ends they leave open.

    `ends` stands in the order in which the hosts were set, the larger half of
    the lead first. `total` is the count in pips, the sum of what they count.
    """

    spinners: Spinners
    when_dead: bool
    tiles: tuple[Tile, ...] = ()
    ends: tuple[End, ...] = ()
    total: int = 0
    #: The first double set, the only spinner under `spinners = first`.
    first_double: Tile | None = None

    @classmethod
    def under(cls, rules: Rules) -> Self:
        """The bare table under these rules."""
        return cls(rules.spinners, rules.exposed_double is ExposedDouble.WHEN_DEAD)

    @property
    def pips(self) -> int:
        """The pips of all tiles set."""
        return sum(high + low for high, low in self.tiles)

    @property
    def unset(self) -> tuple[Tile, ...]:
        """The tiles that are not on the table."""
        return tuple(tile for tile in ALL_TILES if tile not in self.tiles)

    def fits(self, tile: Tile, host: Tile | None = None) -> bool:
        """Whether a tile shows the pips of an open end, of that host if one is named.

        Anything fits a bare table.
        """
        return not self.tiles or any(
            end.pips in tile for end in self.ends if host is None or end.host == host
        )

    def ends_for(self, tile: Tile) -> tuple[End, ...]:
        """The open ends on which a tile can be set, alike or not."""
        return tuple(end for end in self.ends if end.pips in tile)

    def choices_for(self, tile: Tile) -> tuple[End, ...]:
        """The open ends for a tile, one for each group that is alike: the earliest host."""
        kept: list[End] = []
        for end in self.ends_for(tile):
            if not any(end.is_like(other) for other in kept):
                kept.append(end)
        return tuple(kept)

    def is_spinner(self, double: Tile) -> bool:
        """Whether a double on the table can be played on all four ways."""
        return self._spins(double, self.first_double)

    def placements(self) -> Iterator[tuple[Tile, Tile | None]]:
        """Every (tile, host) that can be set next; the host of a lead is None."""
        for tile in self.unset:
            if self.tiles:
                yield from ((tile, end.host) for end in self.ends_for(tile))
            else:
                yield tile, None

    def set_tile(self, tile: Tile, host: Tile | None = None) -> "Layout":
        """The layout with one more tile.

        The host may be left out for the lead, and where all open ends that fit
        are alike. Raises `AlreadySet`, `NoMatch` or `WhichEnd`.
        """
        self.check_not_set(tile)
        if self.tiles:
            return self.join(tile, self.end_for(tile, host))
        if host is not None:
            raise NoMatch(message("refused.nothing-to-join", tile=tile, host=host))
        return self.lead(tile)

    def check_not_set(self, tile: Tile) -> None:
        """Refuse a tile that is on the table; raises `AlreadySet`."""
        if tile in self.tiles:
            raise AlreadySet(message("refused.already-set", tile=tile))

    def end_for(self, tile: Tile, host: Tile | None = None) -> End:
        """The open end that a tile goes on: the host's, or the earliest where all are alike.

        Raises `NoMatch` or `WhichEnd`.
        """
        if host is not None:
            for end in self.ends:
                if end.host == host and end.pips in tile:
                    return end
            raise NoMatch(self._no_match(tile, host))
        fitting = [end for end in self.ends if end.pips in tile]
        if not fitting:
            raise NoMatch(self._no_match(tile, None))
        first = fitting[0]
        for end in fitting:
            if not first.is_like(end):
                raise WhichEnd(self._which_end(tile))
        return first

    def lead(self, tile: Tile) -> "Layout":
        """The layout of a lead alone."""
        high, low = tile
        if high == low:
            counts = 0 if self.when_dead else high + low
            places = 2 if self.spinners is Spinners.NONE else 4
            ends: tuple[End, ...] = (End(tile, high, counts, places),)
            return Layout(self.spinners, self.when_dead, (tile,), ends, counts, tile)
        ends = (End(tile, high, high), End(tile, low, low))
        return Layout(self.spinners, self.when_dead, (tile,), ends, high + low)

    def join(self, tile: Tile, end: End) -> "Layout":
        """The layout with a tile set on one of its own open ends."""
        high, low = tile
        pips = end.pips
        first_double = self.first_double
        if high == low:
            if first_double is None:
                first_double = tile
            places = 3 if self._spins(tile, first_double) else 1
            new = End(tile, high, 0 if self.when_dead else high + low, places)
        else:
            outer = low if pips == high else high
            new = End(tile, outer, outer)
        # Both sides first: nobody may choose a spinner's end before that. A double
        # that is no spinner has its sides only, so what it has left is a free side.
        at = self.ends.index(end)
        left = end.places - 1
        if left == 0:
            ends = (*self.ends[:at], *self.ends[at + 1 :], new)
            counts = 0
        else:
            counts = 0 if left <= 2 and self._spins(end.host, first_double) else end.counts
            kept = End(end.host, pips, counts, left)
            ends = (*self.ends[:at], kept, *self.ends[at + 1 :], new)
        tiles = (*self.tiles, tile)
        total = self.total - end.counts + counts + new.counts
        layout = Layout(self.spinners, self.when_dead, tiles, ends, total, first_double)
        return layout._with_dead_doubles() if self.when_dead else layout

    def _spins(self, double: Tile, first_double: Tile | None) -> bool:
        return self.spinners is Spinners.ALL or (
            self.spinners is Spinners.FIRST and double == first_double
        )

    def _with_dead_doubles(self) -> "Layout":
        """The layout with each exposed double counted only if its number is all out.

        Source: RaceHorse (1990), the exception for a dead end, as a house rule.
        """
        ends = tuple(
            end._replace(counts=self._dead_counts(end)) if end.host.is_double else end
            for end in self.ends
        )
        return self._replace(ends=ends, total=sum(end.counts for end in ends))

    def _dead_counts(self, end: End) -> int:
        spins = self._spins(end.host, self.first_double)
        if spins and end.places <= 2:
            return 0
        return 2 * end.pips if self.is_dead(end.pips) else 0

    def is_dead(self, pips: int) -> bool:
        """Whether all seven tiles that show these pips are set."""
        return sum(pips in tile for tile in self.tiles) == 7

    def _no_match(self, tile: Tile, host: Tile | None) -> Text:
        ends = self.describe_ends()
        if host is None:
            return message("refused.no-match", tile=tile, ends=ends)
        return message("refused.no-match-there", tile=tile, host=host, ends=ends)

    def _which_end(self, tile: Tile) -> Text:
        places = (
            message(
                "refused.which-end-place",
                host=end.host,
                total=self.set_tile(tile, end.host).total,
            )
            for end in self.choices_for(tile)
        )
        return message("refused.which-end", tile=tile, places=listed(places, "or"))

    def describe_ends(self) -> Text:
        """The open ends: `6 on 6-4 and 4 on 4-4`."""
        if not self.ends:
            return message("ends.none")
        return listed(message("ends.end", pips=end.pips, host=end.host) for end in self.ends)
