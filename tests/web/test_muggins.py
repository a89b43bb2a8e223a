"""Muggins without counting first: a phone says what was called, and people call the rest."""

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
from tests.tables.scribe import enter, record, redo, undo
from tests.thorough import some
from tests.web.boxes import boxes
from tests.web.conftest import SECRET
from tests.web.phones import ANAS_PHONE, as_phone, phone
from tests.web.serving import Serving
from tests.web.words import shown, shows

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


@pytest.mark.parametrize("tile", ["6-4", "6-3"])
@pytest.mark.parametrize("said", ["silent", "15", "10"])
def test_whatever_a_phone_says_was_called_others_may_call_too_and_nothing_tells_if_it_was_right(
    client: FlaskClient, table_service: TableService, tile: str, said: str
) -> None:
    table_id = table(table_service)
    status, page = tap(client, table_service, table_id, "set", tile=tile, said=said)
    called = message("counted.no-score") if said == "silent" else said
    assert status == 200 and "phase-claim" in page
    assert shows(page, "counted.who-claims", who="Ana", claim=called)
    for html in (page, client.get(f"/t/{table_id}").text, client.get(f"/t/{table_id}/board").text):
        assert "6 + " not in html and "Muggins!" not in html
        assert not shows(html, "counted.wrong") and not shows(html, "counted.right")
    _, page = tap(client, table_service, table_id, "unclaimed")
    assert "phase-play" in page and f"6 + {tile[-1]} = " in page
    is_right = (tile, said) in {("6-4", "10"), ("6-3", "silent")}
    verdict = "counted.right" if is_right else "counted.wrong"
    assert shows(page, verdict, who="Ana", claim=called)
    status, page = tap(client, table_service, table_id, "claim", who=1, said=10)
    assert (status, shows(page, "claim.closed")) == (422, True)


@pytest.mark.parametrize("tile", ["6-4", "6-3"])
def test_what_was_called_correctly_is_shown_at_once(
    client: FlaskClient, table_service: TableService, tile: str
) -> None:
    table_id = table(table_service)
    _, page = tap(client, table_service, table_id, "set", tile=tile, said="right")
    assert "phase-play" in page and f"6 + {tile[-1]} = " in page


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("silent", message("claim.because-not-said", total=10)),
        ("15", message("claim.because-right", total=10, claim=15)),
    ],
)
def test_who_calls_muggins_gets_the_points_and_every_process_knows_the_call(
    client: FlaskClient, table_service: TableService, said: str, reason: object
) -> None:
    table_id, elsewhere = table(table_service), TableService(table_service.database)
    tap(client, table_service, table_id, "set", tile="6-4", said=said)
    assert elsewhere.look(table_id).claim == 0
    status, page = tap(client, table_service, table_id, "claim", who=1, said=10)
    assert status == 200 and "phase-play" in page
    assert table_service.look(table_id).game.scores == (0, 10)
    assert record(table_service, table_id)[-1] == f"ruling: Ben +10, {reason}"
    assert shows(page, "claimed.right", side="Ben", claim=10, count=1)
    assert elsewhere.look(table_id).claim == 10
    # Undone, it is asked again, and made again it is known as one.
    assert "phase-claim" in tap(client, table_service, table_id, "undo")[1]
    assert undo(table_service, table_id, times=0).game.scores == (0, 0)
    assert redo(table_service, table_id).claim == 10
    assert shows(client.get(f"/t/{table_id}").text, "claimed.right", side="Ben", claim=10, count=1)


def test_a_wrong_call_is_told_only_then(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service)
    tap(client, table_service, table_id, "set", tile="6-3", said="silent")
    _, page = tap(client, table_service, table_id, "claim", who=1, said=10)
    assert table_service.look(table_id).game.scores == (0, 0)
    assert shows(page, "claimed.wrong", side="Ben", claim=10, total=9, count=1)


def test_what_was_called_goes_along_to_the_choice_of_an_end(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "Ana: 6-4", "Ben: 4-1 on 6-4")
    status, page = tap(client, table_service, table_id, "set", tile="6-1", said="silent")
    assert status == 422 and '<input type="hidden" name="said" value="silent">' in page


