"""What tests of clubs are done with: tables and clubs on one database."""

from dataclasses import dataclass

from companion.clubs.all_services import Clubs
from companion.clubs.club import Club
from companion.db.club_models import ClubLink
from companion.tables.table_service import TableService


@dataclass
class House:
    """Tables and clubs on one database, and a club whose book Ana's phone keeps."""

    tables: TableService
    clubs: Clubs
    club_id: str

    def __post_init__(self) -> None:
        # However busy the machine is, a request has the time that it needs.
        self.clubs.games.clock = lambda: 0.0

    @property
    def club(self) -> Club:
        """The club as it stands."""
        return self.clubs.service.look(self.club_id)

    def let_in(self, *devices: str) -> None:
        """Let phones keep score of everything in the club."""
        secret = self.clubs.access.links(self.club_id)[ClubLink.SCORER]
        for device in devices:
            self.clubs.access.join(secret, device, "")

    def join(self, *names: str) -> tuple[int, ...]:
        """New players; their numbers."""
        return self.clubs.players.add(self.club_id, names)
