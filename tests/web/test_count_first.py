"""Count first: the count is asked before it is told, and who missed it can lose its points."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect

from companion.record.header import read_header
from companion.tables.access import AccessService
from companion.tables.database import Database
from companion.tables.rows import LeadsTo
from companion.tables.service import TableService
from companion.tables.state import TableOptions
from companion.words import Message, message
from tests.tables.scribe import enter, record, switch
from tests.web.conftest import SECRET
from tests.web.phones import ANAS_PHONE, as_phone
from tests.web.serving import Serving
from tests.web.words import read, shows, worded

HORSE = "game: race-horse\nplayers: Ana, Ben"
ALOUD = "game: racehorse-1990\nplayers: Ana, Ben"
BOTH = TableOptions(frozenset({0, 1}))
MUGGINS = TableOptions(frozenset({0, 1}), muggins=True)


def table(
    table_service: TableService,
    *lines: str,
    header: str = HORSE,
    table_options: TableOptions = BOTH,
) -> str:
    table_id = table_service.open(
        read_header(header), keeper=ANAS_PHONE, table_options=table_options
    )
    enter(table_service, table_id, "lead: Ana", *lines)
    return table_id


def stamp(
    client: FlaskClient, table_service: TableService, table_id: str, **form: str
) -> tuple[int, str]:
    """Tap a tile as the page does; the status and the words of the answer."""
    seen = str(table_service.look(table_id).version)
    answer = client.post(
        f"/t/{table_id}/{form.pop('deed', 'set')}",
        data={"seen": seen, **form},
        headers={"HX-Request": "true"},
    )
    return answer.status_code, read(answer.text)


def test_the_count_is_asked_before_it_is_told(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service)
    status, page = stamp(client, table_service, table_id, tile="6-4")
    assert status == 422
    assert shows(page, "count.asked", tile="6-4")
    assert shows(page, "counted.no-score") and "= 10" not in page
    assert not shows(page, "unit.points", count=10)
    assert record(table_service, table_id) == ["lead: Ana"]


def test_the_open_ends_say_nothing_while_it_is_asked(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "Ana: 6-4")
    form = {"seen": str(table_service.look(table_id).version), "tile": "4-4"}
    page = client.post(f"/t/{table_id}/set", data=form, headers={"HX-Request": "true"}).text
    assert "counts 6" not in page
    assert 'class="ring quiet"' in page


@pytest.mark.parametrize(
    ("said", "verdict", "claim"),
    [
        ("10", "counted.right", "10"),
        ("15", "counted.wrong", "15"),
        ("silent", "counted.wrong", message("counted.no-score")),
    ],
)
def test_the_answer_is_entered_and_judged(
    client: FlaskClient,
    table_service: TableService,
    said: str,
    verdict: str,
    claim: str | Message,
) -> None:
    table_id = table(table_service)
    status, page = stamp(client, table_service, table_id, tile="6-4", said=said)
    assert status == 200
    assert shows(page, verdict, who="Ana", claim=claim, total=10)
    assert shows(page, "change.bare", sum="6 + 4 = 10")
    # Where counts need not be said, a wrong one costs nothing.
    assert table_service.look(table_id).game.scores == (2, 0)


def test_no_score_is_right_where_the_count_is_none(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "Ana: 6-4")
    _, page = stamp(client, table_service, table_id, tile="4-4", said="silent")
    assert shows(page, "counted.right", who="Ana", claim=message("counted.no-score"))
    assert shows(page, "change.went", before=10, sum="10 − 4 + 8 = 14")


def test_a_count_that_does_not_score_can_be_typed(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "Ana: 6-4")
    _, page = stamp(client, table_service, table_id, tile="4-4", said="0", typed="14")
    assert shows(page, "counted.right", who="Ana", claim=14)


@pytest.mark.parametrize("typed", ["x", "-5", "99999999", "1.5"])
def test_what_is_no_count_is_refused(
    client: FlaskClient, table_service: TableService, typed: str
) -> None:
    table_id = table(table_service)
    status, _ = stamp(client, table_service, table_id, tile="6-4", typed=typed)
    assert status == 400
    assert record(table_service, table_id) == ["lead: Ana"]


def test_a_tile_that_does_not_fit_is_refused_before_anything_is_asked(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "Ana: 6-4")
    status, page = stamp(client, table_service, table_id, tile="5-5")
    assert status == 422
    assert shows(page, "refused.no-match", tile="5-5")
    assert not shows(page, "count.asked")


def test_which_end_is_asked_without_telling_what_it_makes(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "Ana: 6-4", "Ana: 4-4", "Ana: 4-1 on 4-4")
    _, page = stamp(client, table_service, table_id, tile="6-1")
    assert f"{message('play.on', host='6-4')} {message('play.on', host='4-1')}" in page
    assert "→" not in page
    _, page = stamp(client, table_service, table_id, tile="6-1", on="4-1")
    assert shows(page, "count.asked", tile="6-1")


@pytest.mark.parametrize("is_whole", [True, False])
def test_no_part_of_the_page_holds_the_count_before_it_is_said(
    client: FlaskClient, table_service: TableService, *, is_whole: bool
) -> None:
    # By 6-4 it would be 10, by 4-1 it would be 12.
    table_id = table(table_service, "Ana: 6-4", "Ana: 4-4", "Ana: 4-1 on 4-4")
    seen = str(table_service.look(table_id).version)
    headers = {} if is_whole else {"HX-Request": "true"}
    answers = [
        client.post(f"/t/{table_id}/set", data={"seen": seen, **form}, headers=headers)
        for form in ({"tile": "6-1"}, {"tile": "6-1", "on": "4-1"}, {"tile": "6-1", "on": "6-4"})
    ]
    answers += [
        client.get(f"/t/{table_id}?{query}", headers=headers) for query in ("tile=6-1", "on=4-1")
    ]
    for answer in answers:
        # What is offered to be said is no count of this tile.
        html = re.sub(r'<button class="option"[^>]*name="said".*?</button>', "", answer.text)
        assert str(message("refused.which-end-place", host="6-4", total=10)) not in html
        assert not re.search(r"count (10|12)|[=→] ?(10|12)\b|counts? (10|12)", html)
    assert f'data-heard="{message("count.which-end", tile="6-1")}"' in answers[0].text


def test_who_is_not_asked_taps_once(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, table_options=TableOptions(frozenset({1})))
    status, page = stamp(client, table_service, table_id, tile="6-4")
    assert status == 200
    assert "6 + 4 = 10" in page
    assert not shows(page, "counted.right", who="Ana")


def test_an_announced_count_is_entered_so(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, header=ALOUD)
    stamp(client, table_service, table_id, tile="6-4", said="10")
    assert record(table_service, table_id)[-1] == "Ana: 6-4, claims 10"
    assert table_service.look(table_id).game.scores == (10, 0)


def test_a_count_that_was_missed_is_not_told_before_somebody_claims_it(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, header=ALOUD, table_options=MUGGINS)
    _, page = stamp(client, table_service, table_id, tile="6-4", said="5")
    assert shows(page, "counted.who-claims", who="Ana", claim=5)
    assert "= 10" not in page and "counts 6" not in page
    assert "= 10" not in client.get(f"/t/{table_id}/board").text
    assert "6 + 4 = 10" in client.get(f"/t/{table_id}?told=1").text


def test_who_plays_on_is_asked_the_count_though_one_could_still_be_claimed(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, header=ALOUD, table_options=MUGGINS)
    stamp(client, table_service, table_id, tile="6-4", said="5")
    status, page = stamp(client, table_service, table_id, tile="6-6")
    assert status == 422
    assert "What does the 6-6 make it?" in page and "Not the 6-6" in page
    assert "Who claims the count?" not in page


def test_who_claims_it_rightly_gets_its_points(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, header=ALOUD, table_options=MUGGINS)
    stamp(client, table_service, table_id, tile="6-4", said="silent")
    status, page = stamp(client, table_service, table_id, deed="claim", who="1", said="15")
    assert (status, table_service.look(table_id).game.scores) == (422, (0, 0))
    assert shows(page, "claim.not-the-count")
    status, _ = stamp(client, table_service, table_id, deed="claim", who="1", said="10")
    assert (status, table_service.look(table_id).game.scores) == (200, (0, 10))
    assert record(table_service, table_id)[-1] == "ruling: Ben +10, muggins"


@pytest.mark.parametrize("who", ["0", "2", "x", "-1"])
def test_only_an_opponent_claims(
    client: FlaskClient, table_service: TableService, who: str
) -> None:
    table_id = table(table_service, header=ALOUD, table_options=MUGGINS)
    stamp(client, table_service, table_id, tile="6-4", said="silent")
    assert stamp(client, table_service, table_id, deed="claim", who=who, said="10")[0] == 400
    assert table_service.look(table_id).game.scores == (0, 0)


def test_nothing_is_claimed_where_nothing_was_missed(
    client: FlaskClient, table_service: TableService
) -> None:
    for table_options in (MUGGINS, BOTH):
        table_id = table(table_service, header=ALOUD, table_options=table_options)
        stamp(
            client,
            table_service,
            table_id,
            tile="6-4",
            said="10" if table_options is MUGGINS else "5",
        )
        assert stamp(client, table_service, table_id, deed="claim", who="1", said="10")[0] == 400


def test_the_switch_is_the_keepers(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, table_options=TableOptions())
    page = client.get(f"/t/{table_id}/customs").text
    assert shows(page, "options.no-muggins")
    form = {"seen": "0", "counts": ["1", "7", "x"], "muggins": "yes", "findings": "yes"}
    client.post(f"/t/{table_id}/customs", data=form)
    assert table_service.look(table_id).table_options == TableOptions(frozenset({1}), muggins=True)
    client.post(f"/t/{table_id}/customs", data={"seen": "1"})
    assert table_service.look(table_id).table_options == TableOptions(findings=False)


def test_customs_are_told_to_every_process(app: Flask, table_service: TableService) -> None:
    table_id = table(table_service)
    other = Database(app.config["DATABASE_URL"])
    assert TableService(other).look(table_id).table_options == BOTH
    switch(table_service, table_id, MUGGINS)
    assert TableService(other).look(table_id).table_options == MUGGINS
    other.close()


def test_what_one_phone_answers_the_other_is_told(
    browser: Browser, server: Serving, behind: TableService
) -> None:
    table_id = table(behind)
    access_service = AccessService(behind.database)
    access_service.keep(access_service.links(table_id)[LeadsTo.KEEP], "bens-phone", "Ben")
    phones = [
        browser.new_context(
            viewport={"width": 360, "height": 640}, storage_state=as_phone(SECRET, device)
        )
        for device in (ANAS_PHONE, "bens-phone")
    ]
    ana, ben = (phone.new_page() for phone in phones)
    for page in (ana, ben):
        page.goto(f"{server.address}/t/{table_id}")
    ana.locator("#tile-6-4").click()
    expect(ana.locator(".asks")).to_be_visible()
    assert fits(ana)
    expect(ben.locator(".asks")).to_have_count(0)
    ana.locator(".asks button[value='10']").click()
    for page in (ana, ben):
        expect(page.locator(".counted .right")).to_have_text(
            worded("counted.right", who="Ana", claim=10)
        )
    # Then Ben's phone sets the next one, and types a count.
    ben.locator("#tile-4-4").click()
    ben.locator(".asks input[name=typed]").fill("14")
    ben.keyboard.press("Enter")
    for page in (ana, ben):
        expect(page.locator(".counted .right")).to_have_text(
            worded("counted.right", who="Ana", claim=14)
        )
        assert fits(page)
    for phone in phones:
        phone.close()


def fits(page: Page) -> bool:
    """Whether nothing scrolls."""
    told: bool = page.evaluate(
        "document.documentElement.scrollHeight <= innerHeight"
        " && document.documentElement.scrollWidth <= innerWidth"
    )
    return told
