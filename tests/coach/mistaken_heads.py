"""Every mistake in the head made once more, from the prompts alone.

As in `miscounted`, a mistake gives its number and the rule that it breaks.
"""

from collections.abc import Callable, Mapping

from companion.coach.drills.skills import DrillKind
from tests.coach.looking import Made, Table
from tests.coach.recount import numbers, scores, worth
from tests.coach.recount_heads import (
    COUNTED_IN_THE_HEAD,
    covered,
    from_and_to,
    rounds_each,
    shown_ends,
)
from tests.coach.recount_points import rounded


def kind_of(at: Table) -> DrillKind:
    """Which drill asks so."""
    prompt = str(at.question.prompt)
    if prompt.startswith("What do"):
        return DrillKind.THREE_ENDS
    if "covers" in prompt:
        return DrillKind.TAKE_DOUBLE
    if "more" in prompt or " down " in prompt:
        return DrillKind.COMPLEMENT
    return DrillKind.TO_FIVE if "five" in prompt or "round" in prompt else DrillKind.TO_PEGS


def right(at: Table) -> int:
    (answer,) = COUNTED_IN_THE_HEAD[kind_of(at)](at.question, at.rules)
    return int(answer)


#: The rules that a mere miscount breaks.
BREAKS = {
    DrillKind.THREE_ENDS: "open-half",
    DrillKind.TAKE_DOUBLE: "open-half",
    DrillKind.COMPLEMENT: "scores-on",
    DrillKind.TO_PEGS: "points",
    DrillKind.TO_FIVE: "nearest-five",
}


def too_many(at: Table) -> Made:
    return right(at) + at.named["by"], BREAKS[kind_of(at)]


def too_few(at: Table) -> Made:
    return right(at) - at.named["by"], BREAKS[kind_of(at)]


# ---- From a count to one that scores ----


def counted_from(at: Table) -> Made:
    total, target = from_and_to(at.question, at.rules)
    step = 1 if target > total else -1
    assert at.named["total"] == total and at.named["begin"] == total + step
    # Who counts the first one too says one number more.
    return len(range(total, target + step, step)), "scores-on"


def to_another(at: Table) -> Made:
    total, target = from_and_to(at.question, at.rules)
    other = at.named["other"]
    assert other != target and (scores(at.rules, other) or other == 0)
    return max(total, other) - min(total, other), "scores-on"


def one_short(at: Table) -> Made:
    total, target = from_and_to(at.question, at.rules)
    reached = target - 1 if target > total else target + 1
    assert numbers(str(at.named["step"]))[-1] == reached
    return abs(reached - total), "scores-on"


# ---- Ends ----


def doubles(at: Table) -> list[int]:
    return [each.high for each in at.question.shown if hasattr(each, "high")]


def half_forgotten(at: Table) -> Made:
    assert at.tile.high in doubles(at)
    return sum(shown_ends(at.question)) - at.tile.high, "exposed-double"


def halves_forgotten(at: Table) -> Made:
    assert len(doubles(at)) > 1
    return sum(shown_ends(at.question)) - sum(doubles(at)), "exposed-double"


def double_left_out(at: Table) -> Made:
    assert at.tile.high in doubles(at)
    return sum(shown_ends(at.question)) - 2 * at.tile.high, "exposed-double"


def end_left_out(at: Table) -> Made:
    match kind_of(at):
        case DrillKind.TO_PEGS:
            assert at.pips in numbers(str(at.question.prompt))
            return right(at) - worth(at.rules, at.pips), "points"
        case DrillKind.TAKE_DOUBLE:
            assert at.pips == covered(at.question)[2]
        case _:
            assert shown_ends(at.question).count(at.pips) > 2 * (at.pips in doubles(at))
    return right(at) - at.pips, "open-half"


