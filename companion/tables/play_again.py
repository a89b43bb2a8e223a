"""Playing again: the next table of the same people, and the games that they won on one day."""

from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo

from sqlalchemy import Connection
from sqlmodel import Session, col, select

from companion.db.notify import announce
from companion.db.table_models import MemberRow, Role, TableRow
from companion.record.header import Header
from companion.rules.player_names import name_key
from companion.stats.evening import day_of
from companion.tables.stored_statements import stored_header
from companion.tables.table_loader import find
from companion.tables.table_service import TableService
from companion.tables.table_state import TableState

#: The longest that a day can be, whatever its clock says.
LONGEST_DAY = timedelta(hours=26)


class _WasQuicker(Exception):
    """Another phone opened the next table meanwhile, of which this is the id."""


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

    def is_first(connection: Connection) -> None:
        find(connection, state.id, holds=True)
        if (quicker := _next_after(connection, state.id)) is not None:
            raise _WasQuicker(quicker)

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
    except _WasQuicker as quicker:
        return str(quicker)


def winners_of_day(
    table_service: TableService, state: TableState, clock: tzinfo | None
) -> dict[str, tuple[str, ...]]:
    """Who of a table's people won each of their games on its day, this one included, by table.

    It doesn't matter how the others were opened and who else played, but a phone that keeps score
    here must do so there too: so nobody hears of games elsewhere. They are called as they are here.
    """
    called = {name_key(name): name for name in state.header.players}
    day = day_of(state.opened_at, clock)
    keepers = [member.device for member in state.known if member.keeps]
    first, last = state.opened_at - LONGEST_DAY, state.opened_at + LONGEST_DAY
    # A scorer was there on that day too: so few tables are looked up, however many there are.
    kept = select(MemberRow.table_id).where(
        col(MemberRow.device).in_(keepers),
        MemberRow.role == Role.KEEPER,
        col(MemberRow.since).between(first, last),
    )
    led = select(TableRow).where(col(TableRow.id).in_(kept), TableRow.hand > 0)
    found = {state.id: _winners(state.header, state.game.winner)}
    with table_service.database.reading() as session:
        for row in session.exec(led):
            header = stored_header(row.header)
            keys = {*map(name_key, header.players)} & {*called}
            if keys and day_of(row.created_at, clock) == day:
                winners = map(name_key, _winners(header, row.winner))
                found[row.id] = tuple(called[each] for each in winners if each in called)
    return found


def _winners(header: Header, winner: int | None) -> tuple[str, ...]:
    sides = header.seating.sides
    return () if winner is None else tuple(header.players[seat] for seat in sides[winner])


def _next_after(connection: Connection, table_id: str) -> str | None:
    follows = select(TableRow.id).where(TableRow.again_from == table_id)
    return connection.scalar(follows.order_by(col(TableRow.created_at).desc()).limit(1))


def _let_in(session: Session, state: TableState, table_id: str, keeper: str, now: datetime) -> None:
    for member in state.known:
        # The phone that opened it keeps score there, whatever its role was here.
        role = Role.KEEPER if member.device == keeper else member.role
        named = {"device": member.device, "role": role.value, "name": member.name}
        session.merge(MemberRow(table_id=table_id, since=now, **named))
