"""What one phone enters, the others see: by a stream, or where there is no room, by asking."""

import json
import re
import threading
from collections.abc import Generator, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.db.notify import Notice
from companion.db.table_models import LeadsTo
from companion.record.header import Header
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from companion.web.app import create_app
from companion.web.live.events import Event as StreamEvent
from companion.web.live.hub import Hub
from companion.web.live.streams import OPENS_STREAM
from tests.databases import KINDS, fresh
from tests.tables.scribe import enter, undo
from tests.web.phones import ANAS_PHONE, phone

EVENTS = {"Accept": "text/event-stream"}
BENS_PHONE = "bens-phone"
PATIENCE = 120.0
#: Seconds without an event, after which a server says that the line holds.
PAUSE = 0.5


class Event(NamedTuple):
    """What a stream told: the kind, the mark, the fragment."""

    kind: str
    mark: str
    html: str


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database in which there is nothing yet."""
    kind = getattr(request, "param", "sqlite")
    with fresh(kind, tmp_path, lambda: request.getfixturevalue("postgres_url")) as made:
        yield made


#: For what a database says of its changes, and when.
on_every_database = pytest.mark.parametrize("url", KINDS, indirect=True)


@pytest.fixture
def app(url: str) -> Iterator[Flask]:
    """An app with two seats for phones that listen."""
    made = create_app(
        {
            "DATABASE_URL": url,
            "SECRET_KEY": "test",
            "WTF_CSRF_ENABLED": True,
            "TESTING": True,
        }
    )
    hub_of(made).capacity = 2
    made.extensions["table_service"].database.migrate()
    yield made
    hub_of(made).close()
    assert no_hub_is_left()
    made.extensions["table_service"].database.close()


@pytest.fixture
def table_id(table_service: TableService) -> str:
    """Ana's table, and Ana has set the 6-4."""
    table = table_service.open(Header("race-horse", ("Ana", "Ben")), keeper=ANAS_PHONE)
    enter(table_service, table, "lead: Ana", "Ana: 6-4")
    return table


def hub_of(app: Flask) -> Hub:
    hub: Hub = app.extensions["hub"]
    return hub


def listens(client: FlaskClient, table_id: str, seen: str = "", **asked: str) -> Iterator[Event]:
    """The first event of a stream, and then what happens: heartbeats come when they come."""
    events = hears(client, table_id, seen, **asked)
    try:
        yield next(events)
        yield from (event for event in events if event.kind not in {"ping", "away"})
    finally:
        events.close()


def hears(
    client: FlaskClient, table_id: str, seen: str = "", **asked: str
) -> Generator[Event, None, None]:
    """All events of a stream, as they come, from one that is held as a server does."""
    told: SimpleQueue[StreamEvent] = SimpleQueue()
    stream = SimpleNamespace(send=told.put, on_end=lambda: None)
    answer = client.get(
        f"/t/{table_id}/live",
        query_string={"seen": seen} | asked,
        headers=EVENTS,
        environ_overrides={OPENS_STREAM: lambda _encoding: stream},
    )
    assert answer.status_code == 200
    assert answer.mimetype == "text/event-stream"
    assert "Content-Encoding" not in answer.headers
    # A browser would take what follows for another answer.
    assert answer.headers.get("Content-Length") != "0"
    if answer.data:
        yield event_of(answer.text)
        return
    try:
        while True:
            try:
                event = told.get(timeout=PAUSE)
            except Empty:
                event = hub_of(client.application).heartbeat
            yield event_of(event.text)
            if event.is_last:
                return
    finally:
        stream.on_end()


def event_of(told: str) -> Event:
    lines = [line.partition(": ")[::2] for line in told.splitlines()]
    html = "\n".join(text for name, text in lines if name == "data")
    said = dict(lines)
    return Event(said["event"], said.get("id", ""), html)


def version_of(event: Event) -> str | None:
    found = re.search('data-version="([0-9]+)"', event.html)
    return found and found[1]


# ---- A stream ----------------------------------------------------------------------------------


