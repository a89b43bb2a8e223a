"""The rule book of a table: the rules it plays by, each with its sentence and its source.

A table can choose its settings (`companion.rules.settings`), but not the laws
(`companion.rules.laws`).
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple, Self

from companion.i18n import Text, listed, message
from companion.record.header import Header
from companion.referee.scoring_text import describe_points
from companion.rules import choices
from companion.rules.laws import LAWS
from companion.rules.layout import End
from companion.rules.preset import Preset
from companion.rules.settings import SETTINGS, Rules
from companion.rules.sources import RECORD_FORMAT, Basis, Ground

#: The values whose sentences mention drawing, by their settings.
_DRAWING = {
    "lead-tile": ("double", "double-or-score"),
    "last-tile": ("draws", "washes-up"),
    "spinner-first": ("yes",),
}


def describe_choice(rules: Rules, name: str) -> Text:
    """The choice for a setting that is not a number, in a sentence."""
    value = rules.written(name)
    if name == "points":
        return _describe_points_for_a_count(rules)
    if not rules.has_drawing and value in _DRAWING.get(name, ()):
        return message(f"setting.{name}.undrawn.{value}")
    if rules.drawing is choices.Drawing.FREE and name == "drawn-tile":
        return message(f"setting.drawn-tile.free.{value}")
    if rules.settlement is choices.Settlement.DIFFERENCE and name == "rounding":
        return message(f"setting.rounding.less-own.{value}")
    return SETTINGS[name].values[value]


def _describe_points_for_a_count(rules: Rules) -> Text:
    has_thirds = rules.scores_on is choices.ScoresOn.THREES_AND_FIVES
    settles_pips = rules.settlement not in (choices.Settlement.CHIPS, choices.Settlement.ONE_POINT)
    if rules.points is choices.Points.FIFTHS and has_thirds:
        which = "thirds" if settles_pips else "thirds-unsettled"
        return message(f"setting.points.{which}.fifths")
    if rules.points is choices.Points.FIFTHS and not settles_pips:
        return message("setting.points.unsettled.fifths")
    if rules.points is choices.Points.PIPS and has_thirds:
        return message("setting.points.thirds.pips")
    return SETTINGS["points"].values[rules.points]


def wording_of(rules: Rules, name: str) -> str:
    """Which wording of a law these rules need."""
    match name:
        case "domino":
            return _words_of_domino(rules)
        case "match" if rules.covers_first:
            return "spinner-first"
        case "covered-double" if rules.counts_ends and rules.spinners is not choices.Spinners.NONE:
            return "ends"
        case "sides-first" if rules.spinners is choices.Spinners.NONE:
            return "no-spinners"
        case "must-play" | "draw" | "pass":
            return _words_of_drawing(rules, name)
        case "blocked" if not rules.has_drawing:
            return "knock"
        case "lowest-wins" | "all-told" if not rules.shows_hands:
            return "untold"
        case "disregarded" if not rules.shows_hands:
            return "one-point"
        case "tied-target" if rules.target_reached is choices.TargetReached.EXACTLY:
            return "exactly"
    return "sentence"


def _words_of_domino(rules: Rules) -> str:
    # Nobody is out who must play again, nor one of two partners who must both be out.
    plays_on = rules.last_tile is not choices.LastTile.GOES_OUT
    if rules.partners_out is choices.PartnersOut.BOTH:
        return "owing-both" if plays_on else "both"
    return "owing" if plays_on else "sentence"


def _words_of_drawing(rules: Rules, name: str) -> str:
    if not rules.has_drawing:
        return "none" if name == "draw" else "knock"
    if rules.drawing is choices.Drawing.FREE and name != "pass":
        return "free"
    return "sentence"


class Rule(NamedTuple):
    """A rule as the referee cites it, in our own words: a setting with its value, or a law."""

    name: str
    #: The value as the record writes it; empty for a law.
    value: str
    sentence: Text
    ground: Ground

    @property
    def source(self) -> Text:
        """The kind of ground and the work, in a line."""
        return self.ground.in_full

    @property
    def because(self) -> Text | None:
        """What the work says, how we read it, or why we chose so, if there is more to say."""
        return self.ground.explanation


class Reason(NamedTuple):
    """What a rule means here, in a sentence, with the ends and amounts that it is about."""

    rule: Rule
    sentence: Text
    ends: tuple[End, ...] = ()
    #: In pips or points, in the order of the sentence.
    amounts: tuple[int, ...] = ()


def cite_record_law(name: str) -> Rule:
    """A law of records, which belongs to no game."""
    return Rule(name, "", message(f"law.{name}.sentence"), Ground(Basis.SAYS, RECORD_FORMAT))


class Book(NamedTuple):
    """A game as its sources have it, and the rules that a table plays by."""

    preset: Preset
    rules: Rules
    seats: int

    @classmethod
    def of(cls, header: Header) -> Self:
        """The rule book of a record with this header; raises what `header.rules` does."""
        return cls(header.preset, header.rules, len(header.players))

    def reason(
        self, rule: str, sentence: Text, *, ends: Iterable[End] = (), amounts: Iterable[int] = ()
    ) -> Reason:
        """A reason by the rule of that name."""
        return Reason(self.rule(rule), sentence, tuple(ends), tuple(amounts))

    def rule(self, name: str) -> Rule:
        """The rule of that name, a setting's or a law's, as this table plays it."""
        if name not in SETTINGS and name not in LAWS:
            return cite_record_law(name)
        both, is_setting = (self.rules, self.preset.rules), name in SETTINGS
        value, own_value = (each.written(name, self.seats) if is_setting else "" for each in both)
        sentence, own = (self._sentence(name, rules) for rules in both)
        ground = self.preset.grounds[name]
        # A setting differs by its value, a law by what other settings make of it.
        if value != own_value or (name in LAWS and sentence != own):
            ground = ground.instead(self.preset.title, own)
        return Rule(name, value, sentence, ground)

    def _sentence(self, name: str, rules: Rules) -> Text:
        if name in SETTINGS:
            return describe_setting(rules, name, (self.seats,))
        if name == "first-lead":
            return self.preset.first_lead
        return message(f"law.{name}.{wording_of(rules, name)}")


def describe_setting(rules: Rules, name: str, seats: Collection[int] = ()) -> Text:
    """What these rules choose for a setting, in a sentence; the deal for these numbers of seats."""
    if name == "target":
        return message("setting.target.is", points=describe_points(rules, rules.target))
    written = rules.written(name)
    if name == "tiles-each":
        each = listed(dict.fromkeys(map(rules.tiles_for, seats)), "or") if seats else written
        return message("setting.tiles-each.is", each=each)
    return describe_choice(rules, name)


def describe_value(rule: Rule) -> Text | str:
    """A setting's value, or who the partners are, in a few words."""
    if rule.name in SETTINGS:
        return SETTINGS[rule.name].brief(rule.value)
    return message(f"sides.brief.{rule.value}")


