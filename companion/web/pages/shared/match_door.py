"""The way from a table to the match that it is a game of."""

from flask import current_app, url_for

from companion.clubs.errors import NoSuchClub
from companion.web.club_guard import clubs
from companion.web.device import known_device


def match_door(table_id: str) -> str | None:
    """The address of a table's match, for a phone that was let into its club."""
    if current_app.config["IS_ALONE"]:
        return None
    found = clubs().matches.match_of(table_id)
    club_id = clubs().tables.club_of(table_id) if found else None
    if found is None or club_id is None:
        return None
    try:
        clubs().service.visit(club_id, known_device())
    except NoSuchClub:
        return None
    league_id, number = found
    return url_for("match.show", club_id=club_id, league_id=league_id, number=number)
