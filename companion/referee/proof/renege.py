"""What passes and draws prove about hidden hands.

Every tile set or shown must be explainable. There must be an assignment of the
28 tiles to the tiles dealt, the tiles drawn, and the boneyard that contradicts
no pass and no draw: a perfect matching. Nothing is said where one exists.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from companion.i18n import Text, listed, message
from companion.record.replay import Entry, cut_into_hands
from companion.record.statements import PointsRuled
from companion.referee.proof.evidence import INDEX_OF, Evidence, Moment, tiles_shown_by
from companion.referee.proof.matching import (
    crowded,
    match_places,
    places_of,
    smallest_crowd,
    turned_round,
)
from companion.rules.tile import ALL_TILES, Tile


class Finding(NamedTuple):
    """A contradiction, at the first line that proves it.

    `renege`: that player's own tiles contradict that player's own passes and
    draws; `since` is the latest line that `tile` contradicts. `impossible`: only
    the table as a whole contradicts itself, so `player` names nobody.
    """

    code: str
    line: int
    #: What is proved, without the line since which it is so.
    sentence: Text
    player: str | None = None
    tile: Tile | None = None
    since: int | None = None
    #: Whether `tile` alone cannot be explained, and not only several together.
    is_of_one_tile: bool = False

    @property
    def message(self) -> Text:
        """What is proved, by the line of the record."""
        if not self.is_of_one_tile:
            return self.sentence
        return message("finding.on-line", line=self.since, what=self.sentence)

    @property
    def by_entry(self) -> Text:
        """What is proved, where the entries are numbered rather than the lines."""
        if not self.is_of_one_tile:
            return self.sentence
        return message("finding.at-entry", entry=self.since, what=self.sentence)


class Word(NamedTuple):
    """The passes and draws of one player, which leave too few tiles for that player's slots."""

    seat: int
    #: Slots, by their numbers among those of all.
    slots: frozenset[int]
    #: For each slot the tiles that it can be by this player's word alone, by bit.
    takers: dict[int, int]

    @property
    def tiles(self) -> int:
        """How many tiles are left for the slots."""
        return places_of(self.takers, self.slots)


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
            return _contradiction(evidence, entry)
    return None


def word_contradicted(evidence: Evidence) -> Word | None:
    """The player whose passes and draws alone leave too few tiles; None where it takes several."""
    return min(_words_contradicted(evidence), key=lambda word: len(word.slots), default=None)


def _words_contradicted(evidence: Evidence) -> Iterator[Word]:
    for seat in range(len(evidence.seats)):
        takers = turned_round(evidence.places(believed=(seat,)))
        if crowd := smallest_crowd(takers):
            left = reduce(or_, (takers[slot] for slot in crowd))
            # Others that only the same tiles can fill are as hard up.
            slots = frozenset(slot for slot in takers if not takers[slot] & ~left)
            yield Word(seat, slots, takers)


def _contradiction(evidence: Evidence, entry: Entry) -> Finding:
    """A renege where the player's own tiles prove it, else just a contradiction."""
    assert not isinstance(entry.statement, PointsRuled)
    player = entry.statement.player
    seat = evidence.hand.seating.seat(player)
    own, places = evidence.seats[seat], evidence.places_of(seat)
    matched = len(match_places(places))
    if matched == len(places):
        return Finding("impossible", entry.line, _describe_impossible(evidence))
    unexplained = [
        known
        for known in own.known
        if own.latest_against(known.tile, known.moments) >= 0
        and len(match_places({t: p for t, p in places.items() if t != known.tile})) == matched
    ]
    # One that this line is about, if there is one, and one with no place at all.
    of_line = [INDEX_OF[tile] for tile in tiles_shown_by(entry)]
    known = min(unexplained, key=lambda known: (known.tile not in of_line, places[known.tile] != 0))
    moment = own.moments[own.latest_against(known.tile, known.moments)]
    tile, crowd = ALL_TILES[known.tile], crowded(places, known.tile)
    if len(crowd) == 1:
        sentence = _describe_renege(player, tile, moment)
    else:
        sentence = describe_too_few(player, crowd, places_of(places, crowd))
    return Finding("renege", entry.line, sentence, player, tile, moment.line, len(crowd) == 1)


def describe_too_few(player: str, tiles: frozenset[int], places: int) -> Text:
    """That not all of these tiles, which one player showed, can have been drawn in time."""
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
