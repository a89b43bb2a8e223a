"""Every page that links lead to, from tables at every moment that pages tell apart."""

from collections import Counter
from collections.abc import Iterable, Iterator
from html import unescape
from re import findall
from typing import NamedTuple
from urllib.parse import urldefrag, urljoin, urlsplit

from flask import Flask
from werkzeug.exceptions import HTTPException

from companion.clubs.all_services import Clubs
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.league.lineup import Pairing
from companion.league.match_format import Side
from companion.tables.proposals import ProposalService
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_access import AccessService
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from tests.clubs.full_club import fill
from tests.clubs.house import House
from tests.clubs.league_night import TEAMS, begun
from tests.tables.scribe import correct, corrected, delete, enter, number_of, opened, switch, undo
from tests.web.phones import ANAS_PHONE, phone

MID_HAND = (
    "lead: Ana",
    "Ana: 6-4",
    "Ana: 4-4",
    "Ana: 4-1 on 4-4",
    "Ben: draws 2",
    "Ben: 6-1 on 6-4",
)
SHORT = "game: race-horse\nrule: tiles-each = 2\n"
HAND = ("lead: Ana", "Ana: 6-4", "Ana: 6-2")


class Page(NamedTuple):
    """An address, what it answered with, and what it is called in the table of routes."""

    address: str
    endpoint: str
    status: int
    text: str


def open_tables(app: Flask) -> dict[str, str]:
    """The ids of tables at every moment that pages tell apart, kept by Ana's and Ben's phones."""
    service: TableService = app.extensions["table_service"]
    made = {
        "nobody led yet": opened(service),
        "a bare table": opened(service, "lead: Ana"),
        "in mid-hand": opened(service, *MID_HAND),
        "announced": opened(
            service, "lead: Ana", "Ana: 6-4, claims 10", "Ana: 6-6", header="game: racehorse-1990"
        ),
        "a lead that passes": opened(
            service,
            "lead: Ana",
            "Ana: passes",
            header="game: seven-toed-pete\nplayers: Ana, Ben, Cyd, Dee",
        ),
        "partners": opened(
            service,
            "lead: Ana",
            "Ana: 5-5",
            "Ben: 5-0",
            header="game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee",
        ),
        "chips": opened(
            service, "lead: Ana", "Ana: 5-5",
            header="game: seven-toed-pete-chips\nplayers: Ana, Ben, Cyd",
        ),
        "what is left": opened(service, *HAND, header=SHORT),
        "settled": opened(service, *HAND, "Ben: left 5-5 3-2", header=SHORT),
        "won": opened(
            service, *HAND, "Ben: left 5-5 3-2", header=f"{SHORT}target: 5"
        ),
        "points by agreement": opened(service, *MID_HAND, "ruling: Ben +3, a slip"),
        "pegs only": opened(service, "lead: Ana", "ruling: Ana +4", "ruling: Ben -1"),
        "undone": opened(service, *MID_HAND),
        "corrected": opened(service, *MID_HAND),
        "to be mended": opened(service, *MID_HAND),
        "a renege": opened(
            service, "lead: Ana", "Ana: 6-4", "Ana: draws 1", "Ana: 6-2", "Ben: draws 1",
            "Ben: 2-1", "Ana: 4-3", "Ben: 3-2",
        ),
        "count first": opened(service, *MID_HAND),
        "proposed": opened(service, *MID_HAND),
    }  # fmt: skip
    undo(service, made["undone"])
    correct(service, made["corrected"], "Ben: 6-1 on 6-4", "Ben: 6-2 on 6-4")
    delete(service, made["to be mended"], "Ana: 4-4 on 6-4")
    switch(service, made["count first"], TableOptions(counting=frozenset({0, 1})))
    access: AccessService = app.extensions["access_service"]
    for table_id in made.values():
        for device, name in ((ANAS_PHONE, "Ana"), ("bens-phone", "Ben")):
            access.ask(table_id, device, name)
            access.give(table_id, device)
        access.ask(table_id, "zoes-phone", "Zoe")
    proposed = made["proposed"]
    switch(service, proposed, TableOptions(consent=True))
    proposals: ProposalService = app.extensions["proposal_service"]
    change = corrected(number_of(service, proposed, "Ana: 4-4 on 6-4"), "Ana: 6-6")
    proposals.amend(
        proposed, change, RequestStamp(service.look(proposed).version, "ours", "bens-phone")
    )
    enter(service, proposed, "Ana: 1-1")
    return made


def open_club(app: Flask) -> str:
    """A club with something of everything, and a league in it; its address."""
    clubs: Clubs = app.extensions["clubs"]
    club_id = clubs.service.open("Friday", ANAS_PHONE, zone="Europe/Lisbon")
    house = House(app.extensions["table_service"], clubs, club_id)
    fill(house)
    gus, hal, ida, jon = house.join("Gus", "Hal", "Ida", "Jon")
    night = begun(house, TEAMS, [NewEntrant((gus, hal), "Blues"), NewEntrant((ida, jon), "Reds")])
    night.line_up(Pairing((ida,), (gus,)), Pairing((jon,), (hal,)))
    night.play(Side.HOME)
    night.open(2)
    return f"/club/{club_id}"


def pages_of(
    app: Flask, of_a_kind: int = 3, start: Iterable[str] = (), one_in: int = 1
) -> Iterator[Page]:
    """Every page that a keeper's phone is led to, each kind so many times for each table.

    It starts at home and at tables of each kind, unless `start` says where. Of one table in so
    many it visits all pages, of others only the table.
    """
    client = phone(app)
    waiting = [*start] or ["/", "/code", *(f"/t/{each}" for each in open_tables(app).values())]
    seen = set(waiting)
    visits: Counter[tuple[str, str]] = Counter()
    tables: dict[str, int] = {}
    while waiting:
        address = waiting.pop(0)
        endpoint, table_id = _named(app, address)
        if not endpoint or visits[endpoint, table_id] >= of_a_kind:
            continue
        if table_id and endpoint != "play.show":
            number = tables.setdefault(table_id, len(tables))
            if (number + 1) % one_in:
                continue
        visits[endpoint, table_id] += 1
        answer = client.get(address)
        if not answer.mimetype.startswith(("text/html", "image/svg")):
            continue
        yield Page(address, endpoint, answer.status_code, answer.text)
        for link in findall(r'(?:href|action|hx-get|data-picture)="([^"]+)"', answer.text):
            following = urldefrag(urljoin(address, unescape(link))).url
            if following.startswith("/") and following not in seen:
                seen.add(following)
                waiting.append(following)


def _named(app: Flask, address: str) -> tuple[str, str]:
    """What an address is called, and the table it is about; nothing for one that is no page."""
    try:
        endpoint, values = app.url_map.bind("localhost").match(urlsplit(address).path, "GET")
    except HTTPException:
        return "", ""
    return ("", "") if endpoint == "static" else (endpoint, values.get("table_id", ""))
