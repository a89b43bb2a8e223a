"""Muggins: an overlooked count goes to who says it, where counts are announced and told."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from companion.db.table_models import LeadsTo
from companion.i18n import message
from companion.record.header import read_header
from companion.tables.table_access import AccessService
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from tests.tables.scribe import enter, record, redo, switch, undo
from tests.thorough import some
from tests.web.conftest import SECRET
from tests.web.phones import ANAS_PHONE, as_phone, phone
from tests.web.serving import Serving
from tests.web.words import read, shows, worded

MUGGINS = "game: muggins\nplayers: Ana, Ben"
PAIRS = "game: muggins\nplayers: Ana, Ben, Cyd, Dee\nsides: Ana & Cyd, Ben & Dee"


def table(
    table_service: TableService,
    *lines: str,
    header: str = MUGGINS,
    table_options: TableOptions | None = None,
) -> str:
    """A table that Ana leads, at which these lines were entered."""
    table_id = table_service.open(
        read_header(header), keeper=ANAS_PHONE, table_options=table_options
    )
    enter(table_service, table_id, "lead: Ana", *lines)
    return table_id


def tap(
    client: FlaskClient, table_service: TableService, table_id: str, deed: str, **form: object
) -> tuple[int, str]:
    """Tap as the table stands; the status and the page that answers."""
    seen = table_service.look(table_id).version
    answer = client.post(
        f"/t/{table_id}/{deed}",
        data={"seen": seen, "key": f"{deed} {seen}", **form},
        headers={"HX-Request": "true"},
    )
    return answer.status_code, answer.text


def takers(html: str) -> dict[str, str]:
    """The buttons that say muggins: the seat and the words of each."""
    return dict(re.findall(r'name="who" value="(\d)"[^>]*>([^<]*)<', unescape(html)))


def offer(side: str, points: int, count: int = 1) -> str:
    """What the button of a side of so many players says."""
    return str(message("muggins.takes", side=side, points=points, count=count))


@pytest.mark.parametrize("said", ["silent", "15"])
def test_what_was_overlooked_is_offered_to_the_other_side_and_told_to_all(
    client: FlaskClient, table_service: TableService, said: str
) -> None:
    table_id = table(table_service)
    status, page = tap(client, table_service, table_id, "set", tile="6-4", said=said)
    assert status == 200 and "phase-muggins" in page and "6 + 4 = 10" in page
    assert takers(page) == {"1": offer("Ben", 10)}
    assert shows(page, "muggins.nobody") and 'class="undo"' in page
    # Nothing is secret: whose turn it is, and the count on the board across the room.
    assert shows(page, "turn.name", name="Ben")
    assert "6 + 4 = 10" in client.get(f"/t/{table_id}/board").text


@pytest.mark.parametrize("line", ["Ana: 6-4, claims 10", "Ana: 6-3", "Ana: 6-3, claims 10"])
def test_nothing_is_offered_where_nothing_was_overlooked(
    client: FlaskClient, table_service: TableService, line: str
) -> None:
    table_id = table(table_service, line)
    html = client.get(f"/t/{table_id}").text
    assert "phase-play" in html and not takers(html)
    status, page = tap(client, table_service, table_id, "claim", who=1)
    assert (status, shows(page, "claim.closed")) == (422, True)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Ana: 6-4", message("claim.because-not-said", total=10)),
        ("Ana: 6-4, claims 15", message("claim.because-right", total=10, claim=15)),
    ],
)
def test_who_says_muggins_gets_the_points(
    client: FlaskClient, table_service: TableService, line: str, reason: object
) -> None:
    table_id = table(table_service, line)
    status, page = tap(client, table_service, table_id, "claim", who=1)
    assert status == 200 and "phase-play" in page
    assert table_service.look(table_id).game.scores == (0, 10)
    assert record(table_service, table_id)[-1] == f"ruling: Ben +10, {reason}"
    for html in (page, client.get(f"/t/{table_id}/board").text):
        assert shows(html, "claimed.muggins", side="Ben", points=10, count=1)
    listed = read(client.get(f"/t/{table_id}/record").text)
    assert shows(listed, "entry.ruled-because", points="+10", why=reason)
    # One claim a count.
    status, page = tap(client, table_service, table_id, "claim", who=1)
    assert (status, shows(page, "claim.closed")) == (422, True)


def test_a_claim_is_known_as_one_by_every_process_and_no_ruling_of_the_same_words_is(
    client: FlaskClient, table_service: TableService
) -> None:
    claimed, ruled = table(table_service, "Ana: 6-4"), table(table_service, "Ana: 6-4")
    elsewhere = TableService(table_service.database)
    elsewhere.look(claimed)
    tap(client, table_service, claimed, "claim", who=1)
    enter(table_service, ruled, record(table_service, claimed)[-1])
    assert (table_service.look(claimed).claim, table_service.look(ruled).claim) == (10, None)
    # Caught up with, read afresh, and made again.
    assert elsewhere.look(claimed).claim == 10
    assert TableService(table_service.database).look(claimed).claim == 10
    assert undo(table_service, claimed).claim is None
    assert redo(table_service, claimed).claim == 10
    for table_id, is_claim in ((claimed, True), (ruled, False)):
        page = client.get(f"/t/{table_id}").text
        assert shows(page, "claimed.muggins", side="Ben", points=10, count=1) is is_claim


def test_undo_takes_it_back_and_offers_it_again(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "Ana: 6-4")
    tap(client, table_service, table_id, "claim", who=1)
    _, page = tap(client, table_service, table_id, "undo")
    assert takers(page) and table_service.look(table_id).game.scores == (0, 0)
    _, page = tap(client, table_service, table_id, "redo")
    assert not takers(page) and table_service.look(table_id).game.scores == (0, 10)
    assert shows(page, "claimed.muggins", side="Ben", points=10, count=1)


def test_nobody_says_it_on_no_phone(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, "Ana: 6-4")
    status, page = tap(client, table_service, table_id, "unclaimed")
    assert status == 200 and "phase-play" in page
    assert not takers(client.get(f"/t/{table_id}").text)
    status, page = tap(client, table_service, table_id, "claim", who=1)
    assert (status, shows(page, "claim.closed")) == (422, True)
    assert record(table_service, table_id) == ["lead: Ana", "Ana: 6-4"]


def test_who_sets_the_next_tile_goes_on_without_a_claim(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "Ana: 6-4")
    assert "phase-play" in client.get(f"/t/{table_id}?on=6-4").text
    status, page = tap(client, table_service, table_id, "set", tile="6-1")
    assert status == 200 and "phase-play" in page
    status, page = tap(client, table_service, table_id, "claim", who=1)
    assert (status, shows(page, "claim.closed")) == (422, True)


def test_a_claim_that_comes_too_late_is_told_what_came_first(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "Ana: 6-4")
    enter(table_service, table_id, "Ben: 6-1")
    form = {"seen": 2, "key": "late", "who": 1}
    answer = client.post(f"/t/{table_id}/claim", data=form, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert table_service.look(table_id).game.scores == (0, 0)


@pytest.mark.parametrize("who", ["0", "2", "x", "-1"])
def test_only_another_side_says_it(
    client: FlaskClient, table_service: TableService, who: str
) -> None:
    table_id = table(table_service, "Ana: 6-4")
    assert tap(client, table_service, table_id, "claim", who=who)[0] == 400
    assert table_service.look(table_id).game.scores == (0, 0)


def test_who_only_watches_is_offered_nothing_and_refused(
    app: Flask, table_service: TableService
) -> None:
    table_id = table(table_service, "Ana: 6-4")
    zoe = phone(app, "zoes-phone")
    link = AccessService(table_service.database).links(table_id)[LeadsTo.WATCH]
    assert tap(zoe, table_service, table_id, "claim", who=1)[0] in (403, 404)
    html = zoe.get(f"/j/{link}", follow_redirects=True).text
    assert not takers(html)
    assert tap(zoe, table_service, table_id, "claim", who=1)[0] in (403, 404)
    assert table_service.look(table_id).game.scores == (0, 0)


def test_each_other_side_is_offered_it_once(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "Ana: 6-4", header=PAIRS)
    html = client.get(f"/t/{table_id}").text
    assert takers(html) == {"1": offer("Ben & Dee", 10, count=2)}
    _, page = tap(client, table_service, table_id, "claim", who=1)
    assert record(table_service, table_id)[-1].startswith("ruling: Ben & Dee +10, ")
    assert shows(page, "claimed.muggins", side="Ben & Dee", points=10, count=2)
    three = table(table_service, "Ana: 6-4", header=f"{MUGGINS}, Cyd")
    assert [*takers(client.get(f"/t/{three}").text)] == ["1", "2"]


EXACT = f"{MUGGINS}, Cyd\ntarget: 100\nrule: target-reached = exactly"


def test_a_side_that_would_pass_an_exact_target_is_not_offered_it(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "ruling: Ben +95", "Ana: 6-4", header=EXACT)
    assert [*takers(client.get(f"/t/{table_id}").text)] == ["2"]
    assert tap(client, table_service, table_id, "claim", who=1)[0] == 400
    other = table(table_service, "ruling: Ben +95", "ruling: Cyd +95", "Ana: 6-4", header=EXACT)
    assert "phase-play" in client.get(f"/t/{other}").text


def test_muggins_can_win_the_game_to_the_point(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "ruling: Ben +90", "Ana: 6-4", header=EXACT)
    _, page = tap(client, table_service, table_id, "claim", who=1)
    assert table_service.look(table_id).game.winner == 1 and "phase-over" in page


@pytest.mark.parametrize(
    ("header", "tile", "worth"),
    [
        ("game: fives-and-threes\nrule: announce = required", "6-3", 3),
        ("game: five-up\nrule: announce = required", "6-4", 2),
        ("game: racehorse-1990", "6-4", 10),
    ],
)
def test_the_settings_say_what_it_is_worth(
    client: FlaskClient, table_service: TableService, header: str, tile: str, worth: int
) -> None:
    header = f"{header}\nplayers: Ana, Ben"
    # Where the game does not have it, the table agrees on it.
    table_id = table(table_service, f"Ana: {tile}", header=header)
    assert not takers(client.get(f"/t/{table_id}").text)
    switch(table_service, table_id, TableOptions(muggins=True))
    html = client.get(f"/t/{table_id}").text
    assert takers(html) == {"1": offer("Ben", worth)}
    tap(client, table_service, table_id, "claim", who=1)
    assert table_service.look(table_id).game.scores == (0, worth)


@pytest.mark.parametrize("announced", ["required", "no"])
def test_a_table_of_muggins_plays_with_it_unless_counts_need_not_be_announced(
    client: FlaskClient, table_service: TableService, announced: str
) -> None:
    is_announced = announced == "required"
    header = f"{MUGGINS}\nrule: announce = {announced}"
    table_id = table(table_service, "Ana: 6-4", header=header)
    assert table_service.look(table_id).table_options == TableOptions(muggins=is_announced)
    assert bool(takers(client.get(f"/t/{table_id}").text)) is is_announced


def test_a_table_that_switched_it_off_is_offered_nothing(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "Ana: 6-4", table_options=TableOptions())
    assert not takers(client.get(f"/t/{table_id}").text)
    status, page = tap(client, table_service, table_id, "claim", who=1)
    assert (status, shows(page, "claim.closed")) == (422, True)


def test_a_table_opened_to_count_first_plays_with_it_too(
    client: FlaskClient, table_service: TableService
) -> None:
    form = {"game": "muggins", "name-0": "Ana", "name-1": "Ben", "lead": "0"}
    answer = client.post("/new", data={**form, "counts-first": "yes"})
    table_id = answer.headers["Location"].rpartition("/")[2]
    both = TableOptions(counting=frozenset({0, 1}), muggins=True)
    assert table_service.look(table_id).table_options == both


def test_without_a_script_a_tap_leads_back_to_the_table(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "Ana: 6-4")
    form = {"seen": 2, "key": "plain", "who": 1}
    answer = client.post(f"/t/{table_id}/claim", data=form)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table_id}")
    assert table_service.look(table_id).game.scores == (0, 10)


@pytest.mark.parametrize("size", some([(360, 640), (640, 360)], 1))
def test_what_one_phone_claims_the_other_is_told(
    browser: Browser, server: Serving, behind: TableService, size: tuple[int, int]
) -> None:
    table_id = table(behind, header=f"{MUGGINS}, Cyd, Dee")
    access_service = AccessService(behind.database)
    access_service.keep(access_service.links(table_id)[LeadsTo.KEEP], "bens-phone", "Ben")
    phones = [
        browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            storage_state=as_phone(SECRET, device),
        )
        for device in (ANAS_PHONE, "bens-phone")
    ]
    ana, ben = (each.new_page() for each in phones)
    for page in (ana, ben):
        page.goto(f"{server.address}/t/{table_id}")
    ana.locator("input[name=said][value=silent]").set_checked(True, force=True)
    ana.locator("#tile-6-4").click()
    for page in (ana, ben):
        expect(page.locator(".chooser .option")).to_have_count(4)
        # The last one is above the buttons below it.
        last = page.locator(".chooser .option").last.bounding_box()
        actions = page.locator(".actions").bounding_box()
        assert last is not None and actions is not None
        assert last["y"] + last["height"] <= actions["y"]
    ben.locator(".chooser button[name=who][value='1']").click()
    told = worded("claimed.muggins", side="Ben", points=10, count=1)
    for page in (ana, ben):
        expect(page.locator("#count .settled")).to_have_text(told)
        expect(page.locator(".phase-play")).to_be_attached()
    for each in phones:
        each.close()
