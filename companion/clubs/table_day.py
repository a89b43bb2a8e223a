"""The day on which a game of a club was played, if it was brought from elsewhere."""

from contextlib import suppress
from datetime import UTC, date, datetime

from sqlmodel import Session

from companion.clubs.club import Club
from companion.clubs.club_history import By, ClubEventKind, keep_event
from companion.clubs.errors import BadDay
from companion.db.notify import announce
from companion.db.table_models import TableRow
from companion.i18n import message

#: Nobody brings older games.
_FIRST = date(1950, 1, 1)


def play_on(session: Session, club: Club, table_id: str, said: str, by: By, now: datetime) -> None:
    """Let a game of a club have been played on the day of a form, at the same time of the day.

    Its transaction has locked both. Raises `BadDay` for what is no day, or one to come.
    """
    row, day = session.get_one(TableRow, table_id), _FIRST
    with suppress(ValueError):
        day = date.fromisoformat(said)
    if not _FIRST < day <= club.day_of(now):
        raise BadDay(message("club.refused.day"))
    before, days = row.created_at, day - club.day_of(row.created_at)
    if not days:
        return
    row.created_at = min((before.astimezone(club.clock) + days).astimezone(UTC), now)
    row.changed_at = max(row.changed_at, row.created_at)
    session.flush()
    announce(session.connection(), table_id)
    was, told = (
        {"day": each.astimezone(club.clock).strftime("%Y-%m-%d %H:%M")}
        for each in (before, row.created_at)
    )
    keep_event(session, club.id, ClubEventKind.GAME_DATED, now, by=by, before=was, now=told)
