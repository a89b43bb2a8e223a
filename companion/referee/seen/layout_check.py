"""Whether the tiles that lie agree with the record of a hand, and if not, which entry is wrong."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from companion.record.replay import Entry, follow
from companion.record.statements import Statement, TileSet
from companion.referee.explain.why_and_what_if import options_for, right_claim
from companion.referee.seen.seen_layout import SeenLayout, likeness
from companion.rules.choices import Announce
from companion.rules.game import Game
from companion.rules.tile import Tile

#: A statement of a hand, and the change behind it.
SaidLine = tuple[int, Statement]
#: What to enter in the place of the entry behind a change, or before it; None after the last one.
Repair = tuple[int | None, TileSet]


class Differing(StrEnum):
    """In what the tiles that lie and the record of a hand differ."""

    NOT_ENTERED = "not-entered"
    NOT_THERE = "not-there"
    #: Another tile was entered than the one that lies in its place.
    OTHER_TILE = "other-tile"
    ON_ANOTHER = "on-another"
    #: It was entered, and what was played on it lies there: only it wasn't seen.
    NOT_SEEN = "not-seen"
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
    found, asked = [*_Comparison(start, said, seen).differences()], dict[Tile, LayoutDifference]()
    for tile in (tile for each in found for tile in (each.tile, each.other) if tile):
        if others := seen.tiles.get(tile):
            choices = (tile, *(other for other in others if other not in seen.tiles))
            asked[tile] = LayoutDifference(Differing.IN_DOUBT, tile, choices=choices)
    # A tile in doubt is asked about before it accuses an entry, and what may be that tile with it.
    unclear = {tile for question in asked.values() for tile in question.choices}
    return (*asked.values(), *(each for each in found if unclear.isdisjoint(each[1:3])))


@dataclass(frozen=True)
class _Comparison:
    start: Game
    said: Sequence[SaidLine]
    seen: SeenLayout

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The entries that fit."""
        return follow(self.start, self.said)[0]

    @cached_property
    def entered(self) -> dict[Tile, tuple[int, TileSet]]:
        """The place and the statement of each tile that was entered."""
        found = dict[Tile, tuple[int, TileSet]]()
        for at, (_, said) in enumerate(self.said):
            if isinstance(said, TileSet):
                found.setdefault(said.tile, (at, said))
        return found

    @cached_property
    def hosts(self) -> dict[Tile, Tile]:
        """What each tile lies on, as the first tile that was entered and lies came first."""
        there = [tile for tile in self.entered if tile in self.seen.tiles]
        return self.seen.hosts_from(there[0]) if there else {}

    def differences(self) -> Iterator[LayoutDifference]:
        missing = [tile for tile in self.seen.tiles if tile not in self.entered]
        for tile, (at, said) in self.entered.items():
            line, on, host = self.said[at][0], said.host, self.hosts.get(tile)
            if tile not in self.seen.tiles:
                if repair := self._instead(at, said, missing):
                    instead = repair[1].tile
                    missing.remove(instead)
                    yield LayoutDifference(Differing.OTHER_TILE, instead, tile, line, (repair,))
                else:
                    kind = Differing.NOT_SEEN if self._is_covered(tile) else Differing.NOT_THERE
                    yield LayoutDifference(kind, tile, line=line)
            # On one that was forgotten, or entered as another, it is right as soon as that is.
            elif on and host in self.entered and likeness(tile, host) != likeness(tile, on):
                repair = line, said._replace(host=host)
                yield LayoutDifference(Differing.ON_ANOTHER, tile, host, line, (repair,))
        for tile in missing:
            host, moments = self.hosts.get(tile), self._moments(tile)
            yield LayoutDifference(Differing.NOT_ENTERED, tile, host, repairs=moments)

    def _is_covered(self, tile: Tile) -> bool:
        """Whether something lies that was played on a tile, apart from all the rest."""
        on_it = (each for each, (_, said) in self.entered.items() if said.host == tile)
        loose = self.seen.tiles.keys() - self.hosts if self.seen.joins else ()
        return any(each in loose for each in on_it)

    def _instead(self, at: int, said: TileSet, missing: Sequence[Tile]) -> Repair | None:
        """The tile that lies where another one was entered."""
        line, best, found = self.said[at][0], 0, None
        for tile in missing:
            host, least = self._host_instead(at, said, tile)
            statement = said._replace(tile=tile, host=host)
            reached = self._reached((*self.said[:at], (line, statement), *self.said[at + 1 :]))
            if reached > best and reached >= least:
                best, found = reached, (line, statement)
        return found

    def _host_instead(self, at: int, said: TileSet, tile: Tile) -> tuple[Tile | None, int]:
        """Where a tile lies, and how much must fit if it was played instead of another one."""
        if said.host is None:
            return None, at + 1
        on = self.hosts.get(tile)
        if likeness(tile, on or said.host) == likeness(said.tile, said.host):
            return said.host, len(self.entries) if on is None else at + 1
        # In another place it was played instead only if that explains what doesn't fit now.
        return on or said.host, max(len(self.said), len(self.entries) + 1)

    def _moments(self, tile: Tile) -> tuple[Repair, ...]:
        """When a forgotten tile can have been played, where what was entered later fits best."""
        found, best = dict[object, Repair](), 0
        for at in range(1, len(self.entries) + 1):
            line = self.said[at][0] if at < len(self.said) else None
            for statement in self._plays(self.entries[at - 1].game, tile):
                reached = self._reached((*self.said[:at], (0, statement), *self.said[at:]))
                if reached > best:
                    found, best = {}, reached
                # A count that was called, or not: what fits better.
                if reached == best:
                    found.setdefault((line, *statement[:3]), (line, statement))
        return tuple(found.values())

    def _plays(self, game: Game, tile: Tile) -> Iterator[TileSet]:
        """The ways in which a tile that lies where it was seen can have been played then."""
        seen = self.hosts.get(tile)
        for play in options_for(game, tile):
            host = play.host
            if seen and host and likeness(tile, seen) == likeness(tile, host):
                # Of ends that are alike, the one where it lies.
                host = seen if game.dealt.layout.fits(tile, seen) else host
            elif host and (seen or host not in self.seen.tiles):
                continue
            player = game.seating.players[play.seat]
            if game.rules.announce is Announce.REQUIRED:
                yield TileSet(player, tile, host, right_claim(game, tile, host))
            yield TileSet(player, tile, host)

    def _reached(self, said: Sequence[SaidLine]) -> int:
        """How many of these statements fit."""
        return len(follow(self.start, said)[0])
