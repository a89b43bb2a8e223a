"""Everything in a database, whoever it belongs to: listed, and brought into another one."""

from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, delete, func, insert
from sqlalchemy import select as select_any
from sqlmodel import SQLModel, col, select

from companion.clubs.phone_people import PHONE
from companion.db.club_models import ClubPlayerRow, ClubRow, ClubTableRow
from companion.db.database import Database
from companion.db.learner_models import OF_LEARNERS, LearnerRow
from companion.db.table_models import ChangeRow, MemberRow, TableRow
from companion.record.header import Header
from companion.tables.stored_statements import stored_header

#: What a table has besides its record and its phones, and leaves behind.
_STAYS = ("club_table", "kept_figures", "match_table")
#: Everything else that belongs to a table comes with it: here rows are copied from any model.
_BELONGING = tuple(
    rows
    for rows in SQLModel.metadata.sorted_tables
    if "table_id" in rows.c and rows.name not in _STAYS
)


class Title(NamedTuple):
    """A table by its players and game."""

    id: str
    header: Header
    changed_at: datetime


def titles(database: Database) -> list[Title]:
    """Every table, the one changed last first."""
    columns = select(TableRow.id, TableRow.header, TableRow.changed_at)
    with database.reading() as session:
        rows = session.exec(columns.order_by(col(TableRow.changed_at).desc())).all()
    return [Title(table_id, stored_header(header), at) for table_id, header, at in rows]


def span(database: Database) -> tuple[datetime, datetime] | None:
    """When the first table was opened, and when one was last changed; None if there are none."""
    query = select(func.min(TableRow.created_at), func.max(TableRow.changed_at))
    with database.snapshot() as connection:
        opened, changed = connection.execute(query).one()
    return (opened, changed) if opened else None


class Merged(NamedTuple):
    """What came in: the ids of the tables and learners that were new here, or had more."""

    tables: tuple[str, ...]
    learners: tuple[str, ...]
    #: Tables that were continued both here and there: the other one is a table of its own.
    beside: tuple[str, ...] = ()


def merge(database: Database, brought: Database, *, keeper: str, before: str) -> Merged:
    """Bring in what is not here; if one of two continues the other, the longer one stays.

    If each was continued on its own, both stay. Both databases are of the present version. The
    device `keeper` gets the rights that the device `before` had at these tables.
    """
    with brought.snapshot() as source, database.transaction() as target:
        tables, parted = _compared(source, target)
        for table_id in tables:
            _replace(source, target, table_id)
        beside = [new for each in parted if (new := _put_beside(source, target, each))]
        for table_id in (*tables, *beside):
            _let_in(target, table_id, keeper, before)
        _bring_people(source, target)
        ids = source.scalars(select(LearnerRow.id)).all()
        learners = [each for each in ids if _knows_more(source, target, each)]
        for learner_id in learners:
            _replace_learner(source, target, learner_id)
    return Merged(tuple(tables), tuple(learners), tuple(beside))


def _compared(source: Connection, target: Connection) -> tuple[list[str], list[str]]:
    """The tables that are new here or continue the one here, and those continued on their own."""
    tables, parted, known = list[str](), list[str](), {*target.scalars(select(TableRow.id))}
    for table_id in source.scalars(select(TableRow.id)).all():
        here, there = _changes(target, table_id), _changes(source, table_id)
        common = min(len(here), len(there))
        if here[:common] != there[:common]:
            parted.append(table_id)
        elif table_id not in known or len(there) > len(here):
            tables.append(table_id)
    return tables, parted


def _changes(connection: Connection, table_id: str) -> list[tuple[object, ...]]:
    # Whose tap it was, and its effect.
    told_by = select(ChangeRow.kind, ChangeRow.key, ChangeRow.statement, ChangeRow.target)
    in_order = told_by.where(ChangeRow.table_id == table_id).order_by(col(ChangeRow.seq))
    return [tuple(row) for row in connection.execute(in_order)]


