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
    """What a question of a drill follows from; the same key always gives the same question."""

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
            raise NoSuchQuestion(quoted(text))
        kind, skill, game, level, seed = match.groups()
        try:
            key = cls(Kind(kind), Skill(skill), game, int(level), int(seed))
        except ValueError:
            raise NoSuchQuestion(quoted(text)) from None
        if key.skill not in DRILLS[key.kind].skills or key.level > LEVELS:
            raise NoSuchQuestion(quoted(text))
        return key

    def __str__(self) -> str:
        return ".".join(map(str, self))
