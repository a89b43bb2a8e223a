"""The layout: the tiles on the table, their open ends, and the count.

A place is named by the tile it goes on, its host; coordinates are for pictures.
"""

from collections.abc import Iterator
from typing import NamedTuple

from companion.i18n import Text, listed, message
from companion.rules.choices import Spinners
from companion.rules.errors import AlreadySet, NoMatch, WhichEnd
from companion.rules.settings import Rules
from companion.rules.tile import ALL_TILES, Tile

#: A tile and what it is set on; None for the lead.
Placement = tuple[Tile, Tile | None]


class End(NamedTuple):
    """A place for a tile: an open half of a single, or a double."""

    host: Tile
    pips: int
    #: In pips: the open half, or the halves of a double that count.
    counts: int
    #: How many more tiles fit there: 1 on a single, up to 4 on a spinner.
    places: int = 1

    @property
    def likeness(self) -> Tile | int:
        """What alike ends share: the pips that singles show; a double is like no other end."""
        return self.host if self.host.high == self.host.low else self.pips


class Layout(NamedTuple):
    """The tiles played in a hand, in order, and the ends that they leave open."""

    rules: Rules
    tiles: tuple[Tile, ...] = ()
    #: In the order of their hosts, the larger half of the lead first.
    ends: tuple[End, ...] = ()
    #: The count in pips.
    total: int = 0
    #: The first double played, the only spinner under `spinners = first`.
    first_double: Tile | None = None

    @property
    def pips(self) -> int:
        """The pips of all tiles played."""
        return sum(high + low for high, low in self.tiles)

    @property
    def counted_ends(self) -> tuple[End, ...]:
        """The ends in the count, blank ones too: all but the doubles that count nothing."""
        return tuple(end for end in self.ends if end.counts or self._is_open_blank(end))

    def _is_open_blank(self, end: End) -> bool:
        if end.pips or not end.host.is_double:
            return end.pips == 0
        return self.counted_halves(end) > 0 and (not self.rules.counts_when_dead or self.is_dead(0))

    @property
    def playable_ends(self) -> tuple[End, ...]:
        """The open ends where the next tile may go: all, or the spinner to be covered first."""
        if self.rules.covers_first and self.first_double is not None:
            for end in self.ends:
                if end.host == self.first_double:
                    return (end,)
        return self.ends

    @property
    def unset(self) -> tuple[Tile, ...]:
        """The tiles that are not on the table."""
        return tuple(tile for tile in ALL_TILES if tile not in self.tiles)

    def fits(self, tile: Tile, host: Tile | None = None) -> bool:
        """Whether a tile fits an empty table or an open end, of that host if one is named."""
        return not self.tiles or any(
            end.pips in tile for end in self.playable_ends if host is None or end.host == host
        )

    def ends_for(self, tile: Tile) -> tuple[End, ...]:
        """The open ends that a tile fits, alike or not."""
        return tuple(end for end in self.playable_ends if end.pips in tile)

    def choices_for(self, tile: Tile) -> tuple[End, ...]:
        """The open ends that a tile fits, one of each group that is alike: the earliest host."""
        first_of: dict[Tile | int, End] = {}
        for end in self.playable_ends:
            if end.pips in tile:
                first_of.setdefault(end.likeness, end)
        return tuple(first_of.values())

    def is_spinner(self, double: Tile) -> bool:
        """Whether a double, on the table or about to be played, has four sides to play on."""
        spinners = self.rules.spinners
        return spinners is Spinners.ALL or (
            spinners is Spinners.FIRST and double == (self.first_double or double)
        )

    def counted_halves(self, double: End) -> int:
        """How many halves of an open double count: 2, 1 or 0."""
        return self._halves(double.host, double.places)

    def _halves(self, double: Tile, places: int) -> int:
        # One that is no spinner has its sides only, so what it has left is a free side.
        if places > 2 or not self.is_spinner(double):
            return 2
        return places if self.rules.counts_ends else 0

    def placements(self) -> Iterator[Placement]:
        """Every (tile, host) that can be played next; the host of a lead is None."""
        for tile in self.unset:
            if self.tiles:
                yield from ((tile, end.host) for end in self.ends_for(tile))
            else:
                yield tile, None

    def set_tile(self, tile: Tile, host: Tile | None = None) -> "Layout":
        """The layout with one more tile; raises `AlreadySet`, `NoMatch` or `WhichEnd`.

        The host may be left out for the lead, and if all open ends that fit are alike.
        """
        self.check_not_set(tile)
        if self.tiles:
            return self.join(tile, self.end_for(tile, host))
        if host is not None:
            raise NoMatch(message("refused.nothing-to-join", tile=tile, host=host))
        high, low = tile
        if high != low:
            ends = (End(tile, high, high), End(tile, low, low))
            return Layout(self.rules, (tile,), ends, high + low)
        places = 2 if self.rules.spinners is Spinners.NONE else 4
        end = End(tile, high, 0 if self.rules.counts_when_dead else high + low, places)
        return Layout(self.rules, (tile,), (end,), end.counts, tile)

    def check_not_set(self, tile: Tile) -> None:
        """Raise `AlreadySet` if the tile is on the table."""
        if tile in self.tiles:
            raise AlreadySet(message("refused.already-set", tile=tile))

    def end_for(self, tile: Tile, host: Tile | None = None) -> End:
        """The open end for a tile, the earliest of those alike; raises `NoMatch` or `WhichEnd`."""
        ends = self.playable_ends if self.rules.covers_first else self.ends
        fitting = [end for end in ends if end.pips in tile and (host is None or host == end.host)]
        if not fitting:
            raise NoMatch(self._why_no_match(tile, host))
        if len(fitting) > 1 and any(end.likeness != fitting[0].likeness for end in fitting):
            places = (
                message("refused.which-end-place", host=end.host, total=self.join(tile, end).total)
                for end in self.choices_for(tile)
            )
            raise WhichEnd(message("refused.which-end", tile=tile, places=listed(places, "or")))
        return fitting[0]

    def join(self, tile: Tile, end: End) -> "Layout":
        """The layout with a tile on one of its open ends."""
        high, low = tile
        rules, first_double = self.rules, self.first_double
        if high == low:
            places = 3 if self.is_spinner(tile) else 1
            new = End(tile, high, 0 if rules.counts_when_dead else high + low, places)
            first_double = first_double or tile
        else:
            outer = low if end.pips == high else high
            new = End(tile, outer, outer)
        at, left = self.ends.index(end), end.places - 1
        counts = self._counts_of_rest(end)
        rest = (End(end.host, end.pips, counts, left),) if left else ()
        ends = (*self.ends[:at], *rest, *self.ends[at + 1 :], new)
        tiles = (*self.tiles, tile)
        total = self.total - end.counts + counts + new.counts
        layout = Layout(rules, tiles, ends, total, first_double)
        return layout._with_dead_doubles() if rules.counts_when_dead else layout

    def total_with(self, tile: Tile, end: End) -> int:
        """The count in pips with a tile on one of the open ends."""
        if self.rules.counts_when_dead:
            return self.join(tile, end).total
        high, low = tile
        new = high + low if high == low else high + low - end.pips
        return self.total - end.counts + self._counts_of_rest(end) + new

    def _counts_of_rest(self, end: End) -> int:
        """What an end counts, in pips, with a tile on it: 0, unless a double has places left."""
        left = end.places - 1
        # Both sides first: nobody may choose a spinner's end before that.
        return self._halves(end.host, left) * end.pips if left else 0

    def _why_no_match(self, tile: Tile, host: Tile | None) -> Text:
        playable = self.playable_ends
        if len(playable) < len(self.ends):
            spinner = playable[0].host
            if host not in (None, spinner):
                return message("refused.spinner-first-there", tile=tile, host=host, spinner=spinner)
            return message("refused.spinner-first", tile=tile, spinner=spinner)
        ends = listed(message("ends.end", pips=end.pips, host=end.host) for end in playable)
        if host is None:
            return message("refused.no-match", tile=tile, ends=ends)
        return message("refused.no-match-there", tile=tile, host=host, ends=ends)

    def _with_dead_doubles(self) -> "Layout":
        """The layout with doubles counted only if their number is all out, as a house rule."""

        def counts(end: End) -> int:
            # Source: RaceHorse (1990), the exception for a dead end.
            return self.counted_halves(end) * end.pips if self.is_dead(end.pips) else 0

        ends = tuple(
            end._replace(counts=counts(end)) if end.host.is_double else end for end in self.ends
        )
        return self._replace(ends=ends, total=sum(end.counts for end in ends))

    def is_dead(self, pips: int) -> bool:
        """True if all seven tiles with this number are on the table."""
        return sum(pips in tile for tile in self.tiles) == 7
