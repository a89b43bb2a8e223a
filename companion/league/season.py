"""A season: a range of days, kinds of game and a points table, with standings of its own."""

from collections.abc import Iterable
from datetime import date
from typing import Annotated, NamedTuple, Self

from pydantic import Field

from companion.i18n import message
from companion.league.competition import check_entrant_name
from companion.league.errors import BadSeason
from companion.league.kept_json import LONGEST_ID, LONGEST_NAME, MOST_KINDS, SEEN
from companion.league.league_tally import PointsTable
from companion.league.outcome import Outcome
from companion.league.standings import Standing, standings
from companion.league.tie_breaks import USUAL, TieBreaks, check_order
from companion.rules.games import game_named


class SeasonGame(NamedTuple):
    """A game as a season sees it, in a fixture or outside: by its preset's id, sides and scores."""

    day: date
    kind: str
    sides: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    #: The side that won, from 0; None if no side has yet.
    winner: int | None

    @property
    def outcome(self) -> Outcome | None:
        """Its outcome: a match of one game; None while it is on."""
        if self.winner is None:
            return None
        won = tuple(int(side == self.winner) for side in range(len(self.sides)))
        return Outcome(self.sides, self.scores, won, self.scores, self.winner)


class Season(NamedTuple):
    """From one day to another, both included; all kinds of game if none is named."""

    name: Annotated[str, Field(max_length=LONGEST_NAME), SEEN]
    first: date
    last: date
    kinds: Annotated[
        tuple[Annotated[str, Field(max_length=LONGEST_ID), SEEN], ...], Field(max_length=MOST_KINDS)
    ] = ()
    table: PointsTable = PointsTable()
    order: TieBreaks = USUAL

    def check(self) -> Self:
        """This season, if games can belong to it.

        Raises `BadName`, `BadSeason`, `BadPoints`, `BadOrder`, or `UnknownGame`.
        """
        check_entrant_name(self.name)
        if self.last < self.first:
            raise BadSeason(message("league.refused.season-days"))
        if len({*self.kinds}) < len(self.kinds):
            raise BadSeason(message("league.refused.season-kinds"))
        check_order(self.order)
        for kind in self.kinds:
            game_named(kind)
        self.table.check()
        return self

    def covers(self, day: date, kind: str) -> bool:
        """Whether a game of that day and kind counts in it."""
        return self.first <= day <= self.last and (not self.kinds or kind in self.kinds)

    def standings(self, games: Iterable[SeasonGame]) -> tuple[Standing, ...]:
        """The table of all who played in it; games of other days and kinds are left out."""
        outcomes = [
            outcome
            for game in games
            if self.covers(game.day, game.kind) and (outcome := game.outcome) is not None
        ]
        numbers = {number: None for each in outcomes for side in each.sides for number in side}
        return standings(numbers, outcomes, self.table, self.order)
