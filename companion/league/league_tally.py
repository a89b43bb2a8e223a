"""What results are worth in league points, and a tally: the sums of one line in the standings.

League points are exact: `Fraction`s in whole, half or quarter points, never a rounded number.
"""

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any, NamedTuple, Self

from pydantic import BeforeValidator, Field

from companion.i18n import message
from companion.league.errors import BadPoints
from companion.league.kept_json import MOST_SCORE, MOST_WORTH
from companion.league.outcome import Outcome

#: A quarter is the smallest part that can be given.
_PARTS = {Fraction(0): "", Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
_WRITTEN = re.compile(r"(-|−)?([0-9]{0,3})([¼½¾]|\.[0-9]{1,2})?")
_KEPT = re.compile(r"-?[0-9]{1,3}(/[24])?")

LeaguePoints = Fraction


def _read_worth(written: Any) -> LeaguePoints:
    if isinstance(written, str) and _KEPT.fullmatch(written):
        return Fraction(written)
    if not isinstance(written, Fraction):
        raise ValueError("no league points")
    return written


Worth = Annotated[LeaguePoints, BeforeValidator(_read_worth)]
_Small = Annotated[int, Field(ge=0, le=MOST_SCORE)]


class PointsTable(NamedTuple):
    """What a club gives for a result: by default 2 for a win and 1 for a draw."""

    win: Worth = Fraction(2)
    draw: Worth = Fraction(1)
    loss: Worth = Fraction(0)
    #: For a match lost by a small margin; the same as any other loss if there is no margin.
    narrow_loss: Worth | None = None
    #: How small: a match lost 4–5 is lost by one.
    narrow_by: _Small = 1
    walkover_won: Worth = Fraction(2)
    #: It may be below zero: some clubs take points from a side that doesn't come.
    walkover_lost: Worth = Fraction(0)
    #: How a walkover is entered, such as 5 for 5–0; its games count in the table.
    walkover_score: _Small = 0
    #: For each game won, on top of what the result is worth.
    each_game: Worth = Fraction(0)

    def check(self) -> Self:
        """This table, if no worse result earns more; raises `BadPoints`."""
        for worth in (self.win, self.draw, self.loss, self.walkover_won, self.walkover_lost):
            check_worth(worth)
        check_worth(self.each_game)
        if not self.win >= self.draw >= self.loss >= 0 or self.win == self.loss:
            raise BadPoints(message("league.refused.points-order"))
        if not self.win >= self.walkover_won >= self.walkover_lost:
            raise BadPoints(message("league.refused.walkover-order"))
        if self.narrow_loss is not None:
            check_worth(self.narrow_loss)
            if (
                not self.win > self.narrow_loss >= self.loss
                or not 1 <= self.narrow_by <= MOST_SCORE
            ):
                raise BadPoints(message("league.refused.narrow-loss"))
        if self.each_game < 0 or not 0 <= self.walkover_score <= MOST_SCORE:
            raise BadPoints(message("league.refused.below-nothing"))
        return self

    def worth(self, outcome: Outcome, side: int) -> LeaguePoints:
        """The league points of a side for a result."""
        worth = self._for_result(outcome, side)
        # Sums of fractions take long, and most clubs give nothing for a game.
        return worth + self.each_game * outcome.games[side] if self.each_game else worth

    def _for_result(self, outcome: Outcome, side: int) -> LeaguePoints:
        if outcome.is_walkover:
            return self.walkover_won if outcome.winner == side else self.walkover_lost
        if outcome.winner is None:
            return self.draw
        if outcome.winner == side:
            return self.win
        if self.narrow_loss is not None and outcome.margin(side) <= self.narrow_by:
            return self.narrow_loss
        return self.loss


def describe_points(points: LeaguePoints) -> str:
    """League points as people write them: `2`, `1½`, `−1`."""
    sign = "−" if points < 0 else ""
    whole, part = divmod(abs(points), 1)
    if part not in _PARTS:
        raise ValueError(f"{points} is not in quarters")
    return f"{sign}{whole or ('' if part else 0)}{_PARTS[part]}"


def parse_points(text: str) -> LeaguePoints:
    """League points as someone wrote them: `2`, `1½`, `0.5`; raises `BadPoints`."""
    found = _WRITTEN.fullmatch(text.strip())
    if found is None or not (found[2] or found[3]):
        raise BadPoints(message("league.refused.points-unreadable"))
    sign, whole, part = found.groups()
    written = {shown: value for value, shown in _PARTS.items() if shown}
    beside = written[part] if part in written else Fraction(f"0{part or '.0'}")
    return check_worth((-1 if sign else 1) * (int(whole or 0) + beside))


def check_worth(worth: LeaguePoints) -> LeaguePoints:
    """Refuse points that can't be written, or are too many; raises `BadPoints`."""
    if worth.denominator not in (1, 2, 4) or abs(worth) > MOST_WORTH:
        raise BadPoints(message("league.refused.points-parts", most=MOST_WORTH))
    return worth


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
