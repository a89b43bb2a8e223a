"""A hand just settled: what it changed for each side, on the table."""

from typing import NamedTuple

from companion.i18n import Text, message
from companion.rules.choices import Rounding, Settlement
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand
from companion.rules.settlement import round_to_five
from companion.tables.table_state import TableState


class SettledSide(NamedTuple):
    """A side, its score before the settlement and after it, and what was left in its hands."""

    side: int
    name: str
    before: int
    after: int
    left: Text


def settled_sides(state: TableState) -> tuple[SettledSide, ...]:
    """The sides of a hand that the last entry settled; none where it did not."""
    game, hand = state.game, state.game.hand
    if hand is None or game.result is None or state.before_last.result is not None:
        return ()
    if game.result.ending is Ending.TARGET:
        return ()
    return tuple(
        SettledSide(side, name, after - points, after, _describe_left(game, hand, side))
        for side, (name, after, points) in enumerate(
            zip(game.seating.side_names, game.scores, game.result.points, strict=True)
        )
    )


def _describe_left(game: Game, hand: Hand, side: int) -> Text:
    """The pips that a side's hands held, rounded where that is what it loses."""
    seats = game.seating.sides[side]
    tiles = sum(hand.held[seat] for seat in seats)
    if not game.rules.shows_hands:
        # One point for going out, whatever the others hold.
        return message("settled.tiles-left", count=tiles) if tiles else message("settled.out")
    # The double blank is a tile left, of no pips.
    if not tiles:
        return message("settled.none-left")
    left = [hand.pips_left[seat] or 0 for seat in seats]
    pips, rounded = sum(left), sum(map(round_to_five, left))
    rules = game.rules
    is_lost = rules.settlement is Settlement.OWN_HAND
    is_taken = (
        rules.settlement in (Settlement.WINNER_TAKES, Settlement.DIFFERENCE)
        and rules.rounding is Rounding.EACH_HAND
    )
    if (is_lost or is_taken) and rounded != pips:
        return message("settled.left-rounded", count=pips, rounded=rounded)
    return message("settled.left", count=pips)
