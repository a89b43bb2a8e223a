"""Drills on the way to the target: how far it is, and which counts get there."""

from collections.abc import Iterator
from dataclasses import replace

from companion.coach.drills.answer_reasons import describe_step, describe_unit
from companion.coach.drills.common_mistakes import CommonMistake, likeliest, miscounts, mistake
from companion.coach.drills.count_values import counts_that_score, describe_multiples, worths_of
from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.question import Choice, Question, Wanted
from companion.coach.drills.question_key import Asking
from companion.i18n import Text, message, sentences
from companion.referee.rule_book import Book, Reason
from companion.referee.scoring_text import describe_points, unit_of
from companion.rules.choices import Points, Spinners, TargetReached
from companion.rules.settings import Rules

#: How many counts or scores there are to choose from.
_MOST_COUNTS = 9
_MOST_SCORES = 6


def ask_to_go(asking: Asking) -> Question:
    """How far is it to the target, and which counts get there?"""
    if asking.key.is_wide:
        asking = _to_another_target(asking)
    rules, level = asking.book.rules, asking.key.level
    is_short = rules.target <= max(rules.worth(50), 3 * rules.worth(15))
    if rules.points is Points.NONE or level <= 1 or is_short:
        # Counts have nothing to do with chips, and one more or less wins a very short game.
        return _ask_distance(asking)
    if rules.target_reached is TargetReached.EXACTLY:
        if level == LEVELS and rules.spinners is Spinners.NONE:
            return _ask_never(asking)
        if level < LEVELS:
            return _ask_exact_counts(asking)
    return _ask_after_counts(asking) if level == LEVELS else _ask_counts(asking)


def _to_another_target(asking: Asking) -> Asking:
    """The same up to a target that a table may have agreed on, so that there is more to ask."""
    rules, target = asking.book.rules, asking.book.rules.target
    step = 50 if target >= 200 else 10 if target >= 60 else 1
    target = max(1, target + step * asking.chance.between(-3, 6))
    return asking._replace(book=asking.book._replace(rules=replace(rules, target=target)))


def _counts(rules: Rules) -> tuple[int, ...]:
    """The counts to choose from."""
    return counts_that_score(rules)[:_MOST_COUNTS]


