"""Reneges: what passes and draws prove about hidden hands.

The 28 tiles must fit the deal, the draws and the boneyard without contradicting a pass or a
draw. That is a perfect matching. The referee speaks up only if there is none.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from companion.i18n import Text, listed, message
from companion.record.replay import Entry, cut_into_hands
from companion.record.statements import PointsRuled
from companion.referee.proof import matching
from companion.referee.proof.evidence import INDEX_OF, Evidence, Moment, tiles_shown_by
from companion.rules.tile import ALL_TILES, Tile


class Finding(NamedTuple):
    """A contradiction, at the first line that proves it."""

    #: `renege`: a player's tiles contradict the same player's passes and draws. `impossible`: only
    #: all players together contradict each other.
    code: str
    line: int
    #: What is proved, without the line that it contradicts.
    sentence: Text
    player: str | None = None
    tile: Tile | None = None
    #: The latest line that the tile contradicts.
    since: int | None = None
    #: Whether `tile` alone can't be explained, not only several together.
    is_of_one_tile: bool = False

    @property
    def message(self) -> Text:
        """What is proved, with the line of the record."""
        if not self.is_of_one_tile:
            return self.sentence
        return message("finding.on-line", line=self.since, what=self.sentence)

    @property
    def by_entry(self) -> Text:
        """What is proved, with the number of the entry."""
        if not self.is_of_one_tile:
            return self.sentence
        return message("finding.at-entry", entry=self.since, what=self.sentence)


class Word(NamedTuple):
    """One player's passes and draws, which leave too few tiles for the same player's slots."""

    seat: int
    #: By their numbers among all slots.
    slots: frozenset[int]
    #: The tiles that each slot can have by this player's word alone, by bit.
    takers: dict[int, int]

    @property
    def tiles(self) -> int:
        """How many tiles are left for the slots."""
        return matching.places_of(self.takers, self.slots)


def findings(entries: Sequence[Entry]) -> list[Finding]:
    """What a record proves: at most one finding for each hand."""
    hands = (entries[hand.start : hand.stop] for hand in cut_into_hands(entries))
    return [finding for hand in hands if (finding := finding_of_hand(hand))]


def finding_of_hand(hand: Sequence[Entry]) -> Finding | None:
    """What a hand proves, from its lead on, at the first line that proves it."""
    # A contradiction never goes away, so honest play is looked at only once, at its end.
    if not hand or Evidence(hand).can_be_explained:
        return None
    evidence = Evidence(hand[:1])
    for entry in hand[1:]:
        evidence.add(entry)
        if not evidence.can_be_explained:
            return _contradiction(evidence, entry)
    return None


def word_contradicted(evidence: Evidence) -> Word | None:
    """The player whose passes and draws alone leave too few tiles, if there is one."""
    return min(_words_contradicted(evidence), key=lambda word: len(word.slots), default=None)


def _words_contradicted(evidence: Evidence) -> Iterator[Word]:
    for seat in range(len(evidence.seats)):
        takers = matching.turned_round(evidence.places(believed=(seat,)))
        if crowd := matching.smallest_crowd(takers):
            left = reduce(or_, (takers[slot] for slot in crowd))
            # Slots that only the same tiles fit are part of it.
            slots = frozenset(slot for slot in takers if not takers[slot] & ~left)
            yield Word(seat, slots, takers)


def _contradiction(evidence: Evidence, entry: Entry) -> Finding:
    """A renege if the player's own tiles prove it, else just a contradiction."""
    assert not isinstance(entry.statement, PointsRuled)
    player = entry.statement.player
    seat = evidence.hand.seating.seat(player)
    own, places = evidence.seats[seat], evidence.places_of(seat)
    matched = len(matching.match_places(places))
    if matched == len(places):
        return Finding("impossible", entry.line, _describe_impossible(evidence))
    unexplained = [
        known
        for known in own.known
        if own.latest_against(known.tile, known.moments) >= 0
        and len(matching.match_places({t: p for t, p in places.items() if t != known.tile}))
        == matched
    ]
    # Rather a tile of this line, and one with no place at all.
    of_line = [INDEX_OF[tile] for tile in tiles_shown_by(entry)]
    known = min(unexplained, key=lambda known: (known.tile not in of_line, places[known.tile] != 0))
    moment = own.moments[own.latest_against(known.tile, known.moments)]
    tile, crowd = ALL_TILES[known.tile], matching.crowded(places, known.tile)
    if len(crowd) == 1:
        sentence = _describe_renege(player, tile, moment)
    else:
        sentence = describe_too_few(player, crowd, matching.places_of(places, crowd))
    return Finding("renege", entry.line, sentence, player, tile, moment.line, len(crowd) == 1)


def describe_too_few(player: str, tiles: frozenset[int], places: int) -> Text:
    """That one player can't have drawn all these tiles in time."""
    names = listed(ALL_TILES[tile] for tile in sorted(tiles, reverse=True))
    return message("finding.too-few-places", count=places, player=player, tiles=names)


def _describe_impossible(evidence: Evidence) -> Text:
    word = word_contradicted(evidence)
    if word is None:
        return message("finding.impossible")
    player, number = evidence.hand.seating.players[word.seat], len(word.slots)
    if not word.tiles:
        return message("finding.no-tile-left", player=player, number=number)
    return message("finding.too-few-tiles", count=word.tiles, player=player, number=number)


def _describe_renege(player: str, tile: Tile, moment: Moment) -> Text:
    if not moment.open_pips:
        return message(f"finding.{moment.deed}-for-lead", player=player, tile=tile)
    pips = listed(moment.open_pips)
    return message(f"finding.{moment.deed}", player=player, tile=tile, pips=pips)
