"""House rules on their way: from a table to a link, and from the link to another table."""

import re
from html import unescape
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from playwright.sync_api import Page, expect
from random_play import random_header, seeds

from companion.record.header import Header, HouseRules, read_header
from companion.rules.games import GAMES
from companion.rules.settings import SETTINGS
from companion.tables.table_service import TableService
from tests.thorough import thorough
from tests.web.phones import PHONE, phone
from tests.web.serving import Serving
from tests.web.thumb import laid
from tests.web.words import hrefs, read, shown, shows

LEAGUE = "game: fives-and-threes\ntarget: 121\nrule: tiles-each = 9"
BY_LEAGUE = "/by/fives-and-threes?target=121&tiles-each=9"


def fields(page: str) -> dict[str, str]:
    """What the form of a new table says if it is sent as it stands."""
    form = page.partition("data-new-table")[2].partition("</form>")[0]
    said = {}
    for name, rest in re.findall(r'<select [^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        said[name] = next(iter(re.findall(r'value="([^"]*)" selected', rest)), "")
    for tag in re.findall(r"<input [^>]*>", form):
        attributes = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if attributes.get("type") not in ("radio", "checkbox") or " checked" in tag:
            said[attributes["name"]] = unescape(attributes.get("value", ""))
    return said


def link_on(page: str) -> str:
    return unescape(re.findall(r'<textarea id="link"[^>]*>([^<]*)<', page)[0])


def lines_on(page: str) -> str:
    return unescape(re.findall(r'<textarea id="as-lines"[^>]*>([^<]*)<', page)[0])


# From a table to its link


