"""The key of a question: what an address carries of it, and all that it follows from."""

import re
from typing import NamedTuple

from companion.coach.positions import LEVELS
from companion.coach.skills import DRILLS, Kind, Skill
from companion.rules.errors import quoted

_KEY = re.compile(r"([a-z-]+)\.([a-z-]+)\.([a-z0-9~=-]{1,200})\.([1-9])\.([0-9]{1,10})")


class NoSuchQuestion(LookupError):
    """No question goes by that key."""


class Key(NamedTuple):
    """What a question of a drill follows from; `game` is the one practised as `Ground` names it."""

    kind: Kind
    skill: Skill
    game: str
    level: int
    seed: int

    @classmethod
    def parse(cls, text: str) -> "Key":
        """The key that an address carries; raises `NoSuchQuestion`."""
        if match := _KEY.fullmatch(text):
            kind, skill, game, level, seed = match.groups()
            if kind in {*Kind} and skill in DRILLS[Kind(kind)] and int(level) <= LEVELS:
                return cls(Kind(kind), Skill(skill), game, int(level), int(seed))
        raise NoSuchQuestion(quoted(text))

    def __str__(self) -> str:
        return ".".join(map(str, self))
