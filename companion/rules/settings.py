"""The house rules by name: what the record calls them, and what each value means.

Every setting goes with every game, independent of the others.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from companion.rules.choices import (
    Announce,
    AnotherTurn,
    DrawnTile,
    ExposedDouble,
    GameEnds,
    LastTile,
    LeadTile,
    NextLead,
    PartnersBlock,
    Points,
    Rounding,
    Settlement,
    Spinners,
    TiedBlock,
    WashedUpInBlock,
    ZeroScores,
)
from companion.rules.errors import UnknownRule, quoted

#: The numbers of seats that `tiles-each` is told for.
SEATS = (2, 3, 4)


class Setting(NamedTuple):
    """A house rule: its name in the record, and what each value means."""

    name: str
    title: str
    meaning: str
    #: A sentence for each value; empty where the value is a number.
    values: Mapping[str, str]
    kind: type[StrEnum] | None = None
    least: int = 1

    @property
    def field(self) -> str:
        """The attribute of `Rules` that holds it."""
        return self.name.replace("-", "_")

    def read(self, value: str) -> Any:
        """The value that the record writes so; raises `UnknownRule`."""
        if self.kind is not None:
            if value not in self.values:
                raise UnknownRule(
                    f"The rule {self.name} has no value {quoted(value)}; "
                    f"it can be {', '.join(self.values)}."
                )
            return self.kind(value)
        number = int(value) if value.isascii() and value.isdigit() and len(value) <= 1000 else -1
        if number < self.least:
            raise UnknownRule(f"The rule {self.name} is a number, not {quoted(value)}.")
        return (number,) * len(SEATS) if self.name == "tiles-each" else number


def setting_named(name: str) -> Setting:
    """The setting of that name; raises `UnknownRule`."""
    try:
        return SETTINGS[name]
    except KeyError:
        raise UnknownRule(f"There is no rule named {quoted(name)}.") from None


def _choice(kind: type[StrEnum], name: str, title: str, meaning: str, **values: str) -> Setting:
    told = {str(member): values[member.name.lower()] for member in kind}
    return Setting(name, title, meaning, told, kind)


_ALL_SETTINGS = (
    Setting("target", "Target", "The score that wins the game.", {}),
    Setting("tiles-each", "Tiles each", "How many tiles each player is dealt.", {}, least=0),
    _choice(
        Spinners,
        "spinners",
        "Spinners",
        "Which doubles open four ways.",
        all="Every double is a spinner: two sides first, then its two ends.",
        first="Only the first double set in a hand is a spinner, whether it was led or not.",
        none="No double is a spinner: each has two sides and no ends.",
    ),
    _choice(
        Points,
        "points",
        "Points for a count",
        "What a count that scores is worth.",
        fifths="A fifth of the count is pegged; pips are settled in fifths as well.",
        pips="The whole count is scored.",
        none="Nothing: a count that scores only earns another turn.",
    ),
    _choice(
        AnotherTurn,
        "another-turn",
        "Another turn",
        "Which tiles let a player set another one.",
        score_or_double="A tile that scores and a double each earn another turn.",
        score="Only a tile that scores earns another turn.",
        double="Only a double earns another turn.",
        none="No tile earns another turn.",
    ),
    _choice(
        DrawnTile,
        "drawn-tile",
        "A drawn tile that plays",
        "What the drawn tile does for the turn.",
        ends_turn="A drawn tile that plays is set at once, scores, and ends the turn.",
        plays_on="A drawn tile that plays is set at once and earns another turn like any other.",
    ),
    _choice(
        LastTile,
        "last-tile",
        "A last tile that earned another turn",
        "What happens when nothing is left to set.",
        goes_out="The player dominoes and the hand ends.",
        draws="The turn is finished from the boneyard; where it is empty the player dominoes.",
        washes_up="The turn is finished from the boneyard; "
        "where there is nothing to draw the player is washed up and the others play on.",
    ),
    _choice(
        LeadTile,
        "lead-tile",
        "The lead",
        "Which tiles may be led.",
        any="Any tile may be led.",
        double_or_score="A double or a tile that scores must be led; "
        "who has none draws, or passes the lead on.",
    ),
    _choice(
        NextLead,
        "next-lead",
        "The next lead",
        "Who leads the hand after this one.",
        dominoer="Who dominoed leads the next hand; after a blocked hand lots decide.",
        rotates="The lead goes round: to the seat after the one that was to lead.",
    ),
    _choice(
        Settlement,
        "settlement",
        "Settlement",
        "What the tiles left in the hands are worth.",
        winner_takes="The winner pegs the pips of the opposing hands, rounded to five.",
        own_hand="Each side loses the pips of its own hands, each hand rounded to five.",
        chips="The winner takes one chip, and so does each player who was washed up.",
    ),
    _choice(
        Rounding,
        "rounding",
        "Rounding",
        "What is rounded to five when the winner takes the pips.",
        sum="The opposing hands are added up, then rounded.",
        each_hand="Each opposing hand is rounded, then they are added up.",
    ),
    _choice(
        TiedBlock,
        "tied-block",
        "A tied block",
        "Who scores when the lowest pips are tied.",
        all_hands="Each tied side scores from all the other hands.",
        losers_hands="Each tied side scores from the hands of the sides that lost.",
        nobody="Nobody scores.",
    ),
    _choice(
        PartnersBlock,
        "partners-block",
        "Partners in a block",
        "How partners compare their pips.",
        team="Partners add their pips up; the lowest team wins.",
        hand="The lowest single hand wins for its side.",
    ),
    _choice(
        WashedUpInBlock,
        "washed-up-in-block",
        "Washed up in a block",
        "Whether a washed-up player can win a blocked hand.",
        out="Washed-up players are out; the others compare their pips.",
        counts="A washed-up player counts as a hand of no pips.",
    ),
    _choice(
        GameEnds,
        "game-ends",
        "The game ends",
        "When a side that reached the target wins.",
        at_once="A side wins the moment it reaches the target; the hand is not settled.",
        after_hand="Once a hand is settled, the highest score at or past the target wins.",
    ),
    _choice(
        Announce,
        "announce",
        "Announcing",
        "Whether a count must be said aloud.",
        no="A count need not be announced.",
        required="A count that is not announced, or announced wrongly, earns nothing.",
    ),
    _choice(
        ZeroScores,
        "zero-scores",
        "A count of nought",
        "Whether open ends that are all blank score.",
        no="A count of nought does not score.",
        yes="A count of nought scores: no points, but it earns what a score earns.",
    ),
    _choice(
        ExposedDouble,
        "exposed-double",
        "An exposed double",
        "What a double with a free side counts.",
        both_halves="A double with a free side counts both its halves.",
        when_dead="A double with a free side counts nothing until all seven tiles with its "
        "number are set, then both its halves.",
    ),
)

SETTINGS: Mapping[str, Setting] = {setting.name: setting for setting in _ALL_SETTINGS}
