"""The questions of a run against the clock: the same for the same seed everywhere, ever harder.

A storm mixes what a game has to ask, a ladder has one drill. Each question is answered by one tap:
on a board of numbers, or on one of a few choices.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

from companion.coach.drills.drill_questions import question
from companion.coach.drills.practice_positions import LEVELS, Chance, book_named
from companion.coach.drills.question import Question, Wanted
from companion.coach.drills.question_key import NoSuchQuestion, QuestionKey
from companion.coach.drills.skills import DRILLS, HEADS, DrillKind, Skill, has_drill
from companion.referee.scoring_text import unit_of
from companion.rules.choices import Points
from companion.rules.errors import Refusal
from companion.rules.settings import Rules

#: How many questions come at first and each time after; nobody answers more in one run.
FIRST_DEAL, DEAL, MOST_QUESTIONS = 10, 30, 300
#: The questions of a ladder, one for each rung.
RUNGS = 10
#: The numbers to tap if a count is asked for, and if its worth in fifths is.
COUNTS, FEW = range(40), range(10)
#: The question with which a storm reaches level 1, 2, 3 and 4, and a ladder.
_STORM_RISES, _LADDER_RISES = (4, 9, 15, 22), (2, 4, 6, 8)
#: Nobody can take in more choices while the clock runs.
_MOST_CHOICES = 9
#: What a storm asks, and from which level on: each is learnt before what builds on it.
_STORM: Mapping[tuple[DrillKind, Skill], int] = {
    (DrillKind.COUNT, Skill.PLAIN_SUMS): 0,
    (DrillKind.SCORE, Skill.PLAIN_SUMS): 0,
    (DrillKind.CHANGE, Skill.REDUCTION): 0,
    (DrillKind.COMPLEMENT, Skill.MOD_FIVE_CHANGES): 0,
    (DrillKind.THREE_ENDS, Skill.PLAIN_SUMS): 0,
    (DrillKind.WORTH, Skill.WORTHS): 0,
    (DrillKind.COUNT, Skill.DOUBLES): 1,
    (DrillKind.SPINNERS, Skill.DOUBLES): 1,
    (DrillKind.DOUBLE_AND_ADD, Skill.DOUBLES): 1,
    (DrillKind.TO_PEGS, Skill.PLAIN_SUMS): 1,
    (DrillKind.TILES, Skill.MOD_FIVE_CHANGES): 2,
    (DrillKind.SCORE, Skill.DOUBLES): 2,
    (DrillKind.COUNT, Skill.COVERED_SPINNERS): 2,
    (DrillKind.SPINNERS, Skill.COVERED_SPINNERS): 2,
    (DrillKind.TAKE_DOUBLE, Skill.COVERED_SPINNERS): 2,
    (DrillKind.CHANGE, Skill.DOUBLES): 3,
    (DrillKind.BEST, Skill.MOD_FIVE_CHANGES): 3,
    (DrillKind.CHANGE, Skill.COVERED_SPINNERS): 3,
    (DrillKind.SCORE, Skill.COVERED_SPINNERS): 3,
}
#: After so many tries a question may come a second time.
_TRIES = 20
_SEEDS = 10**9

Suits = Callable[[Question], bool]


def sprint_keys(
    game: str,
    seed: int,
    number: int,
    *,
    ladder: DrillKind | None = None,
    highest: int = LEVELS,
    suits: Suits = lambda _: True,
) -> tuple[QuestionKey, ...]:
    """The keys of the first so many questions of a storm, or of a ladder.

    `game` is as `book_named` reads it; raises `NoSuchQuestion` if it has nothing to ask. Fewer keys
    are the beginning of more. No question is above the `highest` level, and each one `suits`.
    """
    keys, known = list[QuestionKey](), set[object]()
    for at in range(min(number, MOST_QUESTIONS)):
        level = sum(at >= first for first in (_LADDER_RISES if ladder else _STORM_RISES))
        practices = _practices(game, min(level, highest), ladder)
        chance = Chance("sprint", ladder or "storm", game, seed, at)
        for attempt in range(_TRIES):
            kind, skill, hard = chance.one_of(practices)
            key = QuestionKey(kind, skill, game, hard, chance.below(_SEEDS))
            asked = question(key)
            shown = asked.prompt, asked.placements
            # A question is asked again only if there is nothing else.
            is_new = shown not in known or attempt == _TRIES - 1
            if is_new and is_one_tap(key, asked) and suits(asked):
                known.add(shown)
                keys.append(key)
                break
        else:
            raise NoSuchQuestion(game)
    return tuple(keys)


@lru_cache(maxsize=256)
def _practices(
    game: str, level: int, ladder: DrillKind | None
) -> tuple[tuple[DrillKind, Skill, int], ...]:
    """What may be asked at a level, and how hard; a ladder begins where its skill does."""
    rules = _rules(game)
    if ladder in HEADS:
        hard = min(level, ladder.one_tap)
        found = [(ladder, skill, max(hard, skill.lowest_level)) for skill in DRILLS[ladder]]
    else:
        found = [
            (kind, skill, level)
            for (kind, skill), first in _STORM.items()
            if ladder is None and first <= level <= kind.one_tap
        ]
    if not any(has_drill(rules, kind) for kind, _, _ in found):
        raise NoSuchQuestion(game)
    return tuple(each for each in found if has_drill(rules, each[0]))


@lru_cache(maxsize=64)
def _rules(game: str) -> Rules:
    try:
        return book_named(game).rules
    except Refusal:
        raise NoSuchQuestion(game) from None


def is_one_tap(key: QuestionKey, asked: Question) -> bool:
    """Whether a question is answered by one tap: on a choice, or on the board of its numbers."""
    if asked.wanted is Wanted.NUMBER:
        return all(int(value) in numbers_of(key, asked) for value in asked.answer)
    return asked.wanted is Wanted.ONE and 2 <= len(asked.choices) <= _MOST_CHOICES


def numbers_of(key: QuestionKey, asked: Question) -> range:
    """The numbers of the board for a question; empty if it has choices."""
    if asked.choices:
        return range(0)
    rules = _rules(key.game)
    are_few = rules.points is Points.FIFTHS and asked.unit == unit_of(rules)
    return FEW if are_few else COUNTS
