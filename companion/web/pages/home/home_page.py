"""Home: what a device goes on with, and how it starts."""

from collections.abc import Sequence
from typing import Any

from companion.tables.state import TableState
from companion.web.pages.home.rules_page import games_with_facts, welcome
from companion.web.pages.shared.cards import card_of


def home_page(states: Sequence[TableState]) -> dict[str, Any]:
    """Home on a device that knows these tables, the latest first."""
    return {
        # The people who played last: one tap deals them in again.
        "latest": _card(states[0]) if states else None,
        "running": [_card(state) for state in states if not state.game.is_over],
        "finished": [_card(state) for state in states if state.game.is_over],
        "games": games_with_facts(),
        "hero": welcome(),
    }


def _card(state: TableState) -> dict[str, Any]:
    """A table of this device."""
    is_broken = state.refused is not None
    card = card_of(state.header, state.game, is_pegs_only=state.is_pegs_only, is_broken=is_broken)
    return {"id": state.id, **card}
