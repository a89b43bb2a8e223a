"""Which turns make a puzzle: the one that is best, and what looks best at first."""

from collections.abc import Callable
from typing import NamedTuple

from companion.coach.analysis.played_turn import PlayedTurn
from companion.coach.analysis.reply_search import replies_to
from companion.coach.analysis.surge import Aim, Surge, turn_of
from companion.coach.analysis.turn_search import Move, TurnSearch
from companion.rules.settings import Rules

_FEWEST_LAID = 3
#: The player holds no more tiles, and the best turn sets at least so many of them.
_MOST_HELD = 7
_LEAST = 3


class Find(NamedTuple):
    """A turn to be found, the first thought, and whether that is as good."""

    solution: Surge
    first_thought: Surge
    is_as_it_looks: bool = False


def aims_of(rules: Rules) -> list[Aim]:
    """What can be asked of a turn: of a single tile the best, or the one that leaves least."""
    if rules.has_one_tile_turns:
        return [Aim.BEST_TILE, Aim.LEAVES_LEAST]
    return [Aim.LONGEST, Aim.MOST_POINTS] if rules.worth(5) else [Aim.LONGEST]


def worth_asking(turn: PlayedTurn, aim: Aim) -> Find | None:
    """What is to be found in a turn; None where it does not make a puzzle."""
    if not _is_known(turn):
        return None
    find: Callable[[PlayedTurn, Aim], Find | None] = (
        _of_one_tile if aim.is_of_one_tile else _of_many
    )
    return find(turn, aim)


def _is_known(turn: PlayedTurn) -> bool:
    """Whether enough lies there, and all that its player holds is known and not too much."""
    is_known = turn.knows_all and turn.first is None
    return (
        is_known
        and len(turn.hand.layout.tiles) >= _FEWEST_LAID
        and (_LEAST <= len(turn.known) <= _MOST_HELD)
    )


def _of_one_tile(turn: PlayedTurn, aim: Aim) -> Find | None:
    """The one tile that is best, and what looks as good; None where several are, or few fit."""
    # Only where everyone holds tiles the next player is one of the other side.
    if 0 in turn.hand.held:
        return None
    answers = replies_to(turn.game, turn.known)
    if len({answer.placed[0] for answer in answers}) < _LEAST:
        return None
    by_points = sorted(answers, key=lambda answer: -answer.points)
    by_left = sorted(answers, key=lambda answer: answer.leaves)
    if aim is Aim.BEST_TILE:
        best, thought = by_points[:2]
        is_clear = best.points > thought.points > 0
    else:
        # What comes to mind first is the tile that scores most.
        best, thought = by_left[0], by_points[0]
        is_clear = best.leaves < by_left[1].leaves and thought.points > 0
    if not is_clear:
        return None
    solution, first = (turn_of(turn.game, [each.placed]) for each in (best, thought))
    return Find(solution, first, best == thought)


def _of_many(turn: PlayedTurn, aim: Aim) -> Find | None:
    """The best turn of several tiles, and the best that begins with most points at once."""
    search = TurnSearch(turn.game)
    options = search.first_moves(tuple(sorted(turn.known, reverse=True)))
    solution = turn_of(turn.game, search.path(options, aim))
    if solution.tiles < _LEAST:
        return None
    most = max(map(_temptation, options))
    tempting = [option for option in options if _temptation(option) == most]
    thought = turn_of(turn.game, search.path(tempting, aim))
    return Find(solution, thought, thought.reaches(aim) >= solution.reaches(aim))


def _temptation(move: Move) -> tuple[int, bool]:
    """What is seen of a tile at first sight: its points, and where none are given its count."""
    return move.play.points, move.hand.rules.scores(move.play.total)
