"""Sheets of questions for paper. A sheet follows from its code, so it can be printed again."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from companion.coach.drills.drill_questions import question
from companion.coach.drills.practice_positions import LEVELS, Chance, book_named
from companion.coach.drills.question import Question
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import PRACTICES, DrillKind, Practice, Skill, practices_by
from companion.coach.learning.practice_rounds import MIXED
from companion.i18n import Text, listed, message
from companion.rules.errors import Refusal
from companion.rules.games import GAMES

#: The mixed sheet of level 0, without what opens late; under its old name it keeps that.
FIRST = "first"
_FIRST = (Skill.PLAIN_SUMS, Skill.REDUCTION, Skill.MOD_FIVE_CHANGES, Skill.WORTHS)
#: Stands before a drill's name: a skill may have the same name.
DRILL = "drill-"
#: How many questions a sheet may have.
NUMBERS = (8, 12, 20)
#: Few enough to copy from paper.
SEEDS = 10**5
_CODE = re.compile(r"([a-z-]+)\.([a-z0-9-]+)\.([0-9])\.([0-9]{1,2})\.([0-9]{1,5})")
#: How often another question is tried if one was asked already.
_MOST_TRIES = 12


class NoSuchSheet(Refusal, code="no-such-sheet"):
    """There is no sheet with that code."""


class NothingToAsk(NoSuchSheet, code="nothing-to-ask"):
    """The game has nothing of that kind to ask; others have."""

    def __init__(self, about: Text, game: Text, others: Iterable[Text]) -> None:
        told = message("sheets.nothing-to-ask", game=game, about=about, games=listed(others))
        super().__init__(told)


class Worksheet(NamedTuple):
    """A sheet by what it is made from."""

    #: `MIXED`, a skill by its name, or a drill by `DRILL` and its name.
    about: str
    game: str
    level: int
    number: int
    seed: int

    @classmethod
    def parse(cls, code: str) -> "Worksheet":
        """The sheet with this code, however it was copied; raises `NoSuchSheet`."""
        match = _CODE.fullmatch("".join(code.split()).lower())
        if match is None:
            raise NoSuchSheet(message("sheets.no-such-code"))
        about, game, level, number, seed = match.groups()
        sheet = cls(about, game, int(level), int(number), int(seed))
        is_known = about in _ABOUT and game in GAMES and sheet.seed < SEEDS
        if not is_known or sheet.number not in NUMBERS or sheet.level > LEVELS:
            raise NoSuchSheet(message("sheets.no-such-code"))
        if not sheet.practices:
            others = (preset.title for preset in GAMES.values() if is_asked(about, preset.id))
            raise NothingToAsk(sheet.heading, GAMES[game].title, others)
        return sheet

    def __str__(self) -> str:
        return ".".join(map(str, self))

    @property
    def heading(self) -> Text:
        """What it is about, as people say it."""
        return _ABOUT[self.about]

    @property
    def practices(self) -> tuple[Practice, ...]:
        """What its game can ask about its subject."""
        return _practices(self.about, self.game)

    @property
    def questions(self) -> tuple[Question, ...]:
        """Its questions, the easiest drills first; no two are alike if there are enough."""
        return _questions(self)


#: The subjects of sheets, with what they are called.
_ABOUT: dict[str, Text] = {
    **dict.fromkeys((MIXED, FIRST), message("sheets.mixed")),
    **{skill.value: skill.heading for skill in Skill},
    **{f"{DRILL}{kind}": kind.heading for kind in DrillKind},
}


def is_asked(about: str, game: str) -> bool:
    """Whether a game, by its id, has anything to ask about this subject."""
    return bool(_practices(about, game))


@lru_cache(maxsize=512)
def _practices(about: str, game: str) -> tuple[Practice, ...]:
    return tuple(
        practice
        for practice in practices_by(book_named(game).rules)
        if about in (MIXED, practice.skill.value, f"{DRILL}{practice.kind}")
        or (about == FIRST and practice.skill in _FIRST)
    )


@lru_cache(maxsize=64)
def _questions(sheet: Worksheet) -> tuple[Question, ...]:
    chance = Chance("sheet", *sheet)
    asked: list[Question] = []
    practices = _spread(sheet.practices, chance, sheet.number)
    for practice in sorted(practices, key=PRACTICES.index):
        for _ in range(_MOST_TRIES):
            # Not every skill is as easy to ask for as others.
            level = max(sheet.level, practice.skill.lowest_level)
            key = QuestionKey(*practice, sheet.game, level, chance.below(10**9))
            found = question(key)
            if not any(_are_alike(found, other) for other in asked):
                break
        asked.append(found)
    return tuple(asked)


def _spread(practices: tuple[Practice, ...], chance: Chance, number: int) -> Iterator[Practice]:
    """A practice for each question: each comes once before any comes again."""
    while number > 0:
        some = chance.some_of(practices, number)
        yield from some
        number -= len(some)


def _are_alike(one: Question, other: Question) -> bool:
    same = (one.prompt, one.placements, one.hands) == (other.prompt, other.placements, other.hands)
    return same and one.choices == other.choices
