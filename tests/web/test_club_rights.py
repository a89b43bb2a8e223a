"""What each phone may do at each address of a club: who keeps its book, who looks on, strangers."""

import re
from collections.abc import Iterator
from datetime import date

import pytest
from flask import Flask, session
from flask.testing import FlaskClient

from companion.clubs.all_services import Clubs
from companion.clubs.club_history import By
from companion.clubs.errors import OnlyManagers, OnlyScorers
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.db.club_models import ClubLink
from companion.db.table_models import LeadsTo
from companion.league.competition import Competition, EntrantKind, Shape
from companion.league.lineup import Pairing
from companion.league.match_format import MatchBoard, MatchFormat
from companion.league.standings import Season
from companion.tables.table_service import TableService
from tests.tables.scribe import opened
from tests.web.phones import ANAS_PHONE, phone
from tests.web.words import shows


@pytest.fixture
def clubs(app: Flask) -> Clubs:
    found: Clubs = app.extensions["clubs"]
    return found


@pytest.fixture
def club_id(clubs: Clubs, table_service: TableService) -> str:
    """Ana's club, with a table that Ana's phone was never at."""
    made = clubs.service.open("Friday dominoes", ANAS_PHONE)
    table_id = opened(table_service, "lead: Ana", "Ana: 6-4")
    clubs.tables.take_in(made, table_id, [None, None])
    competition = Competition("Singles", Shape.ROUND_ROBIN, EntrantKind.PLAYER, ONE_GAME)
    clubs.leagues.create(made, competition, [NewEntrant((1,)), NewEntrant((2,))])
    clubs.seasons.create(made, Season("Winter", date(2026, 1, 1), date(2026, 3, 31)))
    clubs.access.open_calendar(made)
    return made


@pytest.fixture
def table_id(clubs: Clubs, club_id: str) -> str:
    (table,) = clubs.tables.latest(clubs.service.look(club_id), 2)
    return table.id


@pytest.fixture
def watcher(app: Flask, clubs: Clubs, club_id: str) -> FlaskClient:
    """Ben's phone, which only looks on."""
    watch = clubs.access.links(club_id)[ClubLink.WATCHER]
    clubs.access.join(watch, "bens-phone", "Ben")
    return phone(app, "bens-phone")


@pytest.fixture
def other_keeper(app: Flask, clubs: Clubs) -> FlaskClient:
    """Dee's phone, which keeps the book of another club."""
    clubs.service.open("Sunday", "dees-phone")
    return phone(app, "dees-phone")


def addresses(
    app: Flask, club_id: str, table_id: str, method: str, **others: str
) -> Iterator[tuple[str, str]]:
    """Every address below a club that takes this method, with its endpoint."""
    known = {
        "club_id": club_id,
        "record_id": table_id,
        "day": table_id,
        "number": 1,
        "deed": "leave",
    }
    clubs: Clubs = app.extensions["clubs"]
    club = clubs.service.look(club_id)
    known["league_id"] = clubs.leagues.of_club(club)[0].id
    known["season_id"] = clubs.seasons.of_club(club)[0][0]
    known |= {"change": "move", **others}
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            if "club_id" in rule.arguments and method in (rule.methods or ()):
                values = {name: known.get(name, "1") for name in rule.arguments}
                yield rule.endpoint, app.url_for(rule.endpoint, **values)


def everything(clubs: Clubs, club_id: str) -> tuple[object, ...]:
    club = clubs.service.look(club_id)
    leagues = [
        (league.competition, league.entrants, league.fixtures)
        for league in clubs.leagues.all_of(club)
    ]
    calendar = clubs.access.calendar(club_id)
    links = clubs.access.links(club_id)
    seasons = clubs.seasons.of_club(club)
    return club, clubs.tables.latest(club, 9), links, leagues, seasons, calendar


FORM = {"name": "Zoe", "zone": "UTC", "colour": "1", "other": "2", "device": "zoes-phone"}
FORM |= {
    "day": "2026-02-13",
    "time": "20:00",
    "board": "1",
    "winner": "home",
    "first": "2026-01-01",
}
FORM |= {
    "side": "home",
    "last": "2026-02-01",
    "players": "Ana\nBen",
    "kind": "player",
    "begin": "yes",
}
ONE_GAME = MatchFormat((MatchBoard(1),))


