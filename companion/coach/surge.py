"""A surge: the tiles that one player sets in one turn, and the best that a turn can be.

The search for it tries every way of setting the tiles, by the rules themselves, so no turn rule is
known here twice. What makes it quick is that many ways lead to the same table: ends that are alike
are tried once, and what can follow is worked out once for each table.
"""

from collections.abc import Iterable, Iterator
from enum import Enum, StrEnum
from functools import reduce
from math import inf
from typing import NamedTuple

from companion.rules.choices import Announce, DrawnTile, GameEnds, Spinners
from companion.rules.errors import HandOver, NotYourTurn, Refusal
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand, Play, describe_tiles
from companion.rules.layout import Layout, Placement
from companion.rules.rules import Rules
from companion.rules.seating import Seating
from companion.rules.tile import ALL_TILES, Tile
from companion.words import Text, message


class WrongHand(Refusal, code="wrong-hand"):
    """These tiles cannot be what that player holds."""


class Outcome(StrEnum):
    """Why a turn goes on after a tile, or why it does not."""

    SCORE = "score"
    DOUBLE = "double"
    SCORING_DOUBLE = "scoring-double"
    STUCK = "stuck"
    MUST_DRAW = "must-draw"
    NOTHING_EARNED = "nothing-earned"
    DRAWN = "drawn"
    DOMINO = "domino"
    WASHED_UP = "washed-up"
    TARGET = "target"

    @property
    def sentence(self) -> Text:
        """The same as a sentence for players."""
        return message(f"coach.outcome.{self}")

    @property
    def goes_on(self) -> bool:
        """Whether another tile of the same turn has to follow."""
        return self in (Outcome.SCORE, Outcome.DOUBLE, Outcome.SCORING_DOUBLE)


class Aim(Enum):
    """What makes one turn better than another."""

    #: The most tiles; of all that set so many, the most points.
    LONGEST = "longest"
    #: The most points; of all that peg so many, the most tiles.
    MOST_POINTS = "most-points"


class Step(NamedTuple):
    """A tile of a surge: where it goes, the count (`total`, in pips), its points, what then."""

    tile: Tile
    host: Tile | None
    total: int
    points: int
    outcome: Outcome


