"""Skill: the points that turns took, and those of the best turns with the same tiles.

Only settled hands count, and turns whose player's tiles are all known. See
`docs/luck-and-skill.md`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.coach.analysis.played_turn import PlayedTurn, turns_of
from companion.coach.analysis.reply_search import replies_to, reply_to
from companion.coach.analysis.turn_search import TurnSearches
from companion.record.replay import Entry


class TurnSkill(NamedTuple):
    """The points that turns took of those that there were."""

    taken: int = 0
    available: int = 0
    #: In turns of one tile: the points that they kept from the next player.
    spared: int = 0
    #: How much more than `available` the best tiles would have taken and kept together.
    sparable: int = 0

    def and_also(self, other: "TurnSkill") -> "TurnSkill":
        """The sum of both."""
        return TurnSkill(*map(sum, zip(self, other, strict=True)))


def skill_in(hand: Sequence[Entry], searches: TurnSearches) -> dict[int, TurnSkill]:
    """The skill of each seat in one hand, from its lead on; empty until it is settled."""
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
    # It may have been another of several ends that are alike.
    as_set = [reply for reply in replies if reply.placed == placed]
    leaves = (as_set or [reply_to(turn.game, turn.known, placed)])[0].leaves
    most_left = max(reply.leaves for reply in replies)
    best = max(reply.points + most_left - reply.leaves for reply in replies)
    return TurnSkill(turn.points, available, most_left - leaves, best - available)


def _leaves_something_to_answer(turn: PlayedTurn) -> bool:
    """Whether the hand went on after a turn of one tile."""
    goes_on = turn.ending is None and 0 not in turn.hand.held
    return goes_on and turn.game.rules.has_one_tile_turns
