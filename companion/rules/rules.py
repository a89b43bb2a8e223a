"""One choice for every house rule: what a game is, and what a table plays by.

A game is a `Rules` value (see `games`), never a subclass.
"""

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Self

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
from companion.rules.settings import SEATS, SETTINGS, setting_named
from companion.rules.tile import ALL_TILES


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

    def credits(self, total: int, claim: int | None) -> bool:
        """Whether a player who announces `claim` pips gets what a count of `total` earns.

        Source: RaceHorse (1990) gives credit only for the exact count.
        """
        return self.scores(total) and (self.announce is Announce.NO or claim == total)

    def worth(self, total: int) -> int:
        """The points of a count of `total` pips that scores."""
        if self.points is Points.FIFTHS:
            return total // 5
        return total if self.points is Points.PIPS else 0


assert [field.name for field in fields(Rules)] == [each.field for each in SETTINGS.values()]
