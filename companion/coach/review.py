"""The review of a finished hand: what each turn was, and what it could have been.

It speaks only of a hand that is settled, and only of tiles that their player
is known to have held. What others held plays no part in it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.coach.practice import skill_missed
from companion.coach.skills import Skill
from companion.coach.surge import Surge, find_surges
from companion.coach.turns import Turn, turns_of
from companion.record.replay import Entry
from companion.referee.words import describe_points
from companion.rules.hand import Ending, describe_tiles
from companion.words import Text, message

#: A surge is worth telling from so many tiles on.
_A_SURGE = 2


class ReviewedTurn(NamedTuple):
    """A turn as it was, and the best that it could have been with the tiles known.

    `missed` is in pegs; `skill` is what finding them would have taken, None
    where nothing was missed.
    """

    turn: Turn
    most_points: Surge
    longest: Surge
    missed: int
    skill: Skill | None

    @property
    def tiles_missed(self) -> int:
        """How many more tiles the longest turn would have set."""
        return max(0, self.longest.tiles - len(self.turn.plays))

    @property
    def best(self) -> Surge:
        """The turn that would have been better."""
        return self.most_points if self.missed else self.longest

    @property
    def held(self) -> Text:
        """How many tiles the player held, and whether all of them are known."""
        assert self.turn.game.hand is not None
        return message(
            "review.held-all" if self.turn.knows_all else "review.held-some",
            count=self.turn.game.hand.held[self.turn.seat],
            name=self.turn.player,
        )

    @property
    def sentence(self) -> Text | None:
        """What could have been, as one sentence; None where the turn was as good as any."""
        name, tiles = self.turn.player, describe_tiles(self.best.tiles)
        if self.missed:
            points = describe_points(self.turn.game.rules, self.best.points)
            return message("review.could-have-pegged", name=name, tiles=tiles, points=points)
        if self.turn.ending is None and self.tiles_missed and self.best.tiles >= _A_SURGE:
            return message("review.could-have-set", name=name, tiles=tiles)
        return None


class Review(NamedTuple):
    """A settled hand, turn by turn."""

    turns: tuple[ReviewedTurn, ...]

    @property
    def better(self) -> tuple[ReviewedTurn, ...]:
        """The turns that could have been better, those that missed the most points first."""
        found = [turn for turn in self.turns if turn.sentence]
        return tuple(sorted(found, key=lambda turn: (-turn.missed, -turn.tiles_missed)))

    @property
    def missed(self) -> dict[str, int]:
        """The points that each player missed, turn by turn, in pegs."""
        found: dict[str, int] = {}
        for each in self.turns:
            found[each.turn.player] = found.get(each.turn.player, 0) + each.missed
        return found

    @property
    def practice(self) -> dict[str, Skill]:
        """The one thing for each player to practise: the skill that cost most points."""
        costs: dict[str, dict[Skill, int]] = {}
        for each in self.turns:
            if each.skill is not None:
                cost = costs.setdefault(each.turn.player, {})
                cost[each.skill] = cost.get(each.skill, 0) + each.missed
        order = list(Skill)
        return {
            player: max(cost, key=lambda skill: (cost[skill], -order.index(skill)))
            for player, cost in costs.items()
        }


def review_hand(hand: Sequence[Entry]) -> Review | None:
    """The review of one hand, from its lead on; None while it is not settled."""
    if not hand or hand[-1].game.result is None:
        return None
    return Review(tuple(map(review_turn, turns_of(hand))))


def review_turn(turn: Turn) -> ReviewedTurn:
    """A turn beside the best that its tiles allowed."""
    best = find_surges(turn.game, turn.known, first=turn.first)
    missed = max(0, best.most_points.points - turn.points)
    if turn.ending is Ending.TARGET:
        missed = 0  # Who has won the game needs no more points.
    skill = skill_missed(turn, best.most_points) if missed else None
    return ReviewedTurn(turn, best.most_points, best.longest, missed, skill)
