"""The house rules: every setting of every game, independent of the others.

`SETTINGS` is the list that the record format names; `Rules` is one choice for
each of them. A game is a `Rules` value (see `games`), never a subclass.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple, Self

from companion.rules.errors import UnknownRule, quoted
from companion.rules.tile import ALL_TILES

SEATS = (2, 3, 4)


class Spinners(StrEnum):
    """Which doubles can be played on all four ways."""

    ALL = "all"
    FIRST = "first"
    NONE = "none"


class Points(StrEnum):
    """What a count that scores is worth."""

    FIFTHS = "fifths"
    PIPS = "pips"
    NONE = "none"


class AnotherTurn(StrEnum):
    """Which tiles earn another turn."""

    SCORE_OR_DOUBLE = "score-or-double"
    SCORE = "score"
    DOUBLE = "double"
    NONE = "none"


class DrawnTile(StrEnum):
    """What a drawn tile that plays does for the turn."""

    ENDS_TURN = "ends-turn"
    PLAYS_ON = "plays-on"


class LastTile(StrEnum):
    """What becomes of a player whose last tile earned another turn."""

    GOES_OUT = "goes-out"
    DRAWS = "draws"
    WASHES_UP = "washes-up"


class LeadTile(StrEnum):
    """Which tiles may be led."""

    ANY = "any"
    DOUBLE_OR_SCORE = "double-or-score"


class NextLead(StrEnum):
    """Who leads the next hand."""

    DOMINOER = "dominoer"
    ROTATES = "rotates"


class Settlement(StrEnum):
    """What the tiles left in the hands are worth."""

    WINNER_TAKES = "winner-takes"
    OWN_HAND = "own-hand"
    CHIPS = "chips"


class Rounding(StrEnum):
    """What is rounded to five when the winner takes the pips."""

    SUM = "sum"
    EACH_HAND = "each-hand"


class TiedBlock(StrEnum):
    """Who scores when sides tie for the lowest pips of a blocked hand."""

    ALL_HANDS = "all-hands"
    LOSERS_HANDS = "losers-hands"
    NOBODY = "nobody"


class PartnersBlock(StrEnum):
    """How partners compare pips in a blocked hand."""

    TEAM = "team"
    HAND = "hand"


class WashedUpInBlock(StrEnum):
    """Whether a washed-up player takes part when a blocked hand is compared."""

    OUT = "out"
    COUNTS = "counts"


class GameEnds(StrEnum):
    """When a side that has reached the target wins."""

    AT_ONCE = "at-once"
    AFTER_HAND = "after-hand"


class Announce(StrEnum):
    """Whether a count must be announced to be worth anything."""

    NO = "no"
    REQUIRED = "required"


class ZeroScores(StrEnum):
    """Whether a count of nought scores."""

    NO = "no"
    YES = "yes"


class ExposedDouble(StrEnum):
    """What a double with a free side counts."""

    BOTH_HALVES = "both-halves"
    WHEN_DEAD = "when-dead"


@dataclass(frozen=True)
class Rules:
    """One choice for every setting; the defaults are those of Race Horse."""

    target: int = 61
    #: Tiles dealt to each of two, three and four players.
    tiles_each: tuple[int, int, int] = (7, 6, 5)
    spinners: Spinners = Spinners.ALL
    points: Points = Points.FIFTHS
    another_turn: AnotherTurn = AnotherTurn.SCORE_OR_DOUBLE
    drawn_tile: DrawnTile = DrawnTile.ENDS_TURN
    last_tile: LastTile = LastTile.GOES_OUT
    lead_tile: LeadTile = LeadTile.ANY
    next_lead: NextLead = NextLead.DOMINOER
    settlement: Settlement = Settlement.WINNER_TAKES
    rounding: Rounding = Rounding.SUM
    tied_block: TiedBlock = TiedBlock.ALL_HANDS
    partners_block: PartnersBlock = PartnersBlock.TEAM
    washed_up_in_block: WashedUpInBlock = WashedUpInBlock.OUT
    game_ends: GameEnds = GameEnds.AT_ONCE
    announce: Announce = Announce.NO
    zero_scores: ZeroScores = ZeroScores.NO
    exposed_double: ExposedDouble = ExposedDouble.BOTH_HALVES

    def tiles_for(self, seats: int) -> int:
        """The tiles dealt to each of `seats` players (2, 3 or 4)."""
        return self.tiles_each[SEATS.index(seats)]

    def boneyard_for(self, seats: int) -> int:
        """The tiles left over by the deal; below 0 where it is too large."""
        return len(ALL_TILES) - seats * self.tiles_for(seats)

    def with_setting(self, name: str, value: str) -> Self:
        """These rules with one house rule changed, both as the record writes them.

        Raises `UnknownRule` where the rule or its value does not exist.
        """
        setting = setting_named(name)
        return replace(self, **{setting.field: setting.read(value)})

    def written(self, name: str, seats: int | None = None) -> str:
        """The value of a setting as the record writes it.

        `tiles-each` depends on the number of seats; without it, all are told.
        """
        value = getattr(self, setting_named(name).field)
        if name == "tiles-each":
            told = (self.tiles_for(seats),) if seats else dict.fromkeys(value)
            return " / ".join(map(str, told))
        return str(value)

    # The three questions that every tile asks, answered once for all hands.

    @cached_property
    def pays_doubles(self) -> bool:
        """Whether a double earns another turn."""
        return self.another_turn in (AnotherTurn.SCORE_OR_DOUBLE, AnotherTurn.DOUBLE)

    @cached_property
    def pays_scores(self) -> bool:
        """Whether a count that scores earns another turn."""
        return self.another_turn in (AnotherTurn.SCORE_OR_DOUBLE, AnotherTurn.SCORE)

    def scores(self, total: int) -> bool:
        """Whether a count of `total` pips scores.

        Source: all the games peg multiples of five; nought is a house rule.
        """
        return total % 5 == 0 and (total > 0 or self.zero_scores is ZeroScores.YES)

    def worth(self, total: int) -> int:
        """The points of a count of `total` pips that scores."""
        if self.points is Points.FIFTHS:
            return total // 5
        return total if self.points is Points.PIPS else 0


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
        ends_turn="It is set at once, scores, and the turn is over.",
        plays_on="It is set at once and earns another turn like any other tile.",
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
        both_halves="It counts both its halves.",
        when_dead="It counts nothing until all seven tiles with its number are set, "
        "then both its halves.",
    ),
)

SETTINGS: Mapping[str, Setting] = {setting.name: setting for setting in _ALL_SETTINGS}

assert [field.name for field in fields(Rules)] == [setting.field for setting in _ALL_SETTINGS]
