"""The skills of the arithmetic of scores, the drills that train them, and practices of both."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from companion.coach.drills.practice_positions import LEVELS, book_named
from companion.i18n import Text, message
from companion.rules.choices import Points, Spinners
from companion.rules.errors import Refusal
from companion.rules.preset import Preset
from companion.rules.settings import Rules


class Skill(StrEnum):
    """A skill by its name in an address; each is practised and remembered by itself."""

    #: The rule that its questions rest on, by its name in a book.
    rule: str
    #: The first level: 0 for what can be asked without a double, 1 for the rest.
    lowest_level: int

    def __new__(cls, name: str, rule: str = "", lowest_level: int = 1) -> "Skill":
        """The skill with that name; what follows from it is kept beside its name."""
        skill = str.__new__(cls, name)
        skill._value_ = name
        skill.rule, skill.lowest_level = rule, lowest_level
        return skill

    PLAIN_SUMS = "plain-sums", "open-half", 0
    DOUBLES = "doubles", "exposed-double"
    COVERED_SPINNERS = "covered-spinners", "covered-double"
    REDUCTION = "reduction", "open-half", 0
    MOD_FIVE_CHANGES = "mod-five-changes", "scores-on", 0
    WORTHS = "worths", "scores-on", 0
    ROUNDING = "rounding", "nearest-five"
    COUNTING_OUT = "counting-out", "target", 0
    WHAT_IS_OUT = "what-is-out", "each-once"

    @property
    def heading(self) -> Text:
        """What it is called."""
        return message(f"skill.{self}.title")

    @property
    def sentence(self) -> Text:
        """What it means to have it."""
        return message(f"skill.{self}.sentence")

    @property
    def drill(self) -> "DrillKind":
        """The first drill that trains it."""
        return next(kind for kind in DrillKind if self in kind.skills)


_COUNTING = (Skill.PLAIN_SUMS, Skill.DOUBLES, Skill.COVERED_SPINNERS)


class DrillKind(StrEnum):
    """A drill by its name in an address."""

    #: The skills that it trains, the easiest first.
    skills: tuple[Skill, ...]
    #: The rule that its questions rest on, if that is more than the rule of their skill.
    rule: str
    #: The last level where one tap answers a question; -1 if it never does.
    one_tap: int

    def __new__(
        cls,
        name: str,
        skills: tuple[Skill, ...] = (),
        seconds: tuple[int, ...] = (7, 6, 5, 5, 5),
        rule: str = "",
        one_tap: int = LEVELS,
    ) -> "DrillKind":
        """The drill with that name; without `seconds` for each level it is done in the head."""
        drill = str.__new__(cls, name)
        drill._value_ = name
        drill.skills, drill.rule, drill.one_tap = skills, rule, one_tap
        drill._seconds = seconds
        return drill

    _seconds: tuple[int, ...]

    COUNT = "count", _COUNTING, (12, 12, 14, 16, 18)
    SCORE = "score", _COUNTING, (12, 12, 14, 16, 18)
    WORTH = "worth", (Skill.WORTHS,), (8, 8, 8, 8, 8), "", 3
    CHANGE = (
        "change",
        (Skill.REDUCTION, Skill.DOUBLES, Skill.COVERED_SPINNERS),
        (14, 14, 15, 16, 18),
    )
    TILES = (
        "tiles",
        (Skill.MOD_FIVE_CHANGES, Skill.REDUCTION),
        (20, 20, 22, 25, 30),
        "scores-on",
        2,
    )
    BEST = "best", (Skill.MOD_FIVE_CHANGES,), (20, 20, 22, 25, 30), "", 3
    NEED = "need", (Skill.MOD_FIVE_CHANGES,), (14, 14, 16, 18, 20), "", -1
    SPINNERS = "spinners", _COUNTING[1:], (12, 12, 14, 16, 18), "", 2
    ROUNDING = "rounding", (Skill.ROUNDING,), (8, 8, 8, 8, 8)
    SETTLEMENT = "settlement", (Skill.ROUNDING,), (20, 20, 25, 30, 30), "settlement", -1
    TO_GO = "to-go", (Skill.COUNTING_OUT,), (15, 15, 18, 20, 25), "", 2
    EXHAUSTED = "exhausted", (Skill.WHAT_IS_OUT,), (15, 15, 18, 20, 25), "", -1
    COMPLEMENT = "complement", (Skill.MOD_FIVE_CHANGES,)
    THREE_ENDS = "three-ends", (Skill.PLAIN_SUMS,)
    DOUBLE_AND_ADD = "double-and-add", (Skill.DOUBLES,)
    TAKE_DOUBLE = "take-double", (Skill.COVERED_SPINNERS,)
    TO_PEGS = "to-pegs", (Skill.PLAIN_SUMS,), (7, 6, 5, 5, 5), "points"
    TO_FIVE = "to-five", (Skill.ROUNDING,)

    @property
    def heading(self) -> Text:
        """What it is called: mostly the question that it asks."""
        return message(f"drill.{self}.title")

    @property
    def sentence(self) -> Text:
        """The task in it."""
        return message(f"drill.{self}.sentence")

    def time_at(self, level: int) -> int:
        """How long an answer may take to show command of the level, in milliseconds."""
        return 1_000 * self._seconds[level]


#: The skills that each drill trains.
DRILLS: Mapping[DrillKind, tuple[Skill, ...]] = {kind: kind.skills for kind in DrillKind}
#: The mental drills, climbed in ladders: no layout, and a few numbers to tap.
HEADS: tuple[DrillKind, ...] = (
    DrillKind.COMPLEMENT,
    DrillKind.THREE_ENDS,
    DrillKind.DOUBLE_AND_ADD,
    DrillKind.TAKE_DOUBLE,
    DrillKind.TO_PEGS,
    DrillKind.TO_FIVE,
    DrillKind.WORTH,
)


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
            # A double that is covered must be out of the count at once.
            by_ends = rules.counts_ends and rules.spinners is not Spinners.NONE
            return not (rules.counts_when_dead or by_ends)
        case DrillKind.TO_PEGS:
            return rules.points is Points.FIFTHS and not rules.pays_threes
    return True


class Practice(NamedTuple):
    """The subject of a card: a skill as one drill asks for it."""

    kind: DrillKind
    skill: Skill

    def __str__(self) -> str:
        return f"{self.kind}.{self.skill}"

    @property
    def heading(self) -> Text:
        """The practice as people say it: `What is the count? · Doubles`"""
        return message("practise.practice", drill=self.kind.heading, skill=self.skill.heading)


#: Every practice there is, the easiest drills and skills first.
PRACTICES = tuple(Practice(kind, skill) for kind, skills in DRILLS.items() for skill in skills)


def practices_by(rules: Rules, among: Iterable[Practice] = PRACTICES) -> tuple[Practice, ...]:
    """Those of the practices that a game by these rules can ask about."""
    return tuple(practice for practice in among if has_drill(rules, practice.kind))


@lru_cache(maxsize=64)
def practices_in(game: str) -> tuple[Practice, ...]:
    """The practices of a game, as a question's key names it; all of them for an unknown name."""
    try:
        return practices_by(book_named(game).rules)
    except Refusal:
        return PRACTICES


def skills_of(practices: Iterable[Practice]) -> tuple[Skill, ...]:
    """The skills of these practices, the easiest first."""
    found = {practice.skill for practice in practices}
    return tuple(skill for skill in Skill if skill in found)


class Family(StrEnum):
    """The subject of practice in a game: long turns, single tiles, or threes as well as fives."""

    LONG_TURNS = "long-turns"
    ONE_TILE = "one-tile"
    THREES_AND_FIVES = "threes-and-fives"

    @property
    def heading(self) -> Text:
        """What it is called."""
        return message(f"practise.family.{self}")


def family_of(rules: Rules) -> Family:
    """The family of a game by these rules."""
    if rules.pays_threes:
        return Family.THREES_AND_FIVES
    return Family.ONE_TILE if rules.has_one_tile_turns else Family.LONG_TURNS


def by_family(presets: Iterable[Preset]) -> dict[Family, list[Preset]]:
    """Games by their family, the families in their order."""
    found: dict[Family, list[Preset]] = {family: [] for family in Family}
    for preset in presets:
        found[family_of(preset.rules)].append(preset)
    return found
