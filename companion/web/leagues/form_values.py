"""The values in forms of leagues: days, numbers, choices, points and tie-breaks, read with care."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, time
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from werkzeug.exceptions import BadRequest

from companion.i18n import Text, message
from companion.league.errors import BadCompetition
from companion.league.fixture import Walkover
from companion.league.kept_json import YEARS
from companion.league.league_tally import PointsTable, describe_points, parse_points
from companion.league.match_format import Side
from companion.league.no_play import Pause
from companion.league.tie_breaks import USUAL, TieBreak
from companion.web.ui.forms import parse_name

#: The sides of a match as forms name them, home first.
SIDES = {"home": Side.HOME, "away": Side.AWAY}
NAMED = {side: name for name, side in SIDES.items()}
Option = TypeVar("Option", bound=StrEnum)
#: How many tie-breaks the form has, one after the other.
_MOST_TIE_BREAKS = 4
_LARGEST = 1_000
_WHOLE = ("narrow_by", "walkover_score")
#: A season's games are played at tables: there is no draw, and nobody gets a walkover.
SEASON_FIELDS = ("win", "loss", "narrow_loss", "narrow_by", "each_game")


def parse_day(text: str) -> date | None:
    """A day as the browser sends it; None for none. Raises `BadCompetition`."""
    if not text.strip():
        return None
    with suppress(ValueError):
        if (day := date.fromisoformat(text.strip())).year in YEARS:
            return day
    raise BadCompetition(message("league.refused.day"))


def parse_time(text: str) -> time:
    """A time of day as the browser sends it; raises `BadCompetition`."""
    try:
        return time.fromisoformat(text.strip()).replace(second=0, microsecond=0, tzinfo=None)
    except ValueError:
        raise BadCompetition(message("league.refused.time")) from None


def parse_between(text: str, least: int, most: int) -> int:
    """A whole number between these two, both included; raises `BadCompetition`."""
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) < 6 and least <= int(text) <= most):
        raise BadCompetition(message("league.refused.number-between", least=least, most=most))
    return int(text)


def parse_choice(choices: type[Option], text: str) -> Option:
    """One of these; raises `BadCompetition`."""
    try:
        return choices(text)
    except ValueError:
        raise BadCompetition(message("league.refused.unreadable")) from None


def parse_pauses(form: Mapping[str, str]) -> tuple[Pause, ...]:
    """The days without play, or the one day; raises `BadCompetition` or `BadSeason`."""
    first, last = (parse_day(form.get(name, "")) for name in ("no-play", "no-play-until"))
    if first is None and last is None:
        return ()
    if first is None:
        raise BadCompetition(message("league.refused.day"))
    return (Pause(first, last or first).check(),)


class PointsForm(NamedTuple):
    """The fields for points and tie-breaks: as typed, or as they are."""

    worths: Mapping[str, str]
    #: What counts for each field that is left empty.
    usual: Mapping[str, str | Text]
    order: Sequence[str]
    #: The tie-breaks that hold now, in their order.
    breaks: Sequence[Text]
    tie_breaks: type[TieBreak] = TieBreak


def points_form(
    form: Mapping[str, str],
    usual: PointsTable,
    table: PointsTable | None = None,
    order: Sequence[TieBreak] = USUAL,
    fields: Sequence[str] = PointsTable._fields,
) -> PointsForm:
    """The form of a league's points, as typed or as they are."""
    now = dict(enumerate(order))
    left = {name: _worth(value) or "0" for name, value in usual._asdict().items()}
    said = {"walkover_won": message("league.as-a-win")}
    if usual.narrow_loss is None:
        said["narrow_loss"] = message("league.as-a-loss")
    return PointsForm(
        {name: form.get(name, _worth(getattr(table, name)) if table else "") for name in fields},
        {**left, **said},
        [form.get(f"order-{at}", now.get(at, "")) for at in range(_MOST_TIE_BREAKS)],
        [each.label for each in order],
    )


def _worth(value: Fraction | int | None) -> str:
    return describe_points(value) if isinstance(value, Fraction) else f"{value or ''}"


def parse_table(
    form: Mapping[str, str], usual: PointsTable, before: PointsTable | None = None
) -> PointsTable:
    """The points table that was typed; what is empty is the usual. Raises `BadPoints`.

    What the form doesn't ask for stays as before.
    """
    typed: dict[str, Any] = {}
    for name in PointsTable._fields:
        text = form.get(name, "").strip()
        if text:
            typed[name] = parse_between(text, 0, _LARGEST) if name in _WHOLE else parse_points(text)
        elif before and name not in form:
            typed[name] = getattr(before, name)
    if "win" in typed:
        # A walkover is worth a win, unless someone says otherwise.
        typed.setdefault("walkover_won", typed["win"])
    return usual._replace(**typed).check()


def parse_order(
    form: Mapping[str, str], before: tuple[TieBreak, ...] = USUAL
) -> tuple[TieBreak, ...]:
    """The tie-breaks that were chosen, in their order; as before if nobody was asked."""
    if "order-0" not in form:
        return before
    chosen = (form.get(f"order-{place}", "") for place in range(_MOST_TIE_BREAKS))
    return tuple(parse_choice(TieBreak, each) for each in chosen if each)


def parse_date(form: Mapping[str, str]) -> tuple[datetime, str]:
    """The day and time that a match is moved to, and the place; raises `BadCompetition`."""
    day = parse_day(form.get("day", ""))
    if day is None:
        raise BadCompetition(message("league.refused.day"))
    place = parse_name(form.get("place", ""))
    return datetime.combine(day, parse_time(form.get("time", ""))), place


def parse_walkover(form: Mapping[str, str]) -> Walkover | None:
    """The winner of a walkover; None to play it after all. Raises `BadRequest`."""
    to = form.get("to", "")
    try:
        return Walkover(to) if to else None
    except ValueError:
        raise BadRequest from None
