"""The settings of a competition: its name and points, who takes part."""

from collections.abc import Mapping
from typing import Any

from companion.clubs.leagues.club_league import League
from companion.league.competition import Shape
from companion.league.entrant import Entrant, EntrantKind
from companion.web.leagues.points_form import points_form


def settings_page(league: League, form: Mapping[str, str]) -> dict[str, Any]:
    """What can be changed of a competition, as it is or as it was just typed."""
    competition = league.competition
    return {
        "club": league.club,
        "league": league,
        "name": form["name"] if {"agreed", "name"} <= {*form} else competition.name,
        "strikes_out": competition.strikes_out,
        "has_table": competition.shape is Shape.ROUND_ROBIN,
        "is_ladder": competition.shape is Shape.LADDER,
        "has_teams": competition.kind is EntrantKind.TEAM,
        "entrants": [
            _entrant(league, each, form if form.get("entrant") == f"{each.number}" else {})
            for each in league.entrants
        ],
        **points_form(form, competition.table, competition.order),
    }


def _entrant(league: League, entrant: Entrant, typed: Mapping[str, str]) -> dict[str, Any]:
    """Who takes part, as it is or as it was just typed."""
    players = ", ".join(league.club.names[player] for player in entrant.players)
    return {
        "entrant": entrant,
        "called": league.names[entrant.number],
        "name": typed.get("name", entrant.name),
        "players": typed.get("players", players),
        "was_typed": bool(typed),
    }
