"""A period of days, such as a month, a year or a season."""

from calendar import monthrange
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from companion.stats.played_game import PlayedGame


class Period(NamedTuple):
    """The days from the first to the last, both included; None if it is open on that side."""

    first: date | None = None
    last: date | None = None

    @classmethod
    def month(cls, year: int, month: int) -> "Period":
        """A month of the calendar."""
        return cls(date(year, month, 1), date(year, month, monthrange(year, month)[1]))

    @classmethod
    def year(cls, year: int) -> "Period":
        """A year of the calendar."""
        return cls(date(year, 1, 1), date(year, 12, 31))

    def __contains__(self, day: object) -> bool:
        return isinstance(day, date) and (self.first or day) <= day <= (self.last or day)

    def of(self, games: Iterable[PlayedGame]) -> tuple[PlayedGame, ...]:
        """The games of this period, in order."""
        return tuple(game for game in games if game.day in self)


def months_of(games: Iterable[PlayedGame]) -> tuple[Period, ...]:
    """The months with games, the latest first."""
    found = {(game.day.year, game.day.month) for game in games}
    return tuple(Period.month(*month) for month in sorted(found, reverse=True))


def years_of(games: Iterable[PlayedGame]) -> tuple[Period, ...]:
    """The years with games, the latest first."""
    found = {game.day.year for game in games}
    return tuple(Period.year(year) for year in sorted(found, reverse=True))
