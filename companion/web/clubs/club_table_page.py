"""To which club a table belongs, or which could take it in, with who sat at which seat."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.clubs.club_service import ClubTitle
from companion.clubs.club_tables import suggested_seats
from companion.db.table_models import Role
from companion.tables.table_state import TableState
from companion.web.security.club_guard import clubs
from companion.web.ui.match_link import to_match


def belongs_page(
    state: TableState, own: Sequence[ClubTitle], said: Mapping[str, str]
) -> dict[str, Any]:
    """What is to be chosen: the club first, then a player for each seat."""
    belongs = clubs().tables.club_of(state.id)
    kept = [title for title in own if title.role is Role.KEEPER]
    chosen = next((title for title in kept if title.id == said.get("club")), None)
    if chosen is None and belongs is None and len(kept) == 1:
        chosen = kept[0]
    return {
        "state": state,
        # A club that this phone was not let into is not told of.
        "belongs": next((title for title in own if title.id == belongs), None),
        "is_anothers": belongs is not None and belongs not in {title.id for title in own},
        "to_match": to_match(belongs, state.id) if belongs in {title.id for title in own} else None,
        "kept": kept,
        "chosen": chosen,
        "seats": _seats(state, chosen, said) if chosen else [],
    }


def _seats(state: TableState, chosen: ClubTitle, said: Mapping[str, str]) -> list[dict[str, Any]]:
    club = clubs().service.look(chosen.id)
    players = state.header.players
    suggested = ["" if each is None else f"{each}" for each in suggested_seats(club, players)]
    return [
        {
            "name": name,
            "chosen": said.get(f"seat-{seat}", suggested[seat]),
            "others": [(f"{number}", called) for number, called in club.names.items()],
        }
        for seat, name in enumerate(players)
    ]
