"""Who may do what in a club: what a route says is enforced here."""

from typing import cast

from flask import Flask, Response, current_app, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.clubs.all_services import Clubs
from companion.clubs.club import Club, ClubVisit
from companion.clubs.club_history import By
from companion.clubs.club_service import ClubTitle
from companion.clubs.errors import (
    NoSuchClub,
    NoSuchLeague,
    NoSuchMatch,
    NoSuchPlayer,
    OnlyManagers,
    OnlyScorers,
    RemovedFromClub,
)
from companion.clubs.phone_people import PHONE, gather_people
from companion.db.club_models import ClubRole
from companion.i18n import Text, message
from companion.league.match_facts import match_facts
from companion.tables.errors import NoSuchTable
from companion.web.clock import now
from companion.web.problems import problem_page
from companion.web.security import table_guard
from companion.web.security.policy import Access, asked_policy

_OF_A_CLUB = (Access.CLUB_MEMBER, Access.CLUB_SCORER, Access.MATCH_SCORER, Access.CLUB_MANAGER)
#: What scorers send from a table and leaves its record as it is, by blueprint.
_NOT_OF_RECORD = ("again", "join", "own")
#: The status of an answer that only says that it is locked.
_LOCKED = 423


def clubs() -> Clubs:
    """The clubs of this app."""
    return cast(Clubs, current_app.extensions["clubs"])


def needs_a_server() -> None:
    """Refuse this in the app for one phone alone; raises `NotFound`."""
    if current_app.config["IS_ALONE"]:
        raise NotFound


def only_own_people() -> None:
    """Refuse every club but its own in the app for one phone alone; raises `NotFound`."""
    if current_app.config["IS_ALONE"] and (request.view_args or {}).get("club_id") != PHONE:
        raise NotFound


def _gather() -> None:
    """Let all tables of the phone belong to its own club."""
    database, zone = table_guard.table_service().database, current_app.config["ZONE"]
    gather_people(database, table_guard.device(), zone=zone, now=now())


def guard_clubs(app: Flask) -> None:
    """Keep out everyone who hasn't joined the club."""
    app.before_request(_guard_club)
    app.context_processor(_give_club)
    app.before_request(_guard_record)
    app.after_request(_note_change)
    app.register_error_handler(NoSuchClub, lambda _error: (problem_page("no-such-club"), 404))
    app.register_error_handler(NoSuchPlayer, lambda _error: (problem_page("no-such-player"), 404))
    app.register_error_handler(NoSuchLeague, lambda _error: (problem_page("no-such-league"), 404))
    app.register_error_handler(NoSuchMatch, lambda _error: (problem_page("no-such-match"), 404))
    app.register_error_handler(NoSuchTable, _led_in)
    app.register_error_handler(RemovedFromClub, _removed)
    app.register_error_handler(OnlyManagers, lambda _error: (problem_page("only-managers"), 403))
    app.register_error_handler(OnlyScorers, lambda _error: (problem_page("only-scorers"), 403))


def visit() -> ClubVisit:
    """The club asked for, as the phone that asks sees it."""
    return cast(ClubVisit, g.club_visit)


def club() -> Club:
    """The club asked for."""
    return visit().club


def _give_club() -> dict[str, object]:
    """For all its templates the club asked for, this phone's visit to it, and where that is."""
    asked = (request.view_args or {}).items()
    where = {name: value for name, value in asked if name in ("club_id", "league_id", "number")}
    return {"visit": visit(), "club": club(), "where": where} if "club_visit" in g else {}


def managed_club(club_id: str) -> Club:
    """A club with this phone as a manager; raises `NoSuchClub` or `OnlyManagers`."""
    found = clubs().service.visit(club_id, table_guard.known_device())
    if not found.own.manages:
        raise OnlyManagers
    return found.club


def scored_club(club_id: str) -> Club:
    """A club where this phone keeps score; raises `NoSuchClub` or `OnlyScorers`."""
    found = clubs().service.visit(club_id, table_guard.known_device())
    if not found.own.scores:
        raise OnlyScorers
    return found.club