def test_a_table_leads_to_its_house_rules_and_tells_nothing_else(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = laid(table_service, LEAGUE, "6-4")
    answer = client.get(f"/t/{table_id}/by")
    assert (answer.status_code, answer.location) == (303, BY_LEAGUE)
    page = client.get(answer.location).text
    assert link_on(page) == f"http://localhost{BY_LEAGUE}"
    assert 'class="qr"' in page
    assert lines_on(page) == "game: fives-and-threes\ntarget: 121\nrule: tiles-each = 9"
    assert not re.search(rf"\bAna\b|\bBen\b|{table_id}", read(page))


def test_the_invitation_and_the_rules_of_a_table_lead_there(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = laid(table_service, "game: race-horse\ntarget: 30", "6-4")
    for page in (f"/t/{table_id}/join", f"/t/{table_id}/rules"):
        assert f"/t/{table_id}/by" in hrefs(client.get(page).text)


def test_a_stranger_learns_nothing_of_a_table(
    stranger: FlaskClient, table_service: TableService
) -> None:
    table_id = laid(table_service, LEAGUE, "6-4")
    assert stranger.get(f"/t/{table_id}/by").status_code == 404


def test_under_a_sub_path_the_link_leads_there(client: FlaskClient) -> None:
    page = client.get(BY_LEAGUE, base_url="http://localhost/dominoes").text
    assert link_on(page) == f"http://localhost/dominoes{BY_LEAGUE}"


def test_without_a_server_the_link_leads_to_the_first_page(app: Flask, client: FlaskClient) -> None:
    app.config["IS_ALONE"] = True
    link = link_on(client.get(BY_LEAGUE).text)
    assert link == "http://localhost/#by=fives-and-threes?target=121&tiles-each=9"
    link = link_on(client.get("/by/muggins").text)
    assert link == "http://localhost/#by=muggins"


# What the link shows


@pytest.mark.parametrize("id", GAMES)
def test_a_game_without_house_rules_can_be_sent_too(client: FlaskClient, id: str) -> None:
    page = client.get(f"/by/{id}").text
    assert shows(page, "by.unchanged")
    assert f"/new?by={id}" in hrefs(page)


def test_each_house_rule_stands_beside_what_the_game_has(client: FlaskClient) -> None:
    page = client.get("/by/muggins?spinners=first&target=200").text
    assert shows(page, "by.changed", count=1)
    assert shows(page, "setting.spinners.value.first")
    assert shows(page, "setting.spinners.value.none")
    # Which doubles branch is said by the house rules, not by the name.
    assert shows(page, "rules.doubles.first")
    assert "/new?by=muggins&spinners=first" in hrefs(page)


@settings(max_examples=20, deadline=None)
@given(seeds)
def test_the_link_of_any_house_rules_says_them_again(made: Flask, seed: int) -> None:
    header = read_header(random_header(Random(seed), changes=len(SETTINGS)))
    told = HouseRules.of(header.preset, header.rules)
    client = phone(made)
    page = client.get(f"/by/{told.game}", query_string=told.as_query()).text
    again = client.get(link_on(page).removeprefix("http://localhost")).text
    assert lines_on(page) == lines_on(again) == told.lines


# From the link to another table


def opened_by(app: Flask, client: FlaskClient, told: HouseRules, **said: Any) -> Header:
    """The table that opens where the form is sent as the link fills it in."""
    page = client.get("/new", query_string={"by": told.game, **told.as_query()})
    assert page.status_code == 200
    answer = client.post("/new", data=fields(page.text) | {"lead": "later"} | said)
    assert answer.status_code == 303, read(answer.text)
    service: TableService = app.extensions["table_service"]
    return service.look(answer.location.removeprefix("/t/")).header


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_comes_along_to_the_new_table(
    app: Flask, client: FlaskClient, name: str
) -> None:
    for value in SETTINGS[name].values or ("4",):
        told = HouseRules.read("fives-and-threes", [(name, value)])
        header = opened_by(app, client, told)
        assert HouseRules.of(header.preset, header.rules) == told


def test_many_house_rules_come_along_together(app: Flask, client: FlaskClient) -> None:
    for seed in range(12):
        header = read_header(random_header(Random(seed), changes=len(SETTINGS)))
        told = HouseRules.of(header.preset, header.rules)
        made = opened_by(app, client, told, seats=f"{len(header.players)}")
        seats = len(header.players)
        for setting in SETTINGS:
            assert made.rules.written(setting, seats) == header.rules.written(setting, seats)


def test_the_house_rules_of_the_last_table_stay_there(
    app: Flask, client: FlaskClient, table_service: TableService
) -> None:
    header = opened_by(app, client, HouseRules.read("muggins", [("spinners", "all")]))
    assert header.changes == (("spinners", "all"),)
    assert opened_by(app, client, HouseRules("muggins")).changes == ()


def test_the_form_of_a_game_for_four_has_four_seats(client: FlaskClient) -> None:
    said = fields(client.get("/new?by=seven-rocks&target=100").text)
    assert (said["game"], said["seats"], said["target"]) == ("seven-rocks", "4", "100")


# Refusals


@pytest.mark.parametrize(
    ("said", "code", "sentence"),
    [
        ("whist", "unknown-game", "refused.no-such-game"),
        ("whist?target=100", "unknown-game", "refused.no-such-game"),
        ("muggins?spinner=all", "unknown-rule", "refused.no-such-rule"),
        ("muggins?spinners=most", "unknown-rule", "refused.no-such-value"),
        ("muggins?target=many", "unknown-rule", "refused.rule-is-a-number"),
        ("muggins?target=", "unknown-rule", "refused.rule-is-a-number"),
        ("muggins?target=50&target=60", "syntax", "refused.rule-twice"),
        ("muggins?tiles-each=15", "players", "refused.deal"),
        ("muggins?players=Ana", "unknown-rule", "refused.no-such-rule"),
    ],
)
def test_what_nobody_can_play_by_is_refused_with_a_sentence(
    client: FlaskClient, said: str, code: str, sentence: str
) -> None:
    answer = client.get(f"/by/{said}")
    assert answer.status_code == 422
    assert f'data-code="{code}"' in answer.text
    assert shows(answer.text, sentence)
    game, _, changes = said.partition("?")
    form = client.get(f"/new?by={game}&{changes}")
    assert form.status_code == 422
    # The form stands there as if nothing had been said.
    assert shows(form.text, sentence) and fields(form.text)["game"] == "race-horse"


def test_markup_in_an_address_is_shown_as_it_is(client: FlaskClient) -> None:
    for said in ("<b>x", "muggins?<b>x=1", "muggins?spinners=<b>x"):
        assert "<b>x" not in client.get(f"/by/{said}").text


# In a browser


def test_the_link_fills_the_form_in(page: Page, server: Serving) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{server.address}{BY_LEAGUE}")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.get_by_role("link", name=shown("by.start-table")).click()
    expect(page.locator("#target")).to_have_value("121")
    expect(page.locator("#rule-tiles-each")).to_have_value("9")
    expect(page.locator("#rule-tiles-each")).to_be_visible()


@thorough
def test_after_the_mark_house_rules_lead_to_their_page(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/#by=fives-and-threes?target=121&tiles-each=9")
    page.wait_for_url(f"**{BY_LEAGUE}")
    expect(page.locator("#as-lines")).to_have_value(re.compile("tiles-each = 9"))
