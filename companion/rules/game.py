"""A game: hands until a side reaches the target, the scores, and who leads next.

Each action returns the next `Game` or raises a `Refusal`, after the game `GameOver`. Scores are in
pegs, one for each side.
"""

from typing import NamedTuple, Self

from companion.i18n import message
from companion.rules.choices import GameEnds, NextLead
from companion.rules.errors import GameOver, HandNotOver, HandOver, WrongLeader, WrongPlayers
from companion.rules.hand import Ending, Hand
from companion.rules.seating import Seating
from companion.rules.settings import Rules
from companion.rules.settlement import HandResult, settle, show_left
from companion.rules.tile import ALL_TILES, Tile


class Game(NamedTuple):
    """A game so far: the scores, the hand being played, the last result."""

    rules: Rules
    seating: Seating
    scores: tuple[int, ...]
    #: The hand being played or settled; None before the first lead.
    hand: Hand | None = None
    #: The seat that must lead the next hand; None if it is picked at random.
    next_leader: int | None = None
    #: The result of the last hand; None once the next one is led.
    result: HandResult | None = None
    winner: int | None = None

    @classmethod
    def between(cls, seating: Seating, rules: Rules) -> Self:
        """A game before its first lead; raises `WrongPlayers` if there are too few tiles."""
        check_deal(rules, len(seating.players))
        return cls(rules, seating, (0,) * len(seating.sides))

    @property
    def dealt(self) -> Hand:
        """The hand being played or settled; only once one was led."""
        assert self.hand is not None
        return self.hand

    @property
    def acting(self) -> int:
        """The seat that acts next; only while a hand is on."""
        assert self.turn is not None
        return self.turn

    @property
    def is_over(self) -> bool:
        """True if a side has won."""
        return self.winner is not None

    @property
    def winning_side(self) -> str | None:
        """The name of the side that won, if any has."""
        return None if self.winner is None else self.seating.side_names[self.winner]

    @property
    def named_scores(self) -> dict[str, int]:
        """The scores by the names of the sides."""
        return dict(zip(self.seating.side_names, self.scores, strict=True))

    @property
    def hand_is_on(self) -> bool:
        """True if it is a player's turn to play, draw or pass."""
        return self.hand is not None and not self.hand.is_over

    @property
    def awaits_left(self) -> bool:
        """True if a hand has ended and the remaining tiles must still be entered."""
        return self.hand is not None and self.hand.is_over and self.result is None

    @property
    def awaits_lead(self) -> bool:
        """True if the next entry must be a lead."""
        return not self.is_over and (self.hand is None or self.result is not None)

    @property
    def turn(self) -> int | None:
        """The seat that acts next; None while no hand is on."""
        return self.hand.turn if self.hand is not None else None

    def lead(self, seat: int) -> "Game":
        """The game with a new hand for `seat` to lead; raises `HandNotOver` or `WrongLeader`."""
        self._check_not_over()
        if self.hand is not None and self.result is None:
            raise HandNotOver(message("refused.not-settled"))
        if self.next_leader is not None and seat != self.next_leader:
            leader = self.seating.players[self.next_leader]
            raise WrongLeader(message("refused.wrong-leader", player=leader))
        hand = Hand.led_by(seat, self.rules, self.seating)
        return self._replace(hand=hand, next_leader=None, result=None)

    def set_tile(
        self, seat: int, tile: Tile, host: Tile | None = None, *, claim: int | None = None
    ) -> "Game":
        """The game after `seat` plays a tile; raises what `Hand.set_tile` does."""
        hand = self._open_hand().set_tile(seat, tile, host, claim=claim)
        play = hand.last_play
        if not (earned := play.points):
            return self._following(hand)
        side = self.seating.side_of[seat]
        # A last tile that scores, and the point for going out, are one score.
        goes_out = hand.pays_for_going_out
        if self.rules.counted(earned + goes_out, self.scores[side]) == 0:
            hand = hand._replace(play=play._replace(points=0, disregarded=earned))
            return self._following(hand, is_disregarded=goes_out)
        scored = self._scoring(hand, side, earned)
        return scored if scored.is_over else scored._following(hand)

    def draw(self, seat: int, tiles: int) -> "Game":
        """The game after `seat` draws tiles; raises what `Hand.draw` does."""
        return self._replace(hand=self._open_hand().draw(seat, tiles))

    def pass_turn(self, seat: int) -> "Game":
        """The game after `seat` passes; raises what `Hand.pass_turn` does."""
        return self._following(self._open_hand().pass_turn(seat))

    def show_left(self, seat: int, left: tuple[Tile, ...] | int) -> "Game":
        """The game after `seat` shows what is left; raises what `settlement.show_left` does."""
        hand = self._open_hand()
        if self.result is not None:
            raise HandOver(message("refused.hand-settled"))
        return self._following(show_left(hand, seat, left))

    def rule_points(self, side: int, points: int) -> "Game":
        """The game with points that the table agreed on; raises `HandOver` before any lead."""
        self._check_not_over()
        if self.hand is None:
            raise HandOver(message("refused.points-before-lead"))
        return self._scoring(self.hand._replace(play=None), side, points)

    def _check_not_over(self) -> None:
        if self.winner is not None:
            raise GameOver(message("refused.game-over", side=self.seating.side_names[self.winner]))

    def _open_hand(self) -> Hand:
        self._check_not_over()
        if self.hand is None:
            raise HandOver(message("refused.no-hand", player=self.seating.players[0]))
        return self.hand

    def _scoring(self, hand: Hand, side: int, points: int) -> "Game":
        """The game with points for a side, won at once if the rules say so."""
        score = self.scores[side] + points
        scores = (*self.scores[:side], score, *self.scores[side + 1 :])
        ends_at_once = self.rules.game_ends is GameEnds.AT_ONCE
        if points <= 0 or score < self.rules.target or not ends_at_once:
            return self._replace(scores=scores, hand=hand)
        if self.result is not None:
            return self._replace(scores=scores, winner=side)
        # The hand stays unsettled.
        hand = hand.ended(Ending.TARGET)
        result = HandResult(Ending.TARGET, (side,), (0,) * len(scores))
        return self._replace(scores=scores, hand=hand, result=result, winner=side)

    def _following(self, hand: Hand, *, is_disregarded: bool = False) -> "Game":
        """The game with this hand, settled if every hand is known.

        `is_disregarded`: the settlement does not count, like the last tile's score that it is
        part of.
        """
        if hand.ending is None or hand.must_show:
            return self._replace(hand=hand)
        result = settle(hand)
        points = tuple(
            0 if is_disregarded else self.rules.counted(earned, score)
            for earned, score in zip(result.points, self.scores, strict=True)
        )
        if points != result.points:
            result = result._replace(points=points, disregarded=result.points)
        scores = tuple(map(sum, zip(self.scores, points, strict=True)))
        next_leader = hand.dominoer
        if self.rules.next_lead is NextLead.ROTATES:
            next_leader = (hand.leader + 1) % len(self.seating.players)
        # The side alone with the highest score at or past the target; a tie plays on.
        highest = max(scores)
        is_won = highest >= self.rules.target and scores.count(highest) == 1
        winner = scores.index(highest) if is_won else None
        return Game(self.rules, self.seating, scores, hand, next_leader, result, winner)


def check_deal(rules: Rules, seats: int) -> None:
    """Raise `WrongPlayers` if there are too few tiles for so many players."""
    tiles = rules.tiles_for(seats)
    if tiles < 1 or rules.boneyard_for(seats) < 0:
        most = len(ALL_TILES) // seats
        raise WrongPlayers(message("refused.deal", players=seats, each=tiles, most=most))
