"""What passes and draws prove about hidden hands.

Who passed or drew held no tile that fitted the open ends at that moment, and
of the tiles drawn in a row all before the last did not fit either: one that
fits is set at once. So every tile set or shown later must be explainable.
There must be an assignment of the 28 tiles to the tiles dealt, the tiles
drawn, and the boneyard that contradicts none of it: a perfect matching.
Nothing is said where one exists.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.record.replay import Entry
from companion.record.statements import (
    HandLed,
    PipsLeft,
    PointsRuled,
    TilesDrawn,
    TileSet,
    TilesLeft,
    TurnPassed,
)
from companion.referee.matching import match_places
from companion.referee.shown_hand import Known, Moment, ShownHand, moment_of
from companion.rules.game import Game
from companion.rules.hand import Hand
from companion.rules.tile import ALL_TILES, Tile
from companion.words import Text, listed, message


class Finding(NamedTuple):
    """A contradiction, at the first line that proves it.

    `renege`: that player's own tiles contradict that player's own passes and
    draws; `since` is the latest line that `tile` contradicts, and `open_pips`
    the pips open then. `impossible`: only the table as a whole contradicts
    itself, so nobody is named.
    """

    code: str
    line: int
    #: What happened, without the line since which it is so.
    sentence: Text
    player: str | None = None
    tile: Tile | None = None
    since: int | None = None
    open_pips: tuple[int, ...] = ()

    @property
    def message(self) -> Text:
        """What happened, by the line of the record."""
        if self.since is None:
            return self.sentence
        return message("finding.on-line", line=self.since, what=self.sentence)

    def by_entry(self, number: int | None) -> Text:
        """What happened, by the number that people call the entry by, or by none."""
        if self.since is None or number is None:
            return self.sentence
        return message("finding.at-entry", entry=number, what=self.sentence)


class Evidence:
    """What one hand has shown so far, entry by entry."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.seats = [ShownHand(dealt) for dealt in hand.held]
        self.finding: Finding | None = None

    def add(self, before: Hand, entry: Entry) -> Finding | None:
        """Take in one entry of this hand; what it proves, if it is the first to."""
        seat = self.take_in(before, entry)
        if seat is not None and self.finding is None and not self.can_be_explained:
            self.finding = self._found(entry, seat)
            return self.finding
        return None

    def take_in(self, before: Hand, entry: Entry) -> int | None:
        """Take in one entry of this hand; whose hand it tells of, if anybody's."""
        game = entry.game
        assert game.hand is not None
        self.hand = game.hand
        statement = entry.statement
        match statement:
            case TileSet(player, tile):
                seat = game.seating.seat(player)
                self.seats[seat].know(entry.line, tile, just_drawn=before.has_drawn)
            case TilesDrawn(player, tiles):
                seat = game.seating.seat(player)
                self.seats[seat].moments.append(moment_of(entry.line, before, is_draw=True))
                self.seats[seat].draw(entry.line, tiles)
            case TurnPassed(player):
                seat = game.seating.seat(player)
                self.seats[seat].moments.append(moment_of(entry.line, before, is_draw=False))
            case TilesLeft(player, left):
                seat = game.seating.seat(player)
                for tile in left:
                    self.seats[seat].know(entry.line, tile, just_drawn=False)
            case PipsLeft() | PointsRuled() | HandLed():
                return None
        return seat

    def places_of(self, seat: int) -> dict[int, int]:
        """The slots, by bit, of one player's own hand for each tile that it showed."""
        own = self.seats[seat]
        return {known.tile: own.slots_for(known) for known in own.known}

    def places(self) -> dict[int, int]:
        """For each of the 28 tiles the slots of all hands and the boneyard, by bit."""
        places: dict[int, int] = {}
        offset = 0
        for seat in self.seats:
            for known in seat.known:
                places[known.tile] = seat.slots_for(known) << offset
            offset += len(seat.slots)
        boneyard = ((1 << self.hand.boneyard) - 1) << offset
        for tile in range(len(ALL_TILES)):
            if tile not in places:
                places[tile] = boneyard | self._unseen_places(tile)
        return places

    @property
    def can_be_explained(self) -> bool:
        """Whether the 28 tiles fit the deal, the draws and the boneyard somehow."""
        if not any(seat.moments for seat in self.seats):
            return True
        places = self.places()
        return len(match_places(places)) == len(places)

    def _unseen_places(self, tile: int) -> int:
        bits = offset = 0
        for seat in self.seats:
            bits |= seat.slots_for_unseen(tile) << offset
            offset += len(seat.slots)
        return bits

    def _found(self, entry: Entry, seat: int) -> Finding:
        """A renege where the player's own tiles prove it, else just a contradiction."""
        own = self.seats[seat]
        places = self.places_of(seat)
        matched = match_places(places)
        if len(matched) == len(places):
            return Finding("impossible", entry.line, message("finding.impossible"))
        known = self._contradiction(entry, own, places, len(matched))
        moment = own.moments[own.latest_against(known.tile, known.moments)]
        player = entry.game.seating.players[seat]
        tile = ALL_TILES[known.tile]
        return Finding(
            "renege",
            entry.line,
            _describe_renege(player, tile, moment),
            player,
            tile,
            moment.line,
            moment.open_pips,
        )

    def _contradiction(
        self, entry: Entry, own: ShownHand, places: dict[int, int], matched: int
    ) -> Known:
        """A tile that cannot be explained, one of this line if there is one."""
        unexplained = [
            known
            for known in own.known
            if own.latest_against(known.tile, known.moments) >= 0
            and len(match_places({t: p for t, p in places.items() if t != known.tile})) == matched
        ]
        of_line = _tiles_of(entry)
        return min(
            unexplained,
            key=lambda known: (ALL_TILES[known.tile] not in of_line, places[known.tile] != 0),
        )


def findings(start: Game, entries: Iterable[Entry]) -> list[Finding]:
    """Everything that a record proves: at most one finding for each hand."""
    found: list[Finding] = []
    before = start
    evidence: Evidence | None = None
    for entry in entries:
        if isinstance(entry.statement, HandLed):
            assert entry.game.hand is not None
            evidence = Evidence(entry.game.hand)
        elif evidence is not None and before.hand is not None:
            finding = evidence.add(before.hand, entry)
            if finding is not None:
                found.append(finding)
        before = entry.game
    return found


def finding_of_hand(before: Game, entries: Sequence[Entry]) -> Finding | None:
    """What one hand proves, from its lead on; honest play is looked at once, at its end.

    What was contradicted once stays so, whatever is entered behind it.
    """
    if not entries or not isinstance(entries[0].statement, HandLed):
        return None
    hand = entries[0].game.hand
    assert hand is not None
    evidence = Evidence(hand)
    for entry in entries[1:]:
        evidence.take_in(hand, entry)
        assert entry.game.hand is not None
        hand = entry.game.hand
    return None if evidence.can_be_explained else findings(before, entries)[0]


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
            "finding.drew-for-lead" if moment.is_draw else "finding.passed-lead",
            player=player,
            tile=tile,
        )
    return message(
        "finding.drew" if moment.is_draw else "finding.passed",
        player=player,
        tile=tile,
        pips=listed(moment.open_pips),
    )
