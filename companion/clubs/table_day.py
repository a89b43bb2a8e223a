"""The day on which a game of a club was played, if it was brought from elsewhere."""

from contextlib import suppress
from datetime import UTC, date, datetime

from companion.clubs.club import Club
from companion.clubs.club_history import By, ClubEventKind, keep_event
from companion.clubs.club_service import club_row, load_club
from companion.clubs.errors import BadDay
from companion.db.club_models import ClubTableRow
from companion.db.notify import announce
from companion.db.table_models import TableRow
from companion.i18n import message
from companion.tables.errors import NoSuchTable
from companion.tables.table_loader import find
from companion.tables.table_service import TableService

#: Nobody brings older games.
_FIRST = date(1950, 1, 1)


def parse_game_day(text: str, club: Club, now: datetime) -> date:
    """The day that a form has for a game of a club; raises `BadDay` for one to come."""
    with suppress(ValueError):
        if _FIRST <= (day := date.fromisoformat(text)) <= club.day_of(now):
            return day
    raise BadDay(message("club.refused.day"))


def play_on(tables: TableService, club_id: str, table_id: str, day: date, by: By) -> None:
    """Let a game of a club have been played on another day, at the same time of the day.

    Evenings, seasons and ratings follow. Raises `NoSuchTable`.
    """
    now = tables.now()
    with tables.database.writing() as session:
        find(session.connection(), table_id, holds=True)
        club_row(session, club_id, for_update=True)
        of_club, row = session.get(ClubTableRow, table_id), session.get_one(TableRow, table_id)
        if of_club is None or of_club.club_id != club_id:
            raise NoSuchTable(table_id)
        club, before = load_club(session, club_id), row.created_at
        if day == club.day_of(before):
            return
        at = before.astimezone(club.clock) + (day - club.day_of(before))
        row.created_at = min(at.astimezone(UTC), now)
        row.changed_at = max(row.changed_at, row.created_at)
        session.flush()
        announce(session.connection(), table_id)
        was, is_now = (
            {"day": each.astimezone(club.clock).strftime("%Y-%m-%d %H:%M")}
            for each in (before, row.created_at)
        )
        kind = ClubEventKind.GAME_DATED
        keep_event(session, club_id, kind, now, by=by, before=was, now=is_now)
