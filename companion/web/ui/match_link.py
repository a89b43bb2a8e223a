"""The way from a table to the match that it is a game of."""

from flask import url_for

from companion.web.security.club_guard import clubs


def to_match(club_id: str, table_id: str) -> str | None:
    """The address of the match that a table of the club is a game of."""
    found = clubs().match_tables.match_of(table_id)
    if found is None:
        return None
    league_id, number = found
    return url_for("match.show", club_id=club_id, league_id=league_id, number=number)
