"""The prover: it looks for the fewest tiles, or places, that make a finding a proof.

At its heart is a count: once every pass and every draw is believed, some tiles
have fewer places left than they are, or some places fewer tiles.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.i18n import message, sentences
from companion.record.replay import Entry, cut_into_hands
from companion.referee.proof.evidence import INDEX_OF, Evidence
from companion.referee.proof.matching import crowded, places_of, smallest_crowd, turned_round
from companion.referee.proof.proof_steps import (
    Case,
    ProofSteps,
    describe_had,
    describe_left,
    moments_against,
    moments_for,
    names_of,
    tiles_for,
)
from companion.referee.proof.renege import Finding, Word, describe_too_few, word_contradicted
from companion.referee.rule_book import Book
from companion.referee.ruling import Ruling, Section


def proof(entries: Sequence[Entry], finding: Finding) -> Ruling:
    """How it is proved, line by line, that somebody held back a tile or an entry is wrong."""
    last = next(at for at, entry in enumerate(entries) if entry.line == finding.line)
    lead = next(hand.start for hand in cut_into_hands(entries) if last in hand)
    return _Prover(entries[lead : last + 1], finding).ruling()


def proof_by(book: Book, entries: Sequence[Entry], finding: Finding) -> Ruling:
    """A proof with the rule that it rests on, as that table has it."""
    rests_on = Section(reasons=(book.reason("must-play", message("proof.rests-on")),))
    return replace(proof(entries, finding), sections=(rests_on,))


class _Prover:
    """One finding, and all that its hand had shown by then, from its lead on."""

    def __init__(self, entries: Sequence[Entry], finding: Finding) -> None:
        self.finding = finding
        self.evidence = Evidence(entries)
        self.players = self.evidence.hand.seating.players
        self.testimony = ProofSteps(entries, self.evidence, finding.player, finding.line)

    def ruling(self) -> Ruling:
        case = self._common_case() if self.finding.player is None else self._own_case()
        return Ruling(
            message("proof.title"),
            message("proof.method"),
            steps=tuple(self.testimony.steps(case)),
            conclusion=case.conclusion,
        )

    def _own_case(self) -> Case:
        """Tiles that one player showed, and too few of that player's own slots for them."""
        player, tile, since = self.finding.player, self.finding.tile, self.finding.since
        assert player is not None and tile is not None and since is not None
        seat = self.players.index(player)
        places = self.evidence.places_of(seat)
        tiles = crowded(places, INDEX_OF[tile])
        against = moments_against(self.evidence, tiles, [seat])
        if len(tiles) > 1:
            return Case(tiles, against, describe_too_few(player, tiles, places_of(places, tiles)))
        slots = self.evidence.seats[seat].slots
        has_drawn = any(slot.line is not None and slot.line >= since for slot in slots)
        conclusion = message(
            "proof.not-drawn-since" if has_drawn else "proof.nothing-drawn-since",
            player=player,
            tile=tile,
        )
        return Case(tiles, against, conclusion)

    def _common_case(self) -> Case:
        """One player's word, where it is enough; else tiles or places, whichever is less to read.

        Tiles can have too few places, or places too few tiles.
        """
        if word := word_contradicted(self.evidence):
            return self._too_few_for_one(word)
        places = self.evidence.places()
        tiles = smallest_crowd(places)
        takers = turned_round(places)
        slots = smallest_crowd(takers)
        if len(tiles) <= places_of(takers, slots):
            return self._nowhere_to_be(places, tiles)
        return self._nothing_to_hold(takers, slots)

    def _nowhere_to_be(self, places: dict[int, int], tiles: frozenset[int]) -> Case:
        names, boneyard = names_of(tiles), self.evidence.hand.rules.boneyard_for(len(self.players))
        if number := places_of(places, tiles):
            found = message("proof.too-few-places", count=number, tiles=names, number=len(tiles))
        else:
            found = message("proof.nowhere" if boneyard > 0 else "proof.in-no-hand", tiles=names)
        against = moments_against(self.evidence, tiles, range(len(self.players)))
        return Case(tiles, against, sentences(found, message("proof.somebody-held-back")))

    def _too_few_for_one(self, word: Word) -> Case:
        """Tiles of one player that cannot all be different ones if that player is believed."""
        player, tiles = self.players[word.seat], tiles_for(word.slots, word.takers)
        had = describe_had(self.evidence, word.slots)
        held_back = message("proof.one-held-back", player=player)
        conclusion = sentences(had, describe_left(tiles), held_back)
        return Case(tiles, moments_for(self.evidence, word.slots), conclusion, are_ruled_out=False)

    def _nothing_to_hold(self, takers: dict[int, int], slots: frozenset[int]) -> Case:
        """Tiles in hands that cannot all be different ones without contradicting somebody."""
        tiles = tiles_for(slots, takers)
        had = describe_had(self.evidence, slots)
        conclusion = sentences(had, describe_left(tiles), message("proof.somebody-held-back"))
        return Case(tiles, moments_for(self.evidence, slots), conclusion, are_ruled_out=False)
