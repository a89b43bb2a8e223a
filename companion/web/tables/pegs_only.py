"""Pegs only: what is tapped where no tiles are entered, and what was pegged last."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.i18n import Signed
from companion.record.statements import PointsRuled
from companion.rules.choices import Points, ScoresOn
from companion.tables.table_state import TableState
from companion.web.ui.count_claims import counts_that_score

_MOST_RECENT = 6
#: Buttons for each side, by how many sides there are; all else is typed.
_MOST_TAPPED, _FEW_TAPPED = {2: 10}, 4


class LastPegged(NamedTuple):
    """Points that were pegged: the entry, whose, how many, why, and the score they made."""

    line: int
    side: int
    name: str
    points: Signed
    reason: str
    score: int


def points_to_tap(state: TableState) -> Sequence[int]:
    """The numbers that one tap pegs."""
    rules, are_pips = state.game.rules, state.game.rules.points is Points.PIPS
    most = _MOST_TAPPED.get(len(state.game.scores), _FEW_TAPPED)
    if are_pips and rules.scores_on is not ScoresOn.FIVES:
        return sorted(set(map(rules.worth, counts_that_score(rules))))[:most]
    step = 5 if are_pips else 1
    return range(step, (most + 1) * step, step)


def pegged_last(state: TableState) -> tuple[LastPegged, ...]:
    """What was pegged last without tiles, the latest first."""
    if not state.is_pegs_only:
        return ()
    seating, found = state.game.seating, list[LastPegged]()
    for entry in reversed(state.entries):
        match entry.statement:
            case PointsRuled(name, points, reason) if len(found) < _MOST_RECENT:
                side = seating.side(name)
                score = entry.game.scores[side]
                found.append(LastPegged(entry.line, side, name, Signed(points), reason, score))
    return tuple(found)
