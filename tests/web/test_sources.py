"""The sources: what each work says, how it is read, where it is silent, and the way to it."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.i18n import message
from companion.record.header import read_header
from companion.rules.games import GAMES
from companion.rules.sources import FAMILY, FOSTER, RECORD_FORMAT, WORKS, Basis, Ground
from companion.tables.table_service import TableService
from companion.web.home.sources_page import Listing, works
from tests.tables.scribe import enter
from tests.web.phones import ANAS_PHONE


def test_every_work_is_listed_with_who_wrote_it(client: FlaskClient) -> None:
    page = unescape(client.get("/sources").text)
    for work in (*WORKS, RECORD_FORMAT):
        assert f'id="{work.id}"' in page
        assert str(work.title) in page and str(work.about) in page
        assert work.authors is None or str(work.authors) in page


def test_every_rule_of_every_game_is_told_by_its_leg() -> None:
    listings = {listing.work: listing for listing in works()}
    told = {work: told_by_leg(listing) for work, listing in listings.items()}
    for preset in GAMES.values():
        for name, ground in preset.grounds.items():
            assert (name, ground) in told[ground.work][ground.leg]


def told_by_leg(listing: Listing) -> dict[Basis, set[tuple[str, Ground]]]:
    return {
        leg: {(rule.name, rule.ground) for rule in listing.rules if rule.ground.leg is leg}
        for leg in Basis
    }


def test_a_work_lists_the_games_that_stand_on_it_and_no_rule_of_another_work() -> None:
    listings = {listing.work: listing for listing in works()}
    assert [game.id for game in listings[FAMILY].games] == ["muggins", "sniff"]
    assert [game.id for game in listings[FOSTER].games] == ["muggins"]
    for work, listing in listings.items():
        assert all(rule.ground.work == work for rule in listing.rules)


def test_each_rule_leads_to_where_it_is_read(client: FlaskClient) -> None:
    page = client.get("/sources").text
    led = re.findall(r'href="(/rules/[^"#]*)#([^"]*)"', page)
    assert led
    pages = {address: client.get(address).text for address in {address for address, _ in led}}
    missing = [
        (address, name) for address, name in led if f'<dt id="{name}">' not in pages[address]
    ]
    assert missing == []


@pytest.mark.parametrize("id", GAMES)
def test_every_citation_of_a_rule_leads_to_its_work(client: FlaskClient, id: str) -> None:
    sources = client.get("/sources").text
    cited = re.findall(r'<cite><a href="/sources#([^"]*)"', client.get(f"/rules/{id}").text)
    assert {*cited} == {work.id for work in GAMES[id].works}
    assert all(f'id="{work}"' in sources for work in cited)


def test_a_why_tells_on_which_leg_its_rules_stand(
    client: FlaskClient, table_service: TableService
) -> None:
    header = read_header("game: racehorse-1990\nplayers: Ana, Ben\nrule: announce = no")
    table_id = table_service.open(header, keeper=ANAS_PHONE)
    enter(table_service, table_id, "lead: Ana", "Ana: 5-5")
    page = client.get(f"/t/{table_id}/why/2").text
    assert all(f'<b class="leg is-{leg}">' in page for leg in (Basis.SAYS, Basis.READ))
    assert 'href="/sources#racehorse-1990"' in page
    rules = client.get(f"/t/{table_id}/rules").text
    assert '<b class="leg is-table">' in rules


def test_the_other_names_of_a_game_are_told(client: FlaskClient) -> None:
    assert str(message("game.seven-rocks.also")) in client.get("/rules/seven-rocks").text


def test_the_rules_lead_to_the_sources(client: FlaskClient) -> None:
    for address in ("/rules", "/rules/race-horse"):
        assert 'href="/sources"' in client.get(address).text
