"""The answers of the drills of the head, worked out a second time from the prompts alone."""

import re
from collections.abc import Callable, Mapping

from companion.coach.drills.question import Question
from companion.coach.drills.skills import DrillKind
from companion.rules.settings import Rules
from tests.coach.recount import numbers, scores, worth
from tests.coach.recount_points import rounded


def complement_again(question: Question, rules: Rules) -> set[str]:
    total, target = from_and_to(question, rules)
    assert scores(rules, target) and not scores(rules, total)
    return {str(abs(target - total))}


def from_and_to(question: Question, rules: Rules) -> tuple[int, int]:
    """The count and the one to reach: the named one, or the next that scores."""
    prompt = str(question.prompt)
    total, *named = numbers(prompt)
    if named:
        assert ("more" in prompt) is (named[0] > total)
        return total, named[0]
    way = 1 if "more" in prompt else -1
    return total, next(each for each in range(total + way, 99 * way, way) if scores(rules, each))


def shown_ends(question: Question) -> list[int]:
    """The halves that the prompt names, each double as both of its own."""
    named = re.findall(r"\d-\d|\d", str(question.prompt))
    halves = [[int(half) for half in each.split("-")] for each in named]
    assert all(len({*each}) == 1 for each in halves)
    return [half for each in halves for half in each]


def ends_again(question: Question, rules: Rules) -> set[str]:
    drawn = [str(each) if hasattr(each, "high") else str(each.pips) for each in question.shown]
    assert drawn == re.findall(r"\d-\d|\d", str(question.prompt))
    return {str(sum(shown_ends(question)))}


def covered(question: Question) -> tuple[int, int, int]:
    """The count before, the half of the double, and the new open half."""
    told = re.fullmatch(
        r"The count was (\d+)\. The (\d)-(\d) covers the (\d)-(\d)\. What is it now\?",
        str(question.prompt),
    )
    assert told is not None
    was, high, low, double, same = map(int, told.groups())
    assert double == same and double in (high, low)
    return was, double, low if double == high else high


def covered_again(question: Question, rules: Rules) -> set[str]:
    was, double, new = covered(question)
    return {str(was - 2 * double + new)}


def pegs_again(question: Question, rules: Rules) -> set[str]:
    asked = numbers(str(question.prompt))
    if "What was the count?" in str(question.prompt):
        (pegs,) = asked
        return {str(total) for total in range(1, 200) if total % 5 == 0 and total // 5 == pegs}
    return {str(sum(worth(rules, total) for total in asked))}


def five_again(question: Question, rules: Rules) -> set[str]:
    hands = numbers(str(question.prompt))
    if rounds_each(rules):
        return {str(sum(map(rounded, hands)))}
    return {str(rounded(sum(hands)))}


def rounds_each(rules: Rules) -> bool:
    return str(rules.settlement) == "own-hand" or str(rules.rounding) == "each-hand"


COUNTED_IN_THE_HEAD: Mapping[DrillKind, Callable[[Question, Rules], set[str]]] = {
    DrillKind.COMPLEMENT: complement_again,
    DrillKind.THREE_ENDS: ends_again,
    DrillKind.DOUBLE_AND_ADD: ends_again,
    DrillKind.TAKE_DOUBLE: covered_again,
    DrillKind.TO_PEGS: pegs_again,
    DrillKind.TO_FIVE: five_again,
}