def _ask_distance(asking: Asking) -> Question:
    rules, target = asking.book.rules, asking.book.rules.target
    step = 1 if rules.pays_threes else max(1, rules.worth(5))
    steps = min(target // step, max(4, 8 * asking.key.level))
    left = step * asking.chance.between(1, max(1, steps))
    score = target - left
    return asking.question(
        message("coach.ask.to-go", score=score, target=target, unit=describe_unit(rules)),
        [left],
        [message("coach.sum", sum=f"{target} − {score} = {left}")],
        slips=likeliest(left, _distance_slips(asking.book, score, left)),
        otherwise=_bridge(asking.book, score, target),
        unit=unit_of(rules),
    )


def _distance_slips(book: Book, score: int, left: int) -> Iterator[CommonMistake]:
    yield from _way_slips(book, score, left)
    if book.rules.points is Points.FIFTHS:
        yield mistake(book, "pegs-changed", 5 * left)
        yield mistake(book, "pegs-changed", left // 5 or left)
    elif book.rules.points is Points.PIPS:
        yield mistake(book, "divided", left // 5 or left)
        yield from miscounts(book, left, "target", (5,))


def _way_slips(book: Book, score: int, left: int) -> Iterator[CommonMistake]:
    """Slips in taking a score off the target, where so much is left."""
    target = score + left
    yield mistake(book, "ten-too-many", left + 10)
    yield mistake(book, "ten-too-few", left - 10)
    tens, ones = target // 10 - score // 10, target % 10 - score % 10
    yield mistake(book, "smaller-digit", 10 * tens + abs(ones), score=score, target=target)
    for wrong in (score, target, score + target):
        yield mistake(book, "score-for-rest", wrong, score=score, target=target)
    yield mistake(book, "counted-from", left + 1, breaks="target", total=score, begin=score + 1)
    step = describe_step(score, target - 1)
    yield mistake(book, "one-short", left - 1, breaks="target", step=step, target=target)


def _bridge(book: Book, score: int, target: int) -> Reason:
    """How to count on to the target: first to the next ten."""
    ten = min(score // 10 * 10 + 10, target)
    steps = {"score": score, "first": ten - score, "ten": ten, "rest": target - ten}
    way = "bridge" if ten < target else "count-on"
    return book.reason("target", message(f"coach.target.{way}", target=target, **steps))


def _ask_counts(asking: Asking) -> Question:
    """The least count that gets there; one level up, all that do."""
    rules, target, counts = asking.book.rules, asking.book.rules.target, _counts(asking.book.rules)
    left = asking.chance.one_of(sorted({*map(rules.worth, counts)}))
    score = target - left
    reasons = {count: _describe_count(rules, score, count) for count in counts}
    enough = [count for count in counts if rules.worth(count) >= left]
    several = asking.key.level > 2
    asked = "which-counts" if several else "least-count"
    larger = () if several else enough[1:]
    return asking.question(
        message(f"coach.ask.{asked}", score=score, target=target),
        enough if several else enough[:1],
        [message("coach.sum", sum=f"{target} − {score} = {left}"), reasons[enough[0]]],
        wanted=Wanted.SEVERAL if several else Wanted.ONE,
        choices=[
            Choice(str(count), count, asking.reason(reason)) for count, reason in reasons.items()
        ],
        slips={str(count): mistake(asking.book, "smaller-does", count) for count in larger},
    )


def _describe_count(rules: Rules, score: int, count: int) -> Text:
    worth = rules.worth(count)
    after = score + worth
    there = "exactly" if rules.target_reached is TargetReached.EXACTLY else "there"
    return message(
        f"coach.target.{there if after >= rules.target else 'short'}",
        total=count,
        points=describe_points(rules, worth),
        sum=f"{score} + {worth} = {after}",
        short=rules.target - after,
    )


def _ask_exact_counts(asking: Asking) -> Question:
    """Which counts end the game exactly? At first one does; one level up, possibly none."""
    rules, target, chance = asking.book.rules, asking.book.rules.target, asking.chance
    worths, counts = worths_of(rules), _counts(rules)
    several = asking.key.level > 2
    left = chance.between(1, worths[-1]) if several else chance.one_of(worths)
    score = target - left
    right = [count for count in counts if rules.worth(count) == left]
    return asking.question(
        message("coach.ask.exact-counts", score=score, target=target),
        right,
        [message("coach.sum", sum=f"{target} − {score} = {left}")],
        wanted=Wanted.SEVERAL,
        choices=[
            Choice(str(count), count, why_exact(asking.book, score, count)) for count in counts
        ],
    )


def why_exact(book: Book, score: int, count: int) -> Reason:
    """What a count is worth if you must hit the target exactly."""
    rules, worth = book.rules, book.rules.worth(count)
    if (after := score + worth) <= rules.target:
        return book.reason("target", _describe_count(rules, score, count))
    points, written = describe_points(rules, worth), f"{score} + {worth} = {after}"
    passes = message("coach.target.passes", total=count, points=points, sum=written)
    return book.reason("target-reached", passes)


def _ask_never(asking: Asking) -> Question:
    """Which scores can't come from a single count, if a layout has two ends?"""
    rules, chance = asking.book.rules, asking.chance
    counts = {rules.worth(count): count for count in reversed(counts_that_score(rules))}
    most = max(counts)
    step = 1 if rules.pays_threes else max(1, rules.worth(5))
    scores = sorted(chance.some_of(range(step, most + 2 * step + 1, step), _MOST_SCORES))

    def reason(score: int) -> Reason:
        points = describe_points(rules, score)
        if score not in counts:
            return asking.book.reason("scores-on", message("coach.target.never", points=points))
        given = message("coach.target.a-count", total=counts[score], points=points)
        return asking.book.reason("scores-on", given)

    return asking.question(
        message("coach.ask.never", unit=describe_unit(rules)),
        [score for score in scores if score not in counts],
        [message("coach.target.two-ends", most=max(counts_that_score(rules)))],
        wanted=Wanted.SEVERAL,
        choices=[Choice(str(score), score, reason(score)) for score in scores],
    )


def _ask_after_counts(asking: Asking) -> Question:
    """What is left after two counts in a row."""
    rules, chance, target = asking.book.rules, asking.chance, asking.book.rules.target
    by_threes, known = rules.pays_threes, _counts(rules)
    first = chance.one_of(known if by_threes else known[:4])
    second = chance.one_of(known if by_threes else known[:5])
    counts = {"first": first, "second": second}
    worth, then = rules.worth(first), rules.worth(second)
    score = max(0, target - worth - then - rules.worth(5) * chance.between(1, 8))
    left, unit = target - worth - then - score, describe_unit(rules)
    slips = [
        mistake(asking.book, "second-left-out", left + then),
        mistake(asking.book, "first-left-out", left + worth),
        mistake(asking.book, "both-left-out", left + worth + then),
        mistake(asking.book, "counts-added", left + 2 * (worth + then)),
    ]
    if rules.points is Points.FIFTHS:
        which = "counts-for-worths" if by_threes else "not-divided"
        for taken in (worth + second, first + then, first + second):
            slips.insert(0, mistake(asking.book, which, target - score - taken))
    worths: Text = message("coach.target.worths", worth_first=worth, worth_second=then, **counts)
    if by_threes:
        both = dict.fromkeys((first, second))
        worths = sentences(*(describe_multiples(rules, count) for count in both))
    return asking.question(
        message("coach.ask.after-counts", score=score, target=target, unit=unit, **counts),
        [left],
        [worths, message("coach.sum", sum=f"{target} − {score} − {worth} − {then} = {left}")],
        slips=likeliest(left, (*slips, *_way_slips(asking.book, target - left, left))),
        otherwise=_bridge(asking.book, target - left, target),
        unit=unit_of(rules),
    )
