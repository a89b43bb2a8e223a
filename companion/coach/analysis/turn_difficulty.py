"""How hard a turn is to find: the share of simulated players who miss it, and its grade.

There are nine simulated players. Each takes, tile after tile, what looks best one, two or three
tiles ahead. And each overlooks things: of all places for a tile one compares two, another four, the
last one all. How often they fall short is computed, not sampled.
"""

from bisect import bisect
from collections.abc import Sequence
from math import comb
from typing import Any, NamedTuple

from companion.coach.analysis.reply_search import Reply, replies_to
from companion.coach.analysis.surge import Aim
from companion.coach.analysis.turn_search import Move, TurnSearch
from companion.rules.game import Game
from companion.rules.tile import Tile

#: From these shares of players who miss it, a turn is of grade 2, 3, 4, 5.
_GRADES_BEGIN = (0.25, 0.42, 0.55, 0.7)
HARDEST = len(_GRADES_BEGIN) + 1


class SimulatedPlayer(NamedTuple):
    """A simulated player: how many tiles they look ahead, how many places they compare (0: all)."""

    sight: int
    compares: int


_SIGHTS = (1, 2, 3)
PLAYERS = tuple(SimulatedPlayer(sight, compares) for sight in _SIGHTS for compares in (2, 4, 0))


def grade_of(missed: float) -> int:
    """The grade of a turn that this share of the players misses, from 1, easy, to `HARDEST`."""
    return 1 + bisect(_GRADES_BEGIN, missed)


def share_who_miss(game: Game, held: tuple[Tile, ...], aim: Aim, goal: int) -> float:
    """The share of the players, from 0 to 1, whose turn falls short of the goal.

    The goal is in tiles or in points, by the aim. For the tile that leaves least, it is in the
    points that it leaves.
    """
    if aim.is_of_one_tile:
        answers = replies_to(game, held)
        found = [_finds_tile(answers, aim, goal, player) for player in PLAYERS]
    else:
        ways = _Ways(TurnSearch(game), aim)
        first = ways.of(ways.search.first_moves(held))
        found = [_Finder(player).finds(first, goal) for player in PLAYERS]
    return 1 - sum(found) / len(PLAYERS)


def likelihoods(looks: Sequence[Any], compares: int) -> list[float]:
    """How likely each option is chosen, by a player who compares so many at random.

    Options that look equally good are equally likely.
    """
    seen = min(compares or len(looks), len(looks))
    found = []
    for look in looks:
        worse, alike = sum(each < look for each in looks), looks.count(look)
        # The best of those compared is one of these: none is better, and not all are worse.
        best = comb(worse + alike, seen) - comb(worse, seen)
        found.append(best / (alike * comb(len(looks), seen)))
    return found


def _finds_tile(answers: list[Reply], aim: Aim, goal: int, player: SimulatedPlayer) -> float:
    """How likely a player is to find the tile that is best, or the one that leaves least."""
    # To see what a tile leaves, you must look beyond it.
    leaves = aim is Aim.LEAVES_LEAST
    looks = [-each.leaves if leaves and player.sight > 1 else each.points for each in answers]
    hits = [each.leaves <= goal if leaves else each.points >= goal for each in answers]
    taken = likelihoods(looks, player.compares)
    return sum(chance for chance, hit in zip(taken, hits, strict=True) if hit)


class _Way(NamedTuple):
    """A tile as it can be played: what it adds to the aim, how it looks by sight, what follows."""

    brings: int
    looks: tuple[tuple[int, int], ...]
    #: The most that it reaches of the aim, with as many tiles as each sight has.
    reaches: tuple[tuple[int, int], ...]
    then: tuple["_Way", ...]


class _Ways:
    """All that can follow in a turn, each table once."""

    def __init__(self, search: TurnSearch, aim: Aim) -> None:
        self.search = search
        self._is_longest = aim is Aim.LONGEST
        #: By the moves that follow: a table that comes up again has the very same ones.
        self._known: dict[int, tuple[_Way, ...]] = {}

    def of(self, moves: Sequence[Move]) -> tuple[_Way, ...]:
        """The possibilities that begin with these moves."""
        return tuple(map(self._way, moves))

    def _way(self, move: Move) -> _Way:
        moves = self.search.following(move)
        if id(moves) not in self._known:
            self._known[id(moves)] = self.of(moves)
        then, points = self._known[id(moves)], move.play.points
        brings, beside = (1, points) if self._is_longest else (points, 1)
        best = [max((way.reaches[seen] for way in then), default=(0, 0)) for seen in (0, 1)]
        ahead = [(brings + most, beside + more) for most, more in best]
        # At first sight a tile is worth what it gives at once, and whether its count scores at all.
        tempts = (points, int(move.hand.rules.scores(move.play.total)))
        return _Way(brings, (tempts, *ahead), ((brings, beside), *ahead), then)


class _Finder:
    """A player who looks for the turn; the result is computed once for each table."""

    def __init__(self, player: SimulatedPlayer) -> None:
        self._player = player
        self._known: dict[tuple[int, int], float] = {}

    def finds(self, ways: tuple[_Way, ...], goal: int) -> float:
        """How likely the player is to reach the goal from here."""
        if goal <= 0:
            return 1.0
        key = id(ways), goal
        if key not in self._known:
            looks = [way.looks[self._player.sight - 1] for way in ways]
            taken = likelihoods(looks, self._player.compares)
            self._known[key] = sum(
                chance * self.finds(way.then, goal - way.brings)
                for chance, way in zip(taken, ways, strict=True)
                if chance
            )
        return self._known[key]
