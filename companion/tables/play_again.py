"""Playing again: the next table of the same people, and the games they won on one day."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import Connection
from sqlmodel import Session, col, select

from companion.db.notify import announce
from companion.db.table_models import MemberRow, Role, TableRow
from companion.tables.table_loader import find
from companion.tables.table_service import TableService
from companion.tables.table_state import TableState

#: After a longer break people play on another day, whatever their clocks say.
_LONGEST_BREAK = timedelta(hours=6)
_MOST_GAMES = 60


class _WasQuicker(Exception):
    """Another phone opened the next table meanwhile."""


def next_after(table_service: TableService, table_id: str) -> str | None:
    """The table that continues this one; None if there is none yet."""
    with table_service.database.snapshot() as connection:
        return _next_after(connection, table_id)


def play_again(
    table_service: TableService,
    state: TableState,
    keeper: str,
    then: Callable[[Session, str], object] = lambda _, __: None,
) -> str:
    """Open the next table with the same rules, for all phones that are known at this one.

    Returns its id. If two phones do so at once they get the same. `then` writes what else belongs
    to it. Raises `NoSuchTable`.
    """
    found: list[str] = []

    def is_first(connection: Connection) -> None:
        find(connection, state.id, holds=True)
        if (quicker := _next_after(connection, state.id)) is not None:
            found.append(quicker)
            raise _WasQuicker

    def followed(session: Session, table_id: str) -> None:
        _let_in(session, state, table_id, keeper, table_service.now())
        # The others learn at this table that there is another one.
        announce(session.connection(), state.id)
        then(session, table_id)

    try:
        return table_service.open(
            state.header,
            is_pegs_only=state.is_pegs_only,
            again_from=state.id,
            keeper=keeper,
            table_options=state.table_options,
            check=is_first,
            then=followed,
        )
    except _WasQuicker:
        return found[0]


def games_won(table_service: TableService, table_id: str) -> dict[str, int]:
    """The games that each side of a table won on its day, this one included; raises `NoSuchTable`.

    It covers the tables that were played one after another; empty for the first one.
    """
    with table_service.database.snapshot() as connection:
        day = _day_of(connection, table_id)
    if len(day) < 2:
        return {}
    won = Counter(table_service.look(each).game.winning_side for each in day)
    return {name: won[name] for name in table_service.look(table_id).game.seating.side_names}


def _next_after(connection: Connection, table_id: str) -> str | None:
    follows = select(TableRow.id).where(TableRow.again_from == table_id)
    return connection.scalar(follows.order_by(col(TableRow.created_at).desc()).limit(1))


def _let_in(session: Session, state: TableState, table_id: str, keeper: str, now: datetime) -> None:
    for member in state.known:
        # The phone that opened it keeps score there, whatever its role was here.
        role = Role.KEEPER if member.device == keeper else member.role
        named = {"device": member.device, "role": role.value, "name": member.name}
        session.merge(MemberRow(table_id=table_id, since=now, **named))


def _day_of(connection: Connection, table_id: str) -> list[str]:
    """The tables played one after another on one day, this one first."""
    columns = (col(TableRow.again_from), TableRow.created_at, TableRow.changed_at)
    found: list[str] = []
    before: str | None = table_id
    opened: datetime | None = None
    while before is not None and before not in found and len(found) < _MOST_GAMES:
        row = connection.execute(select(*columns).where(TableRow.id == before)).first()
        if row is None or (opened is not None and opened - row.changed_at > _LONGEST_BREAK):
            break
        found.append(before)
        before, opened = row.again_from, row.created_at
    return found
