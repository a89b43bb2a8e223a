"""Count first: the count is asked before it is told, and who missed it can lose its points."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect

from companion.db.database import Database
from companion.db.table_models import LeadsTo
from companion.i18n import Message, message
from companion.record.header import read_header
from companion.tables.table_access import AccessService
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from tests.tables.scribe import enter, record, switch
from tests.thorough import thorough
from tests.web.conftest import SECRET
from tests.web.phones import ANAS_PHONE, PHONE, as_phone
from tests.web.serving import Serving
from tests.web.words import read, shows, worded

HORSE = "game: race-horse\nplayers: Ana, Ben"
ALOUD = "game: racehorse-1990\nplayers: Ana, Ben"
BOTH = TableOptions(counting=frozenset({0, 1}))
MUGGINS = TableOptions(counting=frozenset({0, 1}), muggins=True)


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


def pages_of(client: FlaskClient, table_id: str) -> Iterator[str]:
    """The table as a page and as a fragment, and the big board."""
    yield client.get(f"/t/{table_id}").text
    yield client.get(f"/t/{table_id}", headers={"HX-Request": "true"}).text
    yield client.get(f"/t/{table_id}/board").text


def pegs_of(html: str) -> list[str]:
    """Where the pegs stand on a page, and its scores."""
    return re.findall(r'class="peg[^>]*>|<b>-?\d+</b>', html)


def turn_of(html: str) -> list[str]:
    """The turn line of a page, and what else tells whose turn it is."""
    return re.findall(r'<h2 id="turn".*</h2>|data-moment="[^"]*"|is-next', html)


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
    table_id = table(table_service, table_options=TableOptions(counting=frozenset({1})))
    status, page = stamp(client, table_service, table_id, tile="6-4")
    assert status == 200
    assert "6 + 4 = 10" in page
    assert not shows(page, "counted.right", who="Ana")


def test_an_announced_count_is_entered_so(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, header=ALOUD)
    stamp(client, table_service, table_id, tile="6-4", said="10")
    assert record(table_service, table_id)[-1] == "Ana: 6-4, claims 10"
    assert table_service.look(table_id).game.scores == (10, 0)


@pytest.mark.parametrize("said", ["10", "5", "silent"])
def test_after_every_count_others_choose_before_they_are_told_who_is_right(
    client: FlaskClient, table_service: TableService, said: str
) -> None:
    table_id = table(table_service, header=ALOUD, table_options=MUGGINS)
    bare = client.get(f"/t/{table_id}").text
    _, page = stamp(client, table_service, table_id, tile="6-4", said=said)
    claim = message("counted.no-score") if said == "silent" else said
    assert shows(page, "counted.who-claims", who="Ana", claim=claim)
    boards = [*pages_of(client, table_id)]
    for html in boards:
        assert "= 10" not in html and "counts 6" not in html and " checked" not in html
        # The score, its pegs and the turn would tell it.
        assert str(message("turn.again", player="Ana")) not in html
        assert str(message("next.goes-on", player="Ana")) not in html
    assert pegs_of(boards[0]) == pegs_of(bare)
    assert str(message("counted.said", claim=claim)) in boards[0]


def test_what_is_seen_while_others_choose_is_the_same_whoever_is_right(
    client: FlaskClient, table_service: TableService
) -> None:
    """Ana said 10 at both tables; by 6-4 it is so, by 6-3 it is not."""
    seen = []
    for tile in ("6-4", "6-3"):
        table_id = table(table_service, header=ALOUD, table_options=MUGGINS)
        stamp(client, table_service, table_id, tile=tile, said="10")
        html = client.get(f"/t/{table_id}", headers={"HX-Request": "true"}).text
        # Word joiners hold a tile's name together.
        lower = html[html.index('id="count"') :].replace("\u2060", "")
        seen.append((pegs_of(html), turn_of(html), lower.replace(tile, "").replace(table_id, "")))
    assert seen[0] == seen[1]


def test_going_on_tells_every_phone_who_was_right(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, header=ALOUD, table_options=MUGGINS)
    stamp(client, table_service, table_id, tile="6-4", said="10")
    status, page = stamp(client, table_service, table_id, deed="unclaimed")
    assert status == 200 and shows(page, "counted.right", who="Ana", claim=10)
    for html in pages_of(client, table_id):
        assert "6 + 4 = 10" in read(html)
    # Nothing is entered by it, and what is known is claimed by nobody, on no phone.
    assert record(table_service, table_id) == ["lead: Ana", "Ana: 6-4, claims 10"]
    status, page = stamp(client, table_service, table_id, deed="claim", who="1", said="15")
    assert (status, shows(page, "claim.closed")) == (422, True)
    # A tap that is sent again after a lost answer changes nothing.
    assert stamp(client, table_service, table_id, deed="unclaimed")[0] == 200


def test_a_count_that_was_told_stays_told_and_the_next_one_is_asked_again(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, header=ALOUD, table_options=MUGGINS)
    stamp(client, table_service, table_id, tile="6-4", said="10")
    stamp(client, table_service, table_id, deed="unclaimed")
    stamp(client, table_service, table_id, deed="undo")
    _, page = stamp(client, table_service, table_id, deed="redo")
    assert shows(page, "counted.right", who="Ana", claim=10)
    stamp(client, table_service, table_id, deed="undo")
    _, page = stamp(client, table_service, table_id, tile="6-5", said="10")
    assert shows(page, "counted.who-claims", who="Ana", claim=10)
    # Undo is there while it is asked.
    assert stamp(client, table_service, table_id, deed="undo")[0] == 200
    assert record(table_service, table_id) == ["lead: Ana"]


def test_pegs_stand_where_they_stood_until_the_others_chose(
    client: FlaskClient, table_service: TableService
) -> None:
    lines = ("Ana: 6-4, claims 10", "Ana: 6-2", "Ben: 4-1")
    table_id = table(table_service, *lines, header=ALOUD, table_options=MUGGINS)
    stamp(client, table_service, table_id, deed="unclaimed")
    before = pegs_of(client.get(f"/t/{table_id}").text)
    stamp(client, table_service, table_id, tile="3-1", said="5")
    assert pegs_of(client.get(f"/t/{table_id}").text) == before


def test_who_plays_on_is_asked_the_count_though_one_could_still_be_claimed(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, header=ALOUD, table_options=MUGGINS)
    stamp(client, table_service, table_id, tile="6-4", said="5")
    status, page = stamp(client, table_service, table_id, tile="6-6")
    assert status == 422
    assert "What does the 6-6 make it?" in page and "Not the 6-6" in page
    assert not shows(page, "counted.who-claims")


@pytest.mark.parametrize(
    ("said", "reason"), [("silent", "claim.because-not-said"), ("5", "claim.because-right")]
)
def test_who_claims_it_rightly_gets_its_points(
    client: FlaskClient, table_service: TableService, said: str, reason: str
) -> None:
    table_id = table(table_service, header=ALOUD, table_options=MUGGINS)
    stamp(client, table_service, table_id, tile="6-4", said=said)
    status, page = stamp(client, table_service, table_id, deed="claim", who="1", said="10")
    assert (status, table_service.look(table_id).game.scores) == (200, (0, 10))
    # The record has the count, and the table tells who was right.
    why = message(reason, total=10, claim=5)
    assert record(table_service, table_id)[-1] == f"ruling: Ben +10, {why}"
    claim = message("counted.no-score") if said == "silent" else said
    assert shows(page, "counted.wrong", who="Ana", claim=claim, total=10)
    assert shows(page, "claimed.right", side="Ben", claim=10, count=1)
    listed = read(client.get(f"/t/{table_id}/record").text)
    assert shows(listed, "entry.ruled-because", points="+10", why=why)


@pytest.mark.parametrize(("penalty", "score"), [(False, 0), (True, -15)])
@pytest.mark.parametrize(("said", "verdict"), [("10", "counted.right"), ("5", "counted.wrong")])
def test_a_wrong_claim_costs_what_the_table_agreed(
    client: FlaskClient,
    table_service: TableService,
    said: str,
    verdict: str,
    penalty: bool,
    score: int,
) -> None:
    options = MUGGINS.model_copy(update={"penalty": penalty})
    table_id = table(table_service, header=ALOUD, table_options=options)
    stamp(client, table_service, table_id, tile="6-4", said=said)
    status, page = stamp(client, table_service, table_id, deed="claim", who="1", said="15")
    own = 10 if said == "10" else 0
    assert (status, table_service.look(table_id).game.scores) == (200, (own, score))
    assert shows(page, verdict, who="Ana", claim=said, total=10)
    assert shows(page, "claimed.wrong", side="Ben", claim=15, total=10, count=1)
    why = message("claim.because-wrong", total=10, claim=15)
    assert record(table_service, table_id)[-1] == f"ruling: Ben {score:+d}, {why}"
    # One claim a count: it is told by now.
    status, page = stamp(client, table_service, table_id, deed="claim", who="1", said="10")
    assert (status, shows(page, "claim.closed")) == (422, True)


def test_who_claims_has_to_be_said_and_says_another_count(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, header=f"{ALOUD}, Cyd", table_options=MUGGINS)
    stamp(client, table_service, table_id, tile="6-4", said="5")
    html = client.get(f"/t/{table_id}").text
    assert html.count('type="radio" name="who"') == 2 and " checked" not in html
    status, page = stamp(client, table_service, table_id, deed="claim", said="10")
    assert (status, shows(page, "claim.who-first")) == (422, True)
    status, page = stamp(client, table_service, table_id, deed="claim", who="1", said="5")
    assert (status, shows(page, "claim.said-already", player="Ana", claim=5)) == (422, True)
    assert table_service.look(table_id).game.scores == (0, 0, 0)
    stamp(client, table_service, table_id, deed="claim", who="2", said="10")
    assert table_service.look(table_id).game.scores == (0, 0, 10)


@pytest.mark.parametrize("who", ["0", "2", "x", "-1"])
def test_only_an_opponent_claims(
    client: FlaskClient, table_service: TableService, who: str
) -> None:
    table_id = table(table_service, header=ALOUD, table_options=MUGGINS)
    stamp(client, table_service, table_id, tile="6-4", said="silent")
    assert stamp(client, table_service, table_id, deed="claim", who=who, said="10")[0] == 400
    assert table_service.look(table_id).game.scores == (0, 0)


def test_nothing_is_claimed_where_it_was_not_agreed(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, header=ALOUD)
    _, page = stamp(client, table_service, table_id, tile="6-4", said="5")
    assert shows(page, "counted.wrong", who="Ana", claim=5, total=10)
    assert stamp(client, table_service, table_id, deed="claim", who="1", said="10")[0] == 422
    assert table_service.look(table_id).game.scores == (0, 0)


def test_the_switch_is_the_keepers(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, table_options=TableOptions())
    page = client.get(f"/t/{table_id}/customs").text
    assert shows(page, "options.no-muggins")
    form = {
        "seen": "0",
        "counts": ["1", "7", "x"],
        "muggins": "yes",
        "penalty": "yes",
        "findings": "yes",
    }
    client.post(f"/t/{table_id}/customs", data=form)
    agreed = TableOptions(counting=frozenset({1}), muggins=True, penalty=True)
    assert table_service.look(table_id).table_options == agreed
    client.post(f"/t/{table_id}/customs", data={"seen": "1"})
    assert table_service.look(table_id).table_options == TableOptions(findings=False)


def test_customs_are_told_to_every_process(app: Flask, table_service: TableService) -> None:
    table_id = table(table_service)
    other = Database(app.config["DATABASE_URL"])
    assert TableService(other).look(table_id).table_options == BOTH
    switch(table_service, table_id, MUGGINS)
    assert TableService(other).look(table_id).table_options == MUGGINS
    other.close()


@thorough
def test_what_one_phone_answers_the_other_is_told(
    browser: Browser, server: Serving, behind: TableService
) -> None:
    table_id = table(behind)
    access_service = AccessService(behind.database)
    access_service.keep(access_service.links(table_id)[LeadsTo.KEEP], "bens-phone", "Ben")
    phones = [
        browser.new_context(viewport=PHONE, storage_state=as_phone(SECRET, device))
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
