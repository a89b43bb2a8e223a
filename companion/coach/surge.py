"""A surge: the tiles that one player sets in one turn, and the best that a turn can be."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from companion.coach.search import Aim, Search, claim_for
from companion.rules.choices import DrawnTile
from companion.rules.errors import HandOver, NotYourTurn, Refusal
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand, describe_tiles
from companion.rules.layout import Layout, Placement
from companion.rules.rules import Rules
from companion.rules.seating import Seating
from companion.rules.tile import ALL_TILES, Tile
from companion.words import Text, message


class WrongHand(Refusal):
    """These tiles cannot be what that player holds."""

    code = "wrong-hand"


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
    """The best that a turn can be.

    `longest` sets the most tiles and, of all that set so many, pegs the most. `most_points` pegs
    the most and, of all that peg so many, sets the most tiles. Where several are as good, the
    larger tile goes first, on the host that was set earlier.
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
        raise HandOver(message("coach.refused.no-hand"))
    held = tuple(sorted(tiles, reverse=True))
    _check(game.hand, game.hand.turn, held, first)
    search = Search(game)
    options = search.first_moves(held, first)
    return Surges(*(turn_of(game, search.path(options, aim)) for aim in Aim))


def _check(hand: Hand, seat: int, held: tuple[Tile, ...], first: Tile | None) -> None:
    _check_held(hand.layout, held)
    if len(held) > hand.held[seat]:
        raise WrongHand(
            message(
                "coach.refused.too-many-held",
                name=hand.seating.players[seat],
                tiles=describe_tiles(hand.held[seat]),
                held=len(held),
            )
        )
    if first is not None and first not in held:
        raise WrongHand(message("coach.refused.not-among-these", tile=first))
    if first is not None and not hand.fits(first):
        # As whoever sets it is told.
        hand.set_tile(seat, first, None)


def _check_held(layout: Layout, held: tuple[Tile, ...]) -> None:
    for tile in held:
        layout.check_not_set(tile)
    if len(set(held)) < len(held):
        raise WrongHand(message("coach.refused.held-twice"))


def game_with(
    rules: Rules, laid: Iterable[Placement], held: tuple[Tile, ...], *, boneyard: int = 0
) -> Game:
    """The game with these tiles on the table, and the turn of somebody who holds others.

    All tiles seen nowhere are the opponent's, but for those of the boneyard.
    Raises `AlreadySet`, `NoMatch` or `WhichEnd` for a table that cannot be, and
    `WrongHand` for tiles or a boneyard that cannot.
    """
    layout = Layout.under(rules)
    for tile, host in laid:
        layout = layout.set_tile(tile, host)
    _check_held(layout, held)
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

    Every count is announced rightly, and while one of the tiles that are `left`
    fits, the turn is not over. Raises what `Game.set_tile` does, and
    `NotYourTurn` for a tile after the turn is over.
    """
    steps: list[Step] = []
    seat, again = game.turn, True
    for tile, host in moves:
        before = game.hand
        if before is None or before.turn is None or seat is None:
            raise HandOver(message("coach.refused.no-hand"))
        if not again:
            raise NotYourTurn(message("coach.refused.turn-over", tile=tile))
        game = game.set_tile(seat, tile, host, claim=claim_for(before, tile, host))
        assert game.hand is not None and game.hand.play is not None
        play = game.hand.play
        again = play.again
        steps.append(Step(tile, play.host, play.total, play.points, _outcome(before, game.hand)))
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
