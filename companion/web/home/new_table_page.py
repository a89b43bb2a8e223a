"""The page of a new table: the form as it was typed, and what is offered."""

from collections.abc import Sequence
from typing import Any

from companion.rules.games import GAMES
from companion.rules.preset import Partners
from companion.rules.settings import SEATS
from companion.tables.table_state import TableState
from companion.web.home.rules_page import games_with_facts
from companion.web.ui.house_rule_fields import house_rules
from companion.web.ui.new_table_form import MOST_SEATS, NewTableForm, stand_in

_MOST_KNOWN_NAMES = 12


def names_at(states: Sequence[TableState]) -> list[str]:
    """The people of these tables, those of the first one first."""
    stand_ins = {stand_in(seat) for seat in range(MOST_SEATS)}
    names = dict.fromkeys(name for state in states for name in state.header.players)
    return [name for name in names if name not in stand_ins][:_MOST_KNOWN_NAMES]


def new_table_page(form: NewTableForm, known_names: Sequence[str]) -> dict[str, Any]:
    """The form as it was typed, and what there is to choose from where these people are known."""
    preset = GAMES.get(form.game, GAMES[NewTableForm.game])
    stand_ins = [stand_in(seat) for seat in range(MOST_SEATS)]
    typed = [*form.names, *[""] * MOST_SEATS][:MOST_SEATS]
    games = games_with_facts()
    are_pairs = form.partners or preset.partners is Partners.ALWAYS
    return {
        "form": form,
        "names": typed,
        # Who sits at each seat, by name or stand-in.
        "seated": [name or other for name, other in zip(typed, stand_ins, strict=True)],
        "has_pairs": are_pairs and form.seat_count == MOST_SEATS,
        # The game that is offered, and the others.
        "chosen": [each for each in games if each[0] is preset],
        "others": [each for each in games if each[0] is not preset],
        "game": preset,
        "seat_numbers": SEATS,
        "stand_ins": stand_ins,
        "known_names": known_names,
        # The target has a field of its own.
        "house_rules": house_rules(preset.rules, form.rules, without=["target"]),
    }
