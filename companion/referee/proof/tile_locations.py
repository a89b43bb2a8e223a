"""The places where the tiles of a hand can be, by all passes and draws.

An assignment of the 28 tiles is allowed if it contradicts no pass and no draw. A place is
possible if some allowed assignment has it, and proved if they all do.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cached_property

from companion.record.replay import Entry
from companion.record.statements import TileSet
from companion.referee.proof.evidence import INDEX_OF, Evidence
from companion.referee.proof.matching import match_places, possible_places
from companion.rules.tile import Tile

#: Tiles and their places, both by number and by bit, as the evidence has them.
Places = dict[int, int]


class Held(StrEnum):
    """Whether a hand holds one of some tiles, by all passes and draws."""

    PROVED = "proved"
    IMPOSSIBLE = "impossible"
    OPEN = "open"


class TileLocations:
    """The places of the tiles of a hand, now and before, by all its entries from the lead on."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = tuple(entries)
        self.evidence = Evidence(entries)

    @cached_property
    def places(self) -> Places:
        """The places of each tile that no pass or draw rules out."""
        return self.evidence.places()

    @cached_property
    def possible(self) -> Places:
        """The places of each tile that leave places for all others."""
        return possible_places(self.places)

    @property
    def is_contradicted(self) -> bool:
        """Whether passes and draws contradict each other, so nothing follows from them."""
        return not any(self.possible.values())

    def holders(self, tile: Tile) -> tuple[int, ...]:
        """The seats that can hold it now; the boneyard is the seat after the last."""
        seats = range(len(self.evidence.seats) + 1)
        bits = self.possible[INDEX_OF[tile]]
        return tuple(seat for seat in seats if bits & self.evidence.slots_of(seat))

    def slots_of(self, seat: int, before: int | None = None) -> int:
        """The slots of a player, by bit, or only those filled before an entry, by its line."""
        if before is None:
            return self.evidence.slots_of(seat)
        slots = enumerate(self.evidence.seats[seat].slots, self.evidence.offsets[seat])
        return sum(1 << at for at, slot in slots if slot.line is None or slot.line < before)

    def off_the_table(self, tiles: Iterable[Tile], before: int | None = None) -> tuple[Tile, ...]:
        """The tiles that were not on the table before an entry, or are not now."""
        played = {
            entry.statement.tile
            for entry in self.entries
            if isinstance(entry.statement, TileSet) and (before is None or entry.line < before)
        }
        return tuple(tile for tile in tiles if tile not in played)

    def held(self, seat: int, tiles: Iterable[Tile], before: int | None = None) -> Held:
        """Whether a seat holds one of the tiles, or held one before an entry."""
        slots = self.slots_of(seat, before)
        hidden = [INDEX_OF[tile] for tile in self.off_the_table(tiles, before)]
        if not any(self.possible[tile] & slots for tile in hidden):
            return Held.IMPOSSIBLE
        elsewhere = self.without(slots, hidden)
        return Held.OPEN if len(match_places(elsewhere)) == len(elsewhere) else Held.PROVED

    def without(self, slots: int, tiles: Iterable[int]) -> Places:
        """The places, if none of these tiles were in these slots."""
        return self.places | {tile: self.places[tile] & ~slots for tile in tiles}

    def within(self, slots: int, tile: int) -> Places:
        """The places, if that tile were in one of these slots."""
        return self.places | {tile: self.places[tile] & slots}