@pytest.mark.parametrize("who", ["stranger", "other_keeper"])
def test_a_stranger_reads_and_writes_nothing_and_learns_nothing(
    app: Flask,
    clubs: Clubs,
    club_id: str,
    table_id: str,
    who: str,
    request: pytest.FixtureRequest,
) -> None:
    zoe: FlaskClient = request.getfixturevalue(who)
    nowhere, before = zoe.get("/club/AAAAAAAAAAAAAAAA"), everything(clubs, club_id)
    assert nowhere.status_code == 404
    for _, address in addresses(app, club_id, table_id, "GET"):
        answer = zoe.get(address)
        assert (address, answer.status_code, answer.text) == (address, 404, nowhere.text)
    for _, address in addresses(app, club_id, table_id, "POST"):
        answer = zoe.post(address, data=FORM | {"table": table_id})
        assert (address, answer.status_code) == (address, 404)
    assert zoe.get(f"/new?club={club_id}").status_code == 404
    opening = {"club": club_id, "seats": "2", "name-0": "Zoe", "name-1": "Ana"}
    assert zoe.post("/new", data=opening).status_code == 404
    assert everything(clubs, club_id) == before
    assert "Friday" not in zoe.get("/").text + zoe.get("/clubs").text


def test_who_looks_on_writes_nothing_and_sees_no_secret(
    app: Flask, clubs: Clubs, club_id: str, table_id: str, watcher: FlaskClient
) -> None:
    before = everything(clubs, club_id)
    secrets = [*clubs.access.links(club_id).values(), clubs.access.calendar(club_id) or ""]
    for endpoint, address in addresses(app, club_id, table_id, "POST"):
        if endpoint not in MEMBERS:
            answer = watcher.post(address, data=FORM | {"table": table_id})
            assert (address, answer.status_code) == (address, 403)
    for _, address in addresses(app, club_id, table_id, "GET"):
        answer = watcher.get(address)
        assert answer.status_code in (200, 303, 403), address
        assert not [secret for secret in secrets if secret in answer.text]
        forms = re.findall(r'<form[^>]*method="post"[^>]*action="([^"]*)"', answer.text)
        allowed = {"/look", f"/club/{club_id}/name", f"/club/{club_id}/leave"}
        assert {*forms} <= allowed, address
    assert watcher.get(f"/new?club={club_id}").status_code == 403
    opening = {"club": club_id, "seats": "2", "name-0": "Ana", "name-1": "Ben"}
    assert watcher.post("/new", data=opening).status_code == 403
    assert everything(clubs, club_id) == before


#: What everyone who joined may ask for, and what only those who keep score may; a match also by
#: the captains of its teams. All else is for managers.
MEMBERS = {
    *("club.show", "club_access.call", "club_access.leave", "club_tables.enter"),
    *("club_tonight.show", "club_tonight.board", "club_players.everybody", "club_players.show"),
    *("club_players.games", "club_evenings.everything", "club_evenings.show"),
    *("club_evenings.draw", "club_evenings.ratings", "league.all_of_club", "league.show"),
    *("league.table", "league.calendar", "season.show", "season.table", "match.show"),
    *("match.card", "match.asked_to_speak", "match.speak", "match.draw_card", "match.write_card"),
    *(
        "match.dispute",
        "club_history.of_match",
        "club_storms.show",
        "club_storms.share",
    ),
}
SCORERS = {"club_tables.again"}
CAPTAINS = {
    *("match.open_table", "match.lineup", "match.line_up", "match.change"),
    *("match.paper", "match.enter_card", "match.substitute", "match.step_in"),
}
ROLES = ("manages", "scores", "captains", "another's captain", "watches")


def test_each_role_may_do_what_it_says_at_every_address_of_a_club(
    app: Flask, clubs: Clubs, club_id: str, table_id: str
) -> None:
    league_id = clubs.leagues.create(
        club_id,
        Competition("Teams", Shape.ROUND_ROBIN, EntrantKind.TEAM, ONE_GAME),
        [NewEntrant((f"{name} 1",), name) for name in ("Reds", "Blues", "Greens")],
    )
    links = clubs.access.links(club_id)
    home, away = clubs.matches.look((club_id, league_id, 1)).opponents
    captains = {"captains": home or 0, "another's captain": 6 - (home or 0) - (away or 0)}
    for role in ROLES:
        if role in captains:
            secret = clubs.access.captain_link(club_id, league_id, captains[role])
        else:
            secret = links[ClubLink(role)]
        clubs.access.join(secret, role, "")
    asked = {
        (method, *found)
        for method in ("GET", "POST")
        for found in addresses(app, club_id, table_id, method, league_id=league_id)
    }
    for method, endpoint, address in asked:
        may = {
            "manages": True,
            "scores": endpoint in MEMBERS | SCORERS | CAPTAINS,
            "captains": endpoint in MEMBERS | CAPTAINS,
        }
        for role in ROLES:
            expected = may.get(role, endpoint in MEMBERS)
            assert (address, role, is_let_in(app, role, method, address)) == (
                *(address, role),
                expected,
            )
    # A new table is opened by a scorer, too.
    for role in ROLES:
        answer = phone(app, role).get(f"/new?club={club_id}")
        assert answer.status_code == (200 if role in ("manages", "scores") else 403)


