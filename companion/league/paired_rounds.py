"""Rounds that are paired on the night, from those who are here: Swiss and Keizer."""

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple, Self

from companion.i18n import message
from companion.league.competition import Competition, Entrant, Shape
from companion.league.errors import WrongEntrants
from companion.league.fixture import Fixture, MatchState, Slot
from companion.league.fixture_list import table_of
from companion.league.pairing import BYE, pairs_of

#: In Keizer, those who met in so many rounds just before meet again only if they must.
_LATELY = 3


class PairedRound(NamedTuple):
    """Who meets whom, home first, and who has the bye; 0 for nobody."""

    number: int
    pairs: tuple[tuple[int, int], ...]
    bye: int = BYE

    def swapped(self, one: int, other: int) -> Self:
        """The round with these two in each other's place."""
        place = {one: other, other: one}
        pairs = tuple((place.get(home, home), place.get(away, away)) for home, away in self.pairs)
        return self._replace(pairs=pairs, bye=place.get(self.bye, self.bye))

    def check(self, entrants: Iterable[Entrant]) -> Self:
        """This round, if each of these entrants is in it once at most; raises `WrongEntrants`."""
        named = [*(each for pair in self.pairs for each in pair), *([self.bye] if self.bye else [])]
        present = {each.number for each in entrants if not each.has_left}
        if not self.pairs or len({*named} & present) < len(named):
            raise WrongEntrants(message("league.refused.not-once"))
        return self


def next_round(competition: Competition, fixtures: Sequence[Fixture]) -> int:
    """The number of the round to pair: the last one again, until a match of it has begun."""
    last = max((each.round for each in fixtures), default=0)
    states = {each.state(competition.form) for each in fixtures if each.round == last}
    return last + (not last or states != {MatchState.PLANNED})


def who_was_here(competition: Competition, fixtures: Sequence[Fixture]) -> set[int]:
    """Those who played last time, or had the bye."""
    last = max((each.round for each in fixtures), default=0)
    byes = {each.entrant for each in competition.byes if each.round == last}
    return byes | {slot.entrant for each in fixtures if each.round == last for slot in _slots(each)}


def pair_round(
    competition: Competition,
    entrants: Sequence[Entrant],
    fixtures: Sequence[Fixture],
    here: Iterable[int],
) -> PairedRound:
    """The pairs of the next round; the same people are always paired in the same way.

    A Swiss pairs those with the same points, the upper half with the lower one, as FIDE's Dutch
    system does, and nobody meets again who needn't. Keizer pairs neighbours of the table. A bye
    goes to the lowest of those who have had fewest. Raises `WrongEntrants` for fewer than two.
    """
    number = next_round(competition, fixtures)
    before = [each for each in fixtures if each.round < number]
    competition = competition._replace(
        byes=tuple(each for each in competition.byes if each.round < number)
    )
    present = {*here}
    lines = [line for line in table_of(competition, entrants, before) if line.number in present]
    ranked = [line.number for line in lines]
    if len(ranked) < 2 or len(ranked) < len(present):
        raise WrongEntrants(message("league.refused.too-few-here"))
    met = [each for each in before if each.walkover is None]
    often = Counter(frozenset(slot.entrant for slot in _slots(each)) for each in met)
    lately = {frozenset(slot.entrant for slot in _slots(each)): each.round for each in met}
    is_swiss = competition.shape is Shape.SWISS

    def fault(one: int, other: int) -> int:
        pair = frozenset((one, other))
        return often[pair] if is_swiss else max(_LATELY - number + lately.get(pair, -number) + 1, 0)

    points = {line.number: line.tally.league_points for line in lines}
    byes = Counter(each.entrant for each in competition.byes)

    def choices(first: int, rest: Sequence[int]) -> Sequence[int]:
        if first == BYE:
            return sorted(rest, key=lambda each: (byes[each], -rest.index(each)))
        equal = [each for each in rest if is_swiss and points[each] == points[first]]
        # The first of the lower half, or one next to it; then everyone from the top down.
        wanted = max((len(equal) + 1) // 2 - 1, 0)
        near = sorted(equal, key=lambda each: abs(equal.index(each) - wanted))
        return [*near, *(each for each in rest if each not in equal)]

    seed = f"{competition.seed}/{number}"
    players = [*([BYE] * (len(ranked) % 2)), *ranked]
    pairs = dict(pairs_of(players, choices, fault, seed))
    bye = pairs.pop(BYE, BYE)
    return PairedRound(number, tuple(_sided(pair, before, seed) for pair in pairs.items()), bye)


def _sided(pair: tuple[int, int], before: Iterable[Fixture], seed: str) -> tuple[int, int]:
    """Home first: who was at home less often, or longer ago; else by the seed."""
    home: Counter[int] = Counter()
    last = dict.fromkeys(pair, 0)
    for each in sorted(before, key=lambda each: each.round):
        for sign, slot in zip((1, -1), _slots(each), strict=True):
            home[slot.entrant] += sign
            last[slot.entrant] = sign
    one, other = pair
    lots = sha256(f"{seed}/{one}/{other}".encode()).digest()[0] % 2
    keys = (home[one], last[one], lots), (home[other], last[other], 1 - lots)
    return (one, other) if keys[0] < keys[1] else (other, one)


def _slots(fixture: Fixture) -> tuple[Slot, Slot]:
    return fixture.home, fixture.away
