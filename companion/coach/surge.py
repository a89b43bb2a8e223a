"""A surge: the tiles that one player sets in one turn, and the best that a turn can be."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from companion.coach.search import Aim, Move, Search, claim_for
from companion.rules.choices import DrawnTile
from companion.rules.errors import HandOver, NoMatch, Refusal
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand, Play, tiles_told
from companion.rules.tile import Tile


class WrongHand(Refusal):
    """These tiles cannot be what that player holds."""

    code = "wrong-hand"


class Outcome(StrEnum):
    """Why a turn goes on after a tile, or why it does not, as a sentence for players."""

    SCORE = "A score: the turn goes on."
    DOUBLE = "A double: the turn goes on."
    SCORING_DOUBLE = "A double that scores: the turn goes on."
    STUCK = "It earned another turn, but no other of these tiles fits."
    MUST_DRAW = "It earned another turn; with no tile left, that is a draw."
    NOTHING_EARNED = "It earned no other turn: the turn is over."
    DRAWN = "It was set after a draw: the turn is over."
    DOMINO = "It was the last tile: the hand is over."
    WASHED_UP = "The last tile earned another turn and there is nothing to draw: washed up."
    TARGET = "The target is reached: the game is over."


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
    def tiles(self) -> int:
        """How many tiles it sets."""
        return len(self.steps)

    @property
    def points(self) -> int:
        """What it pegs, all its counts together."""
        return sum(step.points for step in self.steps)


class Surges(NamedTuple):
    """The best that a turn can be.

    `longest` sets the most tiles and, of all that set so many, pegs the most.
    `most_points` pegs the most and, of all that peg so many, sets the most
    tiles. Where several are as good, the larger tile goes first, on the host
    that was set earlier.
    """

    longest: Surge
    most_points: Surge

    def best(self, aim: Aim) -> Surge:
        """The one that serves an aim."""
        return self.longest if aim is Aim.LONGEST else self.most_points


def find_surges(game: Game, tiles: Iterable[Tile], *, first: Tile | None = None) -> Surges:
    """The best turns with these tiles for the player whose turn it is.

    The tiles are all that the player holds, or those that are known of them;
    `first` is given where the turn has to begin with a certain one. Counts are
    announced where the game asks for it, and a turn is never broken off: who
    can go on has to. Raises `HandOver`, `AlreadySet`, `WrongHand` or `NoMatch`.
    """
    if game.hand is None or game.hand.turn is None:
        raise HandOver("No hand is on, so no tile can be set.")
    held = tuple(sorted(tiles, reverse=True))
    _check(game.hand, held, first)
    search = Search(game)
    options = search.first_moves(held, first)
    longest, most_points = (Surge(tuple(_steps(game, search.path(options, aim)))) for aim in Aim)
    return Surges(longest, most_points)


def _check(hand: Hand, held: tuple[Tile, ...], first: Tile | None) -> None:
    assert hand.turn is not None
    for tile in held:
        hand.layout.check_not_set(tile)
    if len(set(held)) < len(held):
        raise WrongHand("Each tile is there only once.")
    if len(held) > hand.held[hand.turn]:
        name = hand.seating.players[hand.turn]
        raise WrongHand(f"{name} holds {tiles_told(hand.held[hand.turn])}, not {len(held)}.")
    if first is not None and first not in held:
        raise WrongHand(f"The {first} is not among these tiles.")
    if first is not None and not hand.fits(first):
        raise NoMatch(f"The {first} fits no open end. Open: {hand.layout.told_ends()}.")


def _steps(game: Game, path: list[Move]) -> Iterable[Step]:
    """A turn step by step, played once more by the whole game."""
    for number, move in enumerate(path, start=1):
        play, before = move.hand.play, game.hand
        assert play is not None and before is not None
        claim = claim_for(before, play.tile, play.host)
        game = game.set_tile(play.seat, play.tile, play.host, claim=claim)
        outcome = _outcome(before, game, is_last=number == len(path))
        yield Step(play.tile, play.host, play.total, play.points, outcome)


def _outcome(before: Hand, game: Game, *, is_last: bool) -> Outcome:
    hand = game.hand
    assert hand is not None and hand.play is not None
    play = hand.play
    if hand.ending in _ENDINGS:
        return _ENDINGS[hand.ending]
    if play.seat in hand.washed_up:
        return Outcome.WASHED_UP
    if not play.again:
        ends_turn = before.has_drawn and before.rules.drawn_tile is DrawnTile.ENDS_TURN
        return Outcome.DRAWN if ends_turn else Outcome.NOTHING_EARNED
    if is_last:
        return Outcome.STUCK if hand.held[play.seat] else Outcome.MUST_DRAW
    return _earned_by(hand, play)


_ENDINGS = {
    Ending.TARGET: Outcome.TARGET,
    Ending.DOMINO: Outcome.DOMINO,
    Ending.WASHED_UP: Outcome.WASHED_UP,
}


def _earned_by(hand: Hand, play: Play) -> Outcome:
    rules = hand.rules
    by_score = rules.pays_scores and rules.scores(play.total)
    if play.tile.is_double and rules.pays_doubles:
        return Outcome.SCORING_DOUBLE if by_score else Outcome.DOUBLE
    return Outcome.SCORE
