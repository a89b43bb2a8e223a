"""Form: how well it goes of late, game by game."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from companion.stats.person_stats import Sitting

#: Form is told by so many games, the last ones.
WINDOW = 10


class FormPoint(NamedTuple):
    """How it went up to one game: the share of wins, 0 to 1, of this one and those before it."""

    table_id: str
    day: date
    has_won: bool
    share: float
    #: How many games it comes from: fewer than the window at the beginning.
    games: int


def form_of(sittings: Iterable[Sitting], window: int = WINDOW) -> tuple[FormPoint, ...]:
    """A person's form after each game with a result, in order."""
    found: list[FormPoint] = []
    wins: list[bool] = []
    for each in sittings:
        if each.game.has_result:
            wins.append(each.has_won)
            recent = wins[-window:]
            share = sum(recent) / len(recent)
            found.append(FormPoint(each.table_id, each.game.day, each.has_won, share, len(recent)))
    return tuple(found)


def skill_of(sittings: Iterable[Sitting], window: int = WINDOW) -> tuple[FormPoint, ...]:
    """The same of what turns took and kept: each game's share counts alike, whatever its unit."""
    found: list[FormPoint] = []
    shares: list[float] = []
    for each in sittings:
        seat = each.figures
        if best := seat.available + seat.sparable:
            shares.append((seat.taken + seat.spared) / best)
            recent = shares[-window:]
            share = sum(recent) / len(recent)
            found.append(FormPoint(each.table_id, each.game.day, each.has_won, share, len(recent)))
    return tuple(found)
