"""What passes and draws prove about hidden hands.

Who passed or drew held no tile that fitted the open ends at that moment, and
of the tiles drawn in a row all before the last did not fit either: one that
fits is set at once. So every tile set or shown later must be explainable.
There must be an assignment of the 28 tiles to the tiles dealt, the tiles
drawn, and the boneyard that contradicts none of it: a perfect matching.
Nothing is said where one exists.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from operator import attrgetter
from typing import NamedTuple

from companion.record.replay import Entry, cut_into_hands
from companion.record.statements import PointsRuled, TilesDrawn, TileSet, TilesLeft, TurnPassed
from companion.referee.matching import match_places
from companion.rules.hand import Hand
from companion.rules.tile import ALL_TILES, Tile
from companion.words import Text, listed, message

#: Tiles are numbers here, and sets of tiles or of slots are bits.
INDEX_OF = {tile: index for index, tile in enumerate(ALL_TILES)}


class Finding(NamedTuple):
    """A contradiction, at the first line that proves it.

    `renege`: that player's own tiles contradict that player's own passes and
    draws; `since` is the latest line that `tile` contradicts. `impossible`: only
    the table as a whole contradicts itself, so nobody is named.
    """

    code: str
    line: int
    #: What happened, without the line since which it is so.
    sentence: Text
    player: str | None = None
    tile: Tile | None = None
    since: int | None = None

    @property
    def message(self) -> Text:
        """What happened, by the line of the record."""
        if self.since is None:
            return self.sentence
        return message("finding.on-line", line=self.since, what=self.sentence)

    @property
    def by_entry(self) -> Text:
        """What happened, where the entries are numbered rather than the lines."""
        if self.since is None:
            return self.sentence
        return message("finding.at-entry", entry=self.since, what=self.sentence)


class Moment(NamedTuple):
    """A pass or a draw: the tiles (by bit) that its player cannot have held then."""

    line: int
    fitting: int
    open_pips: tuple[int, ...]
    #: How many tiles were drawn; 0 for a pass.
    drawn: int

    @classmethod
    def before(cls, line: int, hand: Hand, *, drawn: int = 0) -> "Moment":
        """The pass or draw of whoever acts next in a hand as it stands."""
        fitting = sum(1 << index for index, tile in enumerate(ALL_TILES) if hand.fits(tile))
        open_pips = tuple(sorted({end.pips for end in hand.layout.ends}, reverse=True))
        return cls(line, fitting, open_pips, drawn)


class Slot(NamedTuple):
    """A tile dealt or drawn: the first of its player's moments that it was held through."""

    held_from: int
    #: The line on which it was drawn; None for a tile of the deal.
    line: int | None = None


class Known(NamedTuple):
    """A tile set or shown: among how many of its player's slots and moments it falls."""

    tile: int
    slots: int
    moments: int


_HELD_FROM = attrgetter("held_from")


class ShownHand:
    """All that one player set, drew, passed and showed in this hand."""

    def __init__(self, dealt: int) -> None:
        self.moments: list[Moment] = []
        self.slots = [Slot(0)] * dealt
        self.known: list[Known] = []
        #: The slots of tiles that were set as soon as they were drawn, also by bit.
        self.at_once: dict[int, int] = {}
        self.taken = 0

    def draw(self, line: int, tiles: int) -> None:
        """So many slots; all but the last were held through the draw itself."""
        moments = len(self.moments)
        self.slots += [Slot(moments - 1, line)] * (tiles - 1) + [Slot(moments, line)]

    def know(self, tile: int, *, just_drawn: bool) -> None:
        """A tile was in this hand, in the slot last drawn if it was set at once."""
        if just_drawn:
            self.at_once[tile] = len(self.slots) - 1
            self.taken |= 1 << self.at_once[tile]
        self.known.append(Known(tile, len(self.slots), len(self.moments)))

    def latest_against(self, tile: int, moments: int) -> int:
        """The latest of the first so many moments at which the tile would have fitted; -1."""
        latest_first = range(moments - 1, -1, -1)
        return next((at for at in latest_first if self.moments[at].fitting >> tile & 1), -1)

    def slots_for(self, tile: int, slots: int, moments: int) -> int:
        """Those of the first so many slots, by bit, in which the tile contradicts no moment."""
        if tile in self.at_once:
            return 1 << self.at_once[tile]
        # The later a slot was drawn, the fewer moments it was held through.
        earliest = self.latest_against(tile, moments) + 1
        first = bisect_left(self.slots, earliest, key=_HELD_FROM) if earliest else 0
        return (1 << slots) - 1 & -1 << first & ~self.taken


