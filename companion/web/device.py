"""What a device remembers in its signed cookie: who it is, and the tables it knows."""

import secrets

from flask import current_app, session

from companion.tables.access import AccessService
from companion.tables.proposals import ProposalService
from companion.tables.service import TableService

_MOST_TABLES = 30


def table_service() -> TableService:
    """Where this app keeps its tables."""
    kept: TableService = current_app.extensions["table_service"]
    return kept


def access_service() -> AccessService:
    """Who may enter those tables."""
    kept: AccessService = current_app.extensions["access_service"]
    return kept


def proposal_service() -> ProposalService:
    """What was proposed at those tables, and the answers."""
    kept: ProposalService = current_app.extensions["proposal_service"]
    return kept


def device() -> str:
    """An id for this device, made at its first change."""
    if "device" not in session:
        session["device"] = secrets.token_urlsafe(12)
        session.permanent = True
    name: str = session["device"]
    return name


def remember_table(table_id: str) -> None:
    """Keep a table in this device's list, the latest first."""
    known = known_tables()
    if known[:1] != [table_id]:
        session["tables"] = [table_id, *(other for other in known if other != table_id)][
            :_MOST_TABLES
        ]
        session.permanent = True


def forget_table(table_id: str) -> None:
    """Strike a table from this device's list."""
    session["tables"] = [other for other in known_tables() if other != table_id]
    held = session.get("held", {})
    session["held"] = {table: held[table] for table in held if table != table_id}


def known_tables() -> list[str]:
    """The tables that this device has opened, the latest first."""
    known: list[str] = session.get("tables", [])
    return list(known)


def hold_secret(table_id: str, secret: str) -> None:
    """Keep the secret of a link in the signed cookie, so that the address need not show it."""
    known = [table_id, *known_tables()]
    held = {**session.get("held", {}), table_id: secret}
    session["held"] = {table: held[table] for table in known if table in held}
    remember_table(table_id)


def held_secret(table_id: str) -> str:
    """The secret that this device holds for a table; empty where it holds none."""
    held: dict[str, str] = session.get("held", {})
    return str(held.get(table_id, ""))
