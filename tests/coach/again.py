"""How the answer of each drill is worked out a second time."""

from collections.abc import Callable, Mapping

from companion.coach.drills.question import Question
from companion.coach.drills.skills import DrillKind
from companion.rules.settings import Rules
from tests.coach.recount import COUNTED_AGAIN
from tests.coach.recount_heads import COUNTED_IN_THE_HEAD
from tests.coach.recount_points import rounding_again, settlement_again, to_go_again

AGAIN: Mapping[DrillKind, Callable[[Question, Rules], set[str]]] = {
    **COUNTED_AGAIN,
    DrillKind.ROUNDING: rounding_again,
    DrillKind.SETTLEMENT: settlement_again,
    DrillKind.TO_GO: to_go_again,
    **COUNTED_IN_THE_HEAD,
}
