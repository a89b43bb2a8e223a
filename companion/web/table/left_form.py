"""The settlement's question: what is left in this hand?"""

from dataclasses import dataclass

from companion.rules.hand import Hand
from companion.rules.tile import ALL_PIPS, Tile, possible_pips


@dataclass(frozen=True)
class LeftForm:
    """What is asked about one hand at the settlement."""

    seat: int
    name: str
    held: int
    #: The tiles that must be in it, because nothing else is unseen.
    known: frozenset[Tile]
    #: The pips that it must have, because all others are told.
    known_pips: int | None
    least_pips: int
    most_pips: int
    #: The other hands that are still to be told, by seat and name.
    others: tuple[tuple[int, str], ...]
    #: The audit of all 168 pips: set, told so far, and those that nobody has seen.
    set_pips: int
    told_pips: int
    unseen_pips: int


def left_form_for(hand: Hand, wanted: int | None) -> LeftForm:
    """The question about the wanted seat, or the first that nobody has told."""
    names = hand.seating.players
    untold = hand.untold
    seat = wanted if wanted in untold and wanted is not None else untold[0]
    told = sum(pips or 0 for pips in hand.told)
    is_certain = hand.boneyard == 0 and len(hand.unseen) == hand.held[seat]
    is_last = hand.boneyard == 0 and len(untold) == 1
    sums = possible_pips(hand.unseen, hand.held[seat])
    return LeftForm(
        seat=seat,
        name=names[seat],
        held=hand.held[seat],
        known=frozenset(hand.unseen) if is_certain else frozenset(),
        known_pips=hand.unseen_pips - told if is_last and not is_certain else None,
        least_pips=min(sums, default=0),
        most_pips=max(sums, default=0),
        others=tuple((other, names[other]) for other in untold if other != seat),
        set_pips=ALL_PIPS - hand.unseen_pips,
        told_pips=told,
        unseen_pips=hand.unseen_pips - told,
    )
