"""Whether the tiles that lie agree with the record of a hand, and if not, which entry is wrong."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

from companion.referee.seen.least_mistakes import HandReader, Repair, SaidLine
from companion.referee.seen.seen_layout import SeenLayout, likeness
from companion.rules.game import Game
from companion.rules.tile import Tile


class Differing(StrEnum):
    """In what the tiles that lie and the record of a hand differ."""

    NOT_ENTERED = "not-entered"
    NOT_THERE = "not-there"
    #: Another tile was entered than the one that lies in its place.
    OTHER_TILE = "other-tile"
    ON_ANOTHER = "on-another"
    #: It was entered, and what was played on it lies there: only it wasn't seen.
    NOT_SEEN = "not-seen"
    #: Both were seen on one end of another tile.
    IMPOSSIBLE = "impossible"
    #: The tile that was seen is in doubt.
    IN_DOUBT = "in-doubt"


class LayoutDifference(NamedTuple):
    """One difference, by the tile that lies, or that was entered and doesn't."""

    kind: Differing
    tile: Tile
    #: The tile that was entered instead, or the one that it lies on.
    other: Tile | None = None
    #: The change behind the entry that is wrong.
    line: int | None = None
    #: What to enter; if a tile was forgotten, each moment at which it can have been played.
    repairs: tuple[Repair, ...] = ()
    #: What a tile in doubt can be.
    choices: tuple[Tile, ...] = ()


def check_layout(
    start: Game, said: Sequence[SaidLine], seen: SeenLayout
) -> tuple[LayoutDifference, ...]:
    """The differences between a hand's record and the tiles that lie; none if they agree.

    `start` is the game before the hand. An end that is like another is as good as that.
    """
    crowded = [
        LayoutDifference(Differing.IMPOSSIBLE, one, other)
        for host in seen.tiles
        for one, other in combinations(seen.beside(host), 2)
        if likeness(one, host) == likeness(other, host) != host
    ]
    # A picture that nobody can have played accuses nobody.
    found = crowded or [*_Comparison(start, said, seen).differences()]
    asked = dict[Tile, LayoutDifference]()
    for tile in (tile for each in found for tile in (each.tile, each.other) if tile):
        if choices := seen.doubts.get(tile):
            asked[tile] = LayoutDifference(Differing.IN_DOUBT, tile, choices=choices)
    # A tile in doubt is asked about before it accuses an entry, and what may be that tile with it.
    unclear = {tile for question in asked.values() for tile in question.choices}
    return (*asked.values(), *(each for each in found if unclear.isdisjoint(each[1:3])))


class _Comparison(HandReader):
    def differences(self) -> Iterator[LayoutDifference]:
        """First what explains the most, in the order of play: no repair needs one behind it."""
        told = {*self.seen.tiles} & {*self.entered}
        for was, (line, right) in self.readings[0]:
            tile = right.tile
            if was:
                kind = Differing.ON_ANOTHER if was == tile else Differing.OTHER_TILE
                other, known = right.host if was == tile else was, ((line, right),) if line else ()
                yield LayoutDifference(kind, tile, other, self.entered[was][0], known)
            else:
                every = dict.fromkeys(each for reading in self.readings for each in reading)
                moments = tuple(each for is_of, each in every if not is_of and each[1].tile == tile)
                yield LayoutDifference(Differing.NOT_ENTERED, tile, right.host, repairs=moments)
            told |= {was or tile, tile}
        for tile in self.entered:
            if tile not in told:
                kind = Differing.NOT_SEEN if self._is_covered(tile) else Differing.NOT_THERE
                yield LayoutDifference(kind, tile, line=self.entered[tile][0])
        for tile in self.seen.tiles:
            if tile not in told:
                yield LayoutDifference(Differing.NOT_ENTERED, tile)

    def _is_covered(self, tile: Tile) -> bool:
        """Whether something lies that was played on a tile, apart from all the rest."""
        on_it = {each for each, (_, said) in self.entered.items() if said.host == tile}
        lying = [each for each in self.entered if each in self.seen.tiles]
        apart = self.seen.tiles.keys() - self.seen.joined_to(lying[:1]) if self.seen.joins else ()
        return not on_it.isdisjoint(apart)
