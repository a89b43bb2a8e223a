"""Spreadsheets: rows as CSV in which no cell is a formula, though a name may look like one."""

import csv
from collections.abc import Iterable
from datetime import date, datetime
from fractions import Fraction
from io import StringIO

#: What begins a formula, in both widths, and what spreadsheets skip before one.
_BEGINS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def write_spreadsheet(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV; numbers stay numbers, days and times are in ISO 8601."""
    written = StringIO()
    csv.writer(written).writerows([_cell(value) for value in row] for row in rows)
    return written.getvalue()


def spreadsheet_file(rows: Iterable[Iterable[object]]) -> bytes:
    """Rows as a CSV file in UTF-8, with the mark that spreadsheets need to see that."""
    return write_spreadsheet(rows).encode("utf-8-sig", errors="replace")


def _cell(value: object) -> str | int | float:
    match value:
        case None:
            return ""
        case bool():
            return int(value)
        case int() | float():
            return value
        case Fraction():
            return int(value) if value.denominator == 1 else float(value)
        case datetime():
            return value.isoformat(sep=" ", timespec="minutes")
        case date():
            return value.isoformat()
        case _:
            # No formula: one that looks so has an apostrophe before it.
            text = str(value)
            return f"'{text}" if text.startswith(_BEGINS_FORMULA) else text
