"""Many rows at once: for SQLite's driver each row is a step, and between steps others compute.

Whoever holds the writers' lock would wait for them twenty thousand times. One statement that
takes the rows as JSON is one step.
"""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Table, and_, bindparam, func, insert, select, update

_ROWS = "rows_as_json"


def insert_all(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows of the same columns, whose times are all one; none is no statement."""
    if not rows:
        return
    if connection.dialect.name != "sqlite":
        connection.execute(insert(table), rows)
        return
    names = [*rows[0]]
    # What all rows share is told once.
    shared = [name for name in names if all(row[name] == rows[0][name] for row in rows)]
    told = [name for name in names if name not in shared]
    each = func.json_each(bindparam(_ROWS)).table_valued("value")
    columns = [
        bindparam(f"all_{name}", type_=table.c[name].type)
        if name in shared
        else func.json_extract(each.c.value, f"$[{told.index(name)}]")
        for name in names
    ]
    values = {f"all_{name}": rows[0][name] for name in shared}
    packed = json.dumps([[row[name] for name in told] for row in rows])
    query = select(*columns).select_from(each)
    connection.execute(insert(table).from_select(names, query), values | {_ROWS: packed})


def update_all(
    connection: Connection, table: Table, of: dict[str, Any], rows: Sequence[dict[str, Any]]
) -> None:
    """Give rows other values, told apart by the first column beside `of`; none is no statement."""
    if not rows:
        return
    key, *names = rows[0]
    which = and_(*(table.c[name] == value for name, value in of.items()))
    if connection.dialect.name != "sqlite":
        changed: dict[str, Any] = {name: bindparam(f"new_{name}") for name in names}
        one = update(table).where(which, table.c[key] == bindparam(f"new_{key}")).values(changed)
        connection.execute(one, [{f"new_{name}": row[name] for name in row} for row in rows])
        return
    each = func.json_each(bindparam(_ROWS)).table_valued("value")
    told = [func.json_extract(each.c.value, f"$[{at}]") for at in range(len(rows[0]))]
    many = update(table).where(which, table.c[key] == told[0])
    packed = json.dumps([[row[name] for name in (key, *names)] for row in rows])
    connection.execute(many.values(dict(zip(names, told[1:], strict=True))), {_ROWS: packed})
