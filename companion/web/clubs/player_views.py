"""Who plays in a club: added, renamed, merged, gone, forgotten."""

from typing import Any

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.clubs.club_history import By
from companion.clubs.forget_player import forget_player
from companion.db.club_models import COLOURS
from companion.i18n import Text
from companion.stats.person_stats import form_of, skill_of
from companion.stats.stats_text import describe_play, describe_rating, explain_luck_and_skill
from companion.web.clubs.player_page import periods_of, person_of, ratings_of, trend_of
from companion.web.problems import refusals_on
from companion.web.security import policy
from companion.web.security.club_guard import club, clubs, only_own_people
from companion.web.security.table_guard import known_device, table_service
from companion.web.ui.forms import parse_name, parse_number
from companion.web.ui.paging import cut, part_of

blueprint = Blueprint("club_players", __name__, url_prefix="/club/<club_id>/players")
policy.set_policy(blueprint, policy.club_member, policy.limited(policy.COMPUTING))
blueprint.before_request(only_own_people)

_NUMBER = "<int(max=99999):number>"
#: How much of what was typed is read; the club says how many it takes.
_MOST_NICKNAMES = 20
#: Games on one page.
_MOST_GAMES = 40


@blueprint.before_request
def _lead_to_person() -> ResponseReturnValue | None:
    """Whoever is the same as another player has that one's pages."""
    number = (request.view_args or {}).get("number")
    if request.method != "GET" or number is None or (person := club().person(number)) == number:
        return None
    # No more goes along than these pages read.
    said = [(name, request.args.get(name)) for name in ("period", "of", "part")]
    where = dict[str, Any](said, club_id=club().id, number=person)
    return redirect(url_for(request.endpoint or "", **where), 303)


@blueprint.get("")
def everybody(club_id: str, problem: Text | None = None) -> str:
    """Everyone who plays there, and those who left."""
    return render_template("clubs/players.html", problem=problem)


@blueprint.post("")
@policy.club_manager
@refusals_on(everybody)
def add(club_id: str) -> ResponseReturnValue:
    """Add someone."""
    clubs().players.add(club_id, [parse_name(request.form.get("name", ""))])
    return redirect(url_for("club_players.everybody", club_id=club_id), 303)


@blueprint.get(f"/{_NUMBER}")
def show(club_id: str, number: int) -> str:
    """What someone's games add up to."""
    games, said = clubs().games.games(club()), request.args.get("period", "")
    who = person_of(club(), games.played, number, said)
    return render_template(
        "clubs/player.html",
        shown=who,
        form=form_of(who.who.sittings),
        skill=skill_of(who.who.sittings),
        period=said,
        periods=periods_of(games.played, number, said),
        ratings=ratings_of(club(), games.played, number),
        waits=games.progress,
        describe_play=describe_play,
        describe_rating=describe_rating,
        explained=explain_luck_and_skill(),
        trend_of=trend_of,
        has_leagues=clubs().leagues.has_any(club_id),
    )


@blueprint.get(f"/{_NUMBER}/games")
def games(club_id: str, number: int) -> str:
    """The games behind one number of that page, named by `?of=`."""
    period, key = request.args.get("period", ""), request.args.get("of", "games")
    shown = person_of(club(), clubs().games.games(club()).played, number, period)
    if key not in shown.numbers:
        raise NotFound
    behind = shown.games_behind(key)
    shown_part = part_of(cut(len(behind), _MOST_GAMES), request.args.get("part", 1, type=int))
    return render_template(
        "clubs/games.html",
        number=number,
        about=shown.numbers[key].about,
        period=period,
        key=key,
        part=shown_part,
        games=[behind[at] for at in shown_part.places],
    )


@blueprint.get(f"/{_NUMBER}/edit")
@policy.club_manager
def edit(club_id: str, number: int, problem: Text | None = None) -> str:
    """What a player is called, and who else they are."""
    person = club().person(number)
    if not club().player(person).name:
        raise NotFound
    return render_template(
        "clubs/edit_player.html",
        player=club().player(number),
        called=club().names[person],
        others=[each for each in club().named if each.number != person],
        colours=range(COLOURS),
        problem=problem,
    )


@blueprint.post(f"/{_NUMBER}/edit")
@policy.club_manager
@refusals_on(edit)
def change(club_id: str, number: int) -> ResponseReturnValue:
    """Rename a player from now on."""
    form = request.form
    nicknames = [parse_name(each) for each in form.get("nicknames", "").split(",", _MOST_NICKNAMES)]
    if current_app.config["IS_ALONE"]:
        # There people are known by their names at the tables, which stay.
        nicknames.append(club().player(number).name)
    clubs().players.change(
        club_id,
        number,
        name=parse_name(form.get("name", "")),
        nicknames=[each for each in nicknames if each],
        colour=parse_number(form.get("colour", "")),
    )
    return redirect(url_for("club_players.show", club_id=club_id, number=number), 303)


@blueprint.post(f"/{_NUMBER}/<deed>")
@policy.club_manager
@refusals_on(edit)
def do(club_id: str, number: int, deed: str) -> ResponseReturnValue:
    """Let someone leave or come back, be merged with another player or not, or be forgotten."""
    players, form = clubs().players, request.form
    deeds = {
        "leave": lambda: players.leave(club_id, number),
        "come-back": lambda: players.come_back(club_id, number),
        "same": lambda: players.tell_same(club_id, number, parse_number(form.get("other", ""))),
        "part": lambda: players.part(club_id, number),
        "forget": lambda: forget_player(table_service(), club_id, number, By(known_device())),
    }
    (deeds.get(deed) or abort(400))()
    if deed == "forget":
        return redirect(url_for("club_players.everybody", club_id=club_id), 303)
    return redirect(url_for("club_players.edit", club_id=club_id, number=number), 303)
