"""The forms below the felt: what can be entered, by what a table is at."""

from typing import NamedTuple

from companion.referee.rulings import describe_option, options_for
from companion.rules.choices import Announce, Points
from companion.rules.hand import Hand
from companion.rules.tile import Tile, possible_pips
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

    hand: Hand
    seat: int
    #: Whether it must be all tiles that nobody has seen; they are ticked then.
    is_known: bool
    tray: tuple[TrayTile, ...]
    #: The pips that it must have, because all others are told.
    known_pips: int | None
    least_pips: int
    most_pips: int
    #: The pips that are told so far, and those that nobody has seen.
    told_pips: int
    unseen_pips: int


Form = PlayForm | LeftForm | tuple[int, ...]


def form_for(state: TableState, picked: Picked, phase: str) -> Form | None:
    """What the lower half of a page asks, or the points that are one tap away there."""
    game = state.game
    if phase == "play" and game.hand:
        return PlayForm(
            hand=game.hand,
            tray=tray_for(game, chosen=picked.tile, on=picked.on),
            announces=game.rules.announce is Announce.REQUIRED and not is_asked(state),
            draw_numbers=range(2, min(game.hand.boneyard, _MOST_DRAWN) + 1),
        )
    if phase == "left" and game.hand:
        return _left_form(game.hand, picked.seat)
    if phase == "pegs":
        step = 5 if game.rules.points is Points.PIPS else 1
        most = _MOST_PEGGED.get(len(game.scores), _FEW_PEGGED)
        return tuple(range(step, (most + 1) * step, step))
    return None


def ends_for(state: TableState, tile: Tile) -> dict[Tile | None, Text]:
    """Where a tile could go: without what it would count, for somebody who counts first."""
    asks, rules = is_asked(state), state.game.rules
    return {
        option.host: message("play.on", host=option.host)
        if asks
        else describe_option(rules, option)
        for option in options_for(state.game, tile)
    }


def _left_form(hand: Hand, wanted: int | None) -> LeftForm:
    seat = wanted if wanted is not None and wanted in hand.untold else hand.untold[0]
    gone = {*hand.layout.tiles, *hand.shown}
    told = sum(pips or 0 for pips in hand.told)
    is_known = hand.boneyard == 0 and len(hand.unseen) == hand.held[seat]
    is_last = hand.boneyard == 0 and len(hand.untold) == 1
    sums = possible_pips(hand.unseen, hand.held[seat])
    return LeftForm(
        hand=hand,
        seat=seat,
        is_known=is_known,
        tray=tuple(
            TrayTile(tile, tile in gone, fits=True, is_chosen=is_known) for tile in TRAY_ORDER
        ),
        known_pips=hand.unseen_pips - told if is_last and not is_known else None,
        least_pips=min(sums, default=0),
        most_pips=max(sums, default=0),
        told_pips=told,
        unseen_pips=hand.unseen_pips - told,
    )
