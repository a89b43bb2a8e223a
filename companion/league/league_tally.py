"""A tally: the sums of one line in a table of standings."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from companion.league.outcome import Outcome
from companion.league.points_table import LeaguePoints, PointsTable, describe_points


class LeagueTally(NamedTuple):
    """Matches, the games won in them, what was scored in those, and league points.

    In a friendly game of more than two sides, each is compared with the best other side.
    """

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    games_for: int = 0
    games_against: int = 0
    points_for: int = 0
    points_against: int = 0
    league_points: LeaguePoints = Fraction(0)

    @property
    def game_difference(self) -> int:
        """Games won minus games lost."""
        return self.games_for - self.games_against

    @property
    def points_difference(self) -> int:
        """Points scored minus points that the others scored."""
        return self.points_for - self.points_against

    @property
    def written_points(self) -> str:
        """League points as people write them."""
        return describe_points(self.league_points)

    def after(self, outcome: Outcome, side: int, table: PointsTable) -> "LeagueTally":
        """The tally after one more outcome, for that side."""
        has_won, is_draw = outcome.winner == side, outcome.is_draw
        return LeagueTally(
            self.played + 1,
            self.won + has_won,
            self.drawn + is_draw,
            self.lost + (not has_won and not is_draw),
            self.games_for + outcome.games[side],
            self.games_against + _best_other(outcome.games, side),
            self.points_for + outcome.points[side],
            self.points_against + _best_other(outcome.points, side),
            self.league_points + table.worth(outcome, side),
        )


def tallies_of(
    numbers: Iterable[int], outcomes: Iterable[Outcome], table: PointsTable
) -> dict[int, LeagueTally]:
    """The tally of each of these, from all their outcomes."""
    found = {number: LeagueTally() for number in numbers}
    for outcome in outcomes:
        for side, members in enumerate(outcome.sides):
            for number in members:
                if number in found:
                    found[number] = found[number].after(outcome, side, table)
    return found


def _best_other(sums: tuple[int, ...], side: int) -> int:
    return max(each for other, each in enumerate(sums) if other != side)
