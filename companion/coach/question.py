"""A question of a drill, and the judgement of what is said to it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from companion.coach.positions import LEVELS, Ground
from companion.coach.skills import DRILLS, SKILLS, Kind, Skill
from companion.referee.reason import Rule
from companion.rules.errors import Refusal, quoted
from companion.rules.layout import Layout
from companion.rules.tile import Tile

_KEY = re.compile(r"([a-z-]+)\.([a-z-]+)\.([a-z0-9~=-]{1,200})\.([1-9])\.([0-9]{1,10})")
_NUMBER = re.compile(r"[+-]?[0-9]{1,4}")
NONE = "none"


class NoSuchQuestion(LookupError):
    """No question goes by that key."""


class NoAnswer(Refusal):
    """What was said is no answer to the question."""

    code = "no-answer"


class Key(NamedTuple):
    """What a question follows from; the same key always gives the same question."""

    kind: Kind
    skill: Skill
    #: The game practised, as `Ground` names it.
    game: str
    level: int
    seed: int

    @classmethod
    def parse(cls, text: str) -> "Key":
        """The key that an address carries; raises `NoSuchQuestion`."""
        match = _KEY.fullmatch(text)
        if match is None:
            raise NoSuchQuestion(f"{quoted(text)} is no key of a question.")
        kind, skill, game, level, seed = match.groups()
        try:
            key = cls(Kind(kind), Skill(skill), game, int(level), int(seed))
        except ValueError:
            raise NoSuchQuestion(f"There is no drill {quoted(kind)} for {quoted(skill)}.") from None
        if key.skill not in DRILLS[key.kind].skills or key.level > LEVELS:
            raise NoSuchQuestion(f"The drill {quoted(kind)} asks nothing like that.")
        return key

    def __str__(self) -> str:
        return ".".join(map(str, self))


class Wanted(StrEnum):
    """How a question is answered."""

    NUMBER = "number"
    ONE = "one"
    #: Any of the choices, or none of them.
    SEVERAL = "several"


class Choice(NamedTuple):
    """Something to tap: what the page sends, what it shows, and why it is right or wrong."""

    value: str
    label: str
    reason: str = ""


class Judgement(NamedTuple):
    """Whether an answer is right, what is, why, and what was likely done wrong."""

    is_right: bool
    said: str
    answer: str
    reasons: tuple[str, ...]
    mistakes: tuple[str, ...]


@dataclass(frozen=True)
class Question:
    """A question with its answer, both worked out by the rules.

    A picture is drawn from `placements`; `tile` on `host` is the tile that the
    question is about and not on the table yet.
    """

    key: Key
    prompt: str
    wanted: Wanted
    #: The values that are right: a single one unless several are wanted.
    answer: frozenset[str]
    reasons: tuple[str, ...]
    choices: tuple[Choice, ...] = ()
    layout: Layout | None = None
    placements: tuple[tuple[Tile, Tile | None], ...] = ()
    tile: Tile | None = None
    host: Tile | None = None
    #: The tile on the table that the question is about.
    marked: Tile | None = None
    #: What each player has left, where a hand is settled.
    hands: tuple[tuple[str, tuple[Tile, ...]], ...] = ()
    #: What a wrong answer likely comes from.
    slips: Mapping[str, str] = field(default_factory=dict)
    #: The unit of a number that is wanted: `pegs`, `pips`; empty for a bare count.
    unit: str = ""

    @property
    def skills(self) -> tuple[Skill, ...]:
        """The skill that it practises first, then the others of its drill."""
        first = self.key.skill
        return (first, *(skill for skill in DRILLS[self.key.kind].skills if skill != first))

    @property
    def rule(self) -> Rule:
        """The rule that it rests on, as the game practised has it."""
        name = DRILLS[self.key.kind].rule or SKILLS[self.key.skill].rule
        return Ground.named(self.key.game).book.rule(name)

    @property
    def answer_told(self) -> str:
        """The right answer as people say it."""
        if not self.answer:
            return "None of them"
        told = {choice.value: choice.label for choice in self.choices}
        order = list(told) or sorted(self.answer)
        return ", ".join(told.get(value, value) for value in order if value in self.answer)

    def judge(self, said: str) -> Judgement:
        """What is to be said of an answer; raises `NoAnswer`.

        A number may have a sign; several values are separated by blanks or
        commas, and `none` or nothing stands for no value at all.
        """
        values = self._read(said)
        return Judgement(
            values == self.answer,
            " ".join(sorted(values)) or NONE,
            self.answer_told,
            self.reasons,
            () if values == self.answer else self._mistakes(values),
        )

    def _read(self, said: str) -> frozenset[str]:
        said = said.strip()
        if self.wanted is Wanted.NUMBER:
            if _NUMBER.fullmatch(said) is None:
                raise NoAnswer("The answer is a number.")
            return frozenset({str(int(said))})
        values = frozenset(said.replace(",", " ").split())
        if self.wanted is Wanted.SEVERAL:
            values -= {NONE}
        elif len(values) != 1:
            raise NoAnswer("Choose one answer.")
        if not values <= {choice.value for choice in self.choices}:
            raise NoAnswer("Choose among the answers shown.")
        return values

    def _mistakes(self, said: frozenset[str]) -> tuple[str, ...]:
        if self.wanted is not Wanted.SEVERAL:
            return tuple(self.slips[value] for value in said if value in self.slips)
        wrong = said ^ self.answer
        also = " too" if said & self.answer else ""
        return tuple(
            f"{f'Not {each.label}' if each.value in said else f'{each.label}{also}'}: {each.reason}"
            for each in self.choices
            if each.value in wrong
        )
