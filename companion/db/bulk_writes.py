"""Many rows at once: for SQLite's driver each row is a step, and between steps others compute.

The holder of the writers' lock would wait for them twenty thousand times. One statement that takes
the rows as JSON is one step.
"""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select
from sqlmodel import SQLModel

_ROWS = "rows_as_json"


def insert_all(
    connection: Connection, model: type[SQLModel], rows: Sequence[dict[str, Any]]
) -> None:
    """Insert rows with the same columns and one time; no rows need no statement."""
    if not rows:
        return
    if connection.dialect.name != "sqlite":
        connection.execute(insert(model), rows)
        return
    names = [*rows[0]]
    # What all rows share is passed once.
    shared = [name for name in names if all(row[name] == rows[0][name] for row in rows)]
    told = [name for name in names if name not in shared]
    each = func.json_each(bindparam(_ROWS)).table_valued("value")
    columns = [
        bindparam(f"all_{name}", type_=getattr(model, name).type)
        if name in shared
        else func.json_extract(each.c.value, f"$[{told.index(name)}]")
        for name in names
    ]
    values = {f"all_{name}": rows[0][name] for name in shared}
    packed = json.dumps([[row[name] for name in told] for row in rows])
    query = select(*columns).select_from(each)
    connection.execute(insert(model).from_select(names, query), values | {_ROWS: packed})
