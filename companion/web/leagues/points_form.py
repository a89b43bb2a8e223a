"""The form of league points and tie-breaks: what was typed, and what it comes to."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from companion.league.points_table import PointsTable, describe_points, parse_points
from companion.league.tie_breaks import USUAL, TieBreak
from companion.web.leagues.form_values import parse_between, parse_choice

#: So many tie-breaks are asked for, one after the other.
_MOST_TIE_BREAKS = 4
_LARGEST = 1_000
_WHOLE = ("narrow_by", "walkover_score")


class PointsForm(NamedTuple):
    """What is asked about points and tie-breaks: as typed, or as it is."""

    worths: Mapping[str, str]
    order: Sequence[str]
    tie_breaks: type[TieBreak] = TieBreak


def points_form(
    form: Mapping[str, str], table: PointsTable | None = None, order: Sequence[TieBreak] = USUAL
) -> PointsForm:
    """The form of a league's points, as typed or as they are."""
    now = dict(enumerate(order))
    return PointsForm(
        {name: form.get(name, _worth(table, name)) for name in PointsTable._fields},
        [form.get(f"order-{at}", now.get(at, "")) for at in range(_MOST_TIE_BREAKS)],
    )


def _worth(table: PointsTable | None, name: str) -> str:
    value = getattr(table, name) if table else None
    return describe_points(value) if isinstance(value, Fraction) else f"{value or ''}"


def parse_table(form: Mapping[str, str], usual: PointsTable) -> PointsTable:
    """The points table that was typed, the usual one where nothing was; raises `BadPoints`."""
    typed: dict[str, Any] = {}
    for name in PointsTable._fields:
        text = form.get(name, "").strip()
        if text:
            typed[name] = parse_between(text, 0, _LARGEST) if name in _WHOLE else parse_points(text)
    if "win" in typed:
        # A walkover is worth a win, where nobody says otherwise.
        typed.setdefault("walkover_won", typed["win"])
    return usual._replace(**typed).check()


def parse_order(form: Mapping[str, str]) -> tuple[TieBreak, ...]:
    """The tie-breaks that were chosen, in their order; the usual ones where none was asked."""
    if "order-0" not in form:
        return USUAL
    chosen = (form.get(f"order-{place}", "") for place in range(_MOST_TIE_BREAKS))
    return tuple(parse_choice(TieBreak, each) for each in chosen if each)
