"""The table that follows another one: the same people, the same rules, one tap."""

from companion.record.statements import HandLed
from companion.tables.again import next_after, play_again
from companion.tables.errors import StaleTap
from companion.tables.state import RequestStamp, TableState
from companion.web.club_guard import clubs
from companion.web.device import device, remember_table, table_service
from companion.web.forms import draw_lots
from companion.web.quotas import spend_table


def open_next(before: TableState) -> str:
    """Open the table that follows, unless somebody was quicker; returns its id.

    It belongs to the club of the one before. Raises `QuotaReached`.
    """
    next_id = next_after(table_service(), before.id)
    if next_id is None:
        spend_table()
        then = clubs().tables.goes_on(before.id)
        next_id = play_again(table_service(), before, device(), then)
        _lead(next_id, before)
    remember_table(next_id)
    return next_id


def _lead(table_id: str, before: TableState) -> None:
    """Let lots decide who leads the first hand, as at any new table."""
    players = before.header.players
    lead = HandLed(players[draw_lots(len(players))])
    try:
        table_service().enter(table_id, lead, RequestStamp(0, "first lead", device()))
    except StaleTap:
        # The phone that was quicker has led it.
        return
