"""The book of a table: the rules it plays by, each with its sentence and its source."""

from collections.abc import Collection, Iterable
from typing import NamedTuple, Self

from companion.record.header import Header
from companion.referee.laws import LAWS
from companion.referee.reason import Reason, Rule
from companion.referee.words import describe_points
from companion.rules.choices import AnotherTurn, LastTile, LeadTile, Settlement
from companion.rules.games import OURS, Preset
from companion.rules.layout import End
from companion.rules.rules import SETTINGS, Rules
from companion.words import Text, listed, message

HOUSE_RULE = message("source.house-rule")


class Book(NamedTuple):
    """A game as its sources have it, and the rules that this table plays by."""

    preset: Preset
    rules: Rules
    seats: int

    @classmethod
    def of(cls, header: Header) -> Self:
        """The book of a table that starts with this header; raises what `header.rules` does."""
        return cls(header.preset, header.rules, len(header.players))

    @property
    def source(self) -> Text:
        """The title of the source that describes the game as a whole."""
        # Every game is described with the way its doubles branch.
        return self.preset.choices["spinners"].source

    def reason(
        self,
        rule: str,
        sentence: Text,
        *,
        ends: Iterable[End] = (),
        amounts: Iterable[int] = (),
    ) -> Reason:
        """What the rule of that name, a setting's or a law's, comes to here."""
        return Reason(self.rule(rule), sentence, tuple(ends), tuple(amounts))

    def rule(self, name: str) -> Rule:
        """The rule of that name as this table plays it."""
        if name in SETTINGS:
            return self._setting(name)
        if name == "first-lead":
            return Rule(name, "", self.preset.first_lead, self.source)
        return self._law(name)

    def _setting(self, name: str) -> Rule:
        choice = self.preset.choices[name]
        value = self.rules.written(name, self.seats)
        sentence = describe_setting(self.rules, name, (self.seats,))
        own = self.preset.rules.written(name, self.seats)
        if value != own:
            return Rule(name, value, sentence, message("source.house-rule-instead", own=own))
        return Rule(name, value, sentence, choice.source, choice.reason)

    def _law(self, name: str) -> Rule:
        law = LAWS[name]
        source = OURS if self.source in law.silent else law.source or self.source
        return Rule(name, "", law.sentence, source)


def describe_setting(rules: Rules, name: str, seats: Collection[int] = ()) -> Text:
    """What these rules have for a setting, in a sentence; the deal for so many players."""
    if name == "target":
        return message("setting.target.is", points=describe_points(rules, rules.target))
    written = rules.written(name)
    if name == "tiles-each":
        each = listed(dict.fromkeys(map(rules.tiles_for, seats)), "or") if seats else written
        return message("setting.tiles-each.is", each=each)
    return SETTINGS[name].values[written]


def title_of(name: str) -> Text:
    """What the rule of that name, a setting's or a law's, is called where rules are read."""
    if name in SETTINGS:
        return SETTINGS[name].title
    return message("sides.title") if name == "sides" else message(f"law.{name}.title")


def matters(rules: Rules, name: str, *, has_boneyard: bool, may_be_partners: bool) -> bool:
    """Whether the rule of that name, a setting's or a law's, makes a difference beside the others.

    The deal may leave a boneyard, and the players may be partners, or not.
    """
    has_winner = rules.settlement is not Settlement.OWN_HAND
    can_wash_up = rules.last_tile is LastTile.WASHES_UP
    return {
        "partners": may_be_partners,
        "free-lead": rules.lead_tile is LeadTile.ANY,
        "draw": has_boneyard,
        "drawn-tile": has_boneyard,
        "last-tile": rules.another_turn is not AnotherTurn.NONE,
        "all-washed-up": can_wash_up,
        "lowest-wins": has_winner,
        "tied-block": has_winner,
        "partners-block": has_winner and may_be_partners,
        "washed-up-in-block": has_winner and can_wash_up,
        "rounding": rules.settlement is Settlement.WINNER_TAKES,
        "nearest-five": rules.settlement is not Settlement.CHIPS,
    }.get(name, True)


def rule_of_the_record(name: str) -> Rule:
    """A law of the record format, which needs no game."""
    law = LAWS[name]
    return Rule(name, "", law.sentence, law.source or OURS)