def test_a_table_that_a_captain_opens_is_the_clubs_and_both_captains_keep_score_there(
    app: Flask, clubs: Clubs, club_id: str, table_service: TableService
) -> None:
    teams = [NewEntrant((f"{name} 1",), name) for name in ("Reds", "Blues", "Greens")]
    competition = Competition("Teams", Shape.ROUND_ROBIN, EntrantKind.TEAM, ONE_GAME)
    league_id = clubs.leagues.create(club_id, competition, teams)
    league = clubs.leagues.look(club_id, league_id)
    home, away = (entrant or 0 for entrant in league.opponents[1])
    for number in (1, 2, 3):
        secret = clubs.access.captain_link(club_id, league_id, number)
        clubs.access.join(secret, f"captain-{number}", "")
    squads = {each.number: each.players for each in league.entrants}
    where, opens = f"/club/{club_id}/league/{league_id}/1", {"board": "1"}
    clubs.matches.line_up((club_id, league_id, 1), [Pairing(squads[home], squads[away])])
    third = 6 - home - away
    assert phone(app, f"captain-{third}").post(f"{where}/open", data=opens).status_code == 403
    opened_at = phone(app, f"captain-{home}").post(f"{where}/open", data=opens).location
    table_id = opened_at.removeprefix("/t/")
    for number in (away, third):
        phone(app, f"captain-{number}").get(f"/club/{club_id}/t/{table_id}")
    assert clubs.tables.club_of(table_id) == club_id
    state = table_service.look(table_id)
    assert {number for number in squads if state.seen_by(f"captain-{number}").keeps} == {home, away}


def is_let_in(app: Flask, device: str, method: str, address: str) -> bool:
    """Whether the guards let a phone ask for that; nothing is done yet."""
    with app.test_request_context(address, method=method):
        session["device"] = device
        try:
            app.preprocess_request()
        except (OnlyManagers, OnlyScorers):
            return False
    return True


def test_a_removed_phone_gets_nowhere_by_any_link_that_it_held(
    app: Flask, clubs: Clubs, club_id: str, table_id: str, client: FlaskClient
) -> None:
    tables = app.extensions["access_service"]
    club_links, links = clubs.access.links(club_id), tables.links(table_id)
    league_id = clubs.leagues.create(
        club_id,
        Competition("Teams", Shape.ROUND_ROBIN, EntrantKind.TEAM, ONE_GAME),
        [NewEntrant((f"{name} 1",), name) for name in ("Reds", "Blues")],
    )
    captains = clubs.access.captain_link(club_id, league_id, 1)
    ken = phone(app, "kens-phone")
    clubs.access.join(club_links[ClubLink.SCORER], "kens-phone", "Ken")
    # One link was followed to its invitation, another one is held in the cookie of the phone.
    ken.get(f"/c/{captains}")
    ken.get(f"/j/{links[LeadsTo.KEEP]}")
    assert ken.get(f"/j/{links[LeadsTo.WATCH]}").status_code == 303
    assert ken.get(f"/t/{table_id}/live").status_code == 200
    # At another one it keeps score, by the club alone: the scorers' link there ends with it.
    kept = opened(clubs.tables.table_service)
    clubs.tables.take_in(club_id, kept, [None, None])
    ken.get(f"/club/{club_id}/t/{kept}")
    ken.get(f"/t/{kept}")
    old = tables.links(kept)[LeadsTo.KEEP]
    before = clubs.tables.table_service.look(table_id)
    clubs.phones.by(By(ANAS_PHONE)).remove(club_id, "kens-phone")
    # Every stream at the table asks the guard again.
    assert clubs.tables.table_service.look(table_id).access > before.access
    match = f"/club/{club_id}/league/{league_id}/1"
    addresses_known = [
        *(f"/c/{secret}" for secret in (*club_links.values(), captains)),
        *(f"/j/{links[kind]}" for kind in (LeadsTo.KEEP, LeadsTo.WATCH, LeadsTo.BOARD)),
        *("/club/join", "/join", f"/new?club={club_id}", f"/club/{club_id}/t/{table_id}"),
        *(f"/club/{club_id}", f"{match}/card", f"{match}/card/for/{captains}"),
        *(f"/t/{table_id}{page}" for page in ("", "/board", "/live", "/record", "/ask")),
        *(f"/t/{kept}", f"/j/{old}"),
    ]
    for address in addresses_known:
        answer = ken.get(address)
        assert (address, answer.status_code) == (address, 403)
        assert "This phone was removed from Friday dominoes." in answer.text
    for address, form in (
        ("/club/join", {"name": "Len"}),
        ("/join", {"who": "Len"}),
        ("/code", {"code": links[LeadsTo.CODE]}),
        (f"/t/{table_id}/ask", {}),
        (f"/t/{table_id}/pass", {}),
        (f"/t/{kept}/pass", {}),
        (f"{match}/card/speak", {"side": "home"}),
    ):
        assert (address, ken.post(address, data=form).status_code) == (address, 403)
    assert "Friday" not in ken.get("/clubs").text and table_id not in ken.get("/").text
    # What is none of the club's stays as it was, and the phone may be let back in.
    elsewhere = opened(clubs.tables.table_service)
    assert ken.get(f"/j/{tables.links(elsewhere)[LeadsTo.WATCH]}").status_code == 303
    clubs.phones.by(By(ANAS_PHONE)).let_back(club_id, "kens-phone")
    assert ken.get(f"/t/{table_id}").status_code == 200


