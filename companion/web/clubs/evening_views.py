"""The evenings of a club, and its ratings: everything its games add up to."""

from datetime import date

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.clubs.club import Club
from companion.db.table_models import may_exist
from companion.i18n import Text, listed, message
from companion.rules.games import game_named
from companion.stats.evening import Evening, evening_on, evenings_of
from companion.stats.stats_text import describe_rating, explain_ratings
from companion.web.clock import now
from companion.web.security import policy
from companion.web.security.club_guard import club, clubs, only_own_people
from companion.web.security.table_guard import table_service
from companion.web.ui.date_text import describe_date
from companion.web.ui.paging import cut, part_of
from companion.web.ui.paper_sheet import MARGIN, Sheet

blueprint = Blueprint("club_evenings", __name__, url_prefix="/club/<club_id>")
policy.set_policy(blueprint, policy.club_member, policy.limited(policy.COMPUTING))
blueprint.before_request(only_own_people)
_MOST_EVENINGS = 30
#: The people of an evening's line, and the games on its picture; its page has all of them.
_MOST_TOLD, _MOST_DRAWN = 4, 24

#: How far to the right of its dot a name begins.
_DOT = 24


@blueprint.before_request
def _lead_to_day() -> ResponseReturnValue | None:
    """Old addresses name a table of the evening instead of its day."""
    said = (request.view_args or {}).get("day", "")
    try:
        if not said or date.fromisoformat(said):
            return None
    except ValueError:
        # Databases are not asked for an id that nothing can have.
        if not may_exist(said) or clubs().tables.club_of(said) != club().id:
            raise NotFound from None
    day = club().day_of(table_service().look(said).opened_at)
    return redirect(url_for(request.endpoint or "", club_id=club().id, day=day), 303)


@blueprint.get("/evenings")
def everything(club_id: str) -> str:
    """All evenings, the latest first."""
    games = clubs().games.games(club())
    evenings = evenings_of(games.played)[::-1]
    part = part_of(cut(len(evenings), _MOST_EVENINGS), request.args.get("part", 1, type=int))
    return render_template(
        "clubs/evenings.html",
        waits=games.progress,
        part=part,
        evenings=[evenings[at] for at in part.places],
        describe_wins=describe_wins,
    )


@blueprint.get("/evenings/<day>")
def show(club_id: str, day: str) -> ResponseReturnValue:
    """An evening: who won how many games, and each game."""
    games = clubs().games.games(club())
    evening = evening_on(date.fromisoformat(day), games.played)
    if evening is None and games.waiting:
        # Its turn to be counted comes, and that page says when.
        return redirect(url_for("club_evenings.everything", club_id=club_id), 303)
    if evening is None:
        raise NotFound
    return render_template("clubs/evening.html", evening=evening, waits=games.progress)


@blueprint.get("/evenings/<day>.svg")
def draw(club_id: str, day: str) -> Response:
    """The same as a picture."""
    evening = evening_on(date.fromisoformat(day), clubs().games.games(club()).played)
    if evening is None:
        raise NotFound
    sheet = _evening_sheet(club(), evening)
    return Response(render_template("ui/sheet.svg", sheet=sheet), mimetype="image/svg+xml")


@blueprint.get("/ratings")
def ratings(club_id: str) -> str:
    """How strong everyone is at a kind of game: the one in `?kind=`, or the most played."""
    if not club().shows_ratings:
        raise NotFound
    games = clubs().games.games(club())
    found = clubs().ratings.ratings(club_id, games.played).on(club().day_of(now()))
    played = {
        kind: sum(rating.games for rating in of_kind.values())
        for kind, of_kind in found.by_kind.items()
    }
    # A list in which nobody is yet says nothing.
    kinds = [each for each in sorted(played, key=lambda kind: -played[kind]) if found.table(each)]
    chosen = request.args.get("kind") or next(iter(kinds), "")
    if chosen and chosen not in played:
        raise NotFound
    return render_template(
        "clubs/ratings.html",
        waits=games.progress,
        kinds=kinds,
        chosen=chosen,
        # Whoever was deleted counts for the others, and has no place.
        rated=[each for each in found.table(chosen) if club().player(each[0]).name],
        describe_rating=describe_rating,
        explained=explain_ratings(),
        has_leagues=clubs().leagues.has_any(club_id),
    )


def describe_wins(club: Club, evening: Evening) -> Text:
    """An evening in a line: `3 games, Ana 2, Ben 1`."""
    won = [wins for wins in evening.wins if wins.games]
    told = won if len(won) <= _MOST_TOLD + 1 else won[:_MOST_TOLD]
    over, going = len(evening.over), evening.going
    games = [message("club.games-count", count=over)] if over else []
    games += [message("club.games-going", count=going)] if going else []
    parts = [listed(games)]
    parts += (
        message("race.score", name=club.names[each.person], score=each.games) for each in told
    )
    if others := len(won) - len(told):
        parts.append(message("club.and-others", count=others))
    return listed(parts, "then")


def _evening_sheet(club: Club, evening: Evening) -> Sheet:
    names = club.names
    sheet = Sheet(str(describe_wins(club, evening)))
    sheet.write("title", club.name)
    sheet.write("subject", describe_date(evening.day))
    sheet.y += 8
    for wins in evening.wins:
        colour = club.player(wins.person).colour
        sheet.draw("dot", sheet.left + 6, sheet.y + 17, shows=colour)
        won = message("club.won-of", won=wins.games, played=wins.played)
        sheet.write_right("sum", won, sheet.right)
        sheet.write("sum", names[wins.person], _DOT, sheet.right - 120)
    sheet.y += 14
    for game in evening.games[-_MOST_DRAWN:]:
        winners = [names[each] for each in game.winners]
        ended = message("club.won", who=listed(winners)) if winners else message("club.not-over")
        sheet.write("strong", ended)
        sides = (" & ".join(names[each] for each in side) for side in game.sides)
        scores = ", ".join(
            f"{side} {score}" for side, score in zip(sides, game.figures.scores, strict=True)
        )
        sheet.write("under", f"{game_named(game.figures.kind).title}: {scores}")
        sheet.y += 4
    sheet.y += 14
    sheet.write("foot", message("finish.by-companion", date=describe_date(club.day_of(now()))))
    sheet.y += MARGIN
    return sheet
