"""The table that follows another one: the same people, the same rules, one tap."""

from collections.abc import Callable
from contextlib import suppress

from flask import current_app
from sqlmodel import Session

from companion.clubs.club_history import By
from companion.clubs.leagues.match_table_service import NewTable
from companion.record.statements import HandLed
from companion.tables.play_again import next_after, play_again
from companion.tables.request_stamp import RequestStamp, StaleTap
from companion.tables.table_state import TableState
from companion.web.security.club_guard import clubs
from companion.web.security.table_guard import device, remember_table, show_lot, table_service
from companion.web.ui.forms import draw_lots


def open_next(before: TableState) -> str:
    """Open the table that follows, in the same club and match, or find it; returns its id."""
    next_id = next_after(table_service(), before.id)
    if next_id is None:
        next_id = play_again(table_service(), before, device(), _belongs(before.id))
        lead_first(next_id)
        if not before.is_pegs_only:
            show_lot(next_id)
    remember_table(next_id)
    return next_id


def _belongs(before: str) -> Callable[[Session, str], None]:
    """What lets a table belong where the one before it does."""
    in_club = clubs().tables.goes_on(before)
    in_match = clubs().match_tables.by(By(device())).goes_on(before)
    if current_app.config["IS_ALONE"]:
        # There it does once something was entered.
        return lambda _session, _table_id: None

    def put(session: Session, table_id: str) -> None:
        in_club(session, table_id)
        in_match(session, table_id)

    return put


def open_for_match(new: NewTable) -> str:
    """Open the next game of a match's board, led by lot; returns its id, or raises why not."""
    table_id = table_service().open(new.header, keeper=device(), then=new.then)
    lead_first(table_id)
    remember_table(table_id)
    show_lot(table_id)
    return table_id


def lead_first(table_id: str, seat: int | None = None) -> None:
    """Let someone lead the first hand of a new table: at random if no seat is given."""
    # A player may have another name there than when the table was asked for.
    players = table_service().look(table_id).header.players
    lead = HandLed(players[draw_lots(len(players)) if seat is None else seat])
    # The phone that was quicker has led it.
    with suppress(StaleTap):
        table_service().enter(table_id, lead, RequestStamp(0, "first lead", device()))
