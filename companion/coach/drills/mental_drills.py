"""Mental drills: numbers alone, answered by a tap on one of a few."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from companion.coach.drills.answer_reasons import describe_step, describe_unit
from companion.coach.drills.common_mistakes import CommonMistake, likeliest, miscounts, mistake
from companion.coach.drills.count_values import (
    counts_that_score,
    scores_beside,
    worth_or_nothing,
    worth_reason,
    worth_slips,
)
from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.question import Choice, Label, Question, Shown, Wanted
from companion.coach.drills.question_key import MORE, Asking
from companion.coach.drills.rounding_steps import round_hands, rounding_slips, way_to_round
from companion.coach.drills.settlement_drills import rounding_reasons
from companion.coach.drills.skills import DrillKind
from companion.i18n import Text, listed, message
from companion.referee.rule_book import Book, Reason
from companion.referee.scoring_text import describe_points, write_sum
from companion.rules.settings import Rules

#: How many wrong answers stand beside the right one, by level.
_WRONG = (3, 3, 4, 4, 5)
#: This many of the likeliest slips are always among them.
_ALWAYS = 2
#: The counts that are short of a scoring one, by level: the least and the most.
_COUNTS = ((1, 9), (1, 19), (11, 34), (6, 34), (6, 29))
#: The most fives of a count by level; then the most pegs from one count; then from each of two.
_FIVES = (3, 4, 8, 10, 6)
#: The pips of each hand that is rounded, by level, and how many there are.
_PIPS = ((6, 14), (6, 29), (11, 69), (6, 24), (6, 24))
_HANDS = (1, 1, 1, 2, 3)
#: Up to how many pips a count's worth is asked, by level; and how many choices there are.
_MOST_PIPS = (10, 12, 20, 22)
_MOST_COUNTS = 8


def ask_number(
    asking: Asking,
    prompt: Text,
    right: int,
    reasons: Iterable[Reason | Text],
    slips: Iterable[CommonMistake],
    *,
    shown: Sequence[Shown],
    label: Callable[[int], Label] = int,
) -> Question:
    """A question with a few numbers to choose from, each wrong one the result of a slip."""
    found = [*likeliest(right, slips).items()]
    some = asking.chance.some_of(found[_ALWAYS:], _WRONG[asking.key.level] - _ALWAYS)
    offered = dict([*found[:_ALWAYS], *some])
    numbers = sorted({right, *(slip.number for slip in offered.values())})
    return asking.question(
        prompt,
        [right],
        reasons,
        wanted=Wanted.ONE,
        choices=[Choice(str(number), label(number)) for number in numbers],
        slips=offered,
        shown=tuple(shown),
    )


# ---- From a count to one that scores ----


def ask_complement(asking: Asking) -> Question:
    """13, and how much to 15? Later also downwards, and to a count further away."""
    rules, chance, level = asking.book.rules, asking.chance, asking.key.level
    (least, most), is_wide = _COUNTS[level], asking.key.is_wide and level > 2
    counts = [each for each in range(least, most + MORE * is_wide) if not rules.scores(each)]
    total = chance.one_of(counts)
    above, below = scores_beside(rules, total)
    ways, at = [(above, below, "more")], 1 if level == LEVELS else 0
    # Zero is no count to go back to.
    if level > 2 and any(below[at : at + 1]):
        ways.append((below, above, "fewer"))
    ahead, behind, way = chance.one_of(ways)
    target = ahead[at]
    right = abs(target - total)
    prompt: Text = message(f"coach.ask.complement.{way}", total=total, target=target)
    shown: list[Shown] = [total]
    if level == LEVELS - 1:
        prompt = message(f"coach.ask.complement.{way}-to-score", total=total)
    else:
        shown += ["→", target]
    others = [*behind[:1], *(each for each in ahead if each != target), *behind[1:]]
    step = message("coach.sum", sum=describe_step(total, target))
    slips = _complement_slips(asking.book, total, target, others)
    return ask_number(asking, prompt, right, [step], slips, shown=shown)


def _complement_slips(
    book: Book, total: int, target: int, others: Iterable[int]
) -> Iterator[CommonMistake]:
    right, way = abs(target - total), 1 if target > total else -1
    begins = {"total": total, "begin": total + way}
    yield mistake(book, "counted-from", right + 1, breaks="scores-on", **begins)
    for other in others:
        number = abs(other - total)
        to = {"total": total, "other": other}
        yield mistake(book, "to-another", number, breaks="scores-on", **to)
    if right > 1:
        step = describe_step(total, target - way)
        yield mistake(book, "one-short", right - 1, breaks="scores-on", step=step, target=target)


# ---- From a count to pegs ----


def ask_pegs(asking: Asking) -> Question:
    """20, how many pegs? Later from pegs to the count, and two counts together."""
    chance, level = asking.chance, asking.key.level
    counts = [5 * fives for fives in range(1, _FIVES[level] + 1)]
    if level == LEVELS:
        return _ask_pegs_of(asking, [chance.one_of(counts), chance.one_of(counts)])
    total = chance.one_of(counts)
    return _ask_count_of(asking, total) if level == LEVELS - 1 else _ask_pegs_of(asking, [total])


def _ask_pegs_of(asking: Asking, counts: list[int]) -> Question:
    book, rules = asking.book, asking.book.rules
    right, unit = sum(map(rules.worth, counts)), describe_unit(rules)
    prompt = message("coach.ask.worth", total=counts[0], unit=unit)
    reasons: list[Reason | Text] = [worth_reason(book, total) for total in dict.fromkeys(counts)]
    slips = [mistake(book, "not-divided", sum(counts), total=counts[0])]
    shown: list[Shown] = [counts[0]]
    if len(counts) > 1:
        first, second = counts
        prompt = message("coach.ask.pegs-of-two", first=first, second=second, unit=unit)
        reasons.append(message("coach.sum", sum=write_sum([*map(rules.worth, counts)])))
        shown += ["+", second]
        left_out = "one-end-left-out" if first == second else "end-left-out"
        for left in dict.fromkeys(counts):
            kept = right - rules.worth(left)
            slips.append(mistake(book, left_out, kept, breaks="points", pips=left))
        slips += miscounts(book, right, "points", (1, 2))
    else:
        slips += _other_counts(book, counts[0])
    return ask_number(
        asking,
        prompt,
        right,
        reasons,
        slips,
        shown=shown,
        label=lambda points: describe_points(rules, points),
    )


def _other_counts(book: Book, total: int) -> Iterator[CommonMistake]:
    """What the counts beside one are worth."""
    for other in (total + 5, total - 5, total + 10, total - 10, total + 15):
        if other > 0:
            yield mistake(
                book, "worth-of-another", book.rules.worth(other), breaks="points", other=other
            )


def _ask_count_of(asking: Asking, total: int) -> Question:
    book, pegs = asking.book, asking.book.rules.worth(total)
    points = describe_points(book.rules, pegs)
    slips = [
        mistake(book, "count-is-pegs", pegs, breaks="points", points=points),
        mistake(book, "ten-for-each", 10 * pegs, breaks="points"),
    ]
    for other in (total + 5, total - 5, total + 10, total - 10):
        if other > 0:
            worth = describe_points(book.rules, book.rules.worth(other))
            slips.append(
                mistake(book, "another-count", other, breaks="points", other=other, points=worth)
            )
    return ask_number(
        asking,
        message("coach.ask.count-of", points=points),
        total,
        [worth_reason(book, total)],
        slips,
        shown=[pegs, "→", "?"],
    )


# ---- To the nearest five ----


def ask_five(asking: Asking) -> Question:
    """33, to the nearest five? One hand first, several later, as the game rounds them."""
    book, rules, chance, level = asking.book, asking.book.rules, asking.chance, asking.key.level
    (least, most), more = _PIPS[level], MORE * asking.key.is_wide
    hands = [chance.between(least, most + more) for _ in range(_HANDS[level])]
    right = round_hands(rules, hands)
    prompt = message("coach.ask.nearest-five", pips=message("unit.pips", count=hands[0]))
    if len(hands) > 1:
        prompt = message(f"coach.ask.rounding.{way_to_round(rules)}.chips", hands=listed(hands))
    shown: list[Shown] = [hands[0]]
    for pips in hands[1:]:
        shown += ["+", pips]
    slips = (
        *rounding_slips(book, hands, divisor=1),
        *miscounts(book, right, "nearest-five", (5, 10)),
    )
    reasons = rounding_reasons(rules, hands, right)
    return ask_number(asking, prompt, right, reasons, slips, shown=shown)


# ---- What a count is worth, where threes score beside fives ----


def ask_worth(asking: Asking) -> Question:
    """What is a count worth? First one that scores, then any; at last which are worth that."""
    book, rules, level, chance = asking.book, asking.book.rules, asking.key.level, asking.chance
    if level == LEVELS:
        return _ask_counts_worth(asking)
    counts = [count for count in range(1, _MOST_PIPS[level] + 1) if rules.scores(count)]
    if level > 2 and chance.happens(0.4):
        counts = [count for count in range(1, _MOST_PIPS[-1] + 1) if count not in counts]
    total = chance.one_of(counts)
    near = sorted(counts_that_score(rules), key=lambda count: abs(count - total))
    others = [
        mistake(book, "worth-of-another", rules.worth(other), breaks="points", other=other)
        for other in near
        if other != total
    ]
    return ask_number(
        asking,
        message("coach.ask.worth", total=total, unit=describe_unit(rules)),
        worth_or_nothing(rules, total),
        [worth_reason(book, total)],
        [*worth_slips(book, total).values(), *others[: 2 * max(_WRONG)]],
        shown=[total],
        label=lambda points: describe_points(rules, points),
    )


def facts_to_know(rules: Rules, kind: DrillKind, level: int) -> int:
    """How many questions a level has if they are a few facts to know by heart; 0 if not."""
    match kind:
        case DrillKind.TO_PEGS if level < LEVELS:
            return _FIVES[level]
        case DrillKind.COMPLEMENT if level < LEVELS - 1:
            return sum(not rules.scores(count) for count in range(*_COUNTS[level]))
        case DrillKind.WORTH if level < LEVELS:
            counts = range(1, _MOST_PIPS[level] + 1)
            return sum(level > 2 or rules.scores(count) for count in counts)
        case DrillKind.WORTH:
            return len({*map(rules.worth, counts_that_score(rules))})
    return 0


def _ask_counts_worth(asking: Asking) -> Question:
    rules, chance = asking.book.rules, asking.chance
    known = counts_that_score(rules)
    points = rules.worth(chance.one_of(known))
    right = [count for count in known if rules.worth(count) == points]
    others = [count for count in range(1, _MOST_PIPS[-1] + 1) if count not in right]
    offered = sorted([*right, *chance.some_of(others, _MOST_COUNTS - len(right))])
    return asking.question(
        message("coach.ask.counts-worth", points=describe_points(rules, points)),
        right,
        [worth_reason(asking.book, count) for count in right],
        wanted=Wanted.SEVERAL,
        choices=[Choice(str(each), each, worth_reason(asking.book, each)) for each in offered],
    )
