"""Who may do what at a table, by what a device remembers in its signed cookie.

It is enforced here by route, but for a tap by `TableService`.
"""

import secrets
from collections.abc import Collection
from contextlib import suppress
from typing import cast

from flask import Flask, current_app, g, request, session

from companion.clubs.all_services import Clubs
from companion.clubs.errors import RemovedFromClub
from companion.i18n import listed, message
from companion.learners.race_service import RaceService
from companion.tables.errors import NoSuchTable, OnlyKeepers
from companion.tables.hand_over import HandOverService
from companion.tables.proposals import ProposalService
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from companion.tables.table_state import Members, TableState
from companion.web.problems import problem_page
from companion.web.security.policy import Access, asked_policy

_MOST_TABLES = 30


def table_service() -> TableService:
    """Where this app keeps its tables."""
    return cast(TableService, current_app.extensions["table_service"])


def access_service() -> AccessService:
    """Who may enter those tables."""
    return cast(AccessService, current_app.extensions["access_service"])


def proposal_service() -> ProposalService:
    """The proposals at those tables, and the answers."""
    return cast(ProposalService, current_app.extensions["proposal_service"])


def carrying_service() -> HandOverService:
    """Handing over those tables, and bringing them in."""
    return cast(HandOverService, current_app.extensions["carrying_service"])


def race_service() -> RaceService:
    """Where this app keeps its races."""
    return cast(RaceService, current_app.extensions["race_service"])


def racer() -> str:
    """The id of this device for races, made at its first one; no page ever shows it."""
    if "racer" not in session:
        session["racer"] = secrets.token_urlsafe(16)
        session.permanent = True
    return known_racer()


def known_racer() -> str:
    """The same, empty for a device that never raced."""
    return str(session.get("racer", ""))


def known_race() -> str:
    """The race that this device was in last; empty if there was none."""
    return str(session.get("race", ""))


def remember_race(race_id: str) -> None:
    """Keep a race that this device is in, so that it finds the way back."""
    if known_race() != race_id:
        session["race"] = race_id
        session.permanent = True


def device() -> str:
    """An id for this device, made at its first change, or when it follows a link."""
    if "device" not in session:
        session["device"] = secrets.token_urlsafe(12)
        session.permanent = True
    return str(session["device"])


def known_device() -> str:
    """The same, empty for a device that never changed anything."""
    return str(session.get("device", ""))


def known_tables() -> list[str]:
    """The tables that this device has opened, the latest first."""
    return list(session.get("tables", []))


def remember_table(table_id: str) -> None:
    """Keep a table in this device's list, the latest first."""
    known = known_tables()
    if known[:1] != [table_id]:
        # A dict keeps each once, where it came first.
        session["tables"] = [*dict.fromkeys([table_id, *known])][:_MOST_TABLES]
        session.permanent = True


def forget_table(table_id: str) -> None:
    """Remove a table from this device's list."""
    session["tables"] = [known for known in known_tables() if known != table_id]
    _hold({})


def show_lot(table_id: str) -> None:
    """Let the next page of a table show the random pick that was just made there."""
    session["lot"] = table_id


def take_lot(table_id: str) -> bool:
    """Whether to show a random pick at a table now; it is shown once."""
    return session.get("lot") == table_id and bool(session.pop("lot"))


def hold_secret(table_id: str, secret: str) -> None:
    """Keep the secret of a link in the signed cookie, so that the address need not show it."""
    device()
    remember_table(table_id)
    _hold({table_id: secret})


def held_secret(table_id: str) -> str:
    """The secret that this device has for a table; empty if it has none."""
    return str(session.get("held", {}).get(table_id, ""))


def _hold(new: dict[str, str]) -> None:
    """Keep only secrets of known tables: a cookie is small."""
    held = session.get("held", {}) | new
    session["held"] = {table_id: held[table_id] for table_id in known_tables() if table_id in held}


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
    try:
        found = table_service().visit(table_id, known_device(), held_secret(table_id))
    except NoSuchTable:
        check_may_come(table_id)
        raise
    if found.own is None:
        check_may_come(table_id)
    return found


def check_may_come(*table_ids: str) -> None:
    """Raise `RemovedFromClub` if a table's club has removed this phone; it may hold a link."""
    for name in _removed_from(*table_ids):
        raise RemovedFromClub(name)


def _removed_from(*table_ids: str) -> Collection[str]:
    """The names of those clubs of these tables that have removed this phone."""
    clubs = cast(Clubs, current_app.extensions["clubs"])
    return clubs.phones.kept_out(known_device(), table_ids).values()


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
    # A tap is checked without asking clubs.
    for name in _removed_from(table_id):
        page, status = problem_page("removed", name=name), 403
    if page is None and isinstance(error, OnlyKeepers):
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
