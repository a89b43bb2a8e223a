"""What a hand's turns took, and what the best turns with the same tiles would have taken.

It is the review's measure: of a settled hand, and only of tiles that their player is known to have
held. `docs/luck-and-skill.md` says it in plain words.
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.coach.replies import has_one_tile_turns, replies_to, reply_to
from companion.coach.review import ReviewedTurn, review_hand
from companion.coach.turn import Turn
from companion.record.replay import Entry


class Skill(NamedTuple):
    """What turns took of what there was to take, in points.

    Where a turn is one tile, `spared` is what their tiles kept from the next player, and `sparable`
    how much more the best tiles would have come to, points made and points kept together.
    """

    taken: int = 0
    available: int = 0
    spared: int = 0
    sparable: int = 0

    def and_also(self, other: "Skill") -> "Skill":
        """Both together."""
        return Skill(*map(sum, zip(self, other, strict=True)))


def skill_in(hand: Sequence[Entry]) -> dict[int, Skill]:
    """What each seat took in one hand, from its lead on; nothing while it is not settled."""
    found: dict[int, Skill] = {}
    review = review_hand(hand)
    for reviewed in review.turns if review is not None else ():
        seat = reviewed.turn.seat
        found[seat] = found.get(seat, Skill()).and_also(_skill_of(reviewed))
    return found


def _skill_of(reviewed: ReviewedTurn) -> Skill:
    turn = reviewed.turn
    available = turn.points + reviewed.missed
    if not _tells_what_it_leaves(turn):
        return Skill(turn.points, available)
    (play,) = turn.plays
    replies = replies_to(turn.game, turn.known)
    most_left = max(reply.leaves for reply in replies)
    spared = most_left - reply_to(turn.game, turn.known, (play.tile, play.host)).leaves
    best = max(reply.points + most_left - reply.leaves for reply in replies)
    return Skill(turn.points, available, spared, best - available)


def _tells_what_it_leaves(turn: Turn) -> bool:
    """Whether it is one tile of a hand that is known, and a player of the other side is next."""
    is_known = turn.knows_all and turn.first is None and 0 not in turn.hand.held
    return is_known and turn.ending is None and has_one_tile_turns(turn.game.rules)
