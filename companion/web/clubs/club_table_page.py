"""To which club a table belongs, or which could take it in, with who sat at which seat."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.clubs.club import Club
from companion.clubs.club_service import ClubTitle
from companion.clubs.club_tables import suggested_seats
from companion.db.table_models import Role
from companion.tables.table_state import TableState
from companion.web.security.club_guard import clubs


class Belonging(NamedTuple):
    """What is to be chosen of a table: the club first, then a player for each seat."""

    #: Its club, if this phone was let in there; and whether it is one of others.
    club: ClubTitle | None
    is_anothers: bool
    kept: Sequence[ClubTitle]
    chosen: Club | None
    #: The name at each seat, and the number of the player who is taken to be it.
    seats: Sequence[tuple[str, str]]


def belonging(state: TableState, own: Sequence[ClubTitle], said: Mapping[str, str]) -> Belonging:
    """Where a table belongs by now, and what was chosen."""
    club_id = clubs().tables.club_of(state.id)
    kept = [title for title in own if title.role is Role.KEEPER]
    chosen = next((title for title in kept if title.id == said.get("club")), None)
    if chosen is None and club_id is None and len(kept) == 1:
        chosen = kept[0]
    # A club that this phone was not let into is not told of.
    of_own = next((title for title in own if title.id == club_id), None)
    is_anothers = club_id is not None and of_own is None
    if chosen is None:
        return Belonging(of_own, is_anothers, kept, None, ())
    club, players = clubs().service.look(chosen.id), state.header.players
    seats = [
        (name, said.get(f"seat-{seat}", f"{known or ''}"))
        for seat, (name, known) in enumerate(
            zip(players, suggested_seats(club, players), strict=True)
        )
    ]
    return Belonging(of_own, is_anothers, kept, club, seats)
