"""The skills of the fives arithmetic, each practised and remembered by itself."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


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


class SkillNote(NamedTuple):
    """What a page says about a skill."""

    title: str
    sentence: str
    #: The rule that its questions rest on, by its name in a book.
    rule: str


class Drill(NamedTuple):
    """What a page says about a drill, and the skills it feeds, the easiest first."""

    title: str
    sentence: str
    skills: tuple[Skill, ...]
    #: The rule that it rests on, where that is another one than its skill's.
    rule: str = ""


SKILLS: Mapping[Skill, SkillNote] = {
    Skill.PLAIN_SUMS: SkillNote(
        "Plain sums", "Add up the open ends where no double counts.", "open-half"
    ),
    Skill.DOUBLES: SkillNote(
        "Doubles", "A double with a free side counts both its halves.", "exposed-double"
    ),
    Skill.COVERED_SPINNERS: SkillNote(
        "Covered doubles", "A double with both sides covered counts nothing.", "covered-double"
    ),
    Skill.REDUCTION: SkillNote(
        "Reducing", "Cover what is too much, instead of only adding to the count.", "open-half"
    ),
    Skill.MOD_FIVE_CHANGES: SkillNote(
        "Steps to a five", "See at once how much up or down makes the next five.", "fives"
    ),
    Skill.ROUNDING: SkillNote(
        "Rounding", "Turn the pips left in the hands into points.", "nearest-five"
    ),
    Skill.COUNTING_OUT: SkillNote("Counting out", "Know how far it is to the target.", "target"),
    Skill.WHAT_IS_OUT: SkillNote(
        "What is out", "Know which numbers have all their tiles set.", "each-once"
    ),
}

DRILLS: Mapping[Kind, Drill] = {
    Kind.COUNT: Drill(
        "What does it count?",
        "Add up what the open ends show.",
        (Skill.PLAIN_SUMS, Skill.DOUBLES, Skill.COVERED_SPINNERS),
    ),
    Kind.SCORE: Drill(
        "Does it score?",
        "Say what the count is worth, or that it is worth nothing.",
        (Skill.PLAIN_SUMS, Skill.DOUBLES, Skill.COVERED_SPINNERS),
    ),
    Kind.CHANGE: Drill(
        "By the change",
        "Start from the old count: what goes, what comes?",
        (Skill.REDUCTION, Skill.DOUBLES, Skill.COVERED_SPINNERS),
    ),
    Kind.TILES: Drill(
        "Which tile scores?",
        "Find the tiles of a hand that make a five.",
        (Skill.MOD_FIVE_CHANGES, Skill.REDUCTION),
        rule="fives",
    ),
    Kind.NEED: Drill(
        "What do you need?",
        "From the count on the table, find the changes that reach a five.",
        (Skill.MOD_FIVE_CHANGES,),
    ),
    Kind.SPINNERS: Drill(
        "What counts, what does not?",
        "Tell the doubles that count from those that are covered.",
        (Skill.DOUBLES, Skill.COVERED_SPINNERS),
    ),
    Kind.ROUNDING: Drill("Rounding", "Pips to the nearest five, and to points.", (Skill.ROUNDING,)),
    Kind.SETTLEMENT: Drill(
        "The settlement",
        "A hand is over: what is it worth?",
        (Skill.ROUNDING,),
        rule="settlement",
    ),
    Kind.TO_GO: Drill("How far to the target?", "Count what is left to go.", (Skill.COUNTING_OUT,)),
    Kind.EXHAUSTED: Drill(
        "Which numbers are exhausted?",
        "Find the numbers whose seven tiles are all set.",
        (Skill.WHAT_IS_OUT,),
    ),
}


def drills_for(skill: Skill) -> tuple[Kind, ...]:
    """The drills that feed a skill."""
    return tuple(kind for kind, drill in DRILLS.items() if skill in drill.skills)
