"""How much one device, and one address, may bring to this server in a day, in whatever process.

Room for a club that brings in its seasons of twenty years; and nobody fills the disk.
"""

from datetime import datetime, timedelta

from flask import Flask, current_app

from companion.db.rate_counter import RateCounter
from companion.i18n import message
from companion.web.clock import now
from companion.web.errors import QuotaReached
from companion.web.problems import problem_page
from companion.web.security.device_session import device
from companion.web.security.limits import who

#: Lines of records, some 200 bytes each: 20 MB of a device, 50 of an address.
_MOST_LINES = {"device": 100_000, "address": 250_000}
#: What a table takes besides its lines, as many as lines take; one of a club that is brought in
#: takes no more than that, before anybody plays at it.
_LINES_OF_A_TABLE, _LINES_OF_A_BROUGHT_ONE = 250, 20


def set_quotas(app: Flask) -> None:
    """Answer who brought enough for today; it is counted where limits are."""
    app.register_error_handler(QuotaReached, _enough)


def spend_table(lines: int = 0) -> None:
    """Count a table that is about to be opened with so many lines; raises `QuotaReached`."""
    spend_lines(_LINES_OF_A_TABLE + lines)


def spend_club(tables: int, lines: int) -> None:
    """Count a club that is about to be brought in with its tables; raises `QuotaReached`."""
    spend_lines(_LINES_OF_A_TABLE + _LINES_OF_A_BROUGHT_ONE * tables + lines)


def spend_lines(lines: int) -> None:
    """Count lines that are about to be brought in; raises `QuotaReached`."""
    if current_app.config["IS_ALONE"] or not current_app.config["RATELIMIT_ENABLED"]:
        return
    tally: RateCounter = current_app.extensions["tally"]
    until, day = _midnight(), f"{now():%Y-%m-%d}"
    spenders = {"device": device(), "address": who()}
    names = {kind: f"quota {kind} {spender} {day}" for kind, spender in spenders.items()}
    # First whether there is room for it everywhere: what is refused is not counted.
    spent = dict(zip(names, tally.numbers([*names.values()]), strict=True))
    if any(spent[kind] + lines > most for kind, most in _MOST_LINES.items()):
        raise QuotaReached(message("refused.quota-reached"))
    for kind, name in names.items():
        if not tally.add(name, lines, _MOST_LINES[kind], until.timestamp()):
            raise QuotaReached(message("refused.quota-reached"))


def _midnight() -> datetime:
    return now().replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)


def _enough(_error: QuotaReached) -> tuple[str, int, dict[str, str]]:
    wait = max(1, round((_midnight() - now()).total_seconds()))
    return problem_page("enough-today"), 429, {"Retry-After": f"{wait}"}
