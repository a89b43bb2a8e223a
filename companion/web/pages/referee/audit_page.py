"""What the page of the audit shows: where all 28 tiles are, and what can still come."""

from companion.record.replay import laid_by
from companion.referee.audit import audit
from companion.tables.state import TableState
from companion.web.pages.referee.answer import Answer, answer_of
from companion.web.pages.shared.position import describe_rules


def audit_page(state: TableState) -> Answer | None:
    """The audit of the hand on the table; None before the first lead, and without tiles."""
    hand = None if state.is_pegs_only else state.game.hand
    if hand is None:
        return None
    ruling = audit(hand, laid_by(state.entries))
    under = describe_rules(state.header.preset, state.header.changes)
    return answer_of(ruling, under, players=state.header.players, name="all-28-tiles")


def may_pass_all(state: TableState, *, keeps: bool) -> bool:
    """Whether this phone can enter the passes that are all that is left."""
    hand = state.game.hand
    if hand is None or not hand.may_pass or not keeps or state.refused is not None:
        return False
    return hand.is_dead
