"""The matches of leagues as calendars."""

from collections.abc import Iterable
from heapq import nsmallest
from zoneinfo import ZoneInfo

from companion.clubs.club import Club
from companion.clubs.leagues.club_league import League
from companion.exports.calendar_file import calendar_file
from companion.league.calendar_events import diary
from companion.web.clock import now

#: The most matches in a calendar, some years of a league: writing takes time, often.
_MOST_APPOINTMENTS = 1_000


def calendar_of(uid: str, name: str, club: Club, leagues: Iterable[League]) -> bytes:
    """The matches of a club's competitions that have a date; of very many the nearest."""
    zone = ZoneInfo(club.zone)
    appointments = (
        appointment
        for league in leagues
        for appointment in diary(
            league.competition, league.id, league.fixtures, league.names, zone, league.revisions
        )
    )
    moment = now()
    nearest = nsmallest(
        _MOST_APPOINTMENTS, appointments, key=lambda each: abs(each.starts_at - moment)
    )
    by_day = sorted(nearest, key=lambda each: each.starts_at)
    return calendar_file(f"{uid}@companion", name, by_day, moment)
