"""A table's record as text, straight from its rows: for whoever wants thousands of them."""

from collections.abc import Iterable
from functools import lru_cache

from companion.record.header import Header
from companion.tables.stored_statements import statement_by_name, stored_statement


def record_text(header: Header, stored: Iterable[str]) -> str:
    """The record of these stored statements as text, by the names of the players as they are now.

    It is what `write_record` makes of them, in a tenth of the time.
    """
    lines = [str(header)]
    for each in stored:
        if each.startswith("lead"):
            lines.append("")
        lines.append(_line_by_name(each, header.players))
    return "\n".join(lines) + "\n"


def _line_by_name(stored: str, players: tuple[str, ...]) -> str:
    line = _line_by_seat(stored)
    if not line[0].isdigit():
        return str(statement_by_name(stored, players))
    seat, _, did = line.partition(":")
    return f"{players[int(seat) - 1]}:{did}"


@lru_cache(maxsize=8192)
def _line_by_seat(stored: str) -> str:
    return str(stored_statement(stored))
