"""The settlement's question: what is left in this hand?"""

from typing import NamedTuple

from companion.rules.game import Game
from companion.rules.tile import ALL_PIPS, possible_pips
from companion.web.pages.shared.tray import TRAY_ORDER, TrayTile


class LeftForm(NamedTuple):
    """What is asked about one hand at the settlement."""

    seat: int
    name: str
    held: int
    #: Whether it must be all tiles that nobody has seen; they are ticked then.
    is_known: bool
    tray: tuple[TrayTile, ...]
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


def left_form_for(game: Game, wanted: int | None) -> LeftForm:
    """The question about the wanted seat, or the first that nobody has told."""
    hand = game.hand
    assert hand is not None
    names = hand.seating.players
    gone = {*hand.layout.tiles, *hand.shown}
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
        is_known=is_certain,
        tray=tuple(
            TrayTile(tile, tile in gone, fits=True, is_chosen=is_certain) for tile in TRAY_ORDER
        ),
        known_pips=hand.unseen_pips - told if is_last and not is_certain else None,
        least_pips=min(sums, default=0),
        most_pips=max(sums, default=0),
        others=tuple((other, names[other]) for other in untold if other != seat),
        set_pips=ALL_PIPS - hand.unseen_pips,
        told_pips=told,
        unseen_pips=hand.unseen_pips - told,
    )
