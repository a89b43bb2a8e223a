"""The questions that the tests of the drills look at: each is asked once for all of them."""

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import NamedTuple

from companion.coach.drills.drill_questions import question
from companion.coach.drills.practice_positions import LEVELS, Chance, PracticePosition, book_named
from companion.coach.drills.question import Question
from companion.coach.drills.question_key import Asking, QuestionKey
from companion.coach.drills.skills import DRILLS, DrillKind, Skill, has_drill
from companion.referee.rule_book import Book
from companion.rules.games import GAMES
from companion.rules.settings import Rules
from tests.thorough import is_thorough

GROUNDS = (
    *GAMES,
    "race-horse~spinners=none",
    "race-horse~spinners=first~zero-scores=yes",
    "seven-toed-pete~exposed-double=when-dead",
    "racehorse-1990~rounding=each-hand~tied-block=losers-hands~target=30",
    "seven-toed-pete-chips~washed-up-in-block=counts~tied-block=nobody",
    "seven-rocks~settlement=winner-takes~partners-block=hand",
    "fives-and-threes~points=pips~settlement=difference~drawing=until-it-plays",
    "race-horse~scores-on=threes-and-fives~target-reached=exactly~settlement=difference",
    "sniff~spinners=all~exposed-double=when-dead~drawing=free~boneyard-kept=2",
    "seven-toed-pete~spinner-count=ends~spinner-first=yes~lead-tile=double~partners-out=both",
    "muggins~target-reached=exactly~scores-on=threes-and-fives",
)
#: Questions of each kind on each ground and level.
QUESTIONS = 96 if is_thorough() else 1
#: With mistakes that hardly any other question leads to.
RARE = [
    QuestionKey(
        DrillKind.TO_GO,
        Skill.COUNTING_OUT,
        "race-horse~scores-on=threes-and-fives~target-reached=exactly~settlement=difference",
        level=4,
        seed=1039,
    ),
    QuestionKey(DrillKind.CHANGE, Skill.DOUBLES, "sniff", level=3, seed=1005),
    QuestionKey(DrillKind.SPINNERS, Skill.DOUBLES, "sniff", level=2, seed=1000),
    QuestionKey(DrillKind.ROUNDING, Skill.ROUNDING, "race-horse-celko", level=4, seed=1000),
    QuestionKey(
        DrillKind.SETTLEMENT,
        Skill.ROUNDING,
        "fives-and-threes~points=pips~settlement=difference~drawing=until-it-plays",
        level=4,
        seed=1000,
    ),
]


class Asked(NamedTuple):
    """A question with its key and the book that it is asked by."""

    key: QuestionKey
    book: Book
    question: Question

    @property
    def rules(self) -> Rules:
        return self.book.rules


def grounds_of(kind: DrillKind) -> list[str]:
    """The grounds whose rules have something to ask in a drill."""
    return [ground for ground in GROUNDS if has_drill(book_named(ground).rules, kind)]


def levels_of(skill: Skill) -> range:
    """The levels that a skill is asked for at."""
    return range(skill.lowest_level, LEVELS + 1)


def find_position(
    book: Book,
    level: int,
    chance: Chance,
    suits: Callable[[PracticePosition], bool],
    own: tuple[PracticePosition, ...] = (),
) -> PracticePosition:
    """A position of a level that suits, as a drill finds it."""
    key = QuestionKey(DrillKind.COUNT, Skill.PLAIN_SUMS, book.preset.id, level, seed=0)
    return Asking(key, book, chance, own).find(suits)


@cache
def asked(kind: DrillKind) -> list[Asked]:
    """Questions of a kind on every ground, at every level of each of its skills.

    The plain run has every third level on one ground, and others on the next.
    """
    seeds = range(1000, 1000 + max(1, QUESTIONS // len(DRILLS[kind])))
    keys = [
        QuestionKey(kind, skill, ground, level, seed)
        for skill in DRILLS[kind]
        for number, ground in enumerate(grounds_of(kind))
        for level, seed in product(levels_of(skill), seeds)
        if is_thorough() or (number + level) % 3 == 1
    ]
    keys += [key for key in RARE if key.kind is kind]
    return [Asked(key, book_named(key.game), question(key)) for key in keys]
