"""A layout as it was seen: which tiles lie, which lie joined, and which are in doubt."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from companion.i18n import message
from companion.rules.errors import Refusal, quoted
from companion.rules.tile import WRITTEN, Tile

#: What parts the words of the text; people type what they like.
_BETWEEN = re.compile(r"[.,\s]+")
#: 28 tiles, and no more joins than they have ends.
_MOST_WORDS = 28 * 5


class UnreadableLayout(Refusal, code="syntax"):
    """A word of the text is neither a tile nor a join, or a tile is there twice."""


class SeenLayout(NamedTuple):
    """The tiles that lie; nobody can see in which order they came."""

    tiles: tuple[Tile, ...] = ()
    joins: tuple[tuple[Tile, Tile], ...] = ()
    #: The tiles that may have been misread, each with what it could be instead.
    doubts: Mapping[Tile, tuple[Tile, ...]] = MappingProxyType({})

    @classmethod
    def parse(cls, text: str) -> "SeenLayout":
        """A layout from `6-6.6-4.6-3_5-3.6-6~6-4`; raises `UnreadableLayout`.

        `6-3_5-3` is a 6-3 that may be a 5-3, `6-6~6-4` are two tiles that lie joined.
        """
        words = [*filter(None, _BETWEEN.split(text.strip(), maxsplit=_MOST_WORDS))] or [text]
        named = [_tiles(word, "_") for word in words if "~" not in word]
        tiles = tuple(tile for tile, *_ in named)
        joins = tuple(_join(word, tiles) for word in words if "~" in word)
        if twice := next((tile for at, tile in enumerate(tiles) if tile in tiles[:at]), None):
            raise UnreadableLayout(message("seen.twice", tile=twice))
        return cls(tiles, joins, {tile: tuple(others) for tile, *others in named if others})

    def __str__(self) -> str:
        tiles = ("_".join(map(str, (tile, *self.doubts.get(tile, ())))) for tile in self.tiles)
        return ".".join([*tiles, *(f"{one}~{other}" for one, other in self.joins)])

    def neighbours(self, tile: Tile) -> Iterator[Tile]:
        """The tiles that lie joined to this one by a number that both have."""
        for one, other in self.joins:
            if tile in (one, other) and likeness(one, other) is not None:
                yield other if tile == one else one

    def hosts_from(self, lead: Tile) -> dict[Tile, Tile]:
        """What each tile was played on if this one was played first; only of those joined to it."""
        found, reached = dict[Tile, Tile](), [lead]
        for host in reached:
            for tile in self.neighbours(host):
                if tile != lead and tile not in found:
                    found[tile] = host
                    reached.append(tile)
        return found

    def settled(self, seen: Tile, tile: Tile) -> "SeenLayout":
        """The layout with a tile that was in doubt, which is this tile."""
        renamed = {each: each for each in self.tiles} | {seen: tile}
        return SeenLayout(
            tuple(renamed[each] for each in self.tiles),
            tuple((renamed[one], renamed[other]) for one, other in self.joins),
            {each: others for each, others in self.doubts.items() if each != seen},
        )


def likeness(tile: Tile, host: Tile) -> Tile | int | None:
    """What alike ends share where a tile lies on a host; None where the two share no number."""
    shared = next((pips for pips in tile if pips in host), None)
    return host if host.is_double and shared is not None else shared


def _tiles(word: str, parted_by: str) -> list[Tile]:
    names = word.split(parted_by)
    if wrong := next((name for name in names if name not in WRITTEN), None):
        raise UnreadableLayout(message("seen.unreadable", word=quoted(wrong)))
    return [WRITTEN[name] for name in names]


def _join(word: str, tiles: tuple[Tile, ...]) -> tuple[Tile, Tile]:
    joined = _tiles(word, "~")
    if len(joined) != 2 or joined[0] == joined[1] or not {*joined} <= {*tiles}:
        raise UnreadableLayout(message("seen.unreadable", word=quoted(word)))
    return joined[0], joined[1]
