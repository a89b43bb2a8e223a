"""A database that goes away in mid-play: phones are told to wait, and go on when it is back."""

import pytest
from flask.testing import FlaskClient

from companion.db.table_models import LeadsTo
from companion.i18n import message
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from tests.databases import away
from tests.tables.scribe import opened
from tests.web.phones import ANAS_PHONE

GUESS = "x" * 22
EVENTS = {"Accept": "text/event-stream"}


def kept(table_service: TableService, *lines: str) -> str:
    """A table where Ana's phone keeps score."""
    table_id = opened(table_service, *lines)
    access_service = AccessService(table_service.database)
    return access_service.keep(access_service.links(table_id)[LeadsTo.KEEP], ANAS_PHONE, "Ana")


def lost(table_service: TableService) -> None:
    """Let go of the connections that a broken network would have broken too."""
    table_service.database.engine.dispose()


def test_a_tap_waits_until_the_database_is_back_and_is_entered_once(
    url: str, client: FlaskClient, table_service: TableService
) -> None:
    table_id = kept(table_service, "lead: Ana", "Ana: 6-4")
    stamp = {"tile": "4-4", "seen": "2", "key": "0" * 32}
    lost(table_service)
    with away(url):
        refused = client.post(f"/t/{table_id}/set", data=stamp)
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
        assert str(message("problem.database-away.title")) in refused.text
    for _ in range(2):
        assert client.post(f"/t/{table_id}/set", data=stamp).status_code == 303
    assert [str(entry.statement) for entry in table_service.look(table_id).entries] == [
        "lead: Ana",
        "Ana: 6-4",
        "Ana: 4-4 on 6-4",
    ]


@pytest.mark.parametrize(
    "pattern", ["/t/{}", "/t/{}/board", "/t/{}/live", "/t/{}/record", "/", f"/j/{GUESS}"]
)
def test_every_page_that_needs_it_says_so_and_comes_back(
    url: str, client: FlaskClient, table_service: TableService, pattern: str
) -> None:
    table_id = kept(table_service, "lead: Ana")
    client.get(f"/t/{table_id}")
    address = pattern.format(table_id)
    before = client.get(address).status_code
    lost(table_service)
    with away(url):
        assert client.get(address).status_code == 503
    assert client.get(address).status_code == before


def test_a_stream_is_refused_for_now(
    url: str, client: FlaskClient, table_service: TableService
) -> None:
    table_id = kept(table_service, "lead: Ana")
    lost(table_service)
    with away(url):
        assert client.get(f"/t/{table_id}/live", headers=EVENTS).status_code == 503
