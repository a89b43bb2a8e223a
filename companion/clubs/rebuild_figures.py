"""All that is kept beside the records, made anew: what differed was wrong, and is put right."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import delete, select

from companion.clubs.club_games import GameService, Makes
from companion.clubs.club_service import ClubService
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


@dataclass(eq=False)
class RemakingService:
    """Makes what is derived anew."""

    clubs: ClubService
    games: GameService

    def __post_init__(self) -> None:
        self.database = self.clubs.database

    def remake(self, make: Makes | None = None) -> Iterator[Remade]:
        """Make everything anew, club by club, and forget what belongs to none.

        `make` makes the figures of many tables, where they are not made one by one here.
        """
        with self.database.transaction() as connection:
            of_none = (
                ~select(CLUB_TABLES.c.table_id)
                .where(CLUB_TABLES.c.table_id == KEPT_FIGURES.c.table_id)
                .exists()
            )
            connection.execute(delete(KEPT_FIGURES).where(of_none))
        with self.database.snapshot() as connection:
            ids = [*connection.scalars(select(CLUBS.c.id).order_by(CLUBS.c.opened_at))]
        for club_id in ids:
            yield self._remake(club_id, make)

    def _remake(self, club_id: str, make: Makes | None) -> Remade:
        club = self.clubs.look(club_id)
        new, differed = self.games.remake(club, make)
        return Remade(club.name, len(self.games.games(club).played), new, differed)
