"""How a rule is worded at a table: a setting's value and a law, where another setting changes it.

No rule may say what the others of its table contradict: nothing of drawing where nothing is drawn,
nothing of a settlement where no pips are settled.
"""

from companion.i18n import Text, message
from companion.rules.choices import (
    Drawing,
    LastTile,
    PartnersOut,
    Points,
    ScoresOn,
    Settlement,
    Spinners,
    TargetReached,
)
from companion.rules.settings import SETTINGS, Rules

#: The values that speak of drawing, by their settings; of drawing freely, all of `drawn-tile`.
_DRAWING = {
    "lead-tile": ("double", "double-or-score"),
    "last-tile": ("draws", "washes-up"),
    "spinner-first": ("yes",),
}


def describe_choice(rules: Rules, name: str) -> Text:
    """What these rules choose for a setting that is no number, in a sentence."""
    value = rules.written(name)
    if name == "points":
        return _describe_points_for_a_count(rules)
    if rules.drawing is Drawing.NONE and value in _DRAWING.get(name, ()):
        return message(f"setting.{name}.undrawn.{value}")
    if rules.drawing is Drawing.FREE and name == "drawn-tile":
        return message(f"setting.drawn-tile.free.{value}")
    return SETTINGS[name].values[value]


def _describe_points_for_a_count(rules: Rules) -> Text:
    has_thirds = rules.scores_on is ScoresOn.THREES_AND_FIVES
    if rules.points is Points.FIFTHS:
        settles_pips = rules.settlement not in (Settlement.CHIPS, Settlement.ONE_POINT)
        if has_thirds:
            which = "thirds" if settles_pips else "thirds-unsettled"
            return message(f"setting.points.{which}.fifths")
        if not settles_pips:
            return message("setting.points.unsettled.fifths")
    if rules.points is Points.PIPS and has_thirds:
        return message("setting.points.thirds.pips")
    return SETTINGS["points"].values[rules.points]


def describe_law(rules: Rules, name: str) -> Text:
    """A law in a sentence, as it is by these rules."""
    return message(f"law.{name}.{_words_of(rules, name)}")


def _words_of(rules: Rules, name: str) -> str:
    match name:
        case "domino":
            return _words_of_domino(rules)
        case "match" if rules.covers_first:
            return "spinner-first"
        case "covered-double" if rules.counts_ends and rules.spinners is not Spinners.NONE:
            return "ends"
        case "must-play" | "draw" | "pass":
            return _words_of_drawing(rules, name)
        case "lowest-wins" | "all-told" if not rules.shows_hands:
            return "untold"
        case "disregarded" if not rules.shows_hands:
            return "one-point"
        case "tied-target" if rules.target_reached is TargetReached.EXACTLY:
            return "exactly"
    return "sentence"


def _words_of_domino(rules: Rules) -> str:
    # Who still owes a tile has not dominoed, nor the first of two partners who both have to be out.
    owes = rules.last_tile is not LastTile.GOES_OUT
    if rules.partners_out is PartnersOut.BOTH:
        return "owing-both" if owes else "both"
    return "owing" if owes else "sentence"


def _words_of_drawing(rules: Rules, name: str) -> str:
    if rules.drawing is Drawing.NONE:
        return "none" if name == "draw" else "knock"
    if rules.drawing is Drawing.FREE and name != "pass":
        return "free"
    return "sentence"
