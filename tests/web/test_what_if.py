"""What if: any tile on any end of a running table, without entering anything."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.tile import ALL_TILES
from companion.tables.customs import Customs
from companion.tables.desk import Desk
from companion.tables.door import Door
from companion.tables.rows import LeadsTo
from tests.tables.scribe import enter, everything, switch
from tests.web.thumb import laid
from tests.web.words import hrefs, read

#: Where the 3-0 goes on the 3-3 or on the 2-0.
TWO_PLACES = ("6-3", "6-6 on 6-3", "3-3 on 6-3", "6-2 on 6-6", "2-0 on 6-2")
HTMX = {"HX-Request": "true"}


def table(desk: Desk, *tiles: str, header: str = "game: race-horse") -> str:
    return laid(desk, header, *(tiles or TWO_PLACES))


def test_before_a_tile_is_picked_up_the_layout_lies_there_with_all_28_tiles(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk)
    page = client.get(f"/t/{table_id}/what-if").text
    assert "Tap any tile: nothing is entered." in read(page)
    offered = hrefs(page, f"/t/{table_id}/what-if?tile=")
    assert {address.partition("tile=")[2] for address in offered} == set(map(str, ALL_TILES))
    assert f"/t/{table_id}/what-if?on=3-3" in hrefs(page)


def test_a_tile_of_one_place_is_judged_at_once_with_reasons(
    client: FlaskClient, desk: Desk
) -> None:
    page = client.get(f"/t/{table(desk, '6-4', '4-4')}/what-if?tile=6-6").text
    words = read(page)
    assert "What if Ana set the 6-6 on 6-4?" in words
    assert "8 + 12 = 20 4 pegs" in words
    assert "It was 14; the 6 went, a double-6 came: 14 − 6 + 12 = 20." in words
    assert "The 6-6 is a double and scored, which earns another turn." in words
    assert 'class="tile thought"' in page


def test_a_tile_of_several_places_is_compared_and_judged_on_the_chosen_one(
    client: FlaskClient, desk: Desk
) -> None:
    address = f"/t/{table(desk)}/what-if?tile=3-0"
    asked = client.get(address).text
    assert "Where would the 3-0 go? on 3-3 → 0 on 2-0 → 9" in read(asked)
    assert {f"{address}&on=3-3", f"{address}&on=2-0"} <= set(hrefs(asked))
    assert 'class="tile thought"' not in asked
    answered = client.get(f"{address}&on=2-0").text
    assert "What if Ben set the 3-0 on 2-0?" in read(answered)
    assert "6 + 3 = 9" in read(answered)
    assert f"{address}&on=3-3" in hrefs(answered)


def test_an_end_can_be_picked_up_first(client: FlaskClient, desk: Desk) -> None:
    address = f"/t/{table(desk)}/what-if?on=2-0"
    page = client.get(address).text
    assert "What on 2-0? Tap a tile." in read(page)
    assert 'aria-label="6-1, does not fit"' in page
    assert f"/t/{address.split('/')[2]}/what-if?tile=5-0&on=2-0" in hrefs(page)


@pytest.mark.parametrize(
    ("asked", "sentence", "rule"),
    [
        ("tile=5-5", "The 5-5 fits no open end.", "After the lead, a tile goes on an open end"),
        ("tile=6-3", "The 6-3 is on the table already.", "exists once"),
        ("tile=6-1&on=6-6", "The 6-1 fits no open end of the 6-6.", "After the lead"),
        ("tile=6-1&on=5-5", "The 5-5 is not on the table.", "After the lead"),
    ],
)
def test_a_tile_that_cannot_go_is_told_why_not_with_the_rule_and_its_source(
    client: FlaskClient, desk: Desk, asked: str, sentence: str, rule: str
) -> None:
    header = "game: race-horse\nrule: spinners = none"
    table_id = laid(desk, header, "6-3", "6-6 on 6-3", "6-2 on 6-6")
    page = client.get(f"/t/{table_id}/what-if?{asked}").text
    words = read(page)
    assert "Why not?" in words
    assert sentence in words and rule in words
    assert "<cite>" in page


def test_nothing_of_it_is_entered(client: FlaskClient, desk: Desk) -> None:
    table_id = table(desk)
    before = everything(desk, table_id)
    for asked in ("", "?tile=3-0", "?tile=3-0&on=2-0", "?tile=5-5", "?on=2-0"):
        assert client.get(f"/t/{table_id}/what-if{asked}").status_code == 200
    assert client.post(f"/t/{table_id}/what-if").status_code == 405
    assert everything(desk, table_id) == before


def test_an_announced_game_judges_the_count_as_announced_rightly(
    client: FlaskClient, desk: Desk
) -> None:
    header = "game: racehorse-1990\nplayers: Ana, Ben, Cyd, Dee"
    table_id = laid(desk, header, "6-4, claims 10")
    words = read(client.get(f"/t/{table_id}/what-if?tile=5-4").text)
    assert "6 + 5 = 11" in words
    words = read(client.get(f"/t/{table_id}/what-if?tile=4-4").text)
    assert "14" in words
    words = read(client.get(f"/t/{table_id}/what-if?tile=6-1").text)
    assert "The count of 5 was announced, and rightly." in words


def test_a_lead_can_be_thought_of_and_before_that_there_is_nothing_to_think(
    client: FlaskClient, desk: Desk
) -> None:
    bare = laid(desk, "game: seven-toed-pete")
    page = read(client.get(f"/t/{bare}/what-if?tile=6-3").text)
    assert "Why not?" in page and "The 6-3 cannot be led" in page
    pegs = laid(desk, "game: race-horse", is_pegs_only=True)
    page = client.get(f"/t/{pegs}/what-if?tile=6-3").text
    assert "points are pegged without tiles" in read(page)
    assert hrefs(page, "/ask?game=race-horse")


def test_where_people_count_first_no_count_is_told_before_the_tile_lies(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk)
    switch(desk, table_id, Customs(frozenset({0, 1})))
    for asked in ("tile=3-0", "tile=3-0&on=2-0", "tile=6-1"):
        words = read(client.get(f"/t/{table_id}/what-if?{asked}").text)
        assert "→" not in words and "Why this count?" not in words
    assert "Ben counts first." in words
    assert client.get(f"/t/{table_id}/what-if.svg?tile=6-1").status_code == 404
    assert "Why not?" in read(client.get(f"/t/{table_id}/what-if?tile=5-5").text)


def test_while_a_count_can_be_claimed_nothing_is_told_of_it(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = laid(desk, "game: racehorse-1990")
    switch(desk, table_id, Customs(frozenset({0, 1}), muggins=True))
    enter(desk, table_id, "Ana: 6-4")
    words = read(client.get(f"/t/{table_id}/what-if?tile=6-1").text)
    assert "The count on the table can still be claimed" in words
    assert "10" not in words


def test_after_the_hand_nobody_can_set_a_tile_and_the_page_says_so(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = laid(desk, "game: race-horse\nrule: tiles-each = 1", "6-3")
    words = read(client.get(f"/t/{table_id}/what-if?tile=3-1").text)
    assert "Why not?" in words and "This hand is over" in words


def test_a_refused_tap_leads_to_why_not(client: FlaskClient, desk: Desk) -> None:
    table_id = table(desk)
    seen = desk.look(table_id).version
    page = client.post(f"/t/{table_id}/set", data={"tile": "5-5", "seen": f"{seen}"})
    assert page.status_code == 422
    assert f"/t/{table_id}/what-if?tile=5-5" in hrefs(page.text)
    stale = client.post(f"/t/{table_id}/set", data={"tile": "3-1", "seen": "1"})
    assert stale.status_code == 409
    assert not hrefs(stale.text, "what-if?tile")


def test_the_menu_of_the_table_leads_there(client: FlaskClient, desk: Desk) -> None:
    table_id = table(desk)
    assert f"/t/{table_id}/what-if" in hrefs(client.get(f"/t/{table_id}").text)


def test_who_watches_may_think_too_and_a_stranger_may_not(
    app: Flask, stranger: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk)
    assert stranger.get(f"/t/{table_id}/what-if?tile=3-0").status_code == 404
    assert stranger.get(f"/t/{table_id}/what-if.svg?tile=3-1").status_code == 404
    door: Door = app.extensions["door"]
    stranger.get(f"/j/{door.links(table_id)[LeadsTo.WATCH]}")
    assert "→ 9" in stranger.get(f"/t/{table_id}/what-if?tile=3-0").text


def test_a_tap_is_answered_with_the_part_that_changes(client: FlaskClient, desk: Desk) -> None:
    address = f"/t/{table(desk)}/what-if?tile=3-0"
    part = client.get(address, headers=HTMX)
    assert part.text.lstrip().startswith('<div id="asked"')
    assert "HX-Request" in part.headers["Vary"]
    restored = client.get(address, headers=HTMX | {"HX-History-Restore-Request": "true"})
    assert restored.text.startswith("<!doctype html>")


@pytest.mark.parametrize("asked", ["tile=7-7", "tile=<img src=x>", "on=x", "tile=6-4&on=%00"])
def test_what_is_no_tile_is_not_asked(client: FlaskClient, desk: Desk, asked: str) -> None:
    answer = client.get(f"/t/{table(desk)}/what-if?{asked}")
    assert answer.status_code == 400
    assert "<img" not in answer.text