def test_each_enters_a_table_as_they_may(
    app: Flask,
    client: FlaskClient,
    watcher: FlaskClient,
    table_service: TableService,
    club_id: str,
    table_id: str,
) -> None:
    for visitor in (watcher, client):
        assert visitor.post(f"/t/{table_id}/pass").status_code == 404
        answer = visitor.get(f"/club/{club_id}/t/{table_id}")
        assert (answer.status_code, answer.location) == (303, f"/t/{table_id}")
        assert visitor.get(f"/t/{table_id}").status_code == 200
    state = table_service.look(table_id)
    assert state.seen_by(ANAS_PHONE).keeps and not state.seen_by("bens-phone").keeps
    # The other phones of the club come back there, which is said where it ends.
    invite = client.get(f"/t/{table_id}/join").text
    assert shows(invite, "join.end-in-club") and not shows(invite, "join.end-others-hint")


def test_who_is_let_out_sees_the_tables_of_the_club_no_more(
    clubs: Clubs, club_id: str, table_id: str, watcher: FlaskClient
) -> None:
    watcher.get(f"/club/{club_id}/t/{table_id}")
    clubs.phones.leave(club_id, "bens-phone")
    answer = watcher.get(f"/t/{table_id}")
    assert answer.status_code == 404 and "Your access has ended" in answer.text
    assert answer.headers["HX-Refresh"] == "true"


def test_a_club_leads_to_its_own_tables_alone(
    client: FlaskClient, table_service: TableService, club_id: str
) -> None:
    elsewhere = opened(table_service)
    assert client.get(f"/club/{club_id}/t/{elsewhere}").status_code == 404
    assert client.post(f"/club/{club_id}/again", data={"table": elsewhere}).status_code == 404
    assert client.get(f"/t/{elsewhere}").status_code == 404


def test_who_keeps_a_table_brings_it_to_no_club_of_others(
    app: Flask, clubs: Clubs, table_service: TableService, club_id: str, watcher: FlaskClient
) -> None:
    bens = opened(table_service)
    access = app.extensions["access_service"]
    access.keep(access.links(bens)[LeadsTo.KEEP], "bens-phone", "Ben")
    form = {"club": club_id, "seat-0": "1", "seat-1": "2"}
    assert watcher.post(f"/t/{bens}/club", data=form).status_code == 403
    for made_up in ("", "AAAA", "x" * 500):
        assert watcher.post(f"/t/{bens}/club", data=form | {"club": made_up}).status_code == 404
    assert clubs.tables.club_of(bens) is None


