"""A game of a club: where, when, who played, and its figures."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import NamedTuple

from companion.i18n import message
from companion.rules.errors import Refusal
from companion.stats.game_figures import GameFigures


class SeatedTwice(Refusal, code="seated-twice"):
    """One person has two seats in a game."""


class PlayedGame(NamedTuple):
    """A game of a club; all folds take games in order of (at, table_id)."""

    table_id: str
    at: datetime
    #: The day on which it was played, by the club's clock.
    day: date
    #: The number of the person at each seat.
    people: tuple[int, ...]
    figures: GameFigures

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The people of each side; raises `SeatedTwice`."""
        return tuple(map(self._people_at, self.figures.sides))

    @property
    def winners(self) -> tuple[int, ...]:
        """The people of the side that won, if any has; raises `SeatedTwice`."""
        winner = self.figures.winner
        return () if winner is None else self._people_at(self.figures.sides[winner])

    def _people_at(self, seats: Iterable[int]) -> tuple[int, ...]:
        if len({*self.people}) < len(self.people):
            raise SeatedTwice(message("people.refused.seated-twice"))
        return tuple([self.people[seat] for seat in seats])

    @property
    def has_result(self) -> bool:
        """Whether a side has won."""
        return self.figures.winner is not None

    def seat_of(self, person: int) -> int:
        """The seat of a person who played; raises `SeatedTwice`."""
        if self.people.count(person) > 1:
            raise SeatedTwice(message("people.refused.seated-twice"))
        return self.people.index(person)