@pytest.mark.parametrize(
    ("options", "header"),
    [(TableOptions(), MUGGINS), (None, f"{MUGGINS}\nrule: announce = no")],
)
def test_a_table_without_it_asks_nobody(
    client: FlaskClient, table_service: TableService, options: TableOptions | None, header: str
) -> None:
    table_id = table(table_service, header=header, table_options=options)
    status, page = tap(client, table_service, table_id, "set", tile="6-4", said="silent")
    assert status == 200 and "phase-play" in page
    status, page = tap(client, table_service, table_id, "claim", who=1, said=10)
    assert (status, shows(page, "claim.closed")) == (422, True)


def test_only_another_side_calls_and_who_watches_does_not(
    app: Flask, client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, header=PAIRS)
    tap(client, table_service, table_id, "set", tile="6-4", said="silent")
    for who in ("0", "2", "4", "x"):
        assert tap(client, table_service, table_id, "claim", who=who, said=10)[0] == 400
    zoe = phone(app, "zoes-phone")
    link = AccessService(table_service.database).links(table_id)[LeadsTo.WATCH]
    html = zoe.get(f"/j/{link}", follow_redirects=True).text
    assert "phase-watch" in html and "6 + 4" not in html
    assert tap(zoe, table_service, table_id, "claim", who=1, said=10)[0] in (403, 404)
    _, page = tap(client, table_service, table_id, "claim", who=1, said=10)
    assert record(table_service, table_id)[-1].startswith("ruling: Ben & Dee +10, ")
    assert shows(page, "claimed.right", side="Ben & Dee", claim=10, count=2)


EXACT = f"{MUGGINS}, Cyd\ntarget: 100\nrule: target-reached = exactly"


@pytest.mark.parametrize(("score", "after"), [(95, 95), (90, 100)])
def test_a_call_passes_no_exact_target(
    client: FlaskClient, table_service: TableService, score: int, after: int
) -> None:
    table_id = table(table_service, f"ruling: Ben +{score}", header=EXACT)
    tap(client, table_service, table_id, "set", tile="6-4", said="silent")
    tap(client, table_service, table_id, "claim", who=1, said=10)
    game = table_service.look(table_id).game
    assert (game.scores[1], game.is_over) == (after, after == 100)


def test_a_table_opened_to_count_first_plays_with_it_too(
    client: FlaskClient, table_service: TableService
) -> None:
    form = {"game": "muggins", "name-0": "Ana", "name-1": "Ben", "lead": "0"}
    answer = client.post("/new", data={**form, "counts-first": "yes"})
    table_id = answer.headers["Location"].rpartition("/")[2]
    both = TableOptions(counting=frozenset({0, 1}), muggins=True)
    assert table_service.look(table_id).table_options == both
    # No score is one answer, and not also a zero.
    _, page = tap(client, table_service, table_id, "set", tile="6-4")
    assert page.count('name="said" value="silent"') == 1 and 'value="0"' not in page


@pytest.mark.parametrize("size", some([(360, 640), (640, 360)], 1))
def test_what_one_phone_says_the_other_may_call_and_neither_tells_before(
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
    for chip in boxes(ana.locator(".said label")):
        assert min(chip["width"], chip["height"]) >= 44
    ana.locator("input[name=said][value=silent]").set_checked(True, force=True)
    ana.locator("#tile-6-4").click()
    asks = message("counted.who-claims", who="Ana", claim=message("counted.no-score"))
    for page in (ana, ben):
        expect(page.locator("#count")).to_contain_text(str(asks))
        expect(page.locator("body")).not_to_contain_text("6 + 4")
    ben.locator(".claim .pill").first.click()
    ben.locator(".claim button[value='10']").click()
    told = shown("claimed.right", side="Ben", claim=10, count=1)
    for page in (ana, ben):
        expect(page.locator("#count .settled")).to_contain_text(told)
        expect(page.locator(".phase-play")).to_be_attached()
        # Who keeps score is no watcher.
        expect(page.locator(".line-watching")).to_have_text("")
    for each in phones:
        each.close()
