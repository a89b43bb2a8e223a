"""An evening: the games of the same people on one day, by their own clock."""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from companion.stats.played_game import PlayedGame

#: If you play until two at night, it still counts for the evening's day.
_DAY_BEGINS = timedelta(hours=5)


class Wins(NamedTuple):
    """How many games of an evening a person won."""

    person: int
    games: int


class Evening(NamedTuple):
    """The games of one evening in order, at least one."""

    games: tuple[PlayedGame, ...]

    @property
    def day(self) -> date:
        """The day of the evening, by the club's clock."""
        return self.games[0].day

    @property
    def people(self) -> tuple[int, ...]:
        """Who played, in the order of the first table."""
        return self.games[0].people

    @property
    def wins(self) -> tuple[Wins, ...]:
        """Who won how many games, most wins first; partners both win."""
        won = Counter(person for game in self.games for person in game.winners)
        return tuple(
            sorted((Wins(each, won[each]) for each in self.people), key=lambda wins: -wins.games)
        )

    @property
    def decided(self) -> int:
        """How many of its games have a result."""
        return sum(game.has_result for game in self.games)


def clock_of(zone: str) -> tzinfo | None:
    """The time zone of that IANA name; None, this machine's own, if there is none."""
    with suppress(ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo(zone)
    return None


def day_of(moment: datetime, clock: tzinfo | None) -> date:
    """The day that a moment belongs to by a clock: days begin at five in the morning."""
    return (moment.astimezone(clock) - _DAY_BEGINS).date()


def evenings_of(games: Iterable[PlayedGame]) -> tuple[Evening, ...]:
    """The evenings of these games, in order."""
    found: dict[tuple[date, frozenset[int]], list[PlayedGame]] = {}
    for game in games:
        found.setdefault((game.day, frozenset(game.people)), []).append(game)
    return tuple(Evening(tuple(played)) for played in found.values())


def evening_with(games: Sequence[PlayedGame], table_id: str) -> Evening | None:
    """The evening of a table, if it is among these games."""
    for evening in evenings_of(games):
        if any(game.table_id == table_id for game in evening.games):
            return evening
    return None
