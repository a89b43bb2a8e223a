"""The tables of a club: opened from its page, added, released."""

from collections.abc import Iterable, Iterator

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response
from werkzeug.exceptions import BadRequest

from companion.clubs.club import Club
from companion.clubs.club_history import By
from companion.clubs.club_service import ClubTitle
from companion.clubs.club_tables import suggested_seats
from companion.clubs.errors import NoSuchClub
from companion.db.club_models import ClubRole
from companion.i18n import Text
from companion.tables.errors import NoSuchTable
from companion.web.problems import refusals_on
from companion.web.security import policy
from companion.web.security.club_guard import (
    clubs,
    managed_club,
    only_own_people,
    scored_club,
    visit,
)
from companion.web.security.table_guard import known_device, remember_table, state, table_service
from companion.web.ui.after_game import after_game
from companion.web.ui.forms import parse_number
from companion.web.ui.next_table import open_next

blueprint = Blueprint("club_tables", __name__)
policy.set_policy(blueprint, policy.scorer, policy.ordinary)
blueprint.before_request(only_own_people)


@blueprint.get("/club/<club_id>/t/<record_id>")
@policy.club_member
def enter(club_id: str, record_id: str) -> Response:
    """Go to a table of the club: scorers, and captains of its match, keep score there."""
    match = clubs().match_tables.match_of(record_id) if visit().own.teams else None
    sides = clubs().matches.look((club_id, *match)).opponents if match else ()
    teams = [(match[0], side) for side in sides if match and side]
    clubs().access.enter_table(club_id, record_id, known_device(), teams)
    remember_table(record_id)
    return redirect(url_for("play.show", table_id=record_id), 303)


@blueprint.post("/club/<club_id>/again")
@policy.club_scorer
@policy.limited(policy.NEW_TABLES)
def again(club_id: str) -> Response:
    """Play on with the people of a finished table, or go to an unfinished one."""
    record_id = request.form.get("table", "")
    if clubs().tables.club_of(record_id) != club_id:
        raise NoSuchTable(record_id)
    before = table_service().look(record_id)
    next_id = open_next(before) if before.game.is_over else record_id
    return redirect(url_for("club_tables.enter", club_id=club_id, record_id=next_id), 303)


@blueprint.get("/t/<table_id>/club")
def belongs(table_id: str, problem: Text | None = None) -> str:
    """The club of a table, or those that could add it, with who sat where."""
    known, club_id = clubs().service.of_device(known_device()), clubs().tables.club_of(table_id)
    # A phone learns nothing of a club that it hasn't joined.
    own = next((title for title in known if title.id == club_id), None)
    match = after_game(state(), known_device()).match
    may_leave = own is not None and own.role is ClubRole.MANAGER and not match
    kept = [*_goes_to(known, club_id, may_leave=may_leave)]
    chosen = next((title for title in kept if title.id == request.values.get("club")), None)
    if chosen is None and len(kept) == 1 and not match:
        chosen = kept[0]
    into = clubs().service.look(chosen.id) if chosen else None
    return render_template(
        "clubs/belongs.html",
        state=state(),
        own=own,
        is_anothers=club_id is not None and own is None,
        kept=kept,
        into=into,
        seats=_seats(into) if into else (),
        to_match=match,
        may_leave=may_leave,
        problem=problem,
    )


@blueprint.post("/t/<table_id>/club")
@refusals_on(belongs)
def take_in(table_id: str) -> ResponseReturnValue:
    """Add a table to a club, with a player of the club, or someone new, at each seat."""
    club_id = request.form.get("club", "")
    scored_club(club_id)
    leaves = clubs().tables.club_of(table_id)
    if leaves not in (None, club_id):
        managed_club(club_id)
        managed_club(leaves)
    said = [request.form.get(f"seat-{seat}", "") for seat in range(len(state().header.players))]
    seats = [parse_number(each) if each else None for each in said]
    if any(number is not None and number < 1 for number in seats):
        raise BadRequest
    tables, day = clubs().tables.by(By(known_device())), request.form.get("day", "")
    tables.take_in(club_id, table_id, seats, leaves=leaves, day=day)
    return redirect(url_for("club_tables.belongs", table_id=table_id), 303)


@blueprint.post("/t/<table_id>/club/let-go")
@refusals_on(belongs)
def let_go(table_id: str) -> ResponseReturnValue:
    """Take a table out of its club."""
    club_id = clubs().tables.club_of(table_id)
    if club_id is None:
        raise NoSuchClub
    managed_club(club_id)
    clubs().tables.by(By(known_device())).let_go(club_id, table_id)
    return redirect(url_for("club_tables.belongs", table_id=table_id), 303)


def _goes_to(
    known: Iterable[ClubTitle], club_id: str | None, *, may_leave: bool
) -> Iterator[ClubTitle]:
    """The clubs to which this phone may add a table of a club, or of none."""
    for title in known:
        is_moved = club_id not in (None, title.id)
        keeps_score = title.role in (ClubRole.MANAGER, ClubRole.SCORER)
        if (may_leave and title.role is ClubRole.MANAGER) if is_moved else keeps_score:
            yield title


def _seats(club: Club) -> list[tuple[str, str]]:
    """The name at each seat, and the number of the player who sits there, or seems to."""
    players, there = state().header.players, clubs().tables.people_of(state().id)
    known = there[1] if there and there[0] == club.id else suggested_seats(club, players)
    found = zip(players, known, strict=True)
    return [
        (name, request.values.get(f"seat-{seat}", f"{known or ''}"))
        for seat, (name, known) in enumerate(found)
    ]
