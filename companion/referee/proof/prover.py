"""The prover: it looks for the fewest tiles, or places, that make a finding a proof.

It takes every pass and draw at its word, and counts. Then some tiles have too few places left,
or some places too few tiles.
"""

from collections.abc import Sequence

from companion.i18n import message, sentences
from companion.record.replay import Entry, cut_into_hands
from companion.referee.proof import proof_steps
from companion.referee.proof.evidence import INDEX_OF, Evidence
from companion.referee.proof.matching import crowded, places_of, smallest_crowd, turned_round
from companion.referee.proof.proof_steps import Case, ProofSteps
from companion.referee.proof.renege import Finding, describe_too_few, word_contradicted
from companion.referee.rule_book import Book
from companion.referee.ruling import Ruling, Section


def prove(book: Book, entries: Sequence[Entry], finding: Finding) -> Ruling:
    """The proof, line by line, that someone held back a tile or an entry is wrong."""
    last = next(at for at, entry in enumerate(entries) if entry.line == finding.line)
    lead = next(hand.start for hand in cut_into_hands(entries) if last in hand)
    shown = entries[lead : last + 1]
    evidence = Evidence(shown)
    case = _common_case(evidence) if finding.player is None else _own_case(evidence, finding)
    return Ruling(
        message("proof.title"),
        message("proof.method"),
        sections=(Section(reasons=(book.reason("must-play", message("proof.rests-on")),)),),
        steps=tuple(ProofSteps(shown, evidence, finding.player, finding.line).steps(case)),
        conclusion=case.conclusion,
    )


def _own_case(evidence: Evidence, finding: Finding) -> Case:
    """Tiles that one player showed, and too few of that player's own slots for them."""
    player, tile, since = finding.player, finding.tile, finding.since
    assert player is not None and tile is not None and since is not None
    seat = evidence.hand.seating.seat(player)
    places = evidence.places_of(seat)
    tiles = crowded(places, INDEX_OF[tile])
    against = proof_steps.moments_against(evidence, tiles, [seat])
    if len(tiles) > 1:
        return Case(tiles, against, describe_too_few(player, tiles, places_of(places, tiles)))
    slots = evidence.seats[seat].slots
    has_drawn = any(slot.line is not None and slot.line >= since for slot in slots)
    conclusion = message(
        "proof.not-drawn-since" if has_drawn else "proof.nothing-drawn-since",
        player=player,
        tile=tile,
    )
    return Case(tiles, against, conclusion)


def _common_case(evidence: Evidence) -> Case:
    """One player's word, if it is enough; else tiles or places, whichever is less to read."""
    if word := word_contradicted(evidence):
        player = evidence.hand.seating.players[word.seat]
        held_back = message("proof.one-held-back", player=player)
        return proof_steps.case_of_slots(evidence, word.slots, word.takers, after=held_back)
    places = evidence.places()
    tiles, takers = smallest_crowd(places), turned_round(places)
    slots = smallest_crowd(takers)
    held_back = message("proof.somebody-held-back")
    if len(tiles) > places_of(takers, slots):
        return proof_steps.case_of_slots(evidence, slots, takers, after=held_back)
    seats, names = range(len(evidence.seats)), proof_steps.names_of(tiles)
    if number := places_of(places, tiles):
        found = message("proof.too-few-places", count=number, tiles=names, number=len(tiles))
    else:
        boneyard = evidence.hand.rules.boneyard_for(len(seats))
        is_out = not evidence.hand.rules.has_drawing
        nowhere = "proof.nowhere-out-of-play" if is_out else "proof.nowhere"
        found = message(nowhere if boneyard > 0 else "proof.in-no-hand", tiles=names)
    against = proof_steps.moments_against(evidence, tiles, seats)
    return Case(tiles, against, sentences(found, held_back))
