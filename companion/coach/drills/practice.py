"""Practices: what people practise and remember, a skill as one drill asks for it."""

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from companion.coach.drills.practice_positions import book_named
from companion.coach.drills.skills import DRILLS, DrillKind, Skill, has_drill
from companion.i18n import Text, message
from companion.rules.errors import Refusal
from companion.rules.preset import Preset
from companion.rules.settings import Rules


class Practice(NamedTuple):
    """The subject of a card: a skill as one drill asks for it."""

    kind: DrillKind
    skill: Skill

    def __str__(self) -> str:
        return f"{self.kind}.{self.skill}"

    @property
    def heading(self) -> Text:
        """The practice as people say it: `What does it count? · Doubles`"""
        return message("practise.practice", drill=self.kind.heading, skill=self.skill.heading)


#: Every practice there is, the easiest drills and skills first.
PRACTICES = tuple(Practice(kind, skill) for kind, skills in DRILLS.items() for skill in skills)


def practices_of(kind: DrillKind) -> tuple[Practice, ...]:
    """The practices of a page of one drill."""
    return tuple(practice for practice in PRACTICES if practice.kind is kind)


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
