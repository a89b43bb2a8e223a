"""All that is kept beside the records, made anew: what differed was wrong, and is put right."""

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import delete, select

from companion.clubs.club_games import GameService
from companion.clubs.club_service import load_club
from companion.db.club_models import CLUB_TABLES, CLUBS, KEPT_FIGURES


class Remade(NamedTuple):
    """What became of the figures of one club."""

    name: str
    #: How many games there are, and of how many the figures had not been kept as they stand.
    games: int
    new: int
    #: The tables whose kept figures were others than those made anew.
    differed: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Whether all that was kept was as it is made anew."""
        return not self.differed


def remake_figures(games: GameService) -> Iterator[Remade]:
    """Make everything again, club by club, and forget what belongs to none."""
    with games.database.transaction() as connection:
        of_none = (
            ~select(CLUB_TABLES.c.table_id)
            .where(CLUB_TABLES.c.table_id == KEPT_FIGURES.c.table_id)
            .exists()
        )
        connection.execute(delete(KEPT_FIGURES).where(of_none))
    with games.database.snapshot() as connection:
        ids = [*connection.scalars(select(CLUBS.c.id).order_by(CLUBS.c.opened_at))]
    for club_id in ids:
        with games.database.reading() as session:
            club = load_club(session, club_id)
        new, differed = games.remake(club)
        yield Remade(club.name, len(games.games(club).played), new, differed)
