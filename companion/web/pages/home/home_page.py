"""What the home page shows, as ready values."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.referee.words import turn_heading, turn_reason
from companion.rules.games import Preset
from companion.tables.state import TableState
from companion.web.pages.home.rules_page import Example, games_with_facts, welcome
from companion.words import Text, listed, message


class Lane(NamedTuple):
    """A side in the race: its score, and how much of the way it has come, from 0 to 1."""

    side: int
    name: str
    score: int
    way: float
    is_next: bool


class TableCard(NamedTuple):
    """A table of this device: who is how far, and whose turn it is or who won."""

    state: TableState
    #: Whose table it is: `Ana, Ben and Cyd`.
    people: Text
    lanes: tuple[Lane, ...]
    who: Text | str
    what: Text | str


class HomePage(NamedTuple):
    """The tables of this device, and the games."""

    running: tuple[TableCard, ...]
    finished: tuple[TableCard, ...]
    games: tuple[tuple[Preset, tuple[Text, ...]], ...]
    hero: Example


def home_page(states: Iterable[TableState]) -> HomePage:
    """Home on a device that knows these tables, the latest first."""
    cards = tuple(map(_card, states))
    return HomePage(
        tuple(card for card in cards if not card.state.game.is_over),
        tuple(card for card in cards if card.state.game.is_over),
        games_with_facts(),
        welcome(),
    )


def _card(state: TableState) -> TableCard:
    game = state.game
    seat = game.turn if game.turn is not None else game.next_leader
    is_idle = seat is None or game.is_over or state.is_pegs_only
    sides = enumerate(zip(game.seating.side_names, game.scores, strict=True))
    lanes = tuple(
        Lane(
            side,
            name,
            score,
            min(1.0, max(0.0, score / game.rules.target)),
            not is_idle and game.seating.side_of[seat or 0] == side,
        )
        for side, (name, score) in sides
    )
    return TableCard(state, listed(state.header.players), lanes, *_describe_turn(state))


def _describe_turn(state: TableState) -> tuple[Text | str, Text | str]:
    """Who acts and what they can do, or who won."""
    if state.refused is not None:
        return message("home.to-be-mended"), message("home.entry-no-longer-holds")
    if state.is_pegs_only and not state.game.is_over:
        return message("home.pegs-only"), message("home.pegged-by-hand")
    return turn_heading(state.game), turn_reason(state.game)
