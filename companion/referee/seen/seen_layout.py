"""A layout as it was seen: which tiles lie, and which of them lie joined."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.i18n import message
from companion.record.statements import BadSyntax
from companion.rules.errors import quoted
from companion.rules.tile import Tile

#: What parts the words of the text; people type what they like.
_BETWEEN = re.compile(r"[.,\s]+")
#: 28 tiles have fewer joins than ends.
_MOST_WORDS = 28 * 5


class SeenLayout(NamedTuple):
    """What lies on a table; nobody can see in which order it came."""

    #: Each tile, with what else it may be if it was not seen clearly.
    tiles: Mapping[Tile, tuple[Tile, ...]]
    joins: tuple[tuple[Tile, Tile], ...] = ()

    @classmethod
    def parse(cls, text: str) -> "SeenLayout":
        """A layout from `6-6.6-4.6-3_5-3.6-6~6-4`; raises `BadSyntax`.

        `6-3_5-3` is a 6-3 that may be a 5-3, `6-6~6-4` are two tiles that lie joined.
        """
        tiles, joins = dict[Tile, tuple[Tile, ...]](), list[tuple[Tile, Tile]]()
        for word in [*filter(None, _BETWEEN.split(text, maxsplit=_MOST_WORDS))] or [text]:
            try:
                tile, *others = map(Tile.parse, re.split("[_~]", word))
            except ValueError:
                raise _unreadable(word) from None
            if "~" not in word and tile in tiles:
                raise BadSyntax(message("seen.twice", tile=tile))
            if "~" not in word:
                tiles[tile] = tuple(others)
            elif len({tile, *others} & {*tiles}) == len(others) + 1 == 2:
                joins.append((tile, others[0]))
            else:
                raise _unreadable(word)
        return cls(tiles, tuple(joins))

    def __str__(self) -> str:
        tiles = ("_".join(map(str, each)) for each in ((t, *o) for t, o in self.tiles.items()))
        return ".".join([*tiles, *(f"{one}~{other}" for one, other in self.joins)])

    @property
    def doubts(self) -> dict[Tile, tuple[Tile, ...]]:
        """Each tile that was not seen clearly, with the tiles that it can be, itself first."""
        return {
            tile: (tile, *(other for other in others if other not in self.tiles))
            for tile, others in self.tiles.items()
            if others
        }

    @property
    def both_ways(self) -> tuple[tuple[Tile, Tile], ...]:
        """Each join, with the one tile first and with the other."""
        return (*self.joins, *((other, one) for one, other in self.joins))

    def beside(self, host: Tile) -> list[Tile]:
        """The tiles that lie joined to this one, each by a number that both have."""
        return [one for one, on in self.both_ways if on == host and likeness(one, on) is not None]

    def hosts_from(self, lead: Tile) -> dict[Tile, Tile]:
        """What each tile was played on if this one was played first; only of those joined to it."""
        found, reached = dict[Tile, Tile](), [lead]
        for host in reached:
            new = [tile for tile in self.beside(host) if tile not in reached]
            found |= dict.fromkeys(new, host)
            reached += new
        return found

    def joined_to(self, laid: Iterable[Tile]) -> set[Tile]:
        """Which of these tiles were seen, and all that lie joined to them."""
        there = {tile for tile in laid if tile in self.tiles}
        return there.union(*map(self.hosts_from, there))

    def settled(self, seen: Tile, tile: Tile) -> "SeenLayout":
        """The layout with a tile that was not seen clearly, which is this tile."""
        names = {each: each for each in self.tiles} | {seen: tile}
        tiles = {names[each]: others for each, others in self.tiles.items()} | {tile: ()}
        return SeenLayout(tiles, tuple((names[one], names[other]) for one, other in self.joins))


def likeness(tile: Tile, host: Tile) -> Tile | int | None:
    """What alike ends share where a tile lies on a host; None where the two share no number."""
    shared = next((pips for pips in tile if pips in host), None)
    return host if host.is_double and shared is not None else shared


def _unreadable(word: str) -> BadSyntax:
    return BadSyntax(message("seen.unreadable", word=quoted(word)))