def _replace(source: Connection, target: Connection, table_id: str) -> None:
    of_club = target.execute(select(ClubTableRow).where(ClubTableRow.table_id == table_id))
    belongs = [dict(row) for row in of_club.mappings()]
    target.execute(delete(TableRow).where(col(TableRow.id) == table_id))
    _copy(source, target, TableRow, col(TableRow.id) == table_id)
    for rows in _BELONGING:
        _copy(source, target, rows, rows.c.table_id == table_id)
    if belongs:
        target.execute(insert(ClubTableRow), belongs)


def _put_beside(source: Connection, target: Connection, table_id: str) -> str | None:
    """Bring in a table under an id of its own, and return that; None if it came before."""
    told = repr((table_id, _changes(source, table_id)))
    own_id = sha256(told.encode()).hexdigest()[:16]
    if target.scalar(select(TableRow.id).where(TableRow.id == own_id)) is not None:
        return None
    # If it is handed over to someone who has the other one, both are known to be the same table.
    origin = source.scalar(select(TableRow.origin).where(TableRow.id == table_id)) or table_id
    _copy(source, target, TableRow, col(TableRow.id) == table_id, id=own_id, origin=origin)
    for rows in _BELONGING:
        # Its links lead to the one that was here.
        if rows.name != "link":
            _copy(source, target, rows, rows.c.table_id == table_id, table_id=own_id)
    return own_id


def _bring_people(source: Connection, target: Connection) -> None:
    """Let the people of a phone be who they were there: one with two names, say.

    If there are people here already, each table has its own by their names.
    """
    here, there = col(ClubPlayerRow.club_id) == PHONE, col(ClubTableRow.club_id) == PHONE
    if target.scalar(select(ClubPlayerRow.number).where(here).limit(1)) is not None:
        return
    target.execute(delete(ClubRow).where(col(ClubRow.id) == PHONE))
    _copy(source, target, ClubRow, col(ClubRow.id) == PHONE)
    _copy(source, target, ClubPlayerRow, here)
    _copy(source, target, ClubTableRow, there)


def _let_in(target: Connection, table_id: str, keeper: str, before: str) -> None:
    of_table = select(MemberRow).where(MemberRow.table_id == table_id)
    known = {row["device"]: dict(row) for row in target.execute(of_table).mappings()}
    if before in known and keeper not in known:
        target.execute(insert(MemberRow), known[before] | {"device": keeper})


def _knows_more(source: Connection, target: Connection, learner_id: str) -> bool:
    """Whether a learner did more than is known here; true if they are new here."""
    is_here = target.scalar(select(LearnerRow.id).where(LearnerRow.id == learner_id)) is not None
    return not is_here or _known_of(source, learner_id) > _known_of(target, learner_id)


def _known_of(connection: Connection, learner_id: str) -> int:
    """How many answers and runs of a learner are kept."""
    return sum(
        connection.execute(
            select(func.count()).select_from(rows).where(rows.learner_id == learner_id)
        ).scalar_one()
        for rows in OF_LEARNERS
    )


def _replace_learner(source: Connection, target: Connection, learner_id: str) -> None:
    target.execute(delete(LearnerRow).where(col(LearnerRow.id) == learner_id))
    row = source.execute(select(LearnerRow).where(LearnerRow.id == learner_id)).mappings().one()
    # Rights to see their progress were agreed elsewhere, and end with the row that was here.
    values = dict(row) | {"shown_code": None}
    taken = select(LearnerRow.id).where(LearnerRow.name_key == values["name_key"])
    if target.scalar(taken) is not None:
        # Someone here picked that name: the newcomer keeps what was learnt, and picks another.
        values |= {"name": "", "name_key": f"\n{learner_id}"}
    target.execute(insert(LearnerRow), values)
    for rows in OF_LEARNERS:
        _copy(source, target, rows, col(rows.learner_id) == learner_id)


def _copy(
    source: Connection,
    target: Connection,
    rows: Table | type[SQLModel],
    which: ColumnElement[bool],
    **instead: str,
) -> None:
    found = [
        dict(row) | instead for row in source.execute(select_any(rows).where(which)).mappings()
    ]
    if found:
        target.execute(insert(rows), found)
