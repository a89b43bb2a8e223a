"""The lines of a backup, read with care: the file may come from anyone."""

import gzip
import json
import math
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

from sqlalchemy import Boolean, Column, Connection, DateTime, Float, Integer, String, Table

#: In characters: a header with all house rules, or what a learner has learnt, takes some thousands.
_LONGEST_LINE = 256 * 1024
#: In bytes, for a small file; else so many times its compressed size.
_LEAST_ROOM, _MOST_TIMES = 64 * 1024 * 1024, 100
_ROWS_AT_ONCE, _CHARACTERS_AT_ONCE = 1000, 1024 * 1024
#: The range of numbers in either database.
_HIGHEST = 2**31 - 1


def read_lines(file: Path) -> Iterator[Any]:
    """The contents of each line; raises `ValueError` for a bad line, or for far too much."""
    room = max(_LEAST_ROOM, _MOST_TIMES * file.stat().st_size)
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        while line := lines.readline(_LONGEST_LINE):
            room -= len(line)
            if room < 0 or len(line) == _LONGEST_LINE:
                raise ValueError("nobody backs up so much")
            yield json.loads(line, parse_constant=_no_number)


def insert_rows(connection: Connection, tables: Mapping[str, Table], lines: Iterator[Any]) -> None:
    """Insert the rows from the lines; raises `ValueError` if they break off or make no sense."""
    table: Table | None = None
    columns: list[Column[Any]] = []
    rows: list[dict[str, Any]] = []
    number = characters = 0
    for line in lines:
        if isinstance(line, list) and table is not None:
            named = zip(columns, line, strict=True)
            rows.append({column.name: _value(value, column) for column, value in named})
            number += 1
            characters += sum(len(value) for value in line if isinstance(value, str))
        is_full = len(rows) >= _ROWS_AT_ONCE or characters >= _CHARACTERS_AT_ONCE
        if table is not None and rows and (is_full or isinstance(line, dict)):
            connection.execute(table.insert(), rows)
            rows, characters = [], 0
        if isinstance(line, dict) and "rows" in line:
            # To the very end of the file, where its checksum is.
            if line["rows"] == number and next(lines, None) is None:
                return
            break
        if isinstance(line, dict):
            table = tables[line["table"]]
            columns = [table.c[name] for name in line["columns"]]
            if len({*columns}) < len(columns):
                raise ValueError("a column twice")
        elif not isinstance(line, list) or table is None:
            break
    raise ValueError("it breaks off")


def _value(value: Any, column: Column[Any]) -> Any:
    """A value as its column takes it; raises `ValueError` for one of another kind."""
    if value is None and column.nullable:
        return None
    kind = column.type
    match value:
        case bool() if isinstance(kind, Boolean):
            return value
        case bool():
            pass
        case int() if isinstance(kind, Integer) and abs(value) <= _HIGHEST:
            return value
        case int() | float() if isinstance(kind, Float) and math.isfinite(value):
            return value
        case str() if isinstance(kind, DateTime):
            return datetime.fromisoformat(value)
        case str() if isinstance(kind, String) and "\0" not in value:
            if kind.length is None or len(value) <= kind.length:
                return value
    raise ValueError("of another kind")


def _no_number(written: str) -> NoReturn:
    raise ValueError(written)