def test_who_watches_a_table_does_not_take_it_out_of_its_club(
    app: Flask, clubs: Clubs, club_id: str, table_id: str, watcher: FlaskClient
) -> None:
    watcher.get(f"/club/{club_id}/t/{table_id}")
    assert watcher.post(f"/t/{table_id}/club/let-go").status_code == 403
    access = app.extensions["access_service"]
    access.keep(access.links(table_id)[LeadsTo.KEEP], "bens-phone", "Ben")
    # Keeping score is not keeping the book.
    assert watcher.post(f"/t/{table_id}/club/let-go").status_code == 403
    assert clubs.tables.club_of(table_id) == club_id


def test_a_table_is_moved_only_by_a_manager_of_both_clubs(
    app: Flask, clubs: Clubs, club_id: str, table_id: str, other_keeper: FlaskClient
) -> None:
    access, sunday = app.extensions["access_service"], clubs.service.of_device("dees-phone")[0].id
    access.keep(access.links(table_id)[LeadsTo.KEEP], "dees-phone", "Dee")
    where, form = f"/t/{table_id}/club", {"club": sunday}
    # To keep score at it is not enough, nor to keep score in its club as well.
    for link in (None, ClubLink.WATCHER, ClubLink.SCORER):
        if link is not None:
            clubs.access.join(clubs.access.links(club_id)[link], "dees-phone", "Dee")
        page = other_keeper.get(where).text
        assert "Sunday" not in page and f"{where}/let-go" not in page
        assert other_keeper.post(where, data=form).status_code == (403 if link else 404)
        assert other_keeper.post(f"{where}/let-go").status_code == (403 if link else 404)
        may_delete = link is ClubLink.SCORER
        assert ("/delete" in other_keeper.get(f"/t/{table_id}/customs").text) is may_delete
        if not may_delete:
            assert other_keeper.post(f"/t/{table_id}/delete").status_code == 403
        assert clubs.tables.club_of(table_id) == club_id
    clubs.access.join(clubs.access.links(club_id)[ClubLink.MANAGER], "dees-phone", "Dee")
    (league,) = clubs.leagues.of_club(clubs.service.look(club_id))
    clubs.match_tables.count_table((club_id, league.id, 1), 1, table_id)
    page = other_keeper.get(where).text
    assert "counts in a match" in page and "Sunday" not in page and "let-go" not in page
    for answer in (other_keeper.post(where, data=form), other_keeper.post(f"{where}/let-go")):
        assert answer.status_code == 422 and "counts in a match" in answer.text
    clubs.matches.take_out((club_id, league.id, 1), 1, 1)
    assert "Sunday" in other_keeper.get(where).text
    assert other_keeper.post(where, data=form).status_code == 303
    assert clubs.tables.club_of(table_id) == sunday
    assert "Game taken out of the club" in other_keeper.get(f"/club/{club_id}/history").text


def test_a_link_is_followed_once_a_name_was_asked_for(
    app: Flask, clubs: Clubs, club_id: str, stranger: FlaskClient
) -> None:
    secret = clubs.access.links(club_id)[ClubLink.WATCHER]
    answer = stranger.get(f"/c/{secret}")
    assert (answer.status_code, answer.location) == (303, "/club/join")
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    # Whoever only looks at the invitation, as a chat's preview does, is nobody's phone.
    assert "Friday dominoes" in stranger.get("/club/join").text
    assert len(clubs.service.look(club_id).members) == 1
    joined = stranger.post("/club/join", data={"name": "Zoe"})
    assert (joined.status_code, joined.location) == (303, f"/club/{club_id}")
    assert stranger.get(f"/club/{club_id}").status_code == 200
    assert stranger.post("/club/join", data={"name": "Zoe"}).status_code == 404


def test_no_link_can_be_guessed(stranger: FlaskClient) -> None:
    assert stranger.get("/c/AAAAAAAAAAAAAAAAAAAAAA").status_code == 404
    assert stranger.get("/club/join").status_code == 404
    assert stranger.post("/club/join").status_code == 404


def test_whoever_has_the_address_of_a_table_comes_to_it_through_the_club(
    watcher: FlaskClient, other_keeper: FlaskClient, club_id: str, table_id: str
) -> None:
    for address in (f"/t/{table_id}", f"/t/{table_id}/end"):
        answer = watcher.get(address)
        way = f"/club/{club_id}/t/{table_id}"
        assert (answer.status_code, answer.location) == (303, way)
        assert other_keeper.get(address).status_code == 404
    assert watcher.post(f"/t/{table_id}/pass").status_code == 404
    assert watcher.get(f"/t/{table_id}", follow_redirects=True).status_code == 200
