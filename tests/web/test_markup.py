"""Markup in names and reasons is shown as it was typed, on every page there is."""

import html
import re
from collections.abc import Mapping
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.db.table_models import LeadsTo
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from tests.tables.scribe import enter, opened
from tests.web.phones import ANAS_PHONE

NAME = "<b id=x>'\"A"
OTHER = "<i id=x>B"
REASON = "<u id=x>'\"why"
HEADER = f"game: race-horse\nplayers: {NAME}, {OTHER}"
#: What is no page of a table's: an answer that never ends, and files to take along.
NO_PAGES = {"live.live", "record.save", "record.save_json"}


def pages(app: Flask, known: Mapping[str, Any]) -> list[str]:
    """Every address that can be asked for with these parts of it known."""
    adapter = app.url_map.bind("localhost")
    return [
        adapter.build(rule.endpoint, {name: known[name] for name in rule.arguments})
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        and rule.endpoint not in NO_PAGES
        and rule.arguments <= known.keys()
    ]


def test_no_page_takes_a_name_or_a_reason_for_markup(
    app: Flask, client: FlaskClient, table_service: TableService
) -> None:
    table_id = opened(table_service, header=HEADER)
    access_service = AccessService(table_service.database)
    links = access_service.links(table_id)
    access_service.keep(links[LeadsTo.KEEP], ANAS_PHONE, NAME)
    access_service.ask(table_id, "zoes-phone", OTHER)
    enter(table_service, table_id, f"lead: {NAME}", f"{NAME}: 6-4", f"ruling: {OTHER} +2, {REASON}")
    shown = 0
    parts = {"table_id": table_id, "secret": links[LeadsTo.KEEP], "seq": 3, "number": 1}
    for address in pages(app, parts):
        page = client.get(address, follow_redirects=True).text
        assert not re.search(r"<[biu] id=x", page), address
        shown += html.escape(NAME).replace("&#x27;", "&#39;").replace("&quot;", "&#34;") in page
    # Most pages of a table name who plays.
    assert shown >= 10
