"""The drill on the last points: how far it is to the target, and which counts get there."""

from companion.coach.chance import Chance
from companion.coach.positions import LEVELS, Ground
from companion.coach.question import Choice, Key, Question, Wanted
from companion.coach.reasons import unit_of
from companion.coach.slips import wrong_answers
from companion.referee.words import points_told
from companion.rules.choices import Points
from companion.rules.rules import Rules

_COUNTS = (5, 10, 15, 20, 25, 30, 35)


def ask_to_go(key: Key, ground: Ground) -> Question:
    """How far is it to the target, and which counts get there?"""
    chance = Chance(*key)
    rules = ground.rules
    if rules.points is Points.NONE or key.level == 1 or rules.target <= rules.worth(50):
        # Counts say nothing of chips, and one count more or less wins a very short game.
        return _ask_distance(key, rules, chance)
    if key.level == LEVELS:
        return _ask_after_counts(key, rules, chance)
    left = rules.worth(_COUNTS[0]) * chance.between(1, len(_COUNTS))
    return _ask_counts(key, rules, rules.target - left)


def _ask_distance(key: Key, rules: Rules, chance: Chance) -> Question:
    step = max(1, rules.worth(5))
    score = rules.target - step * chance.between(
        1, max(1, min(rules.target // step, 8 * key.level))
    )
    left = rules.target - score
    unit = unit_of(rules)
    return Question(
        key,
        f"Ana has {score}, and {rules.target} wins. How many {unit} to go?",
        Wanted.NUMBER,
        frozenset({str(left)}),
        (f"{rules.target} − {score} = {left}.",),
        slips=wrong_answers(left, [(left + 10, "A ten too many."), (left - 10, "A ten too few.")]),
        unit=unit,
    )


def _ask_counts(key: Key, rules: Rules, score: int) -> Question:
    """The least count that gets there; a level on, all that do."""
    left = rules.target - score
    reasons = {count: _count_reason(rules, score, count) for count in _COUNTS}
    enough = [count for count in _COUNTS if score + rules.worth(count) >= rules.target]
    several = key.level > 2
    right = enough if several else enough[:1]
    asked = "Which counts get her there" if several else "What is the smallest count that does it"
    return Question(
        key,
        f"Ana has {score}, and {rules.target} wins. {asked}?",
        Wanted.SEVERAL if several else Wanted.ONE,
        frozenset(map(str, right)),
        (f"{rules.target} − {score} = {left}.", *(reasons[count] for count in enough[:1])),
        tuple(Choice(str(count), str(count), reasons[count]) for count in _COUNTS),
        slips={str(count): _not_least(reasons[count], count in enough) for count in _COUNTS},
    )


def _count_reason(rules: Rules, score: int, count: int) -> str:
    worth = rules.worth(count)
    after = score + worth
    verdict = "there" if after >= rules.target else f"{rules.target - after} short"
    told = f"A count of {count} is worth {points_told(rules, worth)}"
    return f"{told}: {score} + {worth} = {after}, {verdict}."


def _not_least(reason: str, is_enough: bool) -> str:
    return f"{reason} A smaller count does it too." if is_enough else reason


def _ask_after_counts(key: Key, rules: Rules, chance: Chance) -> Question:
    """What is left after two counts in a row."""
    first, second = chance.one_of(_COUNTS[:4]), chance.one_of(_COUNTS[:5])
    worths = (rules.worth(first), rules.worth(second))
    left = rules.worth(5) * chance.between(1, 8)
    score = max(0, rules.target - sum(worths) - left)
    left = rules.target - sum(worths) - score
    return Question(
        key,
        f"Ana has {score}, and {rules.target} wins. She counts {first}, then {second}. "
        f"How many {unit_of(rules)} to go?",
        Wanted.NUMBER,
        frozenset({str(left)}),
        (
            f"{first} and {second} are worth {worths[0]} and {worths[1]}.",
            f"{rules.target} − {score} − {worths[0]} − {worths[1]} = {left}.",
        ),
        slips=wrong_answers(
            left,
            [
                (rules.target - score - first - second, "Five pips are one peg: divide by five."),
                (left + worths[1], "Did you leave out the second count?"),
                (left + worths[0], "Did you leave out the first count?"),
            ],
        ),
        unit=unit_of(rules),
    )
