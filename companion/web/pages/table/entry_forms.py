"""The forms below the felt: one for each thing that a table can be at."""

from typing import NamedTuple

from companion.rules.choices import Points
from companion.tables.state import TableState
from companion.web.pages.shared.count_first import Claimant, Counted, claimants
from companion.web.pages.table.left_form import LeftForm, left_form_for
from companion.web.pages.table.picked import Picked
from companion.web.pages.table.play_form import COUNTS_OFFERED, PlayForm, play_form
from companion.words import Text

_MOST_PEGGED = {2: 13}  # buttons a side, by how many sides there are
_FEW_PEGGED = 7


class LeadForm(NamedTuple):
    """Who leads the next hand: one player, or whoever is tapped."""

    hand: int
    leader: int | None
    first_lead: Text


class ClaimForm(NamedTuple):
    """Who claims a count that was missed, and what they say it is."""

    claimants: tuple[Claimant, ...]
    counts: tuple[int, ...]


class PegForm(NamedTuple):
    """The points that are pegged with one tap where no tiles are entered."""

    numbers: tuple[int, ...]


class MendForm(NamedTuple):
    """The entry that no longer holds after a correction, in a sentence."""

    refusal: Text


EntryForm = LeadForm | PlayForm | LeftForm | ClaimForm | PegForm | MendForm


def form_for(
    state: TableState, picked: Picked, phase: str, counted: Counted | None
) -> EntryForm | None:
    """What can be entered now; None for who only watches, and once the game is over."""
    match phase:
        case "lead":
            leads_first = state.header.preset.first_lead
            return LeadForm(state.hand_number + 1, state.game.next_leader, leads_first)
        case "play":
            return play_form(state, picked)
        case "left":
            return left_form_for(state.game, picked.seat)
        case "claim" if counted is not None:
            return ClaimForm(claimants(state, counted), COUNTS_OFFERED[1:])
        case "pegs":
            return PegForm(_peg_numbers(state))
        case "mend" if state.refused is not None:
            return MendForm(state.refused.refusal.message)
    return None


def _peg_numbers(state: TableState) -> tuple[int, ...]:
    step = 5 if state.game.rules.points is Points.PIPS else 1
    most = _MOST_PEGGED.get(len(state.game.scores), _FEW_PEGGED)
    return tuple(number * step for number in range(1, most + 1))
