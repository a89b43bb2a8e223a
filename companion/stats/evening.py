"""An evening: the games of one day, by the club's own clock, whoever played."""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from datetime import date, datetime, timedelta, tzinfo
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from companion.stats.played_game import PlayedGame

#: If you play until two at night, it still counts for the evening's day.
_DAY_BEGINS = timedelta(hours=5)


class Wins(NamedTuple):
    """How many games of an evening that are over a person won, and played."""

    person: int
    games: int
    played: int


class Evening(NamedTuple):
    """The games of one evening in order, at least one."""

    games: tuple[PlayedGame, ...]

    @property
    def day(self) -> date:
        """The day of the evening, by the club's clock."""
        return self.games[0].day

    @property
    def over(self) -> tuple[PlayedGame, ...]:
        """Its games that someone has won."""
        return tuple(game for game in self.games if game.has_result)

    @property
    def going(self) -> int:
        """How many of its games nobody has won yet."""
        return len(self.games) - len(self.over)

    @property
    def wins(self) -> tuple[Wins, ...]:
        """Everyone with a game that is over, most wins first, then whoever sat down first.

        Partners both win.
        """
        won = Counter(person for game in self.over for person in game.winners)
        played = Counter(person for game in self.over for person in game.people)
        found = (Wins(person, won[person], count) for person, count in played.items())
        return tuple(sorted(found, key=lambda wins: -wins.games))


def clock_of(zone: str) -> tzinfo | None:
    """The time zone of that IANA name; None, this machine's own, if there is none."""
    with suppress(ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo(zone)
    return None


def day_of(moment: datetime, clock: tzinfo | None) -> date:
    """The day that a moment belongs to by a clock: days begin at five in the morning."""
    return (moment.astimezone(clock) - _DAY_BEGINS).date()


def evenings_of(games: Iterable[PlayedGame]) -> tuple[Evening, ...]:
    """The evenings of these games, all in order."""
    return tuple(Evening(tuple(played)) for _, played in groupby(games, attrgetter("day")))


def evening_on(day: date, games: Iterable[PlayedGame]) -> Evening | None:
    """The evening of a day, if any of these games, in order, was played then."""
    return next(iter(evenings_of(game for game in games if game.day == day)), None)
