"""Tables that change clubs: which may leave, and what the clubs remember of it."""

from datetime import datetime

from sqlmodel import Session, col, select

from companion.clubs.club_history import By, ClubEventKind, keep_event
from companion.clubs.errors import WrongTable
from companion.db.club_models import ClubTableRow
from companion.db.league_models import CompetitionRow, MatchTableRow
from companion.i18n import message


def leave_club(
    session: Session, row: ClubTableRow, club_id: str | None, by: By, at: datetime
) -> None:
    """Check that a table may leave that club, which is locked, and note it.

    Raises `WrongTable` if it is another club's, or counts in a match.
    """
    if row.club_id != club_id:
        raise WrongTable(message("club.refused.moved-by-managers"))
    if match_of(session, row.table_id) is not None:
        raise WrongTable(message("club.refused.counts-in-match"))
    told = {"players": row.seats}
    keep_event(session, club_id, ClubEventKind.TABLE_MOVED, at, by=by, before=told)


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
