"""The search for the best that a turn can be: the longest, and the one that pegs most.

It tries every way to play the tiles by the rules themselves, so it repeats no rule of turns. It is
quick because many ways lead to the same table. So equal ends are tried once, and what can follow is
computed once for each table.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import NamedTuple

from companion.coach.analysis.surge import Aim, Surge, WrongHand, claim_for, hosts_for, turn_of
from companion.i18n import message
from companion.rules.choices import GameEnds, Spinners, TargetReached
from companion.rules.errors import HandOver
from companion.rules.game import Game
from companion.rules.hand import Hand, Play, describe_tiles
from companion.rules.layout import Layout, Placement
from companion.rules.tile import Tile


class Surges(NamedTuple):
    """The best turn for each aim; of equally good ones, the one with the larger tile first."""

    longest: Surge
    most_points: Surge

    def best(self, aim: Aim) -> Surge:
        """The best turn for an aim."""
        return self.longest if aim is Aim.LONGEST else self.most_points


def find_surges(game: Game, tiles: Iterable[Tile], *, first: Tile | None = None) -> Surges:
    """The best turns with the tiles known to be held, beginning with `first` if it is given.

    If the turn can go on, it must. Raises `HandOver`, `AlreadySet`, `WrongHand` or `NoMatch`.
    """
    if game.hand is None or game.hand.turn is None:
        raise HandOver(message("coach.refused.no-hand"))
    held = tuple(sorted(tiles, reverse=True))
    _check(game.hand, game.hand.turn, held, first)
    search = TurnSearch(game)
    options = search.first_moves(held, first)
    aims = (Aim.LONGEST, Aim.MOST_POINTS)
    return Surges(*(turn_of(game, search.path(options, aim)) for aim in aims))


def _check(hand: Hand, seat: int, held: tuple[Tile, ...], first: Tile | None) -> None:
    for tile in held:
        hand.layout.check_not_set(tile)
    if len(set(held)) < len(held):
        raise WrongHand(message("coach.refused.held-twice"))
    if len(held) > hand.held[seat]:
        name, most = hand.seating.players[seat], describe_tiles(hand.held[seat])
        raise WrongHand(
            message("coach.refused.too-many-held", name=name, tiles=most, held=len(held))
        )
    if first is not None and first not in held:
        raise WrongHand(message("coach.refused.not-among-these", tile=first))
    if first is not None and not hand.fits(first):
        # It is refused as for anyone who plays it.
        hand.set_tile(seat, first, None)


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


class Move(NamedTuple):
    """A tile just played, and the tiles left; `to_go` is how many points still end the game."""

    play: Play
    hand: Hand
    left: tuple[Tile, ...]
    to_go: float

    @property
    def goes_on(self) -> bool:
        """Whether the same player may play another of the tiles."""
        if not self.play.again or not self.left:
            return False
        may_end = self.play.points > 0 and self.to_go <= 0
        return not (may_end and self.hand.rules.game_ends is GameEnds.AT_ONCE)


#: What a tile is worth on each end, with the hand after it.
_Plays = Sequence[tuple[Play, Hand]]


class TurnSearch:
    """Everything that can follow in one turn, each table computed once."""

    def __init__(self, game: Game) -> None:
        self._hand = game.dealt
        self._to_go = inf
        is_exact = game.rules.target_reached is TargetReached.EXACTLY
        if game.rules.game_ends is GameEnds.AT_ONCE or is_exact:
            self._to_go = game.rules.target - game.scores[game.seating.side_of[game.acting]]
        self._known: dict[object, _Worth] = {}
        self._moves: dict[object, tuple[Move, ...]] = {}
        #: What each tile is worth as the first one, whoever holds it.
        self._first: dict[Tile, _Plays] = {}

    def first_moves(self, held: tuple[Tile, ...], first: Tile | None = None) -> list[Move]:
        """How the turn can begin, with `first` if that tile is given."""
        return list(self._ways(self._hand, held, self._to_go, first))

    def most_points(self, held: Iterable[Tile], first: Tile | None = None) -> int:
        """The most points that a turn with these tiles pegs, without finding the tiles."""
        left = tuple(sorted(held, reverse=True))
        return self._best(self._hand, left, self._to_go, first).most_points[0]

    def following(self, move: Move) -> tuple[Move, ...]:
        """How the turn can go on; equal tables have the same moves."""
        if not move.goes_on:
            return ()
        hand, left, to_go = move.hand, move.left, move.to_go
        if to_go < inf and self._never_ends(hand, left, to_go):
            to_go = inf
        key = (left, _table(hand.layout), to_go)
        if key not in self._moves:
            self._moves[key] = tuple(self._ways(hand, left, to_go))
        return self._moves[key]

    def path(self, options: list[Move], aim: Aim) -> list[Placement]:
        """The best turn that begins in one of these ways: each tile with its host."""
        found: list[Placement] = []
        while options:
            # Of equals, `max` takes the first: the larger tile, then the earlier host.
            best = max(options, key=lambda move: self._worth(move).by(aim))
            found.append((best.play.tile, best.play.host))
            options = []
            if best.goes_on:
                options = list(self._ways(best.hand, best.left, best.to_go))
        return found

    def _worth(self, move: Move) -> _Worth:
        rest = self._following(move.hand, move.left, move.to_go) if move.goes_on else _Worth()
        return rest.behind(move.play.points)

    def _following(self, hand: Hand, left: tuple[Tile, ...], to_go: float) -> _Worth:
        if to_go < inf and self._never_ends(hand, left, to_go):
            to_go = inf
        key = (left, _table(hand.layout), to_go)
        if key not in self._known:
            self._known[key] = self._best(hand, left, to_go)
        return self._known[key]

    def _best(
        self, hand: Hand, left: tuple[Tile, ...], to_go: float, first: Tile | None = None
    ) -> _Worth:
        """The best that can be made of these tiles from here."""
        longest = most_points = (0, 0)
        for move in self._ways(hand, left, to_go, first):
            worth = self._worth(move)
            longest, most_points = max(longest, worth[0]), max(most_points, worth[1])
        return _Worth(longest, most_points)

    def _ways(
        self, hand: Hand, left: tuple[Tile, ...], to_go: float, first: Tile | None = None
    ) -> Iterator[Move]:
        """Each tile that can be played next, on each different end."""
        for tile in left if first is None else (first,):
            plays = self._plays(hand, tile)
            rest = tuple(other for other in left if other != tile) if plays else ()
            for play, after in plays:
                points = _counted(after, play.points, to_go)
                counted = play if points == play.points else play._replace(points=points)
                yield Move(counted, after, rest, to_go - points)

    def _plays(self, hand: Hand, tile: Tile) -> _Plays:
        if hand is not self._hand:
            return _plays(hand, tile)
        if tile not in self._first:
            self._first[tile] = _plays(hand, tile)
        return self._first[tile]

    def _never_ends(self, hand: Hand, left: tuple[Tile, ...], to_go: float) -> bool:
        """Whether nothing that follows reaches the target, so that it makes no difference."""
        # If going out gives a point, the player has one less to go.
        return self._following(hand, left, inf).most_points[0] + 1 < to_go


class TurnSearches:
    """The searches of one hand's turns: a second search of the same game uses the first."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[Game, TurnSearch]] = {}

    def of(self, game: Game) -> TurnSearch:
        """Everything that can follow in the turn of this game, from an earlier search if any."""
        if id(game) not in self._found:
            self._found[id(game)] = game, TurnSearch(game)
        return self._found[id(game)][1]