def title_of(name: str) -> Text:
    """The title of a setting or a law."""
    if name in SETTINGS:
        return SETTINGS[name].title
    return message("sides.title") if name == "sides" else message(f"law.{name}.title")


def matters(rules: Rules, name: str, *, has_boneyard: bool, may_be_partners: bool) -> bool:
    """Whether a rule makes any difference, given the other rules."""
    takes_pips = rules.settlement in (
        choices.Settlement.WINNER_TAKES,
        choices.Settlement.DIFFERENCE,
    )
    has_winner = takes_pips or rules.settlement is choices.Settlement.CHIPS
    draws = has_boneyard and rules.has_drawing
    pays_turns = rules.another_turn is not choices.AnotherTurn.NONE
    can_wash_up = pays_turns and rules.last_tile is choices.LastTile.WASHES_UP
    has_spinners = rules.spinners is not choices.Spinners.NONE
    return {
        "partners": may_be_partners,
        "opposite": may_be_partners,
        "free-lead": rules.lead_tile is choices.LeadTile.ANY,
        "spinner-first": has_spinners,
        "spinner-count": has_spinners,
        "drawing": has_boneyard,
        "draw": draws,
        "boneyard-kept": draws,
        "drawn-tile": draws,
        "partners-out": may_be_partners,
        "passed-over": may_be_partners and rules.partners_out is choices.PartnersOut.BOTH,
        "last-tile": pays_turns,
        "all-washed-up": can_wash_up,
        "lowest-wins": has_winner,
        "tied-block": has_winner,
        "partners-block": has_winner and may_be_partners,
        "washed-up-in-block": has_winner and can_wash_up,
        "rounding": takes_pips,
        "partner-spared": takes_pips and may_be_partners,
        "own-hands": rules.settlement is choices.Settlement.OWN_HAND,
        "wrong-claim": rules.announce is choices.Announce.REQUIRED,
        "nearest-five": takes_pips or rules.settlement is choices.Settlement.OWN_HAND,
        "all-told": rules.shows_hands,
        "all-pips": rules.shows_hands,
        "disregarded": rules.target_reached is choices.TargetReached.EXACTLY,
    }.get(name, True)
