"""A club at a glance: what goes on there, who plays, what was played; and its settings."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from zoneinfo import available_timezones

from companion.clubs.club import Club, ClubVisit
from companion.clubs.club_tables import ClubTable
from companion.i18n import listed
from companion.web.clock import now
from companion.web.clubs.evening_page import evenings_tonight
from companion.web.clubs.games_list import sides_called
from companion.web.security.club_guard import clubs
from companion.web.security.device_session import table_service
from companion.web.ui.date_text import describe_date
from companion.web.ui.table_cards import describe_people, table_card

#: Of the tables that nobody finished, and of those that somebody won.
_MOST_RUNNING, _MOST_FINISHED = 12, 6
#: What nobody touched for longer is not being played any more.
_LATELY = timedelta(days=1)


def club_page(visit: ClubVisit) -> dict[str, Any]:
    """What the page of a club shows."""
    club = visit.club
    tables = clubs().tables.latest(club, _MOST_RUNNING + _MOST_FINISHED)
    lately = now() - _LATELY
    running = [table for table in tables if not table.is_over and table.changed_at > lately]
    latest = next(iter(tables), None)
    games = clubs().games.games(club)
    return {
        "club": club,
        "keeps": visit.keeps,
        "own": visit.own,
        # The people who played last: one tap deals them in again.
        "latest": _line_up(latest) if latest else None,
        "tonight": evenings_tonight(club, games.played),
        "waiting": games.waiting,
        "has_ratings": club.shows_ratings and any(game.has_result for game in games.played),
        "running": [
            table_card(table_service().look(table.id)) for table in running[:_MOST_RUNNING]
        ],
        "finished": [_result(club, table) for table in tables if table.is_over][:_MOST_FINISHED],
        "players": [
            {"player": player, "called": called}
            for player in club.present
            for called in [club.names[player.number]]
        ],
    }


def settings_page(club: Club, form: Mapping[str, str]) -> dict[str, Any]:
    """What the settings of a club show, as they are or as they were just typed."""
    zone = form.get("zone", club.zone)
    return {
        "club": club,
        "name": form.get("name", club.name),
        "zone": zone,
        # Those of the world's regions, without what is kept for older machines.
        "zones": sorted({*filter(_is_a_place, available_timezones()), "UTC", club.zone}),
        "shows_ratings": "ratings" in form if form else club.shows_ratings,
    }


def _is_a_place(zone: str) -> bool:
    region = zone.partition("/")[0]
    return "/" in zone and region not in ("Etc", "SystemV", "US", "posix", "right")


def _line_up(table: ClubTable) -> dict[str, Any]:
    """Who sat at a table, and by which rules."""
    header = table.header
    return {
        "id": table.id,
        "with": describe_people(header.seating),
        "title": header.preset.title,
        "target": header.rules.target,
        "is_over": table.is_over,
    }


def _result(club: Club, table: ClubTable) -> dict[str, Any]:
    """A game that was won, in a line."""
    assert table.winner is not None
    return {
        "id": table.id,
        "who": sides_called(club, table)[table.winner],
        "people": listed([club.names[number] for number in table.people]),
        "title": table.header.preset.title,
        "day": describe_date(club.day_of(table.created_at)),
    }
