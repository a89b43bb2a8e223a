"""A game that people of a club played: where, when, who, and its figures."""

from datetime import date, datetime
from typing import NamedTuple

from companion.people.figures import GameFigures


class PlayedGame(NamedTuple):
    """A game of a club's people; `people` has the number of who sat at each seat.

    All folds take them in order of (at, table_id).
    """

    table_id: str
    at: datetime
    #: The club's day on which it was played.
    day: date
    people: tuple[int, ...]
    figures: GameFigures
