"""What a device remembers in its signed cookie: who it is, and the tables it knows."""

import secrets

from flask import current_app, session

from companion.tables.desk import Desk

_MOST_TABLES = 30


def desk() -> Desk:
    """Where this app keeps its tables."""
    kept: Desk = current_app.extensions["desk"]
    return kept


def device() -> str:
    """An id for this device, made at its first change."""
    if "device" not in session:
        session["device"] = secrets.token_urlsafe(6)
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


def known_tables() -> list[str]:
    """The tables that this device has opened, the latest first."""
    known: list[str] = session.get("tables", [])
    return list(known)