def one_end_left_out(at: Table) -> Made:
    if kind_of(at) is DrillKind.TO_PEGS:
        assert numbers(str(at.question.prompt)).count(at.pips) == 2
    else:
        assert shown_ends(at.question).count(at.pips) - 2 * (at.pips in doubles(at)) >= 2
    return end_left_out(at)


def end_twice(at: Table) -> Made:
    assert at.pips in shown_ends(at.question)
    return right(at) + at.pips, "open-half"


def ten_lost(at: Table) -> Made:
    return right(at) - 10, "open-half"


# ---- A double that is covered ----


def count_before(at: Table) -> Made:
    return covered(at.question)[0], "covered-double"


def half_taken(at: Table) -> Made:
    was, double, new = covered(at.question)
    assert at.tile.high == at.tile.low == double
    return was - double + new, "covered-double"


def double_kept(at: Table) -> Made:
    was, _, new = covered(at.question)
    return was + new, "covered-double"


def double_added(at: Table) -> Made:
    was, double, new = covered(at.question)
    return was + 2 * double + new, "covered-double"


def ten_kept(at: Table) -> Made:
    was, double, new = covered(at.question)
    assert at.pips == 2 * double >= 10
    return was - (2 * double - 10) + new, "covered-double"


# ---- Pegs ----


def not_divided(at: Table) -> Made:
    return sum(numbers(str(at.question.prompt))), "points"


def worth_of_another(at: Table) -> Made:
    other = at.named["other"]
    assert scores(at.rules, other)
    return worth(at.rules, other), "points"


def another_count(at: Table) -> Made:
    other = at.named["other"]
    assert numbers(str(at.named["points"])) == [worth(at.rules, other)]
    return other, "points"


def count_is_pegs(at: Table) -> Made:
    return numbers(str(at.question.prompt))[0], "points"


def ten_for_each(at: Table) -> Made:
    return 10 * numbers(str(at.question.prompt))[0], "points"


# ---- To the nearest five ----


def hands(at: Table) -> list[int]:
    return numbers(str(at.question.prompt))


def parts(at: Table) -> list[int]:
    """What is rounded: each hand, or all together."""
    return hands(at) if rounds_each(at.rules) else [sum(hands(at))]


def rounds_up(at: Table) -> Made:
    return sum(pips - pips % 5 for pips in parts(at)), "nearest-five"


def rounds_down(at: Table) -> Made:
    return sum(pips + -pips % 5 for pips in parts(at)), "nearest-five"


def not_rounded(at: Table) -> Made:
    return sum(hands(at)), "nearest-five"


def rounded_apart(at: Table) -> Made:
    assert not rounds_each(at.rules)
    return sum(map(rounded, hands(at))), "rounding"


def rounded_together(at: Table) -> Made:
    assert rounds_each(at.rules)
    rule = "settlement" if str(at.rules.settlement) == "own-hand" else "rounding"
    return rounded(sum(hands(at))), rule


MISTAKEN_IN_THE_HEAD: Mapping[str, Callable[[Table], Made]] = {
    "too-many": too_many,
    "too-few": too_few,
    "counted-from": counted_from,
    "to-another": to_another,
    "one-short": one_short,
    "half-forgotten": half_forgotten,
    "halves-forgotten": halves_forgotten,
    "double-left-out": double_left_out,
    "end-left-out": end_left_out,
    "one-end-left-out": one_end_left_out,
    "end-twice": end_twice,
    "ten-lost": ten_lost,
    "count-before": count_before,
    "half-taken": half_taken,
    "double-kept": double_kept,
    "double-added": double_added,
    "ten-kept": ten_kept,
    "not-divided": not_divided,
    "worth-of-another": worth_of_another,
    "another-count": another_count,
    "count-is-pegs": count_is_pegs,
    "ten-for-each": ten_for_each,
    "rounds-up": rounds_up,
    "rounds-down": rounds_down,
    "not-rounded": not_rounded,
    "rounded-apart": rounded_apart,
    "rounded-together": rounded_together,
}
