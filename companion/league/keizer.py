"""Keizer: whoever you beat gives you what they are worth, which follows from the table itself."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from companion.league.league_tally import LeaguePoints
from companion.league.outcome import Outcome

#: A ranking that goes round in a circle ends there.
_MOST_STEPS = 100


class KeizerTable(NamedTuple):
    """The ranking, the first one first, with the value and the score of each."""

    ranking: tuple[int, ...]
    values: Mapping[int, int]
    scores: Mapping[int, LeaguePoints]


def keizer_table(
    adjusted: Mapping[int, LeaguePoints],
    outcomes: Iterable[Outcome],
    byes: Iterable[int],
    absences: Iterable[int],
) -> KeizerTable:
    """The table of these entrants, each with what was given to them, or taken off.

    At first, and where they are equal, they rank in that order.

    The first is worth about three times as much as the last, each place one more than the next.
    A win is the value of the loser, a draw half of it, a bye two thirds of one's own value, and an
    absence a third, in whole points. All rounds are counted again by the values of now, until
    nothing moves.
    """
    told, free, away = [*outcomes], [*byes], [*absences]
    first = {number: at for at, number in enumerate(adjusted)}
    least = max(len(first) // 2, 1)
    ranking, seen = tuple(first), set[tuple[int, ...]]()
    while True:
        values = {each: least + at for at, each in enumerate(reversed(ranking))}
        scores = {**adjusted}
        for outcome in told:
            (home,), (visitor,) = outcome.sides
            for side, (own, other) in enumerate(((home, visitor), (visitor, home))):
                if outcome.winner == side:
                    scores[own] += values[other]
                elif outcome.is_draw:
                    scores[own] += Fraction(values[other], 2)
        for each in free:
            scores[each] += (2 * values[each] + 1) // 3
        for each in away:
            scores[each] += (values[each] + 1) // 3
        seen.add(ranking)
        following = tuple(sorted(ranking, key=lambda each: (-scores[each], first[each])))
        if following in seen or len(seen) > _MOST_STEPS:
            return KeizerTable(ranking, values, scores)
        ranking = following
