"""Everything that a database holds, whoever keeps it: listed, and brought into another one."""

from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, delete, func, insert, select
from sqlmodel import SQLModel

from companion.db.club_models import CLUB_TABLES, KEPT_FIGURES
from companion.db.database import Database
from companion.db.league_models import MATCH_TABLES
from companion.db.learner_models import LEARNERS, OF_LEARNERS
from companion.db.table_models import CHANGES, LINKS, MEMBERS, TABLES
from companion.record.header import Header
from companion.tables.stored_statements import stored_header

#: What a table has beside its record and its phones, and leaves where it was.
_STAYS = (CLUB_TABLES, KEPT_FIGURES, MATCH_TABLES)
_BELONGING = tuple(
    rows for rows in SQLModel.metadata.sorted_tables if "table_id" in rows.c and rows not in _STAYS
)
#: What tells one change of a table from any other: whose tap it was, and what it did.
_TOLD_BY = (CHANGES.c.kind, CHANGES.c.key, CHANGES.c.statement, CHANGES.c.target)


class Title(NamedTuple):
    """A table by who plays what."""

    id: str
    header: Header
    changed_at: datetime


def titles(database: Database) -> list[Title]:
    """Every table, the one changed last first."""
    columns = (TABLES.c.id, TABLES.c.header, TABLES.c.changed_at)
    with database.snapshot() as connection:
        rows = connection.execute(select(*columns).order_by(TABLES.c.changed_at.desc())).all()
    return [Title(row.id, stored_header(row.header), row.changed_at) for row in rows]


def span(database: Database) -> tuple[datetime, datetime] | None:
    """When the first table was opened, and when one was last changed; None without any."""
    query = select(func.min(TABLES.c.created_at), func.max(TABLES.c.changed_at))
    with database.snapshot() as connection:
        opened, changed = connection.execute(query).one()
    return (opened, changed) if opened else None


class Merged(NamedTuple):
    """What came: the ids of the tables and learners that were new here, or knew more."""

    tables: tuple[str, ...]
    learners: tuple[str, ...]
    #: Those that went on here and there, each by itself: what went on there is a table of its own.
    beside: tuple[str, ...] = ()


def merge(database: Database, brought: Database, *, keeper: str, before: str) -> Merged:
    """Bring in what is not here; where one of two goes on from the other, the longer one stays.

    Where both went on by themselves, both stay. Both databases are of the present version. The
    device `keeper` may do at what came what the device `before` might do there.
    """
    with brought.snapshot() as source, database.transaction() as target:
        tables = [each for each in _ids(source, TABLES) if _goes_on(source, target, each)]
        parted = [each for each in _ids(source, TABLES) if _parted(source, target, each)]
        for table_id in tables:
            _replace(source, target, table_id)
        beside = [new for each in parted if (new := _put_beside(source, target, each))]
        for table_id in (*tables, *beside):
            _let_in(target, table_id, keeper, before)
        learners = [each for each in _ids(source, LEARNERS) if _knows_more(source, target, each)]
        for learner_id in learners:
            _replace_learner(source, target, learner_id)
    return Merged(tuple(tables), tuple(learners), tuple(beside))


def _ids(connection: Connection, rows: Table) -> list[str]:
    return list(connection.scalars(select(rows.c.id)))


def _goes_on(source: Connection, target: Connection, table_id: str) -> bool:
    """Whether a table goes on from how it stands here; one that is not here does."""
    is_here = target.scalar(select(TABLES.c.id).where(TABLES.c.id == table_id)) is not None
    here, there = _changes(target, table_id), _changes(source, table_id)
    return not is_here or (len(there) > len(here) and there[: len(here)] == here)


def _parted(source: Connection, target: Connection, table_id: str) -> bool:
    here, there = _changes(target, table_id), _changes(source, table_id)
    common = min(len(here), len(there))
    return here[:common] != there[:common]


def _changes(connection: Connection, table_id: str) -> list[tuple[object, ...]]:
    of_table = select(*_TOLD_BY).where(CHANGES.c.table_id == table_id).order_by(CHANGES.c.seq)
    return [tuple(row) for row in connection.execute(of_table)]


def _replace(source: Connection, target: Connection, table_id: str) -> None:
    of_club = target.execute(select(CLUB_TABLES).where(CLUB_TABLES.c.table_id == table_id))
    belongs = [dict(row) for row in of_club.mappings()]
    target.execute(delete(TABLES).where(TABLES.c.id == table_id))
    _copy(source, target, TABLES, TABLES.c.id == table_id)
    for rows in _BELONGING:
        _copy(source, target, rows, rows.c.table_id == table_id)
    if belongs:
        target.execute(insert(CLUB_TABLES), belongs)


def _put_beside(source: Connection, target: Connection, table_id: str) -> str | None:
    """Bring in a table under an id of its own, and return that; None where it came before."""
    told = repr((table_id, _changes(source, table_id)))
    own_id = sha256(told.encode()).hexdigest()[:16]
    if target.scalar(select(TABLES.c.id).where(TABLES.c.id == own_id)) is not None:
        return None
    # Handed over to whoever has the other one, it is known to be of the same table.
    origin = source.scalar(select(TABLES.c.origin).where(TABLES.c.id == table_id)) or table_id
    _copy(source, target, TABLES, TABLES.c.id == table_id, id=own_id, origin=origin)
    for rows in _BELONGING:
        # Its links lead to the one that was here.
        if rows is not LINKS:
            _copy(source, target, rows, rows.c.table_id == table_id, table_id=own_id)
    return own_id


def _let_in(target: Connection, table_id: str, keeper: str, before: str) -> None:
    of_table = select(MEMBERS).where(MEMBERS.c.table_id == table_id)
    known = {row["device"]: dict(row) for row in target.execute(of_table).mappings()}
    if before in known and keeper not in known:
        target.execute(insert(MEMBERS), known[before] | {"device": keeper})


def _knows_more(source: Connection, target: Connection, learner_id: str) -> bool:
    """Whether a learner did more than is known here; one that is not here did."""
    is_here = target.scalar(select(LEARNERS.c.id).where(LEARNERS.c.id == learner_id)) is not None
    return not is_here or _known_of(source, learner_id) > _known_of(target, learner_id)


def _known_of(connection: Connection, learner_id: str) -> int:
    """How many answers and runs of a learner are kept."""
    return sum(
        connection.execute(
            select(func.count()).select_from(rows).where(rows.c.learner_id == learner_id)
        ).scalar_one()
        for rows in OF_LEARNERS
    )


def _replace_learner(source: Connection, target: Connection, learner_id: str) -> None:
    target.execute(delete(LEARNERS).where(LEARNERS.c.id == learner_id))
    row = source.execute(select(LEARNERS).where(LEARNERS.c.id == learner_id)).mappings().one()
    # Who may see how it goes was agreed on elsewhere, and ends with the row that was here.
    values = dict(row) | {"shown_code": None}
    taken = select(LEARNERS.c.id).where(LEARNERS.c.name_key == values["name_key"])
    if target.scalar(taken) is not None:
        # Somebody here picked that name: who comes keeps what was learnt, and picks another.
        values |= {"name": "", "name_key": f"\n{learner_id}"}
    target.execute(insert(LEARNERS), values)
    for rows in OF_LEARNERS:
        _copy(source, target, rows, rows.c.learner_id == learner_id)


def _copy(
    source: Connection,
    target: Connection,
    rows: Table,
    which: ColumnElement[bool],
    **instead: str,
) -> None:
    found = [dict(row) | instead for row in source.execute(select(rows).where(which)).mappings()]
    if found:
        target.execute(insert(rows), found)
