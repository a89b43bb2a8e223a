"""Home: what a device goes on with, and how it starts."""

from collections.abc import Sequence
from typing import Any

from companion.tables.table_state import TableState
from companion.web.home.rules_page import games_with_facts
from companion.web.ui.example_layouts import welcome
from companion.web.ui.table_cards import table_card


def home_page(states: Sequence[TableState]) -> dict[str, Any]:
    """Home on a device that knows these tables, the latest first."""
    return {
        # The people who played last: one tap deals them in again.
        "latest": table_card(states[0]) if states else None,
        "running": [table_card(state) for state in states if not state.game.is_over],
        "finished": [table_card(state) for state in states if state.game.is_over],
        "games": games_with_facts(),
        "hero": welcome(),
    }
