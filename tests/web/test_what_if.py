"""What if: any tile on any end of a running table, without entering anything."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.db.table_models import LeadsTo
from companion.i18n import message
from companion.rules.tile import ALL_TILES
from companion.tables.table_access import AccessService
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from tests.tables.scribe import enter, everything, switch
from tests.web.thumb import laid
from tests.web.words import hrefs, read

#: Where the 3-0 goes on the 3-3 or on the 2-0.
TWO_PLACES = ("6-3", "6-6 on 6-3", "3-3 on 6-3", "6-2 on 6-6", "2-0 on 6-2")
WHY_NOT = str(message("asked.why-not"))
HTMX = {"HX-Request": "true"}


def table(table_service: TableService, *tiles: str, header: str = "game: race-horse") -> str:
    return laid(table_service, header, *(tiles or TWO_PLACES))


def test_before_a_tile_is_picked_up_the_layout_lies_there_with_all_28_tiles(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service)
    page = client.get(f"/t/{table_id}/what-if").text
    assert str(message("what-if.tap")) in read(page)
    offered = hrefs(page, f"/t/{table_id}/what-if?tile=")
    assert {address.partition("tile=")[2] for address in offered} == set(map(str, ALL_TILES))
    assert f"/t/{table_id}/what-if?on=3-3" in hrefs(page)


def test_a_tile_of_one_place_is_judged_at_once_with_reasons(
    client: FlaskClient, table_service: TableService
) -> None:
    page = client.get(f"/t/{table(table_service, '6-4', '4-4')}/what-if?tile=6-6").text
    words = read(page)
    assert str(message("what-if.set-on", who="Ana", tile="6-6", host="6-4")) in words
    assert f"8 + 12 = 20 {message('unit.pegs', count=4)}" in words
    assert "14 − 6 + 12 = 20" in words
    assert str(message("why.double-and-score-earn", tile="6-6")) in words
    assert 'class="tile thought"' in page


def test_a_tile_of_several_places_is_compared_and_judged_on_the_chosen_one(
    client: FlaskClient, table_service: TableService
) -> None:
    address = f"/t/{table(table_service)}/what-if?tile=3-0"
    asked = client.get(address).text
    options = [message("option.counts", host=host, total=n) for host, n in (("3-3", 0), ("2-0", 9))]
    prompt = message("what-if.where", tile="3-0")
    assert f"{prompt} {options[0]} {options[1]}" in read(asked)
    assert {f"{address}&on=3-3", f"{address}&on=2-0"} <= set(hrefs(asked))
    assert 'class="tile thought"' not in asked
    answered = client.get(f"{address}&on=2-0").text
    title = message("what-if.set-on", who="Ben", tile="3-0", host="2-0")
    assert str(title) in read(answered)
    assert "6 + 3 = 9" in read(answered)
    assert f"{address}&on=3-3" in hrefs(answered)


def test_an_end_can_be_picked_up_first(client: FlaskClient, table_service: TableService) -> None:
    address = f"/t/{table(table_service)}/what-if?on=2-0"
    page = client.get(address).text
    assert str(message("answer.what-on", host="2-0")) in read(page)
    assert page.count('class="dim"') > 14
    assert f"/t/{address.split('/')[2]}/what-if?tile=5-0&on=2-0" in hrefs(page)


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ("tile=5-5", "match"),
        ("tile=6-3", "each-once"),
        ("tile=6-1&on=6-6", "match"),
        ("tile=6-1&on=5-5", "match"),
    ],
)
def test_a_tile_that_cannot_go_is_told_why_not_with_the_rule_and_its_source(
    client: FlaskClient, table_service: TableService, asked: str, rule: str
) -> None:
    header = "game: race-horse\nrule: spinners = none"
    table_id = laid(table_service, header, "6-3", "6-6 on 6-3", "6-2 on 6-6")
    page = client.get(f"/t/{table_id}/what-if?{asked}").text
    words = read(page)
    assert WHY_NOT in words
    assert str(message(f"law.{rule}.sentence")) in words
    assert "<cite>" in page


def test_nothing_of_it_is_entered(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service)
    before = everything(table_service, table_id)
    for asked in ("", "?tile=3-0", "?tile=3-0&on=2-0", "?tile=5-5", "?on=2-0"):
        assert client.get(f"/t/{table_id}/what-if{asked}").status_code == 200
    assert client.post(f"/t/{table_id}/what-if").status_code == 405
    assert everything(table_service, table_id) == before


def test_an_announced_game_judges_the_count_as_announced_rightly(
    client: FlaskClient, table_service: TableService
) -> None:
    header = "game: racehorse-1990\nplayers: Ana, Ben, Cyd, Dee"
    table_id = laid(table_service, header, "6-4, claims 10")
    words = read(client.get(f"/t/{table_id}/what-if?tile=5-4").text)
    assert "6 + 5 = 11" in words
    words = read(client.get(f"/t/{table_id}/what-if?tile=4-4").text)
    assert "14" in words
    words = read(client.get(f"/t/{table_id}/what-if?tile=6-1").text)
    assert str(message("why.announced-rightly", total=5)) in words


def test_a_lead_can_be_thought_of_and_before_that_there_is_nothing_to_think(
    client: FlaskClient, table_service: TableService
) -> None:
    bare = laid(table_service, "game: seven-toed-pete")
    page = read(client.get(f"/t/{bare}/what-if?tile=6-3").text)
    assert WHY_NOT in page
    pegs = laid(table_service, "game: race-horse", is_pegs_only=True)
    page = client.get(f"/t/{pegs}/what-if?tile=6-3").text
    assert str(message("what-if.pegs-only")) in read(page)
    assert hrefs(page, "/ask?game=race-horse")


def test_where_people_count_first_no_count_is_told_before_the_tile_lies(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service)
    switch(table_service, table_id, TableOptions(counting=frozenset({0, 1})))
    for asked in ("tile=3-0", "tile=3-0&on=2-0", "tile=6-1"):
        words = read(client.get(f"/t/{table_id}/what-if?{asked}").text)
        assert "→" not in words and str(message("asked.count")) not in words
    assert str(message("what-if.counts-first", who="Ben")) in words
    assert client.get(f"/t/{table_id}/what-if.svg?tile=6-1").status_code == 404
    assert WHY_NOT in read(client.get(f"/t/{table_id}/what-if?tile=5-5").text)


def test_while_a_count_can_be_claimed_nothing_is_told_of_it(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = laid(table_service, "game: racehorse-1990")
    switch(table_service, table_id, TableOptions(counting=frozenset({0, 1}), muggins=True))
    enter(table_service, table_id, "Ana: 6-4")
    words = read(client.get(f"/t/{table_id}/what-if?tile=6-1").text)
    assert str(message("what-if.at-stake")) in words
    assert "10" not in words


def test_after_a_blocked_hand_the_last_pass_is_asked_about(
    client: FlaskClient, table_service: TableService
) -> None:
    header = "game: race-horse\nrule: tiles-each = 14"
    table_id = laid(table_service, header, "6-3")
    enter(table_service, table_id, "Ben: passes", "Ana: passes")
    page = client.get(f"/t/{table_id}/what-if").text
    assert str(message("what-if.what-else")) in read(page)
    assert str(message("what-if.instead-of", entry="Ana: passes")) in read(page)
    assert len(hrefs(page, f"/t/{table_id}/what-if?at=4&tile=")) == len(ALL_TILES)
    assert page.count('class="gone"') == 1


def test_any_entry_could_have_been_another_tile(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "6-4", "4-4", "6-6")
    address = f"/t/{table_id}/what-if?at=3&tile=6-1"
    words = read(client.get(address).text)
    assert str(message("what-if.had-set-on", who="Ana", tile="6-1", host="6-4")) in words
    assert str(message("what-if.instead-of", entry="Ana: 4-4 on 6-4")) in words
    assert "4 + 1 = 5" in words
    assert client.get(f"/t/{table_id}/what-if.svg?at=3&tile=6-1").status_code == 200
    for nothing in (1, 99):
        assert client.get(f"/t/{table_id}/what-if?at={nothing}").status_code == 404


def test_a_refused_tap_leads_to_why_not(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service)
    seen = table_service.look(table_id).version
    page = client.post(f"/t/{table_id}/set", data={"tile": "5-5", "seen": f"{seen}"})
    assert page.status_code == 422
    assert f"/t/{table_id}/what-if?tile=5-5" in hrefs(page.text)
    stale = client.post(f"/t/{table_id}/set", data={"tile": "3-1", "seen": "1"})
    assert stale.status_code == 409
    assert not hrefs(stale.text, "what-if?tile")


def test_the_page_of_all_tiles_leads_there(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service)
    assert f"/t/{table_id}/what-if" in hrefs(client.get(f"/t/{table_id}/audit").text)


def test_who_watches_may_think_too_and_a_stranger_may_not(
    app: Flask, stranger: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service)
    assert stranger.get(f"/t/{table_id}/what-if?tile=3-0").status_code == 404
    assert stranger.get(f"/t/{table_id}/what-if.svg?tile=3-1").status_code == 404
    access_service: AccessService = app.extensions["access_service"]
    stranger.get(f"/j/{access_service.links(table_id)[LeadsTo.WATCH]}")
    assert "→ 9" in stranger.get(f"/t/{table_id}/what-if?tile=3-0").text


def test_a_tap_is_answered_with_the_part_that_changes(
    client: FlaskClient, table_service: TableService
) -> None:
    address = f"/t/{table(table_service)}/what-if?tile=3-0"
    part = client.get(address, headers=HTMX)
    assert '<div id="asked"' in part.text and "<!doctype" not in part.text
    assert "HX-Request" in part.headers["Vary"]
    restored = client.get(address, headers=HTMX | {"HX-History-Restore-Request": "true"})
    assert restored.text.startswith("<!doctype html>")


@pytest.mark.parametrize("asked", ["tile=7-7", "tile=<img src=x>", "on=x", "tile=6-4&on=%00"])
def test_what_is_no_tile_is_not_asked(
    client: FlaskClient, table_service: TableService, asked: str
) -> None:
    answer = client.get(f"/t/{table(table_service)}/what-if?{asked}")
    assert answer.status_code == 400
    assert "<img" not in answer.text
