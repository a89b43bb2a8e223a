"""The wrong numbers that people are likely to type, by the prompts, hands and rules alone.

They know nothing of the mistakes that Companion names: a test asks how many of them it explains.
"""

from collections.abc import Callable, Iterator, Sequence

from companion.coach.drills.question import Question
from companion.rules.settings import Rules
from tests.coach.recount import numbers, worth
from tests.coach.recount_points import divisor, hands_counted, own_counted, pips_left, rounded

Read = Callable[[int], int]


def plausible(question: Question, rules: Rules) -> set[int]:
    """The likely wrong numbers, never the right one."""
    (right,) = map(int, question.answer)
    if str(question.prompt).startswith("Ana has"):
        found = {*_to_go(question, rules, right)}
    elif str(rules.settlement) == "chips" and question.hands:
        pips = sum(pips_left(question).values())
        found = {0, 1, 2, 3, pips, rounded(pips), rounded(pips) // 5}
    else:
        found = {*_points(question, rules, right)}
    return {number for number in found if number >= 0} - {right}


def _points(question: Question, rules: Rules, right: int) -> Iterator[int]:
    by, is_settled = divisor(rules), bool(question.hands)
    hands = hands_counted(question, rules) if is_settled else numbers(str(question.prompt))
    own = own_counted(question, rules) if is_settled else []
    each = str(rules.settlement) == "own-hand" or str(rules.rounding) == "each-hand"

    def settle(taken: Sequence[int], less: Sequence[int], read: Read, *, apart: bool = each) -> int:
        if apart:
            return max(0, sum(map(read, taken)) - sum(map(read, less)))
        return read(max(0, sum(taken) - sum(less)))

    # The nearest five the wrong way, tens kept, not rounded, rounded together or apart.
    for read in (
        lambda pips: pips // 5 * 5,
        lambda pips: -(-pips // 5) * 5,
        lambda pips: pips // 10 * 10,
        lambda pips: -(-pips // 10) * 10,
    ):
        yield settle(hands, own, read) // by
    yield settle(hands, own, int)
    yield settle(hands, own, rounded, apart=not each) // by
    # Divided where nothing is, by ten, or not divided.
    fives = settle(hands, own, rounded)
    yield from (fives // 5, fives // 10, fives)
    # A hand left out or the only one seen, one's own forgotten or added.
    for number, hand in enumerate(hands if len(hands) > 1 else []):
        yield settle([*hands[:number], *hands[number + 1 :]], own, rounded) // by
        yield settle([hand], own, rounded) // by
    yield settle(hands, [], rounded) // by
    yield settle([*hands, *own], [], rounded) // by
    if is_settled:
        yield settle([*pips_left(question).values()], [], rounded) // by
    # A tile or a half left out, or counted twice.
    for name, tiles in question.hands:
        held = pips_left(question)[name]
        for tile in tiles if held in hands else ():
            others = [*hands]
            others.remove(held)
            for missed in (tile.pips, tile.high, tile.low, -tile.pips):
                yield settle([*others, held - missed], own, rounded) // by
    # Off by a five or by ten.
    yield from (right + step * 5 // by for step in (-2, -1, 1, 2))


def _to_go(question: Question, rules: Rules, right: int) -> Iterator[int]:
    score, target, *counts = numbers(str(question.prompt))
    worths = [worth(rules, count) for count in counts]
    # A slip of subtracting: off by one or ten, a ten kept, the score itself, from the wrong side.
    yield from (right - 10, right - 1, right + 1, right + 10)
    yield from (score, target, score + target)
    if not counts:
        tens, ones = target // 10 - score // 10, target % 10 - score % 10
        yield 10 * tens + abs(ones)
    # A half of the way left out, added rather than taken off, or counts for their worth.
    if counts:
        first, second = worths
        left = target - score
        yield from (
            left,
            left - first,
            left - second,
            left + first + second,
            score + first + second,
        )
        yield from (left - sum(counts), left - counts[0] - second, left - first - counts[1])
    elif str(rules.points) == "fifths":
        yield from (5 * right, right // 5)
    elif str(rules.points) == "pips":
        yield from (right // 5, right - 5, right + 5)
