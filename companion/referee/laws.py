"""The laws: what every game of the family shares, each in a sentence of our own.

What a table can choose is a setting (`companion.rules.settings`) and is not
repeated here.
"""

from collections.abc import Mapping
from typing import NamedTuple

from companion.rules.games import OURS, RACEHORSE_1990, SEVEN_ROCKS

RECORD_FORMAT = "The record format"
THE_SET = "The double-six set"


class Law(NamedTuple):
    """A rule that no table changes: its name, its title, and what it says in a sentence."""

    name: str
    title: str
    sentence: str
    #: Where it stands; empty where each game's own source says it.
    source: str = ""
    #: The sources that leave it open, so that it is our decision there.
    silent: tuple[str, ...] = ()


_THE_LAYOUT = (
    Law("each-once", "The set", "Each of the 28 tiles exists once.", THE_SET),
    Law(
        "match",
        "Matching",
        "After the lead, a tile goes on an open end that shows one of its pips.",
    ),
    Law(
        "named-end",
        "Which end",
        "Where open ends that differ fit, the player says which one is meant.",
        OURS,
    ),
    Law(
        "open-half",
        "Open halves",
        "A single counts the half that nothing is joined to; a lone one, both.",
    ),
    Law(
        "covered-double",
        "A covered double",
        "A double counts nothing once both its sides are covered.",
        silent=(SEVEN_ROCKS,),
    ),
    Law(
        "sides-first",
        "Doubles",
        "A double lies across its arm: its sides are covered first, a spinner's ends after that.",
        silent=(SEVEN_ROCKS,),
    ),
    Law("fives", "What scores", "A tile scores when the open ends add up to a multiple of five."),
    Law("lead-scores", "A lead that scores", "The lead counts and scores like any other tile."),
)
_THE_TURN = (
    Law("partners", "Partners", "Partners sit opposite each other and share a score."),
    Law("in-turn", "Turns", "The players act in turn around the table."),
    Law(
        "draw",
        "Cannot play",
        "Who holds no tile that fits draws until one does.",
        silent=(SEVEN_ROCKS,),
    ),
    Law(
        "pass",
        "Nothing to draw",
        "Who holds no tile that fits passes where nothing is left to draw.",
        silent=(SEVEN_ROCKS,),
    ),
    Law(
        "free-lead",
        "A free lead",
        "Where any tile can be led, the lead is neither passed nor drawn for.",
        OURS,
    ),
)
_THE_HAND = (
    Law("domino", "Domino", "Who sets the last tile of a hand dominoes: the hand ends and is won."),
    Law(
        "blocked",
        "Blocked",
        "A hand is blocked when all who are still in it pass one after another.",
        silent=(RACEHORSE_1990,),
    ),
    Law(
        "lowest-wins",
        "The lowest pips",
        "The lowest pips win a blocked hand.",
        silent=(RACEHORSE_1990,),
    ),
    Law(
        "all-washed-up",
        "All washed up",
        "A hand ends without a winner when everybody is washed up.",
        OURS,
    ),
    Law(
        "nearest-five",
        "To the nearest five",
        "Pips are rounded to the nearest five: 1 and 2 over go down, 3 and 4 up.",
    ),
    Law(
        "hand-by-hand",
        "Hand by hand",
        "A hand is led, played and settled before the next one is led.",
        OURS,
    ),
    Law(
        "all-told",
        "What is left",
        "When a hand is over, all who hold tiles tell what is left.",
        OURS,
    ),
    Law(
        "all-pips",
        "All pips",
        "The 28 tiles have 168 pips together, on the table or off it.",
        THE_SET,
    ),
)
_THE_GAME = (
    Law(
        "tied-target",
        "A tie at the top",
        "A tie at the top plays another hand, even past the target.",
        OURS,
    ),
    Law(
        "by-agreement",
        "By agreement",
        "The table can agree on points once the first hand is led.",
        OURS,
    ),
    Law("won-game", "Once it is won", "Nothing is entered once a side has won the game.", OURS),
)
_THE_RECORD = (
    Law(
        "one-fact-a-line",
        "Lines",
        "A line of a record says one thing: who, and what.",
        RECORD_FORMAT,
    ),
    Law(
        "known-names",
        "Names",
        "A record names games, rules and players that there are.",
        RECORD_FORMAT,
    ),
    Law(
        "seats",
        "Seats",
        "A game is played by the seats, sides and deal it is made for, and by names that differ.",
        RECORD_FORMAT,
    ),
)

LAWS: Mapping[str, Law] = {
    law.name: law for law in (*_THE_LAYOUT, *_THE_TURN, *_THE_HAND, *_THE_GAME, *_THE_RECORD)
}