def _plays(hand: Hand, tile: Tile) -> _Plays:
    """What a tile is worth on each different end, and the hand after it.

    If only the turn ends with it, that is the hand before: only its rules matter.
    """
    assert hand.turn is not None
    found: list[tuple[Play, Hand]] = []
    if hand.held[hand.turn] > 1 and hand.layout.tiles:
        for end in hand.layout.choices_for(tile):
            play = hand.play_on(tile, end)
            after = hand
            if play.again:
                after = hand.set_tile(hand.turn, tile, end.host, claim=play.total)
            found.append((play, after))
        return found
    for host in hosts_for(hand, tile):
        after = hand.set_tile(hand.turn, tile, host, claim=claim_for(hand, tile, host))
        found.append((after.last_play, after))
    return found


def _counted(hand: Hand, points: int, to_go: float) -> int:
    """The points of the tile just played that count: none that would pass an exact target."""
    if not points or hand.rules.target_reached is not TargetReached.EXACTLY:
        return points
    return 0 if points + hand.pays_for_going_out > to_go else points


def _table(layout: Layout) -> object:
    """What can follow depends on this and on the tiles left, which also give those on the table."""
    ends = sorted(
        5 * end.pips + end.places if end.host.high == end.host.low else -end.pips
        for end in layout.ends
    )
    rules = layout.rules
    is_another = rules.spinners is Spinners.FIRST or rules.covers_first
    return layout.first_double if is_another else None, tuple(ends)
