"""What the home page shows, as ready values."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.referee.words import describe_turn
from companion.rules.game import Game
from companion.tables.state import TableState
from companion.web.pages.home.game_cards import GameCard, game_cards
from companion.web.pages.home.rules_page import BASE
from companion.web.pages.home.worked_count import Example, welcome
from companion.words import Text, listed, message


class Lane(NamedTuple):
    """A side in the race: its score, and how much of the way it has come, from 0 to 1."""

    side: int
    name: str
    score: int
    way: float
    is_next: bool
    has_won: bool


class TableCard(NamedTuple):
    """A table of this device: who is how far, and whose turn it is or who won."""

    id: str
    title: Text | str
    target: int
    lanes: tuple[Lane, ...]
    who: Text | str
    what: Text | str
    is_over: bool
    #: Whose table it is: `Ana, Ben and Cyd`.
    people: Text


class HomePage(NamedTuple):
    """The tables of this device, and the games."""

    running: tuple[TableCard, ...]
    finished: tuple[TableCard, ...]
    games: tuple[GameCard, ...]
    hero: Example


def home_page(states: Iterable[TableState]) -> HomePage:
    """Home on a device that knows these tables, the latest first."""
    cards = tuple(map(table_card, states))
    return HomePage(
        tuple(card for card in cards if not card.is_over),
        tuple(card for card in cards if card.is_over),
        game_cards(),
        welcome(BASE.rules),
    )


def table_card(state: TableState) -> TableCard:
    """The card of a table as it stands."""
    game = state.game
    who, what = _describe_turn(state)
    return TableCard(
        state.id,
        state.header.preset.title,
        game.rules.target,
        _lanes(game, None if state.is_pegs_only else _acting(game)),
        who,
        what,
        game.is_over,
        listed(state.header.players),
    )


def _acting(game: Game) -> int | None:
    """The side that acts next; None where nobody does."""
    seat = game.turn if game.turn is not None else game.next_leader
    return None if seat is None or game.is_over else game.seating.side_of[seat]


def _lanes(game: Game, acting: int | None) -> tuple[Lane, ...]:
    sides = enumerate(zip(game.seating.side_names, game.scores, strict=True))
    target = game.rules.target
    return tuple(
        Lane(
            side,
            name,
            score,
            min(1.0, max(0.0, score / target)),
            side == acting,
            side == game.winner,
        )
        for side, (name, score) in sides
    )


def _describe_turn(state: TableState) -> tuple[Text | str, Text | str]:
    """Who acts and what they can do, or who won."""
    if state.refused is not None:
        return message("home.to-be-mended"), message("home.entry-no-longer-holds")
    if state.is_pegs_only and not state.game.is_over:
        return message("home.pegs-only"), message("home.pegged-by-hand")
    return describe_turn(state.game)
