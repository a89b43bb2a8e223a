"""Who may do what: every address below a table is guarded here, and nowhere else."""

from flask import Flask, g, render_template, request, session

from companion.tables.company import Company
from companion.tables.errors import NoSuchTable
from companion.web.devices import door, held_secret

_READING = frozenset({"GET", "HEAD", "OPTIONS"})
#: What those who only watch may post.
_WATCHERS_MAY = frozenset({"join.ask", "strips.dismiss"})
#: What only those who keep score may see.
_KEEPERS_SEE = frozenset(
    {"join.show", "customs.show", "home.names", "record.edit", "record.miss", "removal.ask"}
)


class OnlyKeepers(Exception):
    """This phone only watches the table."""


def guard(app: Flask) -> None:
    """Let nobody come to a table who was not let in."""
    app.before_request(_let_in)
    app.register_error_handler(NoSuchTable, _no_such_table)
    app.register_error_handler(OnlyKeepers, _only_keepers)


def company() -> Company:
    """Who is at the table that is asked for, seen by the device that asks."""
    found: Company = g.company
    return found


def company_at(table_id: str) -> Company:
    """Who is at a table, seen by the device that asks; raises `NoSuchTable` for a stranger."""
    found = door().company(table_id, session.get("device", ""), held_secret(table_id))
    # A stranger learns no more than that there is nothing for them.
    if not found.may_watch:
        raise NoSuchTable(table_id)
    return found


def _let_in() -> None:
    table_id = (request.view_args or {}).get("table_id")
    if table_id is None:
        return
    g.company = company_at(table_id)
    if company().keeps:
        return
    reads = request.method in _READING and request.endpoint not in _KEEPERS_SEE
    if not reads and request.endpoint not in _WATCHERS_MAY:
        raise OnlyKeepers


def _no_such_table(_error: NoSuchTable) -> tuple[str, int, dict[str, str]]:
    return _refused(
        "No such table",
        "There is no table at this address, or this phone was not let in. "
        "Ask for the table's link or code.",
        404,
    )


def _only_keepers(_error: OnlyKeepers) -> tuple[str, int, dict[str, str]]:
    return _refused(
        "This phone only watches",
        "Who keeps score can let it do so too. Nothing was changed.",
        403,
    )


def _refused(title: str, sentence: str, status: int) -> tuple[str, int, dict[str, str]]:
    page = render_template("problem.html", title=title, sentence=sentence)
    # A page that was opened while it might do more looks again.
    return page, status, {"HX-Refresh": "true"}
