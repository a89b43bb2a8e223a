"""Who may do what: every address below a table is guarded here, and nowhere else.

A tap is the one exception: its access, its state and its entry are one transaction, and
`TableService` refuses there whoever does not keep score.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Flask, g, request, session
from werkzeug.exceptions import BadRequest

from companion.tables.errors import NoSuchTable, OnlyKeepers
from companion.tables.members import Members
from companion.tables.service import Visit
from companion.tables.state import TableState
from companion.web.device import held_secret, table_service
from companion.web.problems import problem_page

_READING = frozenset({"GET", "HEAD", "OPTIONS"})
#: What those who only watch may post.
_WATCHERS_MAY = frozenset({"join.ask", "alerts.dismiss"})
#: What only those who keep score may see.
_KEEPERS_SEE = frozenset(
    {"join.show", "options.show", "home.names", "record.edit", "record.miss", "home.delete"}
)
#: What is entered with a stamp: access is a part of the transaction that saves it.
_TAPS = frozenset(
    f"play.{view}"
    for view in (
        "lead",
        "set_tile",
        "claim",
        "draw",
        "pass_turn",
        "pass_all",
        "left",
        "rule_points",
        "undo",
        "redo",
    )
)


def guard(app: Flask) -> None:
    """Let nobody come to a table who was not let in."""
    app.before_request(_let_in)
    for endpoint in _TAPS:
        app.view_functions[endpoint] = _tap(app.view_functions[endpoint])
    app.register_error_handler(NoSuchTable, _no_such_table)
    app.register_error_handler(OnlyKeepers, _only_keepers)


def state() -> TableState:
    """The table that is asked for, as it stood when the request came in."""
    visit: Visit = g.visit
    return visit.state


def members() -> Members:
    """Who is at the table that is asked for, seen by the device that asks."""
    visit: Visit = g.visit
    return visit.members


def visit(table_id: str) -> Visit:
    """A table, and who is there; raises `NoSuchTable` for a stranger."""
    # A stranger learns no more than that there is nothing for them.
    return table_service().visit(table_id, session.get("device", ""), held_secret(table_id))


def _tap(view: Callable[..., Any]) -> Callable[..., Any]:
    """A view that tells nobody what is wrong with a form that they may not send."""

    @wraps(view)
    def guarded(table_id: str) -> Any:
        try:
            return view(table_id)
        except BadRequest:
            _check(table_id)
            raise

    return guarded


def _let_in() -> None:
    table_id = (request.view_args or {}).get("table_id")
    if table_id is not None and request.endpoint not in _TAPS:
        _check(table_id)


def _check(table_id: str) -> None:
    g.visit = visit(table_id)
    if members().keeps:
        return
    reads = request.method in _READING and request.endpoint not in _KEEPERS_SEE
    if not reads and request.endpoint not in _WATCHERS_MAY:
        raise OnlyKeepers


def _no_such_table(_error: NoSuchTable) -> tuple[str, int, dict[str, str]]:
    return _refused("no-such-table", 404)


def _only_keepers(_error: OnlyKeepers) -> tuple[str, int, dict[str, str]]:
    try:
        visit((request.view_args or {})["table_id"])
    except NoSuchTable as error:
        return _no_such_table(error)
    return _refused("only-keepers", 403)


def _refused(problem: str, status: int) -> tuple[str, int, dict[str, str]]:
    # A page that was opened while it might do more looks again.
    return problem_page(problem), status, {"HX-Refresh": "true"}
