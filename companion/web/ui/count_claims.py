"""Claims: a count that was said goes round, and who claims another one may be right or wrong."""

from functools import lru_cache

from companion.i18n import Text, message, sentences
from companion.record.statements import PointsRuled, clean_reason
from companion.rules.choices import Spinners
from companion.rules.errors import Refusal
from companion.rules.settings import Rules
from companion.tables.table_state import ClaimedCount, TableState
from companion.web.ui.count_first import CountCheck, judged

#: More than that no layout comes to; with two open ends alone not even half of it.
_HIGHEST, _HIGHEST_OF_TWO = 55, 22


class NoClaim(Refusal, code="claim"):
    """The count can no longer be claimed, or not so."""


@lru_cache(maxsize=64)
def counts_that_score(rules: Rules) -> tuple[int, ...]:
    """The counts that can be claimed: all that score and that a layout may come to."""
    highest = _HIGHEST_OF_TWO if rules.spinners is Spinners.NONE else _HIGHEST
    return tuple(filter(rules.scores, range(1, highest + 1)))


def judge_claim(state: TableState, counted: CountCheck, seat: int, said: int) -> ClaimedCount:
    """What a claim earns, or costs if the table agreed on that; raises `NoClaim`.

    Nobody learns by a refusal who was right.
    """
    if not counted.is_open:
        raise NoClaim(message("claim.closed"))
    if said == counted.claim:
        player = state.header.players[counted.seat]
        raise NoClaim(message("claim.said-already", player=player, claim=said))
    seating, rules = state.game.seating, state.game.rules
    side = seating.side_of[seat]
    cost = rules.worth(said) if state.table_options.penalty else 0
    # A claimed score is a score: what would pass an exact target counts nothing.
    points = rules.counted(
        counted.at_stake if said == counted.total else -cost, state.game.scores[side]
    )
    reason = clean_reason(str(_reason(counted, said)))
    return ClaimedCount(PointsRuled(seating.side_names[side], points, reason), said)


def claimed_by(state: TableState) -> Text | None:
    """What the claim just entered came to, and who was right; None if it was none."""
    if state.claim is None or len(state.entries) < 3:
        return None
    before, entry, ruled = state.entries[-3:]
    counted, ruling = judged(state, entry, before.game), ruled.statement
    if counted is None or not isinstance(ruling, PointsRuled):
        return None
    seats = state.game.seating.sides[state.game.seating.side(ruling.side)]
    name = "right" if state.claim == counted.total else "wrong"
    words = {"side": ruling.side, "claim": state.claim, "total": counted.total}
    return sentences(counted.verdict, message(f"claimed.{name}", **words, count=len(seats)))


def _reason(counted: CountCheck, said: int) -> Text:
    """Why a claim earns or costs points: a line of the record, that needs no names."""
    if said != counted.total:
        return message("claim.because-wrong", total=counted.total, claim=said)
    if counted.claim is None:
        return message("claim.because-not-said", total=counted.total)
    return message("claim.because-right", total=counted.total, claim=counted.claim)
