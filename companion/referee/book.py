"""The book of a table: the rules it plays by, each with its sentence and its source.

What a table can choose is a setting (`companion.rules.settings`); what every game
of the family shares is a law.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple, Self

from companion.record.header import Header
from companion.referee.words import describe_points
from companion.rules.choices import AnotherTurn, LastTile, LeadTile, Settlement
from companion.rules.games import OURS, RACEHORSE_1990, SEVEN_ROCKS, Preset
from companion.rules.layout import End
from companion.rules.rules import Rules
from companion.rules.settings import SETTINGS
from companion.words import Text, listed, message

HOUSE_RULE = message("source.house-rule")
RECORD_FORMAT = message("source.record-format")
THE_SET = message("source.double-six")


class Rule(NamedTuple):
    """A rule as the referee cites it: a setting with its value, or a law.

    `sentence` is the rule in our own words, `source` the title of where it
    stands, or that it is a house rule of this table.
    """

    name: str
    #: The value as the record writes it; empty for a law.
    value: str
    sentence: Text
    source: Text
    #: Why the game has chosen this value; None for a law and a house rule.
    because: Text | None = None


class Reason(NamedTuple):
    """What a rule comes to here, in a sentence, with the ends and amounts that it is about.

    Each end is given as it was when it mattered; amounts are in pips or points,
    in the order of the sentence.
    """

    rule: Rule
    sentence: Text
    ends: tuple[End, ...] = ()
    amounts: tuple[int, ...] = ()


class Law(NamedTuple):
    """A rule that no table changes."""

    name: str
    #: Where it stands; None where each game's own source says it.
    source: Text | None = None
    #: The source that leaves it open, so that it is our decision there.
    silent: Text | None = None

    @property
    def sentence(self) -> Text:
        """What it says."""
        return message(f"law.{self.name}.sentence")

    def cited(self, source: Text) -> Rule:
        """The law as a game from that source has it."""
        source = OURS if source == self.silent else self.source or source
        return Rule(self.name, "", self.sentence, source)


LAWS = {
    law.name: law
    for law in (
        # The layout.
        Law("each-once", THE_SET),
        Law("match"),
        Law("named-end", OURS),
        Law("open-half"),
        Law("covered-double", silent=SEVEN_ROCKS),
        Law("sides-first", silent=SEVEN_ROCKS),
        Law("fives"),
        Law("lead-scores"),
        # The turn.
        Law("partners"),
        Law("in-turn"),
        Law("draw", silent=SEVEN_ROCKS),
        Law("pass", silent=SEVEN_ROCKS),
        Law("free-lead", OURS),
        # The hand.
        Law("domino"),
        Law("blocked", silent=RACEHORSE_1990),
        Law("lowest-wins", silent=RACEHORSE_1990),
        Law("all-washed-up", OURS),
        Law("nearest-five"),
        Law("hand-by-hand", OURS),
        Law("all-told", OURS),
        Law("all-pips", THE_SET),
        # The game.
        Law("tied-target", OURS),
        Law("by-agreement", OURS),
        Law("won-game", OURS),
        # The record.
        Law("one-fact-a-line", RECORD_FORMAT),
        Law("known-names", RECORD_FORMAT),
        Law("seats", RECORD_FORMAT),
    )
}


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
        if name in SETTINGS:
            return self._setting(name)
        if name == "first-lead":
            return Rule(name, "", self.preset.first_lead, self.source)
        return LAWS[name].cited(self.source)

    def _setting(self, name: str) -> Rule:
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


def title_of(name: str) -> Text:
    """What the rule of that name, a setting's or a law's, is called where rules are read."""
    if name in SETTINGS:
        return SETTINGS[name].title
    return message("sides.title") if name == "sides" else message(f"law.{name}.title")


def matters(rules: Rules, name: str, *, has_boneyard: bool, may_be_partners: bool) -> bool:
    """Whether a rule makes a difference beside the others.

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