class Evidence:
    """What one hand has shown so far, from its lead on."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.hand = entries[0].hand
        self.seats = [ShownHand(dealt) for dealt in self.hand.held]
        for entry in entries[1:]:
            self.take_in(entry)

    def take_in(self, entry: Entry) -> None:
        """Take in one entry of this hand."""
        line, statement, _ = entry
        before, self.hand = self.hand, entry.hand
        if isinstance(statement, PointsRuled):
            return
        shown = self.seats[before.seating.seat(statement.player)]
        match statement:
            case TilesDrawn(_, tiles):
                shown.moments.append(Moment.before(line, before, drawn=tiles))
                shown.draw(line, tiles)
            case TurnPassed():
                shown.moments.append(Moment.before(line, before))
        for tile in _tiles_of(entry):
            shown.know(INDEX_OF[tile], just_drawn=before.has_drawn)

    @property
    def offsets(self) -> list[int]:
        """Where the slots of each seat begin among those of all; the boneyard's come last."""
        return list(accumulate((len(shown.slots) for shown in self.seats), initial=0))

    def places_of(self, seat: int) -> dict[int, int]:
        """The slots, by bit, of one player's own hand for each tile that it showed."""
        own = self.seats[seat]
        return {known.tile: own.slots_for(*known) for known in own.known}

    def places(self) -> dict[int, int]:
        """For each of the 28 tiles the slots of all hands and the boneyard, by bit."""
        *seats, at_boneyard = self.offsets
        hands = list(zip(self.seats, seats, strict=True))
        places = {
            known.tile: shown.slots_for(*known) << offset
            for shown, offset in hands
            for known in shown.known
        }
        boneyard = ((1 << self.hand.boneyard) - 1) << at_boneyard
        for tile in range(len(ALL_TILES)):
            if tile not in places:
                places[tile] = boneyard
                for shown, offset in hands:
                    slots = shown.slots_for(tile, len(shown.slots), len(shown.moments))
                    places[tile] |= slots << offset
        return places

    @property
    def can_be_explained(self) -> bool:
        """Whether the 28 tiles fit the deal, the draws and the boneyard somehow."""
        if not any(seat.moments for seat in self.seats):
            return True
        places = self.places()
        return len(match_places(places)) == len(places)

    def contradicted_by(self, entry: Entry) -> Finding:
        """A renege where the player's own tiles prove it, else just a contradiction."""
        assert not isinstance(entry.statement, PointsRuled)
        player = entry.statement.player
        seat = self.hand.seating.seat(player)
        own, places = self.seats[seat], self.places_of(seat)
        matched = len(match_places(places))
        if matched == len(places):
            return Finding("impossible", entry.line, message("finding.impossible"))
        unexplained = [
            known
            for known in own.known
            if own.latest_against(known.tile, known.moments) >= 0
            and len(match_places({t: p for t, p in places.items() if t != known.tile})) == matched
        ]
        # One that this line is about, if there is one, and one with no place at all.
        of_line = [INDEX_OF[tile] for tile in _tiles_of(entry)]
        known = min(
            unexplained, key=lambda known: (known.tile not in of_line, places[known.tile] != 0)
        )
        moment = own.moments[own.latest_against(known.tile, known.moments)]
        tile = ALL_TILES[known.tile]
        sentence = _describe_renege(player, tile, moment)
        return Finding("renege", entry.line, sentence, player, tile, moment.line)


def findings(entries: Sequence[Entry]) -> list[Finding]:
    """Everything that a record proves: at most one finding for each hand."""
    hands = (entries[hand.start : hand.stop] for hand in cut_into_hands(entries))
    return [finding for hand in hands if (finding := finding_of_hand(hand))]


def finding_of_hand(hand: Sequence[Entry]) -> Finding | None:
    """What one hand proves, from its lead on, at the first line that does."""
    # What was contradicted once stays so: honest play is looked at once, at its end.
    if not hand or Evidence(hand).can_be_explained:
        return None
    evidence = Evidence(hand[:1])
    for entry in hand[1:]:
        evidence.take_in(entry)
        if not evidence.can_be_explained:
            return evidence.contradicted_by(entry)
    return None


def _tiles_of(entry: Entry) -> tuple[Tile, ...]:
    match entry.statement:
        case TileSet(_, tile):
            return (tile,)
        case TilesLeft(_, tiles):
            return tiles
    return ()


def _describe_renege(player: str, tile: Tile, moment: Moment) -> Text:
    if not moment.open_pips:
        return message(
            "finding.drew-for-lead" if moment.drawn else "finding.passed-lead",
            player=player,
            tile=tile,
        )
    pips = listed(moment.open_pips)
    return message(
        "finding.drew" if moment.drawn else "finding.passed", player=player, tile=tile, pips=pips
    )
