"""What nobody needs any more: unused tables, and rows without a table or a person."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import delete, func, or_
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from companion.db.club_models import ClubTableRow
from companion.db.database import Database
from companion.db.learner_models import OF_LEARNERS, ClassMemberRow, LearnerRow
from companion.db.race_models import RaceRow
from companion.db.table_models import LinkRow, TableRow
from companion.learners.race_service import RACES_LAST, old_races
from companion.tables.table_writer import delete_rows


class Leftovers(NamedTuple):
    """What can be deleted: tables with everything that belongs to them, and other rows."""

    #: The ids of the tables, the one changed last first.
    tables: tuple[str, ...]
    #: Codes that have expired.
    codes: int
    #: Devices that practised without a name, and don't any more.
    learners: int
    #: Races of another day.
    races: int


def find_leftovers(database: Database, before: datetime, now: datetime) -> Leftovers:
    """Everything that nobody has changed since that moment, or that doesn't work any more."""
    codes = select(LinkRow.secret).where(col(LinkRow.until) <= now)
    others = (codes, _nameless(before), old_races(now - RACES_LAST))
    with database.reading() as session:
        tables = session.exec(_untouched(before).order_by(col(TableRow.changed_at).desc()))
        counted = (select(func.count()).select_from(each.subquery()) for each in others)
        return Leftovers(tuple(tables), *(session.exec(each).one() for each in counted))


def tidy(database: Database, before: datetime, now: datetime) -> Leftovers:
    """Delete all that; a table that someone touches meanwhile stays."""
    found = find_leftovers(database, before, now)
    tables = tuple(each for each in found.tables if _is_removed(database, each, before))
    with database.transaction() as connection:
        unwanted = (
            delete(LinkRow).where(col(LinkRow.until) <= now),
            delete(LearnerRow).where(col(LearnerRow.id).in_(_nameless(before))),
            delete(RaceRow).where(col(RaceRow.id).in_(old_races(now - RACES_LAST))),
        )
        return Leftovers(tables, *(connection.execute(each).rowcount for each in unwanted))


def _untouched(before: datetime) -> SelectOfScalar[str]:
    # What belongs to a club is its history.
    is_a_clubs = select(ClubTableRow).where(ClubTableRow.table_id == TableRow.id)
    return select(TableRow.id).where(TableRow.changed_at < before, ~is_a_clubs.exists())


def _nameless(before: datetime) -> SelectOfScalar[str]:
    """The learners without a name, a class, another device, or new answers."""
    own = [select(kept).where(kept.learner_id == LearnerRow.id) for kept in OF_LEARNERS]
    latest = [each.where(kept.at >= before) for each, kept in zip(own, OF_LEARNERS, strict=True)]
    # One without an answer may be about to give the first.
    answered = or_(*(each.exists() for each in own))
    is_old = [~each.exists() for each in latest]
    in_class = select(ClassMemberRow).where(ClassMemberRow.learner_id == LearnerRow.id).exists()
    return select(LearnerRow.id).where(LearnerRow.name == "", answered, ~in_class, *is_old)


def _is_removed(database: Database, table_id: str, before: datetime) -> bool:
    of_table = _untouched(before).where(TableRow.id == table_id).with_for_update()
    with database.writing() as session:
        is_left = session.exec(of_table).first() is not None
        if is_left:
            delete_rows(session.connection(), table_id)
    return is_left
