"""An evening: the games of the same people on one day of their club."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from companion.stats.played_game import PlayedGame


class Wins(NamedTuple):
    """How many games of an evening somebody has won."""

    person: int
    games: int


class Evening(NamedTuple):
    """The games of one evening in their order; there is at least one."""

    games: tuple[PlayedGame, ...]

    @property
    def day(self) -> date:
        """The club's day."""
        return self.games[0].day

    @property
    def people(self) -> tuple[int, ...]:
        """Who played, as they sat at the first table."""
        return self.games[0].people

    @property
    def wins(self) -> tuple[Wins, ...]:
        """Who won how many games, whoever won most first."""
        return wins_of(self.people, (game.winners for game in self.games))

    @property
    def decided(self) -> int:
        """How many of its games have a result."""
        return sum(game.has_result for game in self.games)

    def takes(self, game: PlayedGame) -> bool:
        """Whether a game is of this evening: the same people, the same day."""
        return game.day == self.day and {*game.people} == {*self.people}


def wins_of(people: Iterable[int], winners: Iterable[Iterable[int]]) -> tuple[Wins, ...]:
    """Who won how many games, whoever won most first; partners both win theirs.

    `people` are as they sat at the first table: so stands who won as many.
    """
    won = Counter(person for each in winners for person in each)
    return tuple(sorted((Wins(each, won[each]) for each in people), key=lambda wins: -wins.games))


def evenings_of(games: Iterable[PlayedGame]) -> tuple[Evening, ...]:
    """The evenings of these games, in the order in which they began."""
    found: dict[tuple[date, frozenset[int]], list[PlayedGame]] = {}
    for game in games:
        found.setdefault((game.day, frozenset(game.people)), []).append(game)
    return tuple(Evening(tuple(played)) for played in found.values())


def evening_with(games: Sequence[PlayedGame], table_id: str) -> Evening | None:
    """The evening that a table belongs to; None for a table that is not among these games."""
    table = next((game for game in games if game.table_id == table_id), None)
    if table is None:
        return None
    return next(evening for evening in evenings_of(games) if evening.takes(table))
