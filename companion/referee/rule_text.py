"""Rules in words: a setting's value and a law, worded so that no other setting contradicts it.

Nothing is said about drawing if nothing is drawn, nor about pips if none are settled.
"""

from companion.i18n import Text, message
from companion.rules import choices
from companion.rules.settings import SETTINGS, Rules

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
    if rules.drawing is choices.Drawing.NONE and value in _DRAWING.get(name, ()):
        return message(f"setting.{name}.undrawn.{value}")
    if rules.drawing is choices.Drawing.FREE and name == "drawn-tile":
        return message(f"setting.drawn-tile.free.{value}")
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


def describe_law(rules: Rules, name: str) -> Text:
    """A law in a sentence, as it is under these rules."""
    return message(f"law.{name}.{_words_of(rules, name)}")


def _words_of(rules: Rules, name: str) -> str:
    match name:
        case "domino":
            return _words_of_domino(rules)
        case "match" if rules.covers_first:
            return "spinner-first"
        case "covered-double" if rules.counts_ends and rules.spinners is not choices.Spinners.NONE:
            return "ends"
        case "must-play" | "draw" | "pass":
            return _words_of_drawing(rules, name)
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
    if rules.drawing is choices.Drawing.NONE:
        return "none" if name == "draw" else "knock"
    if rules.drawing is choices.Drawing.FREE and name != "pass":
        return "free"
    return "sentence"
