"""The forms below the felt: what can be entered, by what a table is at."""

from typing import NamedTuple

from companion.referee.options import options_for
from companion.rules.choices import Announce, Points
from companion.rules.game import Game
from companion.rules.hand import Hand
from companion.rules.tile import ALL_PIPS, Tile, possible_pips
from companion.tables.state import TableState
from companion.web.pages.shared.count_first import is_asked
from companion.web.pages.shared.tray import TRAY_ORDER, TrayTile, tray_for
from companion.web.pages.table.turn import Picked
from companion.words import Text, message

_MOST_DRAWN = 9
_MOST_PEGGED = {2: 13}  # buttons a side, by how many sides there are
_FEW_PEGGED = 7


class PlayForm(NamedTuple):
    """The form of somebody's turn: the tray, and what else can be done."""

    hand: Hand
    tray: tuple[TrayTile, ...]
    announces: bool
    #: How many tiles can be drawn at once, from two.
    draw_numbers: range


class LeftForm(NamedTuple):
    """The settlement's question: what is left in this hand?"""

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


Form = PlayForm | LeftForm | tuple[int, ...]


def form_for(state: TableState, picked: Picked, phase: str) -> Form | None:
    """What the lower half of a page asks, or the points that are one tap away there."""
    match phase:
        case "play":
            return _play_form(state, picked)
        case "left":
            return _left_form(state.game, picked.seat)
        case "pegs":
            step = 5 if state.game.rules.points is Points.PIPS else 1
            most = _MOST_PEGGED.get(len(state.game.scores), _FEW_PEGGED)
            return tuple(range(step, (most + 1) * step, step))
    return None


def ends_for(state: TableState, tile: Tile) -> dict[Tile | None, Text]:
    """Where a tile could go: without what it would count, for somebody who counts first."""
    asks, rules = is_asked(state), state.game.rules
    return {
        option.host: message("play.on", host=option.host) if asks else option.describe(rules)
        for option in options_for(state.game, tile)
    }


def _play_form(state: TableState, picked: Picked) -> PlayForm:
    hand, rules = state.game.hand, state.game.rules
    assert hand is not None
    return PlayForm(
        hand,
        tray_for(state.game, chosen=picked.tile, on=picked.on),
        rules.announce is Announce.REQUIRED and not is_asked(state),
        range(2, min(hand.boneyard, _MOST_DRAWN) + 1),
    )


def _left_form(game: Game, wanted: int | None) -> LeftForm:
    hand = game.hand
    assert hand is not None
    names, untold = hand.seating.players, hand.untold
    # The hand that was picked, or the first that nobody has told.
    seat = wanted if wanted is not None and wanted in untold else untold[0]
    gone = {*hand.layout.tiles, *hand.shown}
    told = sum(pips or 0 for pips in hand.told)
    is_known = hand.boneyard == 0 and len(hand.unseen) == hand.held[seat]
    is_last = hand.boneyard == 0 and len(untold) == 1
    sums = possible_pips(hand.unseen, hand.held[seat])
    return LeftForm(
        seat=seat,
        name=names[seat],
        held=hand.held[seat],
        is_known=is_known,
        tray=tuple(
            TrayTile(tile, tile in gone, fits=True, is_chosen=is_known) for tile in TRAY_ORDER
        ),
        known_pips=hand.unseen_pips - told if is_last and not is_known else None,
        least_pips=min(sums, default=0),
        most_pips=max(sums, default=0),
        others=tuple((other, names[other]) for other in untold if other != seat),
        set_pips=ALL_PIPS - hand.unseen_pips,
        told_pips=told,
        unseen_pips=hand.unseen_pips - told,
    )
