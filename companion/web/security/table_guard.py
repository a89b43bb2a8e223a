"""Who may do what at a table: enforced here by route, but for a tap by `TableService`."""

from contextlib import suppress
from typing import cast

from flask import Flask, current_app, g, request

from companion.i18n import listed, message
from companion.tables.errors import NoSuchTable, OnlyKeepers
from companion.tables.table_state import Members, TableState
from companion.web.problems import problem_page
from companion.web.security.device_session import (
    held_secret,
    known_device,
    known_tables,
    table_service,
)
from companion.web.security.policy import Access, asked_policy


def guard(app: Flask) -> None:
    """Keep out everyone who was not let in at a table."""
    app.before_request(_guard_table)
    app.register_error_handler(NoSuchTable, turned_away)
    app.register_error_handler(OnlyKeepers, turned_away)


def state() -> TableState:
    """The table asked for, as it was when the request came in."""
    return members().state


def members() -> Members:
    """Who is at the table asked for, as the device that asks sees it."""
    return cast(Members, g.members)


def visit(table_id: str) -> Members:
    """A table, and who is there; raises `NoSuchTable` for a stranger."""
    # A stranger only learns that there is nothing for them.
    return table_service().visit(table_id, known_device(), held_secret(table_id))


def _guard_table() -> None:
    if asked_policy().access in (Access.WATCHER, Access.SCORER):
        let_in((request.view_args or {})["table_id"])


def let_in(table_id: str) -> None:
    """Let this request come to a table; raises `NoSuchTable` or `OnlyKeepers`."""
    g.members = visit(table_id)
    if asked_policy().access is not Access.WATCHER and not members().keeps:
        raise OnlyKeepers


def turned_away(error: NoSuchTable | OnlyKeepers) -> tuple[str, int, dict[str, str]]:
    """The page for someone who may not come to a table, or not do that there."""
    table_id = (request.view_args or {}).get("table_id", "")
    page, status = None, 404
    if isinstance(error, OnlyKeepers):
        # A tap may be a stranger's.
        with suppress(NoSuchTable):
            visit(table_id)
            page, status = problem_page("only-keepers"), 403
    # If the page was opened with more rights, it must be loaded again.
    return page or _no_table(table_id), status, {"HX-Refresh": "true"}


def _no_table(table_id: str) -> str:
    """The page for a missing table; anyone who was let in once learns what happened to it."""
    if current_app.config["IS_ALONE"]:
        return problem_page("no-table-here")
    # The cookie is signed: it only names tables that this phone was at.
    if table_id not in known_tables():
        return problem_page("no-such-table")
    try:
        keepers = [each.name for each in table_service().look(table_id).known if each.keeps]
    except NoSuchTable:
        return problem_page("table-deleted")
    names = [name for name in keepers if name]
    who = listed(names, "or") if names else message("problem.keepers")
    return problem_page("access-ended", who=who)
