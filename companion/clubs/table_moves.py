"""Tables that change clubs or days: which may, and what the clubs remember of it."""

from contextlib import suppress
from datetime import UTC, date

from sqlmodel import Session, col, select

from companion.clubs.club import Club
from companion.clubs.club_history import ClubEventKind, Facts, HistoryKeeper
from companion.clubs.errors import BadDay, WrongTable
from companion.db.club_models import ClubTableRow
from companion.db.league_models import CompetitionRow, MatchTableRow
from companion.db.notify import announce
from companion.db.table_models import TableRow
from companion.i18n import message

#: Nobody brings older games.
_FIRST = date(1950, 1, 1)


def leave_club(
    keeper: HistoryKeeper, session: Session, row: ClubTableRow, club_id: str | None
) -> None:
    """Check that a table may leave that club, which is locked, and note it.

    Raises `WrongTable` if it is another club's, or counts in a match.
    """
    if row.club_id != club_id:
        raise WrongTable(message("club.refused.moved-by-managers"))
    if match_of(session, row.table_id) is not None:
        raise WrongTable(message("club.refused.counts-in-match"))
    keeper.note(session, (club_id, ""), ClubEventKind.TABLE_LEFT, {"players": row.seats})


def match_of(session: Session, table_id: str) -> tuple[str, int] | None:
    """The competition and match number of a table, if it is a game of a match of its club."""
    query = (
        select(MatchTableRow.competition_id, MatchTableRow.fixture)
        .join(CompetitionRow, col(CompetitionRow.id) == MatchTableRow.competition_id)
        .join(ClubTableRow, col(ClubTableRow.table_id) == MatchTableRow.table_id)
        # A table that moved to another club counts in no match here.
        .where(ClubTableRow.club_id == CompetitionRow.club_id)
    )
    return session.exec(query.where(MatchTableRow.table_id == table_id)).first()


def play_on(keeper: HistoryKeeper, session: Session, club: Club, table_id: str, said: str) -> None:
    """Let a game of a club have been played on the day of a form, at the same time of the day.

    Its transaction has locked both. Raises `BadDay` for what is no day, or one to come.
    """
    row, day, now = session.get_one(TableRow, table_id), _FIRST, keeper.now()
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
    was, day_now = (club.day_of(each).isoformat() for each in (before, row.created_at))
    told: Facts = {"played": day_now, "players": session.get_one(ClubTableRow, table_id).seats}
    keeper.note(session, (club.id, ""), ClubEventKind.GAME_DATED, {"played": was}, told)
