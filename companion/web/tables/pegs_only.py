"""Pegs only: what is tapped where no tiles are entered, and what was pegged last."""

from collections.abc import Sequence
from itertools import islice

from companion.record.replay import Entry
from companion.record.statements import PointsRuled
from companion.rules.choices import Points, ScoresOn
from companion.tables.table_state import TableState
from companion.web.ui.count_claims import counts_that_score

_MOST_RECENT = 6
#: Buttons for each side, by how many sides there are; all else is typed.
_MOST_TAPPED, _FEW_TAPPED = {2: 10}, 4


def points_to_tap(state: TableState) -> Sequence[int]:
    """The numbers that one tap pegs."""
    rules, are_pips = state.game.rules, state.game.rules.points is Points.PIPS
    most = _MOST_TAPPED.get(len(state.game.scores), _FEW_TAPPED)
    if are_pips and rules.scores_on is not ScoresOn.FIVES:
        return sorted(set(map(rules.worth, counts_that_score(rules))))[:most]
    step = 5 if are_pips else 1
    return range(step, (most + 1) * step, step)


def pegged_last(state: TableState) -> list[tuple[Entry, PointsRuled, int]]:
    """What was pegged last without tiles and by which side, the latest first."""
    ruled = (
        (entry, entry.statement, state.game.seating.side(entry.statement.side))
        for entry in reversed(state.entries if state.is_pegs_only else ())
        if isinstance(entry.statement, PointsRuled)
    )
    return list(islice(ruled, _MOST_RECENT))
