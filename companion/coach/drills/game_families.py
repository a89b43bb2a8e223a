"""The families that games fall into for who practises, by their settings alone."""

from collections.abc import Iterable
from enum import StrEnum

from companion.i18n import Text, message
from companion.rules.preset import Preset
from companion.rules.settings import Rules


class Family(StrEnum):
    """What practice in a game is about: long turns, single tiles, or threes beside fives."""

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
    """Games by the family that they fall into, the families in their order."""
    found: dict[Family, list[Preset]] = {family: [] for family in Family}
    for preset in presets:
        found[family_of(preset.rules)].append(preset)
    return found
