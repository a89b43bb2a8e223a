"""The drill on the last points: how far it is to the target, and which counts get there."""

from companion.coach.key import Asking
from companion.coach.positions import LEVELS
from companion.coach.question import Choice, Question, Wanted
from companion.coach.reasons import describe_unit, wrong_answers
from companion.referee.words import describe_points, unit_of
from companion.rules.choices import Points
from companion.rules.rules import Rules
from companion.words import Text, message, sentences

_COUNTS = (5, 10, 15, 20, 25, 30, 35)


def ask_to_go(asking: Asking) -> Question:
    """How far is it to the target, and which counts get there?"""
    rules, level = asking.book.rules, asking.key.level
    if rules.points is Points.NONE or level == 1 or rules.target <= rules.worth(50):
        # Counts say nothing of chips, and one count more or less wins a very short game.
        return _ask_distance(asking)
    return _ask_after_counts(asking) if level == LEVELS else _ask_counts(asking)


def _ask_distance(asking: Asking) -> Question:
    rules = asking.book.rules
    step = max(1, rules.worth(5))
    most = max(1, min(rules.target // step, 8 * asking.key.level))
    left = step * asking.chance.between(1, most)
    score = rules.target - left
    return asking.question(
        message("coach.ask.to-go", score=score, target=rules.target, unit=describe_unit(rules)),
        [left],
        [message("coach.sum", sum=f"{rules.target} − {score} = {left}")],
        slips=wrong_answers(
            left,
            [(left + 10, message("slip.ten-too-many")), (left - 10, message("slip.ten-too-few"))],
        ),
        unit=unit_of(rules),
    )


def _ask_counts(asking: Asking) -> Question:
    """The least count that gets there; a level on, all that do."""
    rules, target = asking.book.rules, asking.book.rules.target
    left = rules.worth(_COUNTS[0]) * asking.chance.between(1, len(_COUNTS))
    score = target - left
    reasons = {count: _describe_count(rules, score, count) for count in _COUNTS}
    enough = [count for count in _COUNTS if rules.worth(count) >= left]
    several = asking.key.level > 2
    smaller = None if several else message("slip.smaller-does")
    return asking.question(
        message(
            "coach.ask.which-counts" if several else "coach.ask.least-count",
            score=score,
            target=target,
        ),
        enough if several else enough[:1],
        [message("coach.sum", sum=f"{target} − {score} = {left}"), reasons[enough[0]]],
        wanted=Wanted.SEVERAL if several else Wanted.ONE,
        choices=[
            Choice(str(count), count, sentences(reason, smaller if count in enough else None))
            for count, reason in reasons.items()
        ],
    )


def _describe_count(rules: Rules, score: int, count: int) -> Text:
    worth = rules.worth(count)
    after = score + worth
    return message(
        "coach.target.there" if after >= rules.target else "coach.target.short",
        total=count,
        points=describe_points(rules, worth),
        sum=f"{score} + {worth} = {after}",
        short=rules.target - after,
    )


def _ask_after_counts(asking: Asking) -> Question:
    """What is left after two counts in a row."""
    rules, chance, target = asking.book.rules, asking.chance, asking.book.rules.target
    first, second = chance.one_of(_COUNTS[:4]), chance.one_of(_COUNTS[:5])
    counts = {"first": first, "second": second}
    worths = rules.worth(first), rules.worth(second)
    score = max(0, target - sum(worths) - rules.worth(5) * chance.between(1, 8))
    left = target - sum(worths) - score
    unit = describe_unit(rules)
    written = f"{target} − {score} − {worths[0]} − {worths[1]} = {left}"
    return asking.question(
        message("coach.ask.after-counts", score=score, target=target, unit=unit, **counts),
        [left],
        [
            message("coach.target.worths", worth_first=worths[0], worth_second=worths[1], **counts),
            message("coach.sum", sum=written),
        ],
        slips=wrong_answers(
            left,
            [
                (target - score - first - second, message("slip.not-divided")),
                (left + worths[1], message("slip.second-left-out")),
                (left + worths[0], message("slip.first-left-out")),
            ],
        ),
        unit=unit_of(rules),
    )
