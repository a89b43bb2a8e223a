"""The evidence of a hand: what passes, draws and tiles shown say about hidden hands.

A player who passes or draws has no tile that fits. Of several tiles drawn, only the last may
fit, as one that fits is played at once. If drawing is free, only passes say anything. So every
tile has places where it can be: a slot of the deal or of a draw, or the boneyard.
"""

from bisect import bisect_left
from collections.abc import Container, Sequence
from itertools import accumulate
from operator import attrgetter
from typing import NamedTuple

from companion.record.replay import Entry
from companion.record.statements import PointsRuled, TilesDrawn, TileSet, TilesLeft, TurnPassed
from companion.referee.proof.matching import match_places
from companion.referee.scoring_text import passes_as
from companion.rules.hand import Hand
from companion.rules.tile import ALL_TILES, Tile

#: Here tiles are numbers, and sets of tiles or slots are bits.
INDEX_OF = {tile: index for index, tile in enumerate(ALL_TILES)}
_EVERYBODY = range(4)


class Moment(NamedTuple):
    """A pass or a draw, with the tiles (by bit) that its player can't have held then."""

    line: int
    fitting: int
    open_pips: tuple[int, ...]
    #: How many tiles were drawn; 0 for a pass.
    drawn: int
    #: Whether a pass is called a knock.
    is_knock: bool = False

    @property
    def deed(self) -> str:
        """What the player did: `drew`, `passed` or `knocked`."""
        if self.drawn:
            return "drew"
        return "knocked" if self.is_knock else "passed"

    @classmethod
    def before(cls, line: int, hand: Hand, *, drawn: int = 0) -> "Moment":
        """The pass or draw of the player to move in this hand."""
        fitting = sum(1 << index for index, tile in enumerate(ALL_TILES) if hand.fits(tile))
        open_pips = tuple(sorted({end.pips for end in hand.layout.playable_ends}, reverse=True))
        return cls(line, fitting, open_pips, drawn, passes_as(hand) == "knock")


class TileSlot(NamedTuple):
    """A tile dealt or drawn, held from this moment of its player on."""

    held_from: int
    #: The line of the draw; None for a tile of the deal.
    line: int | None = None


class Known(NamedTuple):
    """A tile played or shown, and how many slots and moments its player had by then."""

    tile: int
    slots: int
    moments: int


_HELD_FROM = attrgetter("held_from")


class ShownHand:
    """What one player played, drew, passed and showed in this hand."""

    def __init__(self, dealt: int) -> None:
        self.moments: list[Moment] = []
        self.slots = [TileSlot(0)] * dealt
        self.known: list[Known] = []
        #: The slots of tiles played as soon as they were drawn, also by bit.
        self.at_once: dict[int, int] = {}
        self.taken = 0

    def draw(self, line: int, tiles: int, moment: Moment | None) -> None:
        """Add the slots of a draw; if it says something, all but the last were held through it."""
        held_from = len(self.moments)
        if moment is not None:
            self.moments.append(moment)
            self.slots += [TileSlot(held_from, line)] * (tiles - 1)
            held_from, tiles = held_from + 1, 1
        self.slots += [TileSlot(held_from, line)] * tiles

    def know(self, tile: int, *, just_drawn: bool) -> None:
        """Add a tile that was in this hand, in the last slot if it was drawn just before."""
        if just_drawn:
            self.at_once[tile] = len(self.slots) - 1
            self.taken |= 1 << self.at_once[tile]
        self.known.append(Known(tile, len(self.slots), len(self.moments)))

    def latest_against(self, tile: int, moments: int) -> int:
        """The latest of the first so many moments at which the tile would have fitted, or -1."""
        latest_first = range(moments - 1, -1, -1)
        return next((at for at in latest_first if self.moments[at].fitting >> tile & 1), -1)

    def slots_for(self, tile: int, slots: int, moments: int) -> int:
        """The slots among the first so many, by bit, where the tile contradicts no moment."""
        if tile in self.at_once:
            return 1 << self.at_once[tile]
        # The later a slot is filled, the fewer moments it can contradict.
        earliest = self.latest_against(tile, moments) + 1
        first = bisect_left(self.slots, earliest, key=_HELD_FROM) if earliest else 0
        return (1 << slots) - 1 & -1 << first & ~self.taken


class Evidence:
    """What a hand has shown so far, from its lead on."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.hand = entries[0].hand
        self.seats = [ShownHand(dealt) for dealt in self.hand.held]
        for entry in entries[1:]:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """Add an entry of this hand."""
        line, statement, _ = entry
        before, self.hand = self.hand, entry.hand
        if isinstance(statement, PointsRuled):
            return
        shown = self.seats[before.seating.seat(statement.player)]
        match statement:
            case TilesDrawn(_, tiles):
                proves = before.rules.draws_prove
                moment = Moment.before(line, before, drawn=tiles) if proves else None
                shown.draw(line, tiles, moment)
            case TurnPassed():
                shown.moments.append(Moment.before(line, before))
        for tile in tiles_shown_by(entry):
            just_drawn = before.has_drawn and before.rules.draws_prove
            shown.know(INDEX_OF[tile], just_drawn=just_drawn)

    @property
    def offsets(self) -> list[int]:
        """The start of each seat's slots among all slots; the boneyard's come last."""
        return list(accumulate((len(shown.slots) for shown in self.seats), initial=0))

    def places_of(self, seat: int) -> dict[int, int]:
        """The slots, by bit, of one player's own hand for each tile that it showed."""
        own = self.seats[seat]
        return {known.tile: own.slots_for(*known) for known in own.known}

    def places(self, believed: Container[int] = _EVERYBODY) -> dict[int, int]:
        """The possible slots of all 28 tiles, by bit, if only the seats `believed` are."""
        *offsets, at_boneyard = self.offsets
        seats = [
            (shown, offset, len(shown.moments) if seat in believed else 0)
            for seat, (shown, offset) in enumerate(zip(self.seats, offsets, strict=True))
        ]
        places = {
            tile: shown.slots_for(tile, slots, min(until, moments)) << offset
            for shown, offset, moments in seats
            for tile, slots, until in shown.known
        }
        boneyard = ((1 << self.hand.boneyard) - 1) << at_boneyard
        for tile in range(len(ALL_TILES)):
            if tile not in places:
                places[tile] = boneyard
                for shown, offset, moments in seats:
                    places[tile] |= shown.slots_for(tile, len(shown.slots), moments) << offset
        return places

    def slots_of(self, seat: int) -> int:
        """A player's slots, by bit among all slots; the boneyard is the seat after the last."""
        first, *_ = offsets = self.offsets[seat:]
        last = offsets[1] if len(offsets) > 1 else first + self.hand.boneyard
        return (1 << last) - (1 << first)

    @property
    def can_be_explained(self) -> bool:
        """Whether the 28 tiles fit the deal, the draws and the boneyard in some way."""
        if not any(seat.moments for seat in self.seats):
            return True
        places = self.places()
        return len(match_places(places)) == len(places)


def tiles_shown_by(entry: Entry) -> tuple[Tile, ...]:
    """The tiles that an entry plays or shows."""
    match entry.statement:
        case TileSet(_, tile):
            return (tile,)
        case TilesLeft(_, tiles):
            return tiles
    return ()
