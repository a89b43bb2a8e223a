"""A season: its table, and the form by which it is asked for."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.clubs.club import Club, ClubVisit
from companion.clubs.leagues.season_service import ClubSeason, standings_of
from companion.i18n import Text, listed, message
from companion.league.errors import BadCompetition
from companion.league.league_bounds import MOST_KINDS
from companion.league.points_table import PointsTable
from companion.league.season import Season
from companion.league.standings import standings_rows
from companion.rules.games import GAMES, game_named
from companion.web.clock import now
from companion.web.leagues.form_values import parse_day
from companion.web.leagues.league_page import standing_lines
from companion.web.leagues.points_form import parse_order, parse_table, points_form
from companion.web.security.club_guard import clubs
from companion.web.ui.date_text import describe_date
from companion.web.ui.forms import parse_name

#: What is offered: a season of a winter's length.
_LASTS = timedelta(90)


def season_page(visit: ClubVisit, found: ClubSeason) -> dict[str, Any]:
    """What the page of a season shows."""
    club, season = visit.club, found.season
    games = clubs().games.games(club)
    played = [
        game
        for game in games.played
        if game.has_result and season.covers(game.day, game.figures.kind)
    ]
    return {
        "club": club,
        "keeps": visit.keeps,
        "id": found.id,
        "season": season,
        "waiting": games.waiting,
        "count": len(played),
        "days": message(
            "season.days", first=describe_date(season.first), last=describe_date(season.last)
        ),
        "kinds": describe_kinds(season),
        "lines": standing_lines(standings_of(season, games.played), club.names),
        "has_leagues": clubs().leagues.has_any(club.id),
    }


def season_rows(club: Club, found: ClubSeason) -> Iterator[tuple[object, ...]]:
    """Its table as rows for a spreadsheet."""
    lines = standings_of(found.season, clubs().games.games(club).played)
    names: dict[int, str | Text] = {**club.names}
    return standings_rows(lines, names)


def describe_kinds(season: Season) -> Text | str:
    """The kinds of game that count."""
    if not season.kinds:
        return message("season.all-kinds")
    return str(listed([game_named(kind).title for kind in season.kinds]))


def season_form(
    club: Club, form: MultiDict[str, str], found: ClubSeason | None = None
) -> dict[str, Any]:
    """What the form of a season shows: as typed, as it is, or what is offered."""
    today = club.day_of(now())
    season = found.season if found else Season("", today, today + _LASTS)
    kinds = form.getlist("kind") if form else [*season.kinds]
    return {
        "club": club,
        "id": found.id if found else None,
        "name": form.get("name", season.name),
        "first": form.get("first", season.first.isoformat()),
        "last": form.get("last", season.last.isoformat()),
        "games": [(game.id, game.title, game.id in kinds) for game in GAMES.values()],
        **points_form(form, season.table if found else None, season.order),
    }


def parse_season(form: MultiDict[str, str], before: Season | None = None) -> Season:
    """The season that a form asks for; raises a `Refusal` for what cannot be read."""
    first, last = (parse_day(form.get(each, "")) for each in ("first", "last"))
    if first is None or last is None:
        raise BadCompetition(message("league.refused.day"))
    return Season(
        parse_name(form.get("name", "")) or str(message("season.stand-in")),
        first,
        last,
        tuple(_kinds(form)),
        parse_table(form, before.table if before else PointsTable()),
        parse_order(form),
    ).check()


def _kinds(form: MultiDict[str, str]) -> list[str]:
    return form.getlist("kind")[: MOST_KINDS + 1]
