"""The form of somebody's turn: the tray, or the choice that a tile asks for, and what else can
be done.
"""

from typing import NamedTuple

from companion.referee.options import describe_option, options_for
from companion.rules.choices import Announce
from companion.rules.hand import Play
from companion.rules.tile import Tile
from companion.tables.state import TableState
from companion.web.pages.shared.count_first import is_asked
from companion.web.pages.shared.tray import TrayTile, tray_for
from companion.web.pages.table.picked import Picked
from companion.words import Text, message

#: The counts that are one tap away; any other is typed.
COUNTS_OFFERED = tuple(range(0, 45, 5))
_MOST_DRAWN = 9


class EndChoice(NamedTuple):
    """An end that the picked tile could go on, and what its button says."""

    host: Tile | None
    words: Text


class PlayForm(NamedTuple):
    """Everything that can be done in a turn."""

    tray: tuple[TrayTile, ...]
    #: The end that the tile is to go on.
    on: Tile | None
    tile: Tile | None
    ends: tuple[EndChoice, ...]
    #: The tile whose count is asked, and the end that it is for.
    counting: Tile | None
    counting_on: Tile | None
    #: The counts that are one tap away.
    counts: tuple[int, ...]
    announces: bool
    may_draw: bool
    #: How many tiles can be drawn at once, from two.
    draw_numbers: range
    may_pass: bool
    #: Whether nobody can do anything but pass.
    all_pass: bool


def play_form(state: TableState, picked: Picked) -> PlayForm:
    """The form for the hand on the table."""
    game, hand, counting = state.game, state.game.hand, picked.counting
    assert hand is not None
    asks = is_asked(state)
    return PlayForm(
        tray=tray_for(game, chosen=picked.tile, on=picked.on),
        on=picked.on,
        tile=picked.tile,
        ends=ends_for(state, picked.tile) if picked.tile else (),
        counting=counting.tile if counting else None,
        counting_on=counting.host if counting and not picked.on else None,
        counts=COUNTS_OFFERED,
        announces=game.rules.announce is Announce.REQUIRED and not asks,
        may_draw=hand.may_draw,
        draw_numbers=range(2, min(hand.boneyard, _MOST_DRAWN) + 1),
        may_pass=hand.may_pass,
        all_pass=hand.may_pass and hand.is_dead,
    )


def ends_for(state: TableState, tile: Tile) -> tuple[EndChoice, ...]:
    """Where a tile could go: without what it would count, for somebody who counts first."""
    asks, rules = is_asked(state), state.game.rules

    def words(option: Play) -> Text:
        return message("play.on", host=option.host) if asks else describe_option(rules, option)

    return tuple(EndChoice(option.host, words(option)) for option in options_for(state.game, tile))
