"""The book of a table: the rules it plays by, each with its sentence and what it stands on.

What a table can choose is a setting (`companion.rules.settings`); what every game
of the family shares is a law (`companion.rules.laws`).
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple, Self

from companion.i18n import Text, listed, message
from companion.record.header import Header
from companion.referee.rule_text import describe_choice, describe_law
from companion.referee.scoring_text import describe_points
from companion.rules.choices import (
    Announce,
    AnotherTurn,
    Drawing,
    LastTile,
    LeadTile,
    PartnersOut,
    Settlement,
    Spinners,
    TargetReached,
)
from companion.rules.laws import LAWS
from companion.rules.layout import End
from companion.rules.preset import Preset
from companion.rules.settings import SETTINGS, Rules
from companion.rules.sources import RECORD_FORMAT, Basis, Ground


class Rule(NamedTuple):
    """A rule as the referee cites it, in our own words: a setting with its value, or a law."""

    name: str
    #: The value as the record writes it; empty for a law.
    value: str
    sentence: Text
    #: What it stands on.
    ground: Ground

    @property
    def source(self) -> Text:
        """The leg that it stands on and the work, in a line."""
        return self.ground.in_full

    @property
    def because(self) -> Text | None:
        """What the work says, how we read it, or why we decided so; None where it says this."""
        return self.ground.explanation


class Reason(NamedTuple):
    """What a rule comes to here, in a sentence, with the ends and amounts that it is about."""

    rule: Rule
    sentence: Text
    #: Each as it was when it mattered.
    ends: tuple[End, ...] = ()
    #: In pips or points, in the order of the sentence.
    amounts: tuple[int, ...] = ()


def cite_record_law(name: str) -> Rule:
    """A law of records, which belongs to no game."""
    return Rule(name, "", message(f"law.{name}.sentence"), Ground(Basis.SAYS, RECORD_FORMAT))


class Book(NamedTuple):
    """A game as its sources have it, and the rules that this table plays by."""

    preset: Preset
    rules: Rules
    seats: int

    @classmethod
    def of(cls, header: Header) -> Self:
        """The book of a table that starts with this header; raises what `header.rules` does."""
        return cls(header.preset, header.rules, len(header.players))

    def reason(
        self, rule: str, sentence: Text, *, ends: Iterable[End] = (), amounts: Iterable[int] = ()
    ) -> Reason:
        """What the rule of that name comes to here."""
        return Reason(self.rule(rule), sentence, tuple(ends), tuple(amounts))

    def rule(self, name: str) -> Rule:
        """The rule of that name, a setting's or a law's, as this table plays it."""
        if name not in SETTINGS:
            return self._law(name) if name in LAWS else cite_record_law(name)
        value = self.rules.written(name, self.seats)
        sentence = describe_setting(self.rules, name, (self.seats,))
        ground = self.preset.grounds[name]
        if value != self.preset.rules.written(name, self.seats):
            own = describe_setting(self.preset.rules, name, (self.seats,))
            ground = ground.instead(self.preset.title, own)
        return Rule(name, value, sentence, ground)

    def _law(self, name: str) -> Rule:
        ground, sentence = self.preset.grounds[name], self._sentence_of(name, self.rules)
        own = self._sentence_of(name, self.preset.rules)
        if sentence != own:
            ground = ground.instead(self.preset.title, own)
        return Rule(name, "", sentence, ground)

    def _sentence_of(self, name: str, rules: Rules) -> Text:
        """A law in a sentence, as it is by these rules."""
        if name == "first-lead":
            return self.preset.first_lead
        return describe_law(rules, name)


def describe_setting(rules: Rules, name: str, seats: Collection[int] = ()) -> Text:
    """What these rules have for a setting, in a sentence; the deal for so many players."""
    if name == "target":
        return message("setting.target.is", points=describe_points(rules, rules.target))
    written = rules.written(name)
    if name == "tiles-each":
        each = listed(dict.fromkeys(map(rules.tiles_for, seats)), "or") if seats else written
        return message("setting.tiles-each.is", each=each)
    return describe_choice(rules, name)


def describe_value(rule: Rule) -> Text | str:
    """What a setting's value, or who plays with whom, comes to in a few words."""
    if rule.name in SETTINGS:
        return SETTINGS[rule.name].brief(rule.value)
    return message(f"sides.brief.{rule.value}")


def title_of(name: str) -> Text:
    """What the rule of that name, a setting's or a law's, is called where rules are read."""
    if name in SETTINGS:
        return SETTINGS[name].title
    return message("sides.title") if name == "sides" else message(f"law.{name}.title")


def matters(rules: Rules, name: str, *, has_boneyard: bool, may_be_partners: bool) -> bool:
    """Whether a rule makes a difference beside the others, for such a deal and such players."""
    takes_pips = rules.settlement in (Settlement.WINNER_TAKES, Settlement.DIFFERENCE)
    has_winner = takes_pips or rules.settlement is Settlement.CHIPS
    draws = has_boneyard and rules.drawing is not Drawing.NONE
    pays_turns = rules.another_turn is not AnotherTurn.NONE
    can_wash_up = pays_turns and rules.last_tile is LastTile.WASHES_UP
    has_spinners = rules.spinners is not Spinners.NONE
    needs_both = rules.partners_out is PartnersOut.BOTH
    return {
        "partners": may_be_partners,
        "opposite": may_be_partners,
        "free-lead": rules.lead_tile is LeadTile.ANY,
        "spinner-first": has_spinners,
        "spinner-count": has_spinners,
        "drawing": has_boneyard,
        "draw": draws,
        "boneyard-kept": draws,
        "drawn-tile": draws,
        "partners-out": may_be_partners,
        "passed-over": may_be_partners and needs_both,
        "last-tile": pays_turns,
        "all-washed-up": can_wash_up,
        "lowest-wins": has_winner,
        "tied-block": has_winner,
        "partners-block": has_winner and may_be_partners,
        "washed-up-in-block": has_winner and can_wash_up,
        "rounding": takes_pips,
        "partner-spared": takes_pips and may_be_partners,
        "own-hands": rules.settlement is Settlement.OWN_HAND,
        "wrong-claim": rules.announce is Announce.REQUIRED,
        "nearest-five": takes_pips or rules.settlement is Settlement.OWN_HAND,
        "all-told": rules.shows_hands,
        "all-pips": rules.shows_hands,
        "disregarded": rules.target_reached is TargetReached.EXACTLY,
    }.get(name, True)
