"""Tables made again as the models say today, with the rows that they have: for a migration."""

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from sqlmodel import SQLModel

#: A column of a table, and what its words of before are now.
Becomes = Mapping[tuple[str, str], Mapping[str, str]]


def belonging_to(*owners: str) -> tuple[sa.Table, ...]:
    """These tables and all that refer to them, even through others; owners come first."""
    found: dict[str, sa.Table] = {}
    for table in SQLModel.metadata.sorted_tables:
        refers = any(key.column.table.name in found for key in table.foreign_keys)
        if refers or table.name in owners:
            found[table.name] = table
    return tuple(found.values())


def rebuild(connection: sa.Connection, owners: Iterable[str], becomes: Becomes) -> None:
    """Make these tables again, with all that refer to them; those that are missing are made.

    Neither database changes a column's checks in place, and SQLite would delete the rows that refer
    to a table that it drops. So the rows wait in copies while the tables go. A column that is new,
    or was empty, gets the default of its model.
    """
    tables, inspector = belonging_to(*owners), sa.inspect(connection)
    before = {
        table: [each["name"] for each in inspector.get_columns(table.name)]
        for table in tables
        if inspector.has_table(table.name)
    }
    for table in before:
        copied = f"CREATE TEMPORARY TABLE {_copy_of(table)} AS SELECT * FROM {table.name}"
        connection.exec_driver_sql(copied)
    for table in reversed([*before]):
        table.drop(connection)
    for table in tables:
        table.create(connection)
    for table, columns in before.items():
        copy = sa.table(_copy_of(table), *map(sa.column, columns))
        values = {
            each.name: _value(each, copy.c.get(each.name), becomes.get((table.name, each.name)))
            for each in table.columns
        }
        connection.execute(table.insert().from_select([*values], sa.select(*values.values())))
        connection.exec_driver_sql(f"DROP TABLE {copy.name}")


def _copy_of(table: sa.Table) -> str:
    return f"{table.name}_before"


def _value(
    column: sa.Column[Any], before: sa.ColumnElement[Any] | None, becomes: Mapping[str, str] | None
) -> sa.ColumnElement[Any]:
    """The value of a column, by what it was."""
    scalar = column.default if column.default is not None and column.default.is_scalar else None
    default = getattr(scalar, "arg", None)
    otherwise = sa.literal(default, column.type)
    if before is None:
        return otherwise
    if becomes:
        return sa.case(becomes, value=before, else_=before)
    return before if default is None else sa.func.coalesce(before, otherwise)
