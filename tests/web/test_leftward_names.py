"""Names that run leftward, on every page that a club leads to: each is isolated, once."""

import re
from collections import Counter
from html import unescape

from flask import Flask
from flask.testing import FlaskClient

from companion.clubs.all_services import Clubs
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.i18n import message
from companion.league.lineup import Pairing
from companion.tables.table_service import TableService
from tests.clubs.house import House
from tests.clubs.league_night import AWAY, HOME, TEAMS, begun
from tests.tables.scribe import opened
from tests.web.phones import ANAS_PHONE

_PEOPLE = ("ליאור 7", "נועה", "דנה", "אבי 61")
_LEFTWARD = re.compile("[\u0590-\u08ff]")
_ISOLATES = re.compile("[\u2068\u2069]")
#: What a form sends back, and what scripts read.
_SENT = re.compile(r'\b(?:value|data-[\w-]+)="[^"]*"|<textarea.*?</textarea>', re.DOTALL)
_LEADS_TO = re.compile(r'href="(/(?:club|t|new)[/?"][^"]*)"')
_ISOLATED = re.compile("<bdi[^>]*>.*?</bdi>|\u2068[^\u2068\u2069]*\u2069", re.DOTALL)


def bare(page: str) -> set[str]:
    """The places of a page where a name can turn round what is beside it."""
    left = _ISOLATED.sub("", _ISOLATED.sub("", _SENT.sub("", page)))
    return {left[max(0, at.start() - 60) : at.end() + 40] for at in _LEFTWARD.finditer(left)}


def test_no_name_turns_round_what_is_beside_it_on_any_page_of_a_club(
    app: Flask, client: FlaskClient, table_service: TableService
) -> None:
    clubs: Clubs = app.extensions["clubs"]
    club_id = clubs.service.open("שישי", ANAS_PHONE, zone="Europe/Lisbon")
    house = House(table_service, clubs, club_id)
    one, two, three, four = house.join(*_PEOPLE)
    teams = [NewEntrant((one, two), "העוגן 5"), NewEntrant((three, four), "הברבור")]
    night = begun(house, TEAMS._replace(name="חורף 2026"), teams)
    sides = ((one, two), (three, four))
    own, other = sides if night.league.squads(1)[0] == sides[0] else sides[::-1]
    night.line_up(*(Pairing((own[at],), (other[at],)) for at in (0, 1)))
    night.play(HOME, board=1)
    night.play(AWAY, board=2)
    night.open(board=1)
    friendly = opened(table_service, "lead: נועה", header="game: race-horse\nplayers: נועה, דנה")
    clubs.tables.take_in(club_id, friendly, [two, three])
    visits, waiting, seen = Counter[str](), [f"/club/{club_id}"], set[str]()
    while waiting:
        address = waiting.pop(0)
        endpoint = app.url_map.bind("localhost").match(address.partition("?")[0])[0]
        if address in seen or visits[endpoint] > 1:
            continue
        seen.add(address)
        answer = client.get(address, follow_redirects=True)
        if answer.status_code != 200 or answer.mimetype not in ("text/html", "image/svg+xml"):
            continue
        visits[endpoint] += 1
        page = unescape(answer.text)
        assert not bare(page), (address, bare(page))
        # What is sent back is what was typed.
        sent = [at for at in _SENT.findall(page) if at[:5] != "data-" and _ISOLATES.search(at)]
        assert not sent, (address, sent)
        waiting += [each.partition("#")[0] for each in _LEADS_TO.findall(page)]
    assert len(visits) > 30, visits
    # Of a list each name, and a score is beside its own.
    page = client.get(f"/t/{friendly}", follow_redirects=True).text
    told = message("home.standing", scores="נועה 12, Ben 40", number=3)
    assert (
        "\u2068נועה\u2069 12, Ben 40" in told.__html__() and "\u2068נועה\u2069, \u2068דנה" in page
    )