class Surge(NamedTuple):
    """The tiles of one turn in the order in which they are set; none where nothing fits."""

    steps: tuple[Step, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether no tile can follow any more."""
        return bool(self.steps) and not self.steps[-1].outcome.goes_on

    @property
    def tiles(self) -> int:
        """How many tiles it sets."""
        return len(self.steps)

    @property
    def points(self) -> int:
        """What it pegs, all its counts together."""
        return sum(step.points for step in self.steps)

    def reaches(self, aim: Aim) -> int:
        """What it comes to in what is aimed at: tiles or points."""
        return self.tiles if aim is Aim.LONGEST else self.points


class Surges(NamedTuple):
    """The best turn for each aim; of several as good, the one whose larger tile goes first."""

    longest: Surge
    most_points: Surge

    def best(self, aim: Aim) -> Surge:
        """The one that serves an aim."""
        return self.longest if aim is Aim.LONGEST else self.most_points


def find_surges(game: Game, tiles: Iterable[Tile], *, first: Tile | None = None) -> Surges:
    """The best turns with the tiles that are known to be held, begun with `first` if it is given.

    Who can go on has to. Raises `HandOver`, `AlreadySet`, `WrongHand` or `NoMatch`.
    """
    if game.hand is None or game.hand.turn is None:
        raise HandOver(message("coach.refused.no-hand"))
    held = tuple(sorted(tiles, reverse=True))
    _check(game.hand, game.hand.turn, held, first)
    search = Search(game)
    options = search.first_moves(held, first)
    return Surges(*(turn_of(game, search.path(options, aim)) for aim in Aim))


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
        # As whoever sets it is told.
        hand.set_tile(seat, first, None)


def game_with(
    rules: Rules, laid: Iterable[Placement], held: tuple[Tile, ...], *, boneyard: int = 0
) -> Game:
    """The game with these tiles on the table, and the turn of somebody who holds others.

    All tiles seen nowhere are the opponent's, but for those of the boneyard. Raises `AlreadySet`,
    `NoMatch` or `WhichEnd` for a table that cannot be, `WrongHand` for a boneyard that cannot.
    """
    layout = reduce(lambda lying, placed: lying.set_tile(*placed), laid, Layout.under(rules))
    hidden = len(ALL_TILES) - len(layout.tiles) - len(held) - boneyard
    if hidden < 0:
        raise WrongHand(message("coach.refused.boneyard-too-large", count=boneyard))
    seating = Seating.of(("You", "They"))
    hand = Hand.led_by(0, rules, seating)._replace(
        layout=layout, held=(len(held), hidden), boneyard=boneyard
    )
    return Game(rules, seating, (0, 0), hand)


def turn_of(game: Game, moves: Iterable[Placement], *, left: Iterable[Tile] = ()) -> Surge:
    """A turn as somebody sets it: each tile with its host, which may be left out as in a record.

    Every count is announced rightly, and while one of the tiles that are `left` fits, the turn is
    not over. Raises what `Game.set_tile` does, and `NotYourTurn` for a tile after its end.
    """
    steps: list[Step] = []
    seat, again = game.turn, True
    for tile, host in moves:
        if not again:
            raise NotYourTurn(message("coach.refused.turn-over", tile=tile))
        before = game.hand
        assert before is not None and seat is not None
        game = game.set_tile(seat, tile, host, claim=claim_for(before, tile, host))
        assert game.hand is not None and game.hand.play is not None
        _, _, on, total, points, again = game.hand.play
        steps.append(Step(tile, on, total, points, _outcome(before, game.hand)))
    if steps and steps[-1].outcome.goes_on:
        assert game.hand is not None and seat is not None
        if not any(map(game.hand.fits, left)):
            outcome = Outcome.STUCK if game.hand.held[seat] else Outcome.MUST_DRAW
            steps[-1] = steps[-1]._replace(outcome=outcome)
    return Surge(tuple(steps))


def _outcome(before: Hand, hand: Hand) -> Outcome:
    play, rules = hand.play, hand.rules
    assert play is not None
    if hand.ending in (Ending.TARGET, Ending.DOMINO, Ending.WASHED_UP):
        return Outcome(hand.ending.value)
    if play.seat in hand.washed_up:
        return Outcome.WASHED_UP
    if not play.again:
        ends_turn = before.has_drawn and rules.drawn_tile is DrawnTile.ENDS_TURN
        return Outcome.DRAWN if ends_turn else Outcome.NOTHING_EARNED
    if play.tile.is_double and rules.pays_doubles:
        by_score = rules.pays_scores and rules.scores(play.total)
        return Outcome.SCORING_DOUBLE if by_score else Outcome.DOUBLE
    return Outcome.SCORE


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
    """A tile just set, and the tiles left; `to_go` is how many points still end the game."""

    play: Play
    hand: Hand
    left: tuple[Tile, ...]
    to_go: float

    @property
    def goes_on(self) -> bool:
        """Whether the same player may set another of the tiles."""
        return self.play.again and bool(self.left) and self.to_go > 0


class Search:
    """All that can follow in one turn, each table worked out once."""

    def __init__(self, game: Game) -> None:
        assert game.hand is not None and game.turn is not None
        self._hand = game.hand
        self._to_go = inf
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

    def _following(self, hand: Hand, left: tuple[Tile, ...], to_go: float) -> _Worth:
        if to_go < inf:
            endless = self._following(hand, left, inf)
            # Where nothing that follows reaches the target, it changes nothing.
            if endless.most_points[0] < to_go:
                return endless
        key = (left, _table(hand.layout), to_go)
        if key not in self._known:
            worths = _Worth(), *map(self._worth, _moves(hand, left, to_go))
            self._known[key] = _Worth(*map(max, zip(*worths, strict=True)))
        return self._known[key]


def _moves(
    hand: Hand, left: tuple[Tile, ...], to_go: float, first: Tile | None = None
) -> Iterator[Move]:
    """Each tile that can be set next, on each end that is not alike another."""
    assert hand.turn is not None
    for tile in left if first is None else (first,):
        for host in _hosts(hand, tile):
            after = hand.set_tile(hand.turn, tile, host, claim=claim_for(hand, tile, host))
            assert after.play is not None
            rest = tuple(other for other in left if other != tile)
            yield Move(after.play, after, rest, to_go - after.play.points)


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
    """What can follow depends on this and on the tiles left, which give those on the table."""
    ends = sorted(
        5 * end.pips + end.places if end.host.high == end.host.low else -end.pips
        for end in layout.ends
    )
    return layout.first_double if layout.spinners is Spinners.FIRST else None, tuple(ends)