def club_id_of(table_id: str) -> str | None:
    """The id of a table's club, asked once a request; None on a phone without a server."""
    known: dict[str, str | None] = g.setdefault("club_ids", {})
    if table_id not in known:
        is_alone = current_app.config["IS_ALONE"]
        known[table_id] = None if is_alone else clubs().tables.club_of(table_id)
    return known[table_id]


def own_club_of(table_id: str) -> ClubTitle | None:
    """The club of a table, for a phone that has joined it; None for all others."""
    if current_app.config["IS_ALONE"] and table_guard.known_device():
        _gather()
    club_id = clubs().tables.club_of(table_id)
    own = clubs().service.of_device(table_guard.known_device()) if club_id is not None else ()
    return next((each for each in own if each.id == club_id), None)


def may_delete(table_id: str) -> bool:
    """Whether this phone, which keeps score at a table, may delete it: a club's is its club's."""
    if club_id_of(table_id) is None:
        return True
    own = own_club_of(table_id)
    return own is not None and own.role in (ClubRole.MANAGER, ClubRole.SCORER)


def _guard_club() -> None:
    access = asked_policy().access
    if access not in _OF_A_CLUB:
        return
    if current_app.config["IS_ALONE"]:
        _gather()
    # A stranger only learns that there is nothing for them.
    asked = request.view_args or {}
    g.club_visit = clubs().service.visit(asked["club_id"], table_guard.known_device())
    if access is Access.CLUB_MANAGER and not visit().own.manages:
        raise OnlyManagers
    if access is Access.CLUB_SCORER and not visit().own.scores:
        raise OnlyScorers
    if access is Access.MATCH_SCORER and not _scores_match(asked["league_id"], asked["number"]):
        raise OnlyScorers


def _guard_record() -> ResponseReturnValue | None:
    """Let nobody change the record of a table whose match both sides accepted.

    Once a manager has opened the card again, managers may, and the match keeps what they change.
    """
    access, alone = asked_policy().access, current_app.config["IS_ALONE"]
    if request.method != "POST" or alone or access not in (Access.TAP, Access.SCORER):
        return None
    table_id = (request.view_args or {})["table_id"]
    settled = None if request.blueprint in _NOT_OF_RECORD else clubs().cards.settled_at(table_id)
    if settled is None:
        return None
    # Strangers learn nothing of it.
    table_guard.let_in(table_id)
    (where, is_opened), own = settled, own_club_of(table_id)
    if is_opened and own is not None and own.role is ClubRole.MANAGER:
        g.changes = where, match_facts(clubs().matches.look(where).fixture)
        return None
    problem = "card-opened" if is_opened else "card-locked"
    return problem_page(problem, way_to_match(table_id, where[1:])), _LOCKED


def way_to_match(table_id: str, match: tuple[str, int]) -> tuple[str, Text] | None:
    """The way to the match of a table, for a phone of its club."""
    if (own := own_club_of(table_id)) is None:
        return None
    league_id, number = match
    address = url_for("match.show", club_id=own.id, league_id=league_id, number=number)
    return address, message("over.to-match")


def _note_change(response: Response) -> Response:
    if "changes" in g:
        clubs().cards.by(By(table_guard.known_device())).note_at_table(*g.pop("changes"))
    return response


def _scores_match(league_id: str, number: int) -> bool:
    """Whether the phone keeps score of that match; raises `NoSuchLeague` or `NoSuchMatch`."""
    if visit().own.scores or not visit().own.teams:
        return visit().own.scores
    return visit().scores_for(
        league_id, clubs().matches.look((club().id, league_id, number)).opponents
    )


def _removed(error: RemovedFromClub) -> ResponseReturnValue:
    # A page that is open there must be loaded again.
    return problem_page("removed", name=f"{error}"), 403, {"HX-Refresh": "true"}


def _led_in(error: NoSuchTable) -> ResponseReturnValue:
    """The way through the club, for its own people who have the address of one of its tables."""
    table_id = (request.view_args or {}).get("table_id", "")
    if request.method == "GET" and (found := own_club_of(table_id)):
        return redirect(url_for("club_tables.enter", club_id=found.id, record_id=table_id), 303)
    return table_guard.turned_away(error)
