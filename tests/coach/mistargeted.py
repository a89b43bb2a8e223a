"""Every known mistake on the way to the target made once more.

As in `miscounted`, a mistake gives its number and the rule that it breaks.
"""

from collections.abc import Callable, Mapping

from tests.coach.looking import Made, Table
from tests.coach.recount import numbers, worth
from tests.coach.recount_points import divisor


def way(at: Table) -> tuple[int, int]:
    """Where the way to the target begins, after the counts that are told, and the target."""
    score, target, *counts = numbers(str(at.question.prompt))
    return score + sum(worth(at.rules, count) for count in counts), target


def ten_too_many(at: Table) -> Made:
    score, target = way(at)
    return target - score + 10, "target"


def ten_too_few(at: Table) -> Made:
    score, target = way(at)
    return target - score - 10, "target"


def score_for_rest(at: Table) -> Made:
    assert at.given in (*way(at), sum(way(at)))
    return at.given, "target"


def smaller_digit(at: Table) -> Made:
    (score, target), digits = way(at), range(10)
    ones = max(digits.index(score % 10), digits.index(target % 10))
    ones -= min(digits.index(score % 10), digits.index(target % 10))
    return 10 * (target // 10 - score // 10) + ones, "target"


def counted_from(at: Table) -> Made:
    score, target = way(at)
    assert at.named["begin"] == score + 1
    return len(range(score, target + 1)), "target"


def one_short(at: Table) -> Made:
    score, target = way(at)
    assert numbers(str(at.named["step"])) == [score, target - 1 - score, target - 1]
    return target - 1 - score, "target"


def pegs_changed(at: Table) -> Made:
    (score, target), by = way(at), divisor(at.rules)
    assert by == 5 and at.given in ((target - score) * by, (target - score) // by)
    return at.given, "target"


def both_left_out(at: Table) -> Made:
    score, target, *_ = numbers(str(at.question.prompt))
    return target - score, "target"


def counts_added(at: Table) -> Made:
    score, target, *counts = numbers(str(at.question.prompt))
    return target - score + sum(worth(at.rules, count) for count in counts), "target"


def smaller_does(at: Table) -> Made:
    score, target = numbers(str(at.question.prompt))
    smaller = range(1, at.given)
    assert any(score + worth(at.rules, each) >= target for each in smaller)
    return at.given, "target"


def first_left_out(at: Table) -> Made:
    score, target, _, second = numbers(str(at.question.prompt))
    return target - score - worth(at.rules, second), "target"


def second_left_out(at: Table) -> Made:
    score, target, first, _ = numbers(str(at.question.prompt))
    return target - score - worth(at.rules, first), "target"


MISTARGETED: Mapping[str, Callable[[Table], Made]] = {
    "score-for-rest": score_for_rest,
    "smaller-digit": smaller_digit,
    "counted-from": counted_from,
    "one-short": one_short,
    "pegs-changed": pegs_changed,
    "both-left-out": both_left_out,
    "counts-added": counts_added,
    "ten-too-many": ten_too_many,
    "ten-too-few": ten_too_few,
    "smaller-does": smaller_does,
    "first-left-out": first_left_out,
    "second-left-out": second_left_out,
}