@on_every_database
def test_who_listens_is_told_the_present_state_and_then_what_follows(
    client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    stream = listens(client, table_id, seen="1")
    assert version_of(next(stream)) == "2"
    enter(table_service, table_id, "Ana: 4-4")
    told = next(stream)
    assert (told.kind, told.mark, version_of(told)) == ("shown", "3.0", "3")
    undo(table_service, table_id)
    assert version_of(next(stream)) == "4"
    stream.close()


def test_who_can_do_with_changes_is_sent_the_whole_once_and_then_what_changed(
    client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    stream = listens(client, table_id, seen="1", changes="")
    whole = next(stream)
    enter(table_service, table_id, "Ana: 4-4")
    told = next(stream)
    assert [(event.kind, event.mark) for event in (whole, told)] == [
        ("shown", "2.0"),
        ("changed", "3.0"),
    ]
    lines = whole.html.split("\n")
    for start, end, *others in reversed(json.loads(told.html)):
        lines[start:end] = others
    assert "\n".join(lines) == client.get(f"/t/{table_id}/live").text
    stream.close()


def test_who_has_seen_it_is_told_only_that_the_line_holds(
    client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    stream = listens(client, table_id, seen="2.0")
    assert next(stream).kind == "ping"
    enter(table_service, table_id, "Ana: 4-4")
    assert version_of(next(stream)) == "3"
    stream.close()


def test_who_was_away_is_told_the_present_state_and_not_what_was_between(
    client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    enter(table_service, table_id, "Ana: 4-4", "Ana: 5-4 on 4-4")
    stream = listens(client, table_id, seen="2.0")
    assert version_of(next(stream)) == "4"
    stream.close()


def test_the_last_event_that_a_browser_names_counts_as_seen(
    client: FlaskClient, table_id: str
) -> None:
    client.environ_base["HTTP_LAST_EVENT_ID"] = "2.0"
    stream = listens(client, table_id, seen="0.0")
    assert next(stream).kind == "ping"
    stream.close()


@pytest.mark.parametrize("seen", ["", "nonsense", "-1", "1.x", "9" * 30])
def test_what_is_no_mark_is_nothing_seen(client: FlaskClient, table_id: str, seen: str) -> None:
    stream = listens(client, table_id, seen=seen)
    assert version_of(next(stream)) == "2"
    stream.close()


@on_every_database
def test_a_change_by_another_process_is_told(client: FlaskClient, url: str, table_id: str) -> None:
    # A database of its own shares nothing with the app's, as another process shares nothing.
    other = create_app({"DATABASE_URL": url, "SECRET_KEY": "test"})
    stream = listens(client, table_id, seen="2")
    assert next(stream).kind == "ping"
    enter(other.extensions["table_service"], table_id, "Ana: 4-4")
    assert version_of(next(stream)) == "3"
    stream.close()
    other.extensions["table_service"].database.close()


@on_every_database
def test_tables_are_told_apart(
    app: Flask, client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    other = table_service.open(Header("race-horse", ("Cyd", "Dee")), keeper=ANAS_PHONE)
    enter(table_service, other, "lead: Cyd")
    here, there = listens(client, table_id, "2"), listens(phone(app), other, "1")
    assert [next(here).kind, next(there).kind] == ["ping", "ping"]
    enter(table_service, table_id, "Ana: 4-4")
    enter(table_service, other, "Cyd: 5-5")
    assert "Cyd" not in next(here).html
    assert "Ana" not in next(there).html
    here.close()
    there.close()


def test_while_nobody_knows_whether_the_database_answers_no_stream_says_that_all_is_well(
    app: Flask,
    client: FlaskClient,
    table_service: TableService,
    table_id: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.web.live.hub.listen", lambda *_: None)
    stream = hears(client, table_id, seen="2")
    assert [next(stream).kind for _ in range(2)] == ["ping"] * 2
    with monkeypatch.context() as in_doubt:
        in_doubt.setattr("companion.web.live.hub._SECONDS_OF_TRUST", -1.0)
        enter(table_service, table_id, "Ana: 4-4")
        assert [next(stream).kind for _ in range(3)] == ["away"] * 3
        hub_of(app).heard(Notice())
    told = [next(stream) for _ in range(2)]
    assert [event.kind for event in told] == ["shown", "ping"]
    assert version_of(told[0]) == "3"
    stream.close()


@on_every_database
def test_nobody_holds_up_a_server_that_stops(
    app: Flask, client: FlaskClient, table_id: str
) -> None:
    stream = listens(client, table_id, seen="2")
    assert next(stream).kind == "ping"
    hub_of(app).close()
    assert [event.kind for event in stream] == ["again"]
    assert client.get(f"/t/{table_id}/live", headers=EVENTS).status_code == 503
    assert no_hub_is_left()


def test_nothing_listens_before_somebody_watches_or_after_the_hub_is_closed(
    app: Flask, client: FlaskClient, table_id: str
) -> None:
    client.get(f"/t/{table_id}")
    client.get(f"/t/{table_id}/live")
    assert no_hub_is_left()
    stream = listens(client, table_id)
    next(stream)
    assert any(thread.name == "hub" for thread in threading.enumerate())
    stream.close()
    hub_of(app).close()
    assert no_hub_is_left()


def no_hub_is_left() -> bool:
    """Whether all threads of hubs have ended, or do so soon."""
    hubs = [thread for thread in threading.enumerate() if thread.name == "hub"]
    for thread in hubs:
        thread.join(PATIENCE)
    return not any(thread.is_alive() for thread in hubs)


# ---- What is the same for all ------------------------------------------------------------------


def test_a_fragment_is_rendered_once_for_all_who_see_the_same(
    app: Flask, client: FlaskClient, table_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = []
    fragments = app.extensions["fragments"]
    render = fragments._rendered

    def counted(shown: Any, members: Any) -> Any:
        rendered.append(shown)
        return render(shown, members)

    monkeypatch.setattr(fragments, "_rendered", counted)
    streams = [listens(client, table_id), listens(phone(app), table_id)]
    first, second = (next(stream) for stream in streams)
    assert first == second
    assert client.get(f"/t/{table_id}/live").text == first.html
    assert len(rendered) == 1
    for stream in streams:
        stream.close()


def test_no_fragment_holds_what_is_a_phones_own(client: FlaskClient, table_id: str) -> None:
    page = client.get(f"/t/{table_id}").text
    assert "csrf_token" in page
    for view in ("table", "board"):
        stream = listens(client, table_id, view=view)
        html = next(stream).html
        stream.close()
        assert "data-version" in html
        for own in ("csrf", "X-CSRFToken", "aria-pressed", ANAS_PHONE):
            assert own not in html


def test_a_form_posts_its_token_without_scripts_and_htmx_by_the_header(
    client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    page = client.get(f"/t/{table_id}").text
    form = re.search('(?s)<form[^>]* class="play".*?</form>', page)[0]  # type: ignore[index]
    token = re.search('name="csrf_token" value="([^"]+)"', form)[1]  # type: ignore[index]
    header = re.search("""hx-headers='{"X-CSRFToken": "([^"]+)"}'""", page)[1]  # type: ignore[index]
    tile = {"tile": "4-4", "seen": "2"}
    assert client.post(f"/t/{table_id}/set", data=tile).status_code == 400
    answer = client.post(f"/t/{table_id}/set", data=tile | {"csrf_token": token})
    assert answer.status_code == 303
    htmx = {"HX-Request": "true", "X-CSRFToken": header}
    answer = client.post(f"/t/{table_id}/undo", data={"seen": "3"}, headers=htmx)
    assert answer.status_code == 200
    assert "csrf_token" not in answer.text
    assert table_service.look(table_id).version == 4


# ---- Without a stream --------------------------------------------------------------------------


def test_beyond_the_seats_a_phone_is_told_to_ask(
    app: Flask, client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    streams = [listens(client, table_id), listens(phone(app), table_id)]
    for stream in streams:
        next(stream)
    third = phone(app)
    assert third.get(f"/t/{table_id}/live?seen=2", headers=EVENTS).status_code == 204
    assert third.get(f"/t/{table_id}/live?seen=2").status_code == 204
    enter(table_service, table_id, "Ana: 4-4")
    answer = third.get(f"/t/{table_id}/live?seen=2")
    assert (answer.status_code, answer.headers["Companion-Mark"]) == (200, "3.0")
    assert 'data-version="3"' in answer.text
    assert third.get(f"/t/{table_id}/live?seen=3.0").status_code == 204
    # A seat that is left is free at once.
    streams[0].close()
    again = listens(third, table_id)
    assert next(again).kind == "shown"
    for stream in (*streams, again):
        stream.close()


def test_without_a_server_that_holds_streams_all_phones_ask(url: str) -> None:
    made = create_app({"DATABASE_URL": url, "SECRET_KEY": "test"})
    table_service: TableService = made.extensions["table_service"]
    table_service.database.migrate()
    table = table_service.open(Header("race-horse", ("Ana", "Ben")), keeper=ANAS_PHONE)
    client = phone(made)
    assert client.get(f"/t/{table}/live", headers=EVENTS).status_code == 204
    assert client.get(f"/t/{table}/live").status_code == 200
    assert no_hub_is_left()
    table_service.database.close()


def test_an_unknown_view_is_nothing_here(client: FlaskClient, table_id: str) -> None:
    assert client.get(f"/t/{table_id}/live?view=secret").status_code == 404


# ---- Who may -----------------------------------------------------------------------------------


def test_a_stranger_hears_nothing(stranger: FlaskClient, table_id: str) -> None:
    for headers in ({}, EVENTS):
        answer = stranger.get(f"/t/{table_id}/live", headers=headers)
        assert answer.status_code == 404
        assert "Ana" not in answer.text


def test_a_watcher_is_shown_the_table_without_what_keepers_do(
    app: Flask, client: FlaskClient, stranger: FlaskClient, table_id: str
) -> None:
    access_service: AccessService = app.extensions["access_service"]
    stranger.get(f"/j/{access_service.links(table_id)[LeadsTo.WATCH]}")
    watches, keeps = listens(stranger, table_id), listens(client, table_id)
    assert "hx-post" not in next(watches).html
    assert "hx-post" in next(keeps).html
    watches.close()
    keeps.close()


@on_every_database
def test_who_is_given_keeping_is_told_to_load_the_page_again(
    app: Flask, client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    access_service: AccessService = app.extensions["access_service"]
    access_service.keep(access_service.links(table_id)[LeadsTo.KEEP], BENS_PHONE, "Ben")
    access_service.take_back(table_id, BENS_PHONE)
    ben = phone(app, BENS_PHONE)
    stream = listens(ben, table_id, standing="watches")
    assert next(stream).kind == "shown"
    access_service.give(table_id, BENS_PHONE)
    # Whoever may do what has changed, so everybody passes the guard once more.
    assert [event.kind for event in stream] == ["again"]
    assert [event.kind for event in listens(ben, table_id, standing="watches")] == ["reload"]
    asked = ben.get(f"/t/{table_id}/live?standing=watches&seen=2")
    assert (asked.status_code, asked.headers["HX-Refresh"]) == (204, "true")
    stream = listens(ben, table_id, standing="keeps")
    assert next(stream).kind == "shown"
    stream.close()


@on_every_database
def test_who_is_sent_away_hears_no_more(
    app: Flask, table_service: TableService, table_id: str
) -> None:
    access_service: AccessService = app.extensions["access_service"]
    access_service.keep(access_service.links(table_id)[LeadsTo.KEEP], BENS_PHONE, "Ben")
    ben = phone(app, BENS_PHONE)
    stream = listens(ben, table_id)
    next(stream)
    access_service.end_all_others(table_id, ANAS_PHONE)
    enter(table_service, table_id, "Ana: 4-4")
    assert [event.kind for event in stream] == ["again"]
    assert ben.get(f"/t/{table_id}/live", headers=EVENTS).status_code == 404


def test_somebody_who_asks_to_keep_score_is_shown_to_keepers_at_once(
    app: Flask, client: FlaskClient, table_id: str
) -> None:
    access_service: AccessService = app.extensions["access_service"]
    stream = listens(client, table_id, seen="2.0", standing="keeps")
    assert next(stream).kind == "ping"
    access_service.ask(table_id, BENS_PHONE, "Zoe")
    assert [event.kind for event in stream] == ["again"]
    stream = listens(client, table_id, seen="2.0", standing="keeps")
    told = next(stream)
    stream.close()
    assert told.mark == "2.1"
    assert "Zoe" in told.html
