"""The tables of this phone: what it goes on with, what it just put away, and for which club."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

from companion.clubs.club_service import ClubTitle
from companion.clubs.errors import NoSuchClub, OnlyScorers
from companion.db.club_models import ClubRole
from companion.tables.errors import NoSuchTable
from companion.tables.table_state import Members, TableState
from companion.web.clock import now
from companion.web.security import table_guard
from companion.web.security.club_guard import club_id_of, clubs, scored_club
from companion.web.security.table_guard import table_service, visit
from companion.web.ui.table_cards import TableCard

#: A game begun longer ago, and left for another one since, is not being played any more.
_LATELY = timedelta(days=1)


def known_visits() -> list[Members]:
    """The tables of this device, the latest first, as it may see them."""
    held = {table_id: table_guard.held_secret(table_id) for table_id in table_guard.known_tables()}
    device = table_guard.known_device()
    visits = table_service().visits(held, device)
    # By a link that it still holds it may see no table of a club that has removed it.
    by_link = [table_id for table_id, each in visits.items() if each.own is None]
    kept_out = clubs().phones.kept_out(device, by_link) if by_link else {}
    return [each for table_id, each in visits.items() if table_id not in kept_out]


def going_on(visits: list[Members], cards: list[TableCard]) -> TableCard | None:
    """The game to go on with: one that is not over, if it was looked at last or begun lately."""
    for visited, card in zip(visits, cards, strict=True):
        is_on = card is cards[0] or visited.state.opened_at > now() - _LATELY
        if is_on and not card.game.is_over:
            return card
    return None


def just_put_away(table_id: str) -> TableState | None:
    """The table that was just put away here; None if it is back, or no table of this phone."""
    if table_id and table_id not in table_guard.known_tables():
        with suppress(NoSuchTable):
            return visit(table_id).state
    return None


def club_of_tonight(own: Sequence[ClubTitle], visits: Sequence[Members]) -> str | None:
    """The club where this phone kept score last, if that was today: it plays on there.

    Before its first table, it is the one club where it keeps score.
    """
    if not visits:
        scores = [each.id for each in own if each.role in (ClubRole.MANAGER, ClubRole.SCORER)]
        return scores[0] if len(own) == len(scores) == 1 else None
    with suppress(NoSuchClub, OnlyScorers):
        club = scored_club(club_id_of(visits[0].state.id) or "") if own else None
        if club and club.day_of(visits[0].state.opened_at) == club.day_of(now()):
            return club.id
    return None
