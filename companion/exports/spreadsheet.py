"""A spreadsheet: rows as CSV, in which no cell is a formula.

A program that opens CSV may run what begins like a formula, and a name can begin so. Every CSV
that goes out is written here.
"""

import csv
from collections.abc import Iterable
from datetime import date, datetime
from fractions import Fraction
from io import StringIO

#: What spreadsheets take for the beginning of a formula, in both widths, and what they skip on
#: the way to one.
_BEGINS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def write_spreadsheet(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV. Numbers stay numbers, days and times are as ISO 8601 has them."""
    written = StringIO()
    csv.writer(written).writerows([_cell(value) for value in row] for row in rows)
    return written.getvalue()


def spreadsheet_file(rows: Iterable[Iterable[object]]) -> bytes:
    """Rows as a CSV file, with the mark by which spreadsheets know every script's letters."""
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
            return guarded(str(value))


def guarded(text: str) -> str:
    """A text as a cell that no spreadsheet takes for a formula: with an apostrophe before it."""
    return f"'{text}" if text.startswith(_BEGINS_FORMULA) else text
