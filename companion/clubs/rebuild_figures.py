"""Everything that is kept beside the records, made again: what differed was wrong, and is fixed."""

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import delete
from sqlmodel import col, select

from companion.clubs.club_games import GameService
from companion.clubs.club_service import load_club
from companion.db.club_models import ClubRow, ClubTableRow, KeptFiguresRow


class Remade(NamedTuple):
    """What became of the figures of one club."""

    name: str
    #: How many games there are, and how many of them had no valid figures.
    games: int
    new: int
    #: The tables whose kept figures differ from the new ones.
    differed: tuple[str, ...]


def remake_figures(games: GameService) -> Iterator[Remade]:
    """Make everything again, club by club, and delete what belongs to none."""
    with games.database.transaction() as connection:
        of_clubs = col(KeptFiguresRow.table_id).in_(select(ClubTableRow.table_id))
        connection.execute(delete(KeptFiguresRow).where(~of_clubs))
    with games.database.reading() as session:
        whole = select(ClubRow.id).where(col(ClubRow.arriving_at).is_(None))
        ids = session.exec(whole.order_by(col(ClubRow.opened_at))).all()
    for club_id in ids:
        with games.database.reading() as session:
            club = load_club(session, club_id)
        new, differed = games.remake(club)
        yield Remade(club.name, len(games.games(club).played), new, differed)
