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
    """A rule that no table changes: its name, and what it says in a sentence."""

    name: str
    sentence: str
    #: Where it stands; empty where each game's own source says it.
    source: str = ""
    #: The sources that leave it open, so that it is our decision there.
    silent: tuple[str, ...] = ()


_THE_LAYOUT = (
    Law("each-once", "Each of the 28 tiles exists once.", THE_SET),
    Law("match", "After the lead, a tile goes on an open end that shows one of its pips."),
    Law("named-end", "Where open ends that differ fit, the player says which one is meant.", OURS),
    Law("open-half", "A single counts the half that nothing is joined to; a lone one, both."),
    Law("covered-double", "A double counts nothing once both its sides are covered."),
    Law("sides-first", "A double's sides are covered first; a spinner's ends open after that."),
    Law("fives", "A tile scores when the open ends add up to a multiple of five."),
    Law("lead-scores", "The lead counts and scores like any other tile."),
)
_THE_TURN = (
    Law("in-turn", "The players act in turn around the table."),
    Law("draw", "Who holds no tile that fits draws until one does.", silent=(SEVEN_ROCKS,)),
    Law(
        "pass",
        "Who holds no tile that fits passes where nothing is left to draw.",
        silent=(SEVEN_ROCKS,),
    ),
    Law("free-lead", "Where any tile can be led, the lead is neither passed nor drawn for.", OURS),
)
_THE_HAND = (
    Law("domino", "Who sets the last tile of a hand dominoes: the hand ends and is won."),
    Law(
        "blocked",
        "A hand is blocked when all who are still in it pass one after another.",
        silent=(RACEHORSE_1990,),
    ),
    Law("lowest-wins", "The lowest pips win a blocked hand.", silent=(RACEHORSE_1990,)),
    Law("all-washed-up", "A hand ends without a winner when everybody is washed up.", OURS),
    Law("nearest-five", "Pips are rounded to the nearest five: 1 and 2 over go down, 3 and 4 up."),
    Law("hand-by-hand", "A hand is led, played and settled before the next one is led.", OURS),
    Law("all-told", "When a hand is over, all who hold tiles tell what is left.", OURS),
    Law("all-pips", "The 28 tiles have 168 pips together, on the table or off it.", THE_SET),
)
_THE_GAME = (
    Law("tied-target", "A tie at the top plays another hand, even past the target.", OURS),
    Law("by-agreement", "The table can agree on points once the first hand is led.", OURS),
    Law("won-game", "Nothing is entered once a side has won the game.", OURS),
)
_THE_RECORD = (
    Law("one-fact-a-line", "A line of a record says one thing: who, and what.", RECORD_FORMAT),
    Law("known-names", "A record names games, rules and players that there are.", RECORD_FORMAT),
    Law(
        "seats",
        "A game is played by the seats, sides and deal it is made for, and by names that differ.",
        RECORD_FORMAT,
    ),
)

LAWS: Mapping[str, Law] = {
    law.name: law for law in (*_THE_LAYOUT, *_THE_TURN, *_THE_HAND, *_THE_GAME, *_THE_RECORD)
}
