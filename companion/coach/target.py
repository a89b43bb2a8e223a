"""The drill on the last points: how far it is to the target, and which counts get there."""

from companion.coach.asking import Asking
from companion.coach.positions import LEVELS
from companion.coach.question import Choice, Question, Wanted
from companion.coach.reasons import describe_unit, unit_of
from companion.coach.slips import wrong_answers
from companion.referee.words import describe_points
from companion.rules.choices import Points
from companion.rules.rules import Rules
from companion.words import Text, message, sentences

_COUNTS = (5, 10, 15, 20, 25, 30, 35)


def ask_to_go(asking: Asking) -> Question:
    """How far is it to the target, and which counts get there?"""
    rules, level = asking.rules, asking.key.level
    if rules.points is Points.NONE or level == 1 or rules.target <= rules.worth(50):
        # Counts say nothing of chips, and one count more or less wins a very short game.
        return _ask_distance(asking)
    if level == LEVELS:
        return _ask_after_counts(asking)
    left = rules.worth(_COUNTS[0]) * asking.chance.between(1, len(_COUNTS))
    return _ask_counts(asking, rules.target - left)


def _ask_distance(asking: Asking) -> Question:
    rules = asking.rules
    step = max(1, rules.worth(5))
    most = max(1, min(rules.target // step, 8 * asking.key.level))
    score = rules.target - step * asking.chance.between(1, most)
    left = rules.target - score
    unit = unit_of(rules)
    return asking.question(
        message("coach.ask.to-go", score=score, target=rules.target, unit=describe_unit(unit)),
        [left],
        [message("coach.sum", sum=f"{rules.target} − {score} = {left}")],
        slips=wrong_answers(
            left,
            [(left + 10, message("slip.ten-too-many")), (left - 10, message("slip.ten-too-few"))],
        ),
        unit=unit,
    )


def _ask_counts(asking: Asking, score: int) -> Question:
    """The least count that gets there; a level on, all that do."""
    rules, target = asking.rules, asking.rules.target
    reasons = {count: _count_reason(rules, score, count) for count in _COUNTS}
    enough = [count for count in _COUNTS if score + rules.worth(count) >= target]
    several = asking.key.level > 2
    smaller = None if several else message("slip.smaller-does")
    return asking.question(
        message(
            "coach.ask.which-counts" if several else "coach.ask.least-count",
            score=score,
            target=target,
        ),
        enough if several else enough[:1],
        [
            message("coach.sum", sum=f"{target} − {score} = {target - score}"),
            *(reasons[count] for count in enough[:1]),
        ],
        wanted=Wanted.SEVERAL if several else Wanted.ONE,
        choices=[
            Choice(str(count), count, sentences(reason, smaller if count in enough else None))
            for count, reason in reasons.items()
        ],
    )


def _count_reason(rules: Rules, score: int, count: int) -> Text:
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
    rules, chance, target = asking.rules, asking.chance, asking.rules.target
    first, second = chance.one_of(_COUNTS[:4]), chance.one_of(_COUNTS[:5])
    worth_first, worth_second = rules.worth(first), rules.worth(second)
    worths = worth_first + worth_second
    score = max(0, target - worths - rules.worth(5) * chance.between(1, 8))
    left = target - worths - score
    unit = unit_of(rules)
    return asking.question(
        message(
            "coach.ask.after-counts",
            score=score,
            target=target,
            first=first,
            second=second,
            unit=describe_unit(unit),
        ),
        [left],
        [
            message(
                "coach.target.worths",
                first=first,
                second=second,
                worth_first=worth_first,
                worth_second=worth_second,
            ),
            message(
                "coach.sum", sum=f"{target} − {score} − {worth_first} − {worth_second} = {left}"
            ),
        ],
        slips=wrong_answers(
            left,
            [
                (target - score - first - second, message("slip.not-divided")),
                (left + worth_second, message("slip.second-left-out")),
                (left + worth_first, message("slip.first-left-out")),
            ],
        ),
        unit=unit,
    )
