"""A surge: the tiles that one player plays in one turn, step by step."""

from collections.abc import Iterable, Sequence
from enum import Enum, StrEnum
from typing import NamedTuple

from companion.coach.drills.practice_positions import lay
from companion.i18n import Text, message
from companion.rules.choices import Announce, AnotherTurn, DrawnTile
from companion.rules.errors import NotYourTurn, Refusal
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand
from companion.rules.layout import Placement
from companion.rules.seating import Seating
from companion.rules.settings import Rules
from companion.rules.tile import ALL_TILES, Tile


class WrongHand(Refusal, code="wrong-hand"):
    """The player can't hold these tiles."""


class TurnOutcome(StrEnum):
    """Why a turn goes on after a tile, or why it doesn't."""

    SCORE = "score"
    DOUBLE = "double"
    SCORING_DOUBLE = "scoring-double"
    STUCK = "stuck"
    MUST_DRAW = "must-draw"
    NOTHING_EARNED = "nothing-earned"
    ONE_TILE = "one-tile"
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
        return self in (TurnOutcome.SCORE, TurnOutcome.DOUBLE, TurnOutcome.SCORING_DOUBLE)


class Aim(Enum):
    """What makes one turn better than another."""

    #: The most tiles; of turns with as many tiles, the most points.
    LONGEST = "longest"
    #: The most points; of turns that peg as much, the most tiles.
    MOST_POINTS = "most-points"
    #: For turns of one tile: the most points, or the least that the next player could answer.
    BEST_TILE = "best-tile"
    LEAVES_LEAST = "leaves-least"

    @property
    def is_of_one_tile(self) -> bool:
        """Whether it is an aim for turns of one tile."""
        return self in (Aim.BEST_TILE, Aim.LEAVES_LEAST)


class TurnStep(NamedTuple):
    """A tile of a surge: where it goes, the count (`total`, in pips), its points, what then."""

    tile: Tile
    host: Tile | None
    total: int
    points: int
    outcome: TurnOutcome
    #: The points that it loses because they would pass an exact target.
    disregarded: int = 0


class Surge(NamedTuple):
    """The tiles of one turn in the order in which they are played; empty if nothing fits."""

    steps: tuple[TurnStep, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether no tile can follow any more."""
        return bool(self.steps) and not self.steps[-1].outcome.goes_on

    @property
    def tiles(self) -> int:
        """How many tiles it plays."""
        return len(self.steps)

    @property
    def points(self) -> int:
        """What it pegs, all its counts together."""
        return sum(step.points for step in self.steps)

    def reaches(self, aim: Aim) -> int:
        """How much it reaches of the aim: tiles or points."""
        return self.tiles if aim is Aim.LONGEST else self.points


def game_with(
    rules: Rules, laid: Iterable[Placement], held: tuple[Tile, ...], *, boneyard: int = 0
) -> Game:
    """The game with these tiles on the table, in the turn of a player who holds others.

    All tiles seen nowhere are the opponent's, except those of the boneyard. Raises `AlreadySet`,
    `NoMatch` or `WhichEnd` for an impossible table, `WrongHand` for an impossible boneyard.
    """
    layout = lay(rules, laid)
    hidden = len(ALL_TILES) - len(layout.tiles) - len(held) - boneyard
    if hidden < 0:
        raise WrongHand(message("coach.refused.boneyard-too-large", count=boneyard))
    seating = Seating.of(("You", "They"))
    hand = Hand.led_by(0, rules, seating)._replace(
        layout=layout, held=(len(held), hidden), boneyard=boneyard
    )
    return Game(rules, seating, (0, 0), hand)


def turn_of(game: Game, moves: Iterable[Placement], *, left: Iterable[Tile] = ()) -> Surge:
    """A turn as someone plays it: each tile with its host, which may be left out as in a record.

    Every count is called correctly, and the turn is not over while one of the tiles `left` fits.
    Raises what `Game.set_tile` does, and `NotYourTurn` for a tile after its end.
    """
    steps: list[TurnStep] = []
    seat, again = game.acting, True
    for tile, host in moves:
        if not again:
            raise NotYourTurn(message("coach.refused.turn-over", tile=tile))
        before = game.dealt
        game = game.set_tile(seat, tile, host, claim=claim_for(before, tile, host))
        _, _, on, total, points, again, disregarded = game.dealt.last_play
        outcome = outcome_of(before, game.dealt)
        steps.append(TurnStep(tile, on, total, points, outcome, disregarded))
    if steps and steps[-1].outcome.goes_on and not any(map(game.dealt.fits, left)):
        outcome = TurnOutcome.STUCK if game.dealt.held[seat] else TurnOutcome.MUST_DRAW
        steps[-1] = steps[-1]._replace(outcome=outcome)
    return Surge(tuple(steps))


def outcome_of(before: Hand, hand: Hand) -> TurnOutcome:
    """Why the turn goes on after a tile, or why it doesn't, from the hand before it and after."""
    play, rules = hand.last_play, hand.rules
    if hand.ending in (Ending.TARGET, Ending.DOMINO, Ending.WASHED_UP):
        return TurnOutcome(hand.ending.value)
    if play.seat in hand.washed_up:
        return TurnOutcome.WASHED_UP
    if not play.again:
        if rules.another_turn is AnotherTurn.NONE:
            return TurnOutcome.ONE_TILE
        ends_turn = before.has_drawn and rules.drawn_tile is DrawnTile.ENDS_TURN
        return TurnOutcome.DRAWN if ends_turn else TurnOutcome.NOTHING_EARNED
    if play.tile.is_double and rules.pays_doubles:
        by_score = rules.pays_scores and rules.scores(play.total)
        return TurnOutcome.SCORING_DOUBLE if by_score else TurnOutcome.DOUBLE
    return TurnOutcome.SCORE


def claim_for(hand: Hand, tile: Tile, host: Tile | None) -> int | None:
    """The count to call with a tile, in pips; None if the game has no calls."""
    if hand.rules.announce is not Announce.REQUIRED:
        return None
    return hand.layout.set_tile(tile, host).total


def hosts_for(hand: Hand, tile: Tile) -> Sequence[Tile | None]:
    """The ends that a tile can be played on, of equal ends the first; None as the lead."""
    if hand.must_draw:
        return ()
    if not hand.layout.tiles:
        return (None,) if hand.can_lead(tile) else ()
    return [end.host for end in hand.layout.choices_for(tile)]
