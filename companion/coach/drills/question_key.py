"""The key of a question: what an address carries of it, and all that it follows from."""

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from companion.coach.drills.position_search import NoSuchPosition, find_position
from companion.coach.drills.practice_positions import LEVELS, Chance, PracticePosition
from companion.coach.drills.question import Question
from companion.coach.drills.skills import DRILLS, DrillKind, Skill
from companion.i18n import Text
from companion.referee.rule_book import Book, Reason
from companion.rules.errors import quoted

_KEY = re.compile(r"([a-z-]+)\.([a-z-]+)\.([a-z0-9~=-]{1,200})\.([0-9])\.([0-9]{1,10})")


class NoSuchQuestion(LookupError):
    """No question goes by that key."""


class QuestionKey(NamedTuple):
    """What a question of a drill follows from; `game` is as `book_named` reads it."""

    kind: DrillKind
    skill: Skill
    game: str
    level: int
    seed: int

    @classmethod
    def parse(cls, text: str) -> "QuestionKey":
        """The key that an address carries; raises `NoSuchQuestion`."""
        if match := _KEY.fullmatch(text):
            kind, skill, game, level, seed = match.groups()
            if kind in {*DrillKind} and skill in DRILLS[DrillKind(kind)]:
                key = cls(DrillKind(kind), Skill(skill), game, int(level), int(seed))
                if key.has_level:
                    return key
        raise NoSuchQuestion(quoted(text))

    @property
    def has_level(self) -> bool:
        """Whether its skill is asked for at its level."""
        return self.skill.lowest_level <= self.level <= LEVELS

    def __str__(self) -> str:
        return ".".join(map(str, self))


class Asking(NamedTuple):
    """What a drill makes its question from; the same key and positions make the same question."""

    key: QuestionKey
    book: Book
    chance: Chance
    #: The positions of a table's own record, asked about where they suit.
    own: tuple[PracticePosition, ...]

    def find(
        self,
        suits: Callable[[PracticePosition], bool],
        *,
        any_effort: bool = False,
        shows_all: bool = False,
    ) -> PracticePosition:
        """A position that suits, within the level of the key; raises `NoSuchQuestion`."""
        try:
            return find_position(
                self.book,
                self.key.level,
                self.chance,
                suits,
                self.own,
                any_effort=any_effort,
                shows_all=shows_all,
            )
        except NoSuchPosition:
            raise NoSuchQuestion(self.key) from None

    @property
    def _rule(self) -> str:
        return self.key.kind.rule or self.key.skill.rule

    def reason(self, sentence: Text) -> Reason:
        """A reason that rests on the rule of the drill's skill."""
        return self.book.reason(self._rule, sentence)

    def question(
        self, prompt: Text, answer: Iterable[object], reasons: Iterable[Reason | Text], **more: Any
    ) -> Question:
        """The question, resting on the rule of its skill; `more` is as `Question.by` takes it."""
        return Question.by(self.book, self._rule, prompt, answer, reasons, **more)
