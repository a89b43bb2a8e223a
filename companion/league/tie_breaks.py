"""Tie-breaks: who is ahead among those with equal league points, as the club decides.

Only what was played tells them apart. Those who are equal in all of it share the place; no name and
no number decides.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import chain, combinations, groupby, product
from typing import Annotated, NamedTuple

from pydantic import Field

from companion.i18n import Text, message
from companion.league.errors import BadOrder
from companion.league.league_tally import (
    LeaguePoints,
    LeagueTally,
    PointsTable,
    describe_points,
    tallies_of,
)
from companion.league.outcome import Outcome

Tier = tuple[int, ...]


class TieBreak(StrEnum):
    """What is compared among those who are equal so far; more is better."""

    HEAD_TO_HEAD = "head-to-head"
    HEAD_TO_HEAD_GAMES = "head-to-head-games"
    GAME_DIFFERENCE = "game-difference"
    GAMES_WON = "games-won"
    POINTS_DIFFERENCE = "points-difference"
    POINTS_FOR = "points-for"
    MATCHES_WON = "matches-won"
    BUCHHOLZ = "buchholz"
    SONNEBORN = "sonneborn"

    @property
    def label(self) -> Text:
        """What league secretaries call it."""
        return message(f"league.tie-break.{self}")


TieBreaks = Annotated[tuple[TieBreak, ...], Field(max_length=len(TieBreak))]

_AMONG_THEM: Mapping[TieBreak, Callable[[LeagueTally], LeaguePoints | int]] = {
    TieBreak.HEAD_TO_HEAD: lambda tally: tally.league_points,
    TieBreak.HEAD_TO_HEAD_GAMES: lambda tally: tally.game_difference,
}
_OF_ALL: Mapping[TieBreak, Callable[[LeagueTally], LeaguePoints | int]] = {
    TieBreak.GAME_DIFFERENCE: lambda tally: tally.game_difference,
    TieBreak.GAMES_WON: lambda tally: tally.games_for,
    TieBreak.POINTS_DIFFERENCE: lambda tally: tally.points_difference,
    TieBreak.POINTS_FOR: lambda tally: tally.points_for,
    TieBreak.MATCHES_WON: lambda tally: tally.won,
}

_OF_POINTS = (TieBreak.POINTS_DIFFERENCE, TieBreak.POINTS_FOR)
#: The default order of a Swiss, where not everyone meets everyone.
USUAL_OF_SWISS = (TieBreak.BUCHHOLZ, TieBreak.SONNEBORN, TieBreak.GAME_DIFFERENCE)
#: The default order.
USUAL = (
    TieBreak.HEAD_TO_HEAD,
    TieBreak.GAME_DIFFERENCE,
    TieBreak.GAMES_WON,
    TieBreak.POINTS_DIFFERENCE,
)


def check_order(order: Sequence[TieBreak]) -> None:
    """Refuse an order that names a tie-break twice; raises `BadOrder`."""
    if len({*order}) < len(order):
        raise BadOrder(message("league.refused.order"))


def _written(points: Fraction) -> str:
    # Half of a quarter isn't written as a fraction.
    return describe_points(points) if points.denominator <= 4 else f"{float(points):g}"


class TieBreaker(NamedTuple):
    """One calculation of tie-breaks, over the same outcomes."""

    tallies: Mapping[int, LeagueTally]
    outcomes: Sequence[Outcome]
    table: PointsTable
    order: Sequence[TieBreak]

    def tiers(self) -> list[Tier]:
        """All of them from the first place down; those who share a place together.

        League points come first, then the tie-breaks in their order. Head to head is a small table
        of those who are equal. If it separates some, it starts again with those still equal.
        """
        of_points = _parted(tuple(self.tallies), lambda each: self.tallies[each].league_points)
        return [smaller for tier in of_points for smaller in self._separated(tier, 0)]

    def figures(self) -> dict[int, tuple[Text, ...]]:
        """What each has by those tie-breaks of the order that no column shows, in words."""
        rules = [each for each in self.order if each not in _AMONG_THEM and each not in _OF_ALL]
        keys = [(rule, self._key(rule)) for rule in rules]
        return {
            number: tuple(
                message(f"league.figure.{rule}", points=_written(Fraction(key(number))))
                for rule, key in keys
            )
            for number in self.tallies
        }

    def _separated(self, tier: Tier, first: int) -> list[Tier]:
        """A tier sorted by the tie-breaks from that place of their order on."""
        if len(tier) == 1 or first == len(self.order):
            return [tier]
        rule = self.order[first]
        if rule in _AMONG_THEM:
            smaller = self._among_them(tier, rule)
            # Fewer are equal now, so it is another small table: start again.
            among_them = (at for at, each in enumerate(self.order) if each in _AMONG_THEM)
            following = next(among_them) if len(smaller) > 1 else first + 1
        elif rule in _OF_POINTS and self._lack_points(tier):
            smaller, following = [tier], first + 1
        else:
            smaller, following = _parted(tier, self._key(rule)), first + 1
        return [each for part in smaller for each in self._separated(part, following)]

    def _lack_points(self, tier: Tier) -> bool:
        """Whether a match of theirs has no points, which isn't to count as none."""
        return any(each.lacks_points and {*chain(*each.sides)} & {*tier} for each in self.outcomes)

    def _key(self, rule: TieBreak) -> Callable[[int], LeaguePoints | int]:
        """A sum; or the points of all opponents, by Sonneborn those beaten, and half if level."""
        if rule in _OF_ALL:
            return lambda each: _OF_ALL[rule](self.tallies[each])
        sums: dict[int, LeaguePoints] = dict.fromkeys(self.tallies, Fraction(0))
        for outcome in self.outcomes:
            for side, members in enumerate(outcome.sides):
                share = (outcome.winner == side) + Fraction(outcome.is_draw, 2)
                others = {each for sides in outcome.sides for each in sides} - {*members}
                points = sum(self.tallies[each].league_points for each in others & sums.keys())
                for each in sums.keys() & members:
                    sums[each] += points * (1 if rule is TieBreak.BUCHHOLZ else share)
        return lambda each: sums[each]

    def _among_them(self, tier: Tier, rule: TieBreak) -> list[Tier]:
        """A tier sorted by the matches among its own, if all of them played each other as often."""
        met = [outcome for outcome in self.outcomes if any(_meetings(outcome, tier))]
        often = Counter(pair for outcome in met for pair in _meetings(outcome, tier))
        times = {often[frozenset(pair)] for pair in combinations(tier, 2)}
        if len(times) > 1:
            return [tier]
        small = tallies_of(tier, met, self.table)
        return _parted(tier, lambda each: _AMONG_THEM[rule](small[each]))


def _meetings(outcome: Outcome, tier: Tier) -> Iterable[frozenset[int]]:
    for one, other in combinations(outcome.sides, 2):
        for pair in product(one, other):
            if pair[0] in tier and pair[1] in tier:
                yield frozenset(pair)


def _parted(tier: Tier, key: Callable[[int], LeaguePoints | int]) -> list[Tier]:
    """Those of a tier with the same key together, the highest first."""
    ordered = sorted(tier, key=lambda each: (-key(each), each))
    return [tuple(same) for _, same in groupby(ordered, key)]
