"""The search for the best turn: every way of setting the tiles, tried by the rules.

The rules themselves set each tile, so no turn rule is known here twice. What
makes it quick is that many ways lead to the same table: ends that are alike are
tried once, and what can follow is worked out once for each table.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import reduce
from typing import NamedTuple

from companion.rules.choices import Announce, GameEnds, Spinners
from companion.rules.game import Game
from companion.rules.hand import Hand, Play
from companion.rules.layout import Layout, Placement
from companion.rules.tile import Tile

#: More points than any turn can make, for a game that no count ends.
_NO_TARGET = 10**9


class Aim(Enum):
    """What makes one turn better than another."""

    #: The most tiles; of all that set so many, the most points.
    LONGEST = "longest"
    #: The most points; of all that peg so many, the most tiles.
    MOST_POINTS = "most-points"


class _Worth(NamedTuple):
    """The best that can follow, for both aims: (tiles, points) and (points, tiles)."""

    longest: tuple[int, int] = (0, 0)
    most_points: tuple[int, int] = (0, 0)

    def by(self, aim: Aim) -> tuple[int, int]:
        return self.longest if aim is Aim.LONGEST else self.most_points

    def behind(self, points: int) -> "_Worth":
        """The same with one more tile in front, which pegs so many points."""
        (tiles, pegged), (most_pegged, most_tiles) = self
        return _Worth((tiles + 1, pegged + points), (most_pegged + points, most_tiles + 1))

    def or_better(self, other: "_Worth") -> "_Worth":
        return _Worth(max(self.longest, other.longest), max(self.most_points, other.most_points))


class Move(NamedTuple):
    """A tile just set, and the tiles left; `to_go` is how many points still end the game."""

    play: Play
    hand: Hand
    left: tuple[Tile, ...]
    to_go: int

    @property
    def goes_on(self) -> bool:
        """Whether the same player may set another of the tiles."""
        return self.play.again and bool(self.left) and self.to_go > 0


class Search:
    """All that can follow in one turn, each table worked out once."""

    def __init__(self, game: Game) -> None:
        assert game.hand is not None and game.turn is not None
        self._hand = game.hand
        self._to_go = _NO_TARGET
        if game.rules.game_ends is GameEnds.AT_ONCE:
            self._to_go = game.rules.target - game.scores[game.seating.side_of[game.turn]]
        self._known: dict[object, _Worth] = {}

    def first_moves(self, held: tuple[Tile, ...], first: Tile | None = None) -> list[Move]:
        """How the turn can begin, with `first` where the tile is given."""
        return list(_moves(self._hand, held, self._to_go, first))

    def path(self, options: list[Move], aim: Aim) -> list[Placement]:
        """The best turn that begins in one of these ways: each tile with its host."""
        found: list[Placement] = []
        while options:
            # Of equals `max` takes the first: the larger tile, then the earlier host.
            best = max(options, key=lambda move: self._worth(move).by(aim))
            found.append((best.play.tile, best.play.host))
            options = list(_moves(best.hand, best.left, best.to_go)) if best.goes_on else []
        return found

    def _worth(self, move: Move) -> _Worth:
        rest = self._following(move.hand, move.left, move.to_go) if move.goes_on else _Worth()
        return rest.behind(move.play.points)

    def _following(self, hand: Hand, left: tuple[Tile, ...], to_go: int) -> _Worth:
        if to_go < _NO_TARGET:
            endless = self._following(hand, left, _NO_TARGET)
            # Where nothing that follows reaches the target, it changes nothing.
            if endless.most_points[0] < to_go:
                return endless
        key = (left, _table(hand.layout), to_go)
        if key not in self._known:
            worths = map(self._worth, _moves(hand, left, to_go))
            self._known[key] = reduce(_Worth.or_better, worths, _Worth())
        return self._known[key]


def _moves(
    hand: Hand, left: tuple[Tile, ...], to_go: int, first: Tile | None = None
) -> Iterator[Move]:
    """Each tile that can be set next, on each end that is not alike another."""
    assert hand.turn is not None
    for tile in left if first is None else (first,):
        for host in _hosts(hand, tile):
            after = hand.set_tile(hand.turn, tile, host, claim=claim_for(hand, tile, host))
            assert after.play is not None
            points_to_go = _NO_TARGET if to_go == _NO_TARGET else to_go - after.play.points
            rest = tuple(other for other in left if other != tile)
            yield Move(after.play, after, rest, points_to_go)


def claim_for(hand: Hand, tile: Tile, host: Tile | None) -> int | None:
    """The count to announce with a tile, in pips; None where the game does not ask for it."""
    if hand.rules.announce is not Announce.REQUIRED:
        return None
    return hand.layout.set_tile(tile, host).total


def _hosts(hand: Hand, tile: Tile) -> Iterable[Tile | None]:
    """What a tile can be set on; None as the lead."""
    if hand.must_draw:
        return ()
    if not hand.layout.tiles:
        return (None,) if hand.can_lead(tile) else ()
    return [end.host for end in hand.layout.choices_for(tile)]


def _table(layout: Layout) -> object:
    """What can follow with the tiles left depends on this alone, and so many ways lead to it.

    The tiles on the table follow from those left, and so do the dead numbers.
    """
    ends = sorted(
        5 * end.pips + end.places if end.host.high == end.host.low else -end.pips
        for end in layout.ends
    )
    return layout.first_double if layout.spinners is Spinners.FIRST else None, tuple(ends)
