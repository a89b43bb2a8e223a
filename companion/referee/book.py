"""The book of a table: the rules it plays by, each with its sentence and its source.

What a table can choose is a setting (`companion.rules.settings`); what every game
of the family shares is a law.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, Self

from companion.record.header import Header
from companion.referee.words import describe_points
from companion.rules.choices import AnotherTurn, LastTile, LeadTile, Settlement
from companion.rules.games import OURS, RACEHORSE_1990, SEVEN_ROCKS, Preset
from companion.rules.layout import End
from companion.rules.rules import SETTINGS, Rules
from companion.words import Text, listed, message

HOUSE_RULE = message("source.house-rule")
RECORD_FORMAT = message("source.record-format")


class Rule(NamedTuple):
    """A rule as the referee cites it, in our own words: a setting with its value, or a law."""

    name: str
    #: The value as the record writes it; empty for a law.
    value: str
    sentence: Text
    #: The title of where it stands, or that it is a house rule of this table.
    source: Text
    #: Why the game has chosen this value; None for a law and a house rule.
    because: Text | None = None


class Reason(NamedTuple):
    """What a rule comes to here, in a sentence, with the ends and amounts that it is about."""

    rule: Rule
    sentence: Text
    #: Each as it was when it mattered.
    ends: tuple[End, ...] = ()
    #: In pips or points, in the order of the sentence.
    amounts: tuple[int, ...] = ()


#: What every game of the family shares, with where it stands; None: in each game's own source.
LAWS: Mapping[str, Text | None] = {
    **dict.fromkeys(("each-once", "all-pips"), message("source.double-six")),
    # The layout and what it counts.
    **dict.fromkeys(("match", "open-half", "covered-double", "sides-first")),
    **dict.fromkeys(("fives", "lead-scores")),
    # The turn, and the hand.
    **dict.fromkeys(("partners", "in-turn", "draw", "pass")),
    **dict.fromkeys(("domino", "blocked", "lowest-wins", "nearest-five")),
    # Where the sources are silent.
    **dict.fromkeys(("named-end", "free-lead", "all-washed-up", "hand-by-hand"), OURS),
    **dict.fromkeys(("all-told", "tied-target", "by-agreement", "won-game"), OURS),
    **dict.fromkeys(("one-fact-a-line", "known-names", "seats"), RECORD_FORMAT),
}
#: The source that leaves a law open, so that it is our decision there.
_SILENT = {
    **dict.fromkeys(("covered-double", "sides-first", "draw", "pass"), SEVEN_ROCKS),
    **dict.fromkeys(("blocked", "lowest-wins"), RACEHORSE_1990),
}


def cite_law(name: str, source: Text) -> Rule:
    """A law as a game from that source has it."""
    source = OURS if source == _SILENT.get(name) else LAWS[name] or source
    return Rule(name, "", message(f"law.{name}.sentence"), source)


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
        self, rule: str, sentence: Text, *, ends: Iterable[End] = (), amounts: Iterable[int] = ()
    ) -> Reason:
        """What the rule of that name comes to here."""
        return Reason(self.rule(rule), sentence, tuple(ends), tuple(amounts))

    def rule(self, name: str) -> Rule:
        """The rule of that name, a setting's or a law's, as this table plays it."""
        if name == "first-lead":
            return Rule(name, "", self.preset.first_lead, self.source)
        if name not in SETTINGS:
            return cite_law(name, self.source)
        choice = self.preset.choices[name]
        value = self.rules.written(name, self.seats)
        sentence = describe_setting(self.rules, name, (self.seats,))
        own = self.preset.rules.written(name, self.seats)
        if value != own:
            return Rule(name, value, sentence, message("source.house-rule-instead", own=own))
        return Rule(name, value, sentence, choice.source, choice.reason)


def describe_setting(rules: Rules, name: str, seats: Collection[int] = ()) -> Text:
    """What these rules have for a setting, in a sentence; the deal for so many players."""
    if name == "target":
        return message("setting.target.is", points=describe_points(rules, rules.target))
    written = rules.written(name)
    if name == "tiles-each":
        each = listed(dict.fromkeys(map(rules.tiles_for, seats)), "or") if seats else written
        return message("setting.tiles-each.is", each=each)
    return SETTINGS[name].values[written]


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
