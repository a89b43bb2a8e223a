"""What a new competition would come to, in words; and fixtures as calendars."""

from collections import Counter
from collections.abc import Iterable, Iterator
from heapq import nsmallest
from zoneinfo import ZoneInfo

from companion.clubs.club import Club
from companion.clubs.leagues.club_league import League
from companion.clubs.leagues.league_plan import LeaguePlan
from companion.exports.calendar_file import calendar_file
from companion.i18n import Text, listed, message, sentences
from companion.league.calendar_events import diary
from companion.league.competition import Shape
from companion.league.entrant import EntrantKind
from companion.rules.player_names import name_key
from companion.web.clock import now
from companion.web.leagues.league_form import LeagueAsked
from companion.web.security.club_guard import clubs
from companion.web.ui.date_text import describe_date

#: In a calendar, some years of a league: each takes its time to write, and programs come often.
_MOST_APPOINTMENTS = 1_000


def describe_plan(asked: LeagueAsked, plan: LeaguePlan) -> Text:
    """What a competition would come to, and what of it may be a slip of the pen."""
    return sentences(_plan(asked, plan), *_byes(asked, plan), *_doubts(asked))


def _byes(asked: LeagueAsked, plan: LeaguePlan) -> Iterator[Text]:
    if plan.byes:
        yield message(f"league.plan.byes-{asked.competition.shape}", count=plan.byes)


def _doubts(asked: LeagueAsked) -> Iterator[Text]:
    if asked.competition.kind is not EntrantKind.TEAM:
        return
    squad = asked.competition.form.squad
    small = [each.name for each in asked.entrants if len(each.players) < squad]
    if small:
        yield message("league.plan.small", names=listed(small), count=squad)
    shared = Counter(name_key(each.name) for each in asked.entrants)
    twice = {key: each.name for each in asked.entrants if shared[key := name_key(each.name)] > 1}
    for name in twice.values():
        yield message("league.plan.twice", name=name)


def _plan(asked: LeagueAsked, plan: LeaguePlan) -> Text:
    """How many rounds and matches, and until when."""
    entrants = message("league.plan.entrants", count=len(asked.entrants))
    if asked.competition.shape is Shape.LADDER:
        return message("league.plan.ladder", entrants=entrants)
    rounds = message("league.plan.rounds", count=plan.rounds)
    matches = message("league.plan.matches", count=plan.matches)
    days = asked.days(plan.rounds)
    if not days:
        return message("league.plan", entrants=entrants, rounds=rounds, matches=matches)
    first, last = describe_date(days[0]), describe_date(days[-1])
    when = message("league.plan.until", first=first, last=last)
    if len(days) == 1:
        when = message("league.plan.on", day=first)
    return message("league.plan.days", entrants=entrants, rounds=rounds, matches=matches, when=when)


def calendar_of(league: League) -> bytes:
    """The matches of a competition that have a date, as a calendar."""
    return _calendar(league.id, league.competition.name, league.club, [league])


def calendar_of_club(club: Club) -> bytes:
    """The same of the latest competitions of a club; of very many matches the nearest."""
    return _calendar(club.id, club.name, club, clubs().leagues.all_of(club))


def _calendar(uid: str, name: str, club: Club, leagues: Iterable[League]) -> bytes:
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
