"""What the page of a new table shows, as ready values."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.rules.games import GAMES
from companion.rules.rules import SEATS
from companion.tables.state import TableState
from companion.web.pages.home.game_cards import GameCard, game_cards
from companion.web.pages.home.new_table import MOST_SEATS, Form, stand_in
from companion.web.pages.shared.house_rules import HouseRules, house_rules
from companion.words import Text

_MOST_KNOWN_NAMES = 12


class NewTablePage(NamedTuple):
    """The form as it was typed, and what there is to choose from."""

    form: Form
    games: tuple[GameCard, ...]
    #: The game chosen; the first one where an unknown one was.
    game: str
    target: int
    seat_numbers: tuple[int, ...]
    #: The names of players who have none yet.
    stand_ins: tuple[str, ...]
    #: The people who played here before.
    known_names: tuple[str, ...]
    #: Whether this device has played before, so that the games need no words.
    knows_games: bool
    #: Every setting but the target, which has a field of its own.
    house_rules: HouseRules
    #: Why the form was refused.
    problem: Text | str


def new_table_page(
    form: Form, states: Sequence[TableState], problem: Text | str = ""
) -> NewTablePage:
    """The page for a device that knows these tables."""
    preset = GAMES.get(form.game, GAMES[Form.game])
    stand_ins = tuple(map(stand_in, range(MOST_SEATS)))
    return NewTablePage(
        form,
        game_cards(),
        preset.id,
        preset.rules.target,
        SEATS,
        stand_ins,
        _names_known(states, stand_ins),
        bool(states),
        house_rules(preset.rules, form.rules, without=["target"]),
        problem,
    )


def _names_known(states: Iterable[TableState], stand_ins: tuple[str, ...]) -> tuple[str, ...]:
    """The people of these tables, each once; stand-ins are nobody's name."""
    names = dict.fromkeys(name for state in states for name in state.header.players)
    return tuple(name for name in names if name not in stand_ins)[:_MOST_KNOWN_NAMES]
