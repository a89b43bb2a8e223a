"""The ratings of a club: who is how strong at which kind of game, and how sure that is."""

from typing import Any

from werkzeug.exceptions import NotFound

from companion.clubs.club import ClubVisit
from companion.i18n import message
from companion.rules.games import game_named
from companion.stats.stats_text import describe_rating, explain_ratings
from companion.web.security.club_guard import clubs


def ratings_page(visit: ClubVisit, kind: str) -> dict[str, Any]:
    """The ratings at one kind of game, that which is played most where none is said.

    Raises `NotFound` where the club shows none, or never played that.
    """
    club = visit.club
    if not club.shows_ratings:
        raise NotFound
    games = clubs().games.games(club)
    ratings = clubs().ratings.ratings(club.id, games.played)
    kinds = sorted(
        ratings.by_kind, key=lambda each: -sum(one.games for one in ratings.by_kind[each].values())
    )
    if kind and kind not in kinds:
        raise NotFound
    chosen = kind or next(iter(kinds), "")
    names = club.names
    return {
        "club": club,
        "waiting": games.waiting,
        "kinds": [(each, game_named(each).title) for each in kinds],
        "kind": chosen,
        "rows": [
            {
                "player": club.player(number),
                "called": names[number],
                "rating": describe_rating(rating),
                "games": message("club.games-count", count=rating.games),
            }
            for number, rating in (ratings.table(chosen) if chosen else [])
        ],
        "explained": explain_ratings(),
        "has_leagues": clubs().leagues.has_any(club.id),
    }
