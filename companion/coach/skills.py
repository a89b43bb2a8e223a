"""The skills of the fives arithmetic, each practised and remembered by itself."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from companion.words import Text, message


class Skill(StrEnum):
    """A skill by its name in an address."""

    PLAIN_SUMS = "plain-sums"
    DOUBLES = "doubles"
    COVERED_SPINNERS = "covered-spinners"
    REDUCTION = "reduction"
    MOD_FIVE_CHANGES = "mod-five-changes"
    ROUNDING = "rounding"
    COUNTING_OUT = "counting-out"
    WHAT_IS_OUT = "what-is-out"

    @property
    def heading(self) -> Text:
        """What it is called."""
        return message(f"skill.{self}.title")

    @property
    def sentence(self) -> Text:
        """What it is to have it."""
        return message(f"skill.{self}.sentence")


class Kind(StrEnum):
    """A drill by its name in an address."""

    COUNT = "count"
    SCORE = "score"
    CHANGE = "change"
    TILES = "tiles"
    NEED = "need"
    SPINNERS = "spinners"
    ROUNDING = "rounding"
    SETTLEMENT = "settlement"
    TO_GO = "to-go"
    EXHAUSTED = "exhausted"

    @property
    def heading(self) -> Text:
        """What it is called: mostly the question that it asks."""
        return message(f"drill.{self}.title")

    @property
    def sentence(self) -> Text:
        """What is to be done in it."""
        return message(f"drill.{self}.sentence")


class Drill(NamedTuple):
    """The skills that a drill feeds, the easiest first, and the rule that its questions rest on."""

    skills: tuple[Skill, ...]
    #: By its name in a book; empty where it is that of the skill asked for.
    rule: str = ""


#: The rule that the questions of a skill rest on, by its name in a book.
RULES: Mapping[Skill, str] = {
    Skill.PLAIN_SUMS: "open-half",
    Skill.DOUBLES: "exposed-double",
    Skill.COVERED_SPINNERS: "covered-double",
    Skill.REDUCTION: "open-half",
    Skill.MOD_FIVE_CHANGES: "fives",
    Skill.ROUNDING: "nearest-five",
    Skill.COUNTING_OUT: "target",
    Skill.WHAT_IS_OUT: "each-once",
}

_COUNTING = (Skill.PLAIN_SUMS, Skill.DOUBLES, Skill.COVERED_SPINNERS)
DRILLS: Mapping[Kind, Drill] = {
    Kind.COUNT: Drill(_COUNTING),
    Kind.SCORE: Drill(_COUNTING),
    Kind.CHANGE: Drill((Skill.REDUCTION, Skill.DOUBLES, Skill.COVERED_SPINNERS)),
    Kind.TILES: Drill((Skill.MOD_FIVE_CHANGES, Skill.REDUCTION), rule="fives"),
    Kind.NEED: Drill((Skill.MOD_FIVE_CHANGES,)),
    Kind.SPINNERS: Drill((Skill.DOUBLES, Skill.COVERED_SPINNERS)),
    Kind.ROUNDING: Drill((Skill.ROUNDING,)),
    Kind.SETTLEMENT: Drill((Skill.ROUNDING,), rule="settlement"),
    Kind.TO_GO: Drill((Skill.COUNTING_OUT,)),
    Kind.EXHAUSTED: Drill((Skill.WHAT_IS_OUT,)),
}


def drills_for(skill: Skill) -> tuple[Kind, ...]:
    """The drills that feed a skill."""
    return tuple(kind for kind, drill in DRILLS.items() if skill in drill.skills)
