"""The form of a season: what was typed, and what it comes to."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from werkzeug.datastructures import MultiDict

from companion.i18n import Text, listed, message
from companion.league.errors import BadCompetition
from companion.league.league_bounds import MOST_KINDS
from companion.league.points_table import PointsTable
from companion.league.season import Season
from companion.rules.games import game_named
from companion.web.leagues.form_values import parse_day
from companion.web.leagues.points_form import PointsForm, parse_order, parse_table, points_form
from companion.web.ui.forms import parse_name

#: What is offered: a season of a winter's length.
_LASTS = timedelta(90)


def describe_kinds(season: Season) -> Text | str:
    """The kinds of game that count."""
    if not season.kinds:
        return message("season.all-kinds")
    return str(listed([game_named(kind).title for kind in season.kinds]))


class SeasonForm(NamedTuple):
    """What the form of a season shows: as typed, as it is, or what is offered."""

    name: str
    first: str
    last: str
    kinds: Sequence[str]
    points: PointsForm


def season_form(form: MultiDict[str, str], today: date, before: Season | None) -> SeasonForm:
    """The form of a season that is, or of one that would begin today."""
    season = before or Season("", today, today + _LASTS)
    return SeasonForm(
        form.get("name", season.name),
        form.get("first", season.first.isoformat()),
        form.get("last", season.last.isoformat()),
        form.getlist("kind") if form else season.kinds,
        points_form(form, before and before.table, season.order),
    )


def parse_season(form: MultiDict[str, str], before: Season | None = None) -> Season:
    """The season that a form asks for; raises a `Refusal` for what cannot be read."""
    first, last = (parse_day(form.get(each, "")) for each in ("first", "last"))
    if first is None or last is None:
        raise BadCompetition(message("league.refused.day"))
    return Season(
        parse_name(form.get("name", "")) or str(message("season.stand-in")),
        first,
        last,
        tuple(form.getlist("kind")[: MOST_KINDS + 1]),
        parse_table(form, before.table if before else PointsTable()),
        parse_order(form),
    ).check()
