"""What turns took, and what the best turns with the same tiles would have taken.

It is the review's measure, of settled hands, and of those turns alone of which every tile that
their player held is known. `docs/luck-and-skill.md` says it in plain words.
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.coach.analysis.played_turn import PlayedTurn, turns_of
from companion.coach.analysis.reply_search import replies_to, reply_to
from companion.coach.analysis.turn_search import TurnSearches
from companion.record.replay import Entry


class TurnSkill(NamedTuple):
    """What turns took of what there was to take, in points.

    Where a turn is one tile, `spared` is what their tiles kept from the next player, and `sparable`
    how much more the best tiles would have come to, points made and points kept together.
    """

    taken: int = 0
    available: int = 0
    spared: int = 0
    sparable: int = 0

    @property
    def share(self) -> float | None:
        """What was made and kept of what the best turns would have, 0 to 1; None of nothing."""
        best = self.available + self.sparable
        return (self.taken + self.spared) / best if best else None

    def and_also(self, other: "TurnSkill") -> "TurnSkill":
        """Both together."""
        return TurnSkill(*map(sum, zip(self, other, strict=True)))


def skill_in(hand: Sequence[Entry], searches: TurnSearches) -> dict[int, TurnSkill]:
    """What each seat took in one hand, from its lead on; nothing while it is not settled."""
    found: dict[int, TurnSkill] = {}
    for turn in turns_of(hand) if hand[-1].game.result is not None else ():
        if turn.knows_all:
            best = searches.of(turn.game).most_points(turn.known, turn.first)
            skill = _skill_of(turn, available=turn.points + turn.missed(best))
            found[turn.seat] = found.get(turn.seat, TurnSkill()).and_also(skill)
    return found


def _skill_of(turn: PlayedTurn, *, available: int) -> TurnSkill:
    if not _leaves_something_to_answer(turn):
        return TurnSkill(turn.points, available)
    (play,) = turn.plays
    placed = (play.tile, play.host)
    replies = [
        reply
        for reply in replies_to(turn.game, turn.known)
        if turn.first in (None, reply.placed[0])
    ]
    # Of ends that are alike it may have been another one.
    as_set = [reply for reply in replies if reply.placed == placed]
    leaves = (as_set or [reply_to(turn.game, turn.known, placed)])[0].leaves
    most_left = max(reply.leaves for reply in replies)
    best = max(reply.points + most_left - reply.leaves for reply in replies)
    return TurnSkill(turn.points, available, most_left - leaves, best - available)


def _leaves_something_to_answer(turn: PlayedTurn) -> bool:
    """Whether it was one tile, and a player of the other side was next."""
    goes_on = turn.ending is None and 0 not in turn.hand.held
    return goes_on and turn.game.rules.has_one_tile_turns
