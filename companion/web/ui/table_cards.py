"""A table in short, as every list of tables shows it."""

from typing import Any

from companion.i18n import Text, listed, message
from companion.record.header import Header
from companion.referee.scoring_text import describe_turn
from companion.rules.game import Game
from companion.rules.seating import Seating
from companion.tables.table_state import TableState


def card_of(
    header: Header, game: Game, *, is_pegs_only: bool = False, is_broken: bool = False
) -> dict[str, Any]:
    """A table in short: who is how far, and whose turn it is or who won."""
    seat = game.turn if game.turn is not None else game.next_leader
    is_idle = seat is None or game.is_over or is_pegs_only
    who, what = _describe_turn(game, is_pegs_only=is_pegs_only, is_broken=is_broken)
    return {
        "title": header.preset.title,
        "game": game,
        # Whose table it is: `Ana, Ben and Cyd`.
        "people": listed(header.players),
        # The same, two against two where they are partners.
        "with": describe_people(game.seating),
        # The side that acts next.
        "acts": None if is_idle else game.seating.side_of[seat or 0],
        "who": who,
        "what": what,
    }


def table_card(state: TableState) -> dict[str, Any]:
    """A table as it stands in short, with its id."""
    is_broken = state.refused is not None
    card = card_of(state.header, state.game, is_pegs_only=state.is_pegs_only, is_broken=is_broken)
    return {"id": state.id, **card}


def describe_people(seating: Seating) -> Text:
    """Who plays: `Ana, Ben and Cyd`, `Ana & Cyd against Ben & Dee`."""
    if not seating.has_partners:
        return listed(seating.players)
    one, other = seating.side_names
    return message("new.against", one=one, other=other)


def _describe_turn(
    game: Game, *, is_pegs_only: bool, is_broken: bool
) -> tuple[Text | str, Text | str]:
    """Who acts and what they can do, or who won."""
    if is_broken:
        return message("home.to-be-mended"), message("home.entry-no-longer-holds")
    if is_pegs_only and not game.is_over:
        return message("home.pegs-only"), message("home.pegged-by-hand")
    return describe_turn(game)
