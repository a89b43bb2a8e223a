"""What a manager changes in the settings of a league, each by the name of its form."""

from collections.abc import Callable, Mapping

from flask import request

from companion.clubs.club_history import By
from companion.clubs.leagues.club_league import League
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.clubs.leagues.entrant_service import EntrantService
from companion.clubs.leagues.league_service import LeagueService
from companion.i18n import listed, message
from companion.league.competition import Adjustment, EntrantKind
from companion.league.errors import BadCompetition
from companion.league.league_tally import parse_points
from companion.league.match_format import usual_points
from companion.web.leagues import form_values, league_form
from companion.web.security.club_guard import club, clubs
from companion.web.security.table_guard import known_device
from companion.web.ui.forms import parse_name, parse_number


def leagues_of_phone() -> LeagueService:
    """The leagues of clubs, for changes by this phone."""
    return clubs().leagues.by(By(known_device()))


def _entrants_of_phone() -> EntrantService:
    """Who takes part in them, for changes by this phone."""
    return clubs().entrants.by(By(known_device()))


def _agree(league: League) -> None:
    before, form = league.competition, request.form
    name = parse_name(form.get("name", "")) or str(message("league.stand-in"))
    competition = before._replace(name=name)
    if before.shape.counts_points:
        competition = competition._replace(
            table=form_values.parse_table(form, usual_points(before.form), before.table),
            order=form_values.parse_order(form, before.order),
            strikes_out="strikes-out" in form,
        )
    if before.kind is EntrantKind.TEAM:
        competition = competition._replace(captains_substitute="captains-substitute" in form)
    leagues_of_phone().change(club().id, league.id, competition)


def _team(league: League) -> None:
    form = request.form
    players = tuple(league_form.parse_people(form.get("players", ""), club()))
    new_ones = [each for each in players if isinstance(each, str)]
    if new_ones and "new" not in form:
        # A slip of the pen makes no new player: new ones must be confirmed.
        name = listed(new_ones, "or")
        raise BadCompetition(message("league.refused.nobody-called", name=name))
    place = parse_name(form["place"]) if "place" in form else None
    team = NewEntrant(players, parse_name(form.get("name", "")), place)
    _entrants_of_phone().change(club().id, league.id, parse_number(form.get("entrant", "")), team)


def _pause(league: League) -> None:
    """Add days without play; or end some, and rounds that have moved stay where they are."""
    pauses = league.competition.pauses
    said, ends = form_values.parse_pauses(request.form), "end" in request.form
    now = (*(each for each in pauses if each not in said), *(() if ends else said))
    leagues_of_phone().pause(club().id, league.id, now, moves=not ends)


def _adjust(league: League) -> None:
    """Take points off an entrant or give some; or end one of those that were."""
    form, number = request.form, parse_number(request.form.get("entrant", ""))
    entrant = league.entrant(number)
    now = entrant.adjustments if entrant else ()
    if "end" in form:
        gone = next((each for each in now if f"{each.points} {each.reason}" == form["end"]), None)
        now = tuple(each for each in now if each is not gone)
    else:
        points = parse_points(form.get("points", ""))
        sign = -1 if form.get("how") == "off" else 1
        now = (*now, Adjustment(sign * points, parse_name(form.get("reason", ""))))
    _entrants_of_phone().adjust(club().id, league.id, number, now)


def _withdraw(league: League) -> None:
    _entrants_of_phone().withdraw(
        club().id, league.id, parse_number(request.form.get("entrant", ""))
    )


def _join(league: League) -> None:
    _entrants_of_phone().join(club().id, league.id, newcomer())


def newcomer() -> NewEntrant:
    """Who is to join, as the form says."""
    players = tuple(league_form.parse_people(request.form.get("players", ""), club()))
    return NewEntrant(players, parse_name(request.form.get("name", "")))


def _close(league: League) -> None:
    if parse_name(request.form.get("name", "")) != league.competition.name:
        raise BadCompetition(message("league.refused.other-name"))
    leagues_of_phone().remove(club().id, league.id)


#: Each takes the league as it was read, and what the form says; raises as `LeagueService`.
SETTINGS: Mapping[str, Callable[[League], None]] = {
    **{"agree": _agree, "team": _team, "withdraw": _withdraw, "join": _join},
    **{"adjust": _adjust, "pause": _pause, "close": _close},
}
