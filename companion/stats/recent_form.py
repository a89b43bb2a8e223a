"""Form: how well somebody has played of late, game by game."""

from collections.abc import Iterable, Sequence

from companion.stats.person_stats import Sitting

#: So many games, the latest, make up somebody's form.
_WINDOW = 10


def form_of(sittings: Iterable[Sitting]) -> tuple[float, ...]:
    """The share of wins in the latest games, 0 to 1, after each game with a result."""
    return _means([float(each.has_won) for each in sittings if each.game.has_result])


def skill_of(sittings: Iterable[Sitting]) -> tuple[float, ...]:
    """The share of points taken and kept in the latest games, 0 to 1, after each measured one.

    Every game counts the same, whatever its unit.
    """
    seats = [each.figures for each in sittings if each.figures.available + each.figures.sparable]
    return _means([(seat.taken + seat.spared) / (seat.available + seat.sparable) for seat in seats])


def _means(shares: Sequence[float]) -> tuple[float, ...]:
    windows = (shares[max(0, end - _WINDOW) : end] for end in range(1, len(shares) + 1))
    return tuple(sum(window) / len(window) for window in windows)
