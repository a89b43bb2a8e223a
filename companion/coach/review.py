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
from companion.referee.words import points_told
from companion.rules.hand import Ending, tiles_told

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
    def sentence(self) -> str:
        """What could have been, as one sentence; empty where the turn was as good as any."""
        player, rules = self.turn.player, self.turn.game.rules
        if self.missed:
            gained = f" for {points_told(rules, self.most_points.points)}"
            return f"{player} could have set {tiles_told(self.most_points.tiles)}{gained} here."
        if self.turn.ending is None and self.tiles_missed and self.longest.tiles >= _A_SURGE:
            return f"{player} could have set {tiles_told(self.longest.tiles)} here."
        return ""


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
