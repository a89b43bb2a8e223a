"""The skills of the arithmetic of scores, each practised and remembered by itself."""

from collections.abc import Mapping
from enum import StrEnum

from companion.rules.choices import Points
from companion.rules.rules import Rules
from companion.words import Text, message


class Skill(StrEnum):
    """A skill by its name in an address."""

    PLAIN_SUMS = "plain-sums"
    DOUBLES = "doubles"
    COVERED_SPINNERS = "covered-spinners"
    REDUCTION = "reduction"
    MOD_FIVE_CHANGES = "mod-five-changes"
    WORTHS = "worths"
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
    WORTH = "worth"
    CHANGE = "change"
    TILES = "tiles"
    BEST = "best"
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


_COUNTING = (Skill.PLAIN_SUMS, Skill.DOUBLES, Skill.COVERED_SPINNERS)
#: The skills that each drill feeds, the easiest first.
DRILLS: Mapping[Kind, tuple[Skill, ...]] = {
    Kind.COUNT: _COUNTING,
    Kind.SCORE: _COUNTING,
    Kind.WORTH: (Skill.WORTHS,),
    Kind.CHANGE: (Skill.REDUCTION, Skill.DOUBLES, Skill.COVERED_SPINNERS),
    Kind.TILES: (Skill.MOD_FIVE_CHANGES, Skill.REDUCTION),
    Kind.BEST: (Skill.MOD_FIVE_CHANGES,),
    Kind.NEED: (Skill.MOD_FIVE_CHANGES,),
    Kind.SPINNERS: (Skill.DOUBLES, Skill.COVERED_SPINNERS),
    Kind.ROUNDING: (Skill.ROUNDING,),
    Kind.SETTLEMENT: (Skill.ROUNDING,),
    Kind.TO_GO: (Skill.COUNTING_OUT,),
    Kind.EXHAUSTED: (Skill.WHAT_IS_OUT,),
}
#: The rule that the questions of a skill rest on, by its name in a book.
_RULES: Mapping[Skill, str] = {
    Skill.PLAIN_SUMS: "open-half",
    Skill.DOUBLES: "exposed-double",
    Skill.COVERED_SPINNERS: "covered-double",
    Skill.REDUCTION: "open-half",
    Skill.MOD_FIVE_CHANGES: "scores-on",
    Skill.WORTHS: "scores-on",
    Skill.ROUNDING: "nearest-five",
    Skill.COUNTING_OUT: "target",
    Skill.WHAT_IS_OUT: "each-once",
}


def rule_of(kind: Kind, skill: Skill) -> str:
    """The rule that a drill's question of a skill rests on, by its name in a book."""
    return {Kind.TILES: "scores-on", Kind.SETTLEMENT: "settlement"}.get(kind) or _RULES[skill]


def has_drill(rules: Rules, kind: Kind) -> bool:
    """Whether a game by these rules has something to ask in a drill."""
    match kind:
        case Kind.WORTH:
            return len(rules.divisors) > 1 and rules.points is not Points.NONE
        case Kind.BEST:
            return rules.points is not Points.NONE
        case Kind.ROUNDING | Kind.SETTLEMENT:
            return rules.tells_hands
    return True


def drills_for(skill: Skill) -> tuple[Kind, ...]:
    """The drills that feed a skill."""
    return tuple(kind for kind, skills in DRILLS.items() if skill in skills)
