"""What nobody needs any longer: tables that lie untouched, and what no table or person leads to."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Select, delete, func, or_, select

from companion.db.club_models import CLUB_TABLES
from companion.db.database import Database
from companion.db.learner_models import LEARNERS, OF_LEARNERS
from companion.db.race_models import RACES
from companion.db.table_models import LINKS, TABLES
from companion.learners.race_service import RACES_LAST, old_races
from companion.tables.table_writer import delete_rows


class Leftovers(NamedTuple):
    """What is of no use: tables with all that belongs to them, and rows beside them."""

    #: The ids of the tables, the one changed last first.
    tables: tuple[str, ...]
    #: Codes that stopped working.
    codes: int
    #: Devices that practised without a name, and do no more.
    learners: int
    #: Races of another day.
    races: int


def find_leftovers(database: Database, before: datetime, now: datetime) -> Leftovers:
    """What nobody changed from that moment on, and what does not work any longer."""
    with database.snapshot() as connection:
        tables = connection.execute(_untouched(before).order_by(TABLES.c.changed_at.desc()))
        codes = select(func.count()).select_from(LINKS).where(_is_over(now))
        learners = select(func.count()).select_from(_nameless(before).subquery())
        races = select(func.count()).select_from(old_races(now - RACES_LAST).subquery())
        return Leftovers(
            tuple(table_id for (table_id,) in tables),
            connection.execute(codes).scalar_one(),
            connection.execute(learners).scalar_one(),
            connection.execute(races).scalar_one(),
        )


def tidy(database: Database, before: datetime, now: datetime) -> Leftovers:
    """Delete all that; a table that somebody touches meanwhile stays."""
    found = find_leftovers(database, before, now)
    tables = tuple(each for each in found.tables if _is_removed(database, each, before))
    with database.transaction() as connection:
        unwanted = (
            delete(LINKS).where(_is_over(now)),
            delete(LEARNERS).where(LEARNERS.c.id.in_(_nameless(before))),
            delete(RACES).where(RACES.c.id.in_(old_races(now - RACES_LAST))),
        )
        return Leftovers(tables, *(connection.execute(each).rowcount for each in unwanted))


def _untouched(before: datetime) -> Select[str]:
    # What belongs to a club is its history.
    is_a_clubs = select(CLUB_TABLES.c.table_id).where(CLUB_TABLES.c.table_id == TABLES.c.id)
    return select(TABLES.c.id).where(TABLES.c.changed_at < before, ~is_a_clubs.exists())


def _is_over(now: datetime) -> ColumnElement[bool]:
    return LINKS.c.until <= now


def _nameless(before: datetime) -> Select[str]:
    """The learners without a name, to whom no other device leads, and without new answers."""
    own = [
        select(kept.c.learner_id).where(kept.c.learner_id == LEARNERS.c.id) for kept in OF_LEARNERS
    ]
    latest = [each.where(kept.c.at >= before) for each, kept in zip(own, OF_LEARNERS, strict=True)]
    # One without an answer may be about to give the first.
    answered = or_(*(each.exists() for each in own))
    is_old = [~each.exists() for each in latest]
    return select(LEARNERS.c.id).where(LEARNERS.c.name == "", answered, *is_old)


def _is_removed(database: Database, table_id: str, before: datetime) -> bool:
    of_table = _untouched(before).where(TABLES.c.id == table_id).with_for_update()
    with database.transaction() as connection:
        is_left = connection.execute(of_table).first() is not None
        if is_left:
            delete_rows(connection, table_id)
    return is_left
