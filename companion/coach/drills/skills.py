"""The skills of the arithmetic of scores, each practised and remembered by itself."""

from collections.abc import Mapping
from enum import StrEnum

from companion.i18n import Text, message
from companion.rules.choices import Points, Spinners
from companion.rules.settings import Rules


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

    @property
    def drill(self) -> "DrillKind":
        """The first drill that feeds it."""
        return next(kind for kind, skills in DRILLS.items() if self in skills)

    @property
    def lowest_level(self) -> int:
        """The level to begin with: 0 for what can be asked without a double, 1 for the rest."""
        return 0 if self in _WITHOUT_DOUBLES else 1


_WITHOUT_DOUBLES = frozenset(
    {
        Skill.PLAIN_SUMS,
        Skill.REDUCTION,
        Skill.MOD_FIVE_CHANGES,
        Skill.WORTHS,
        Skill.COUNTING_OUT,
    }
)


class DrillKind(StrEnum):
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
    COMPLEMENT = "complement"
    THREE_ENDS = "three-ends"
    DOUBLE_AND_ADD = "double-and-add"
    TAKE_DOUBLE = "take-double"
    TO_PEGS = "to-pegs"
    TO_FIVE = "to-five"

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
DRILLS: Mapping[DrillKind, tuple[Skill, ...]] = {
    DrillKind.COUNT: _COUNTING,
    DrillKind.SCORE: _COUNTING,
    DrillKind.WORTH: (Skill.WORTHS,),
    DrillKind.CHANGE: (Skill.REDUCTION, Skill.DOUBLES, Skill.COVERED_SPINNERS),
    DrillKind.TILES: (Skill.MOD_FIVE_CHANGES, Skill.REDUCTION),
    DrillKind.BEST: (Skill.MOD_FIVE_CHANGES,),
    DrillKind.NEED: (Skill.MOD_FIVE_CHANGES,),
    DrillKind.SPINNERS: (Skill.DOUBLES, Skill.COVERED_SPINNERS),
    DrillKind.ROUNDING: (Skill.ROUNDING,),
    DrillKind.SETTLEMENT: (Skill.ROUNDING,),
    DrillKind.TO_GO: (Skill.COUNTING_OUT,),
    DrillKind.EXHAUSTED: (Skill.WHAT_IS_OUT,),
    DrillKind.COMPLEMENT: (Skill.MOD_FIVE_CHANGES,),
    DrillKind.THREE_ENDS: (Skill.PLAIN_SUMS,),
    DrillKind.DOUBLE_AND_ADD: (Skill.DOUBLES,),
    DrillKind.TAKE_DOUBLE: (Skill.COVERED_SPINNERS,),
    DrillKind.TO_PEGS: (Skill.PLAIN_SUMS,),
    DrillKind.TO_FIVE: (Skill.ROUNDING,),
}
#: The drills of the head: no layout, and an answer of a few numbers at a tap.
HEADS: tuple[DrillKind, ...] = (
    DrillKind.COMPLEMENT,
    DrillKind.THREE_ENDS,
    DrillKind.DOUBLE_AND_ADD,
    DrillKind.TAKE_DOUBLE,
    DrillKind.TO_PEGS,
    DrillKind.TO_FIVE,
    DrillKind.WORTH,
)
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
#: The rules of drills that ask for more than their skill.
_RULES_OF_DRILLS: Mapping[DrillKind, str] = {
    DrillKind.TILES: "scores-on",
    DrillKind.SETTLEMENT: "settlement",
    DrillKind.TO_PEGS: "points",
}


def rule_of(kind: DrillKind, skill: Skill) -> str:
    """The rule that a drill's question of a skill rests on, by its name in a book."""
    return _RULES_OF_DRILLS.get(kind) or _RULES[skill]


def has_drill(rules: Rules, kind: DrillKind) -> bool:
    """Whether a game by these rules has something to ask in a drill."""
    match kind:
        case DrillKind.WORTH:
            return rules.pays_threes and rules.points is not Points.NONE
        case DrillKind.BEST:
            return rules.points is not Points.NONE
        case DrillKind.ROUNDING | DrillKind.SETTLEMENT | DrillKind.TO_FIVE:
            return rules.shows_hands
        case DrillKind.THREE_ENDS:
            return rules.spinners is not Spinners.NONE
        case DrillKind.DOUBLE_AND_ADD:
            return not rules.counts_when_dead
        case DrillKind.TAKE_DOUBLE:
            # A double that is covered has to be out of the count at once.
            by_ends = rules.counts_ends and rules.spinners is not Spinners.NONE
            return not (rules.counts_when_dead or by_ends)
        case DrillKind.TO_PEGS:
            return rules.points is Points.FIFTHS and not rules.pays_threes
    return True
