"""Evenings of a club: tonight, one of them, all of them; and one as a picture."""

from collections.abc import Iterable, Sequence
from typing import Any

from werkzeug.exceptions import NotFound

from companion.clubs.club import Club, ClubVisit
from companion.i18n import Text, listed, message
from companion.stats.evening import Evening, evening_with, evenings_of
from companion.stats.played_game import PlayedGame
from companion.web.clock import now
from companion.web.clubs.games_list import game_rows
from companion.web.security.club_guard import clubs
from companion.web.ui.date_text import describe_date
from companion.web.ui.paging import cut, part_of
from companion.web.ui.paper_sheet import MARGIN, Sheet

_MOST_EVENINGS = 30
#: How far in a name stands beside its dot.
_DOT = 24


def evenings_tonight(club: Club, games: Sequence[PlayedGame]) -> list[dict[str, Any]]:
    """The evenings of today at which somebody has won, the one begun last first."""
    today = club.day_of(now())
    tonight = [game for game in games if game.day == today]
    evenings = reversed(evenings_of(tonight))
    return [_told(club, evening) for evening in evenings if evening.decided]


def evenings_page(visit: ClubVisit, part: int | None) -> dict[str, Any]:
    """All evenings, the latest first."""
    club = visit.club
    games = clubs().games.games(club)
    evenings = evenings_of(games.played)[::-1]
    shown = part_of(cut(len(evenings), _MOST_EVENINGS), part or 1)
    return {
        "club": club,
        "waiting": games.waiting,
        "part": shown,
        "evenings": [_told(club, evenings[at]) for at in shown.places],
    }


def evening_page(visit: ClubVisit, table_id: str) -> dict[str, Any]:
    """The evening that a table belongs to; raises `NotFound`."""
    club = visit.club
    evening = _evening(club, table_id)
    latest = evening.games[-1]
    return {
        "club": club,
        "keeps": visit.keeps,
        **_told(club, evening),
        "games": game_rows(club, evening.games),
        "latest": latest.table_id,
    }


def evening_sheet(club: Club, table_id: str, foot: Iterable[Text]) -> Sheet:
    """An evening on one sheet: who won how many, and each game; raises `NotFound`."""
    evening = _evening(club, table_id)
    told = _told(club, evening)
    sheet = Sheet(str(told["said"]))
    sheet.write("title", club.name)
    sheet.write("subject", told["day"])
    sheet.y += 8
    for wins in told["wins"]:
        sheet.draw("dot", sheet.left + 6, sheet.y + 17, shows=wins["colour"] % 4)
        sheet.write_right("sum", wins["games"], sheet.right)
        sheet.write("sum", wins["name"], _DOT, sheet.right - 120)
    sheet.y += 14
    for row in game_rows(club, evening.games):
        scores = ", ".join(f"{side['name']} {side['score']}" for side in row["sides"])
        sheet.write("strong", row["ended"])
        sheet.write("under", f"{row['title']}: {scores}")
        sheet.y += 4
    sheet.y += 14
    for line in foot:
        sheet.write("foot", line)
    sheet.y += MARGIN
    return sheet


def _evening(club: Club, table_id: str) -> Evening:
    evening = evening_with(clubs().games.games(club).played, table_id)
    if evening is None:
        raise NotFound
    return evening


def _told(club: Club, evening: Evening) -> dict[str, Any]:
    """An evening in a line: `Ana 2, Ben 1`, and when."""
    names = club.names
    wins = [
        {
            "name": names[each.person],
            "person": each.person,
            "colour": club.player(each.person).colour,
            "games": each.games,
        }
        for each in evening.wins
    ]
    scores = (message("race.score", name=each["name"], score=each["games"]) for each in wins)
    return {
        "id": evening.games[0].table_id,
        "day": describe_date(evening.day),
        "people": listed([names[number] for number in evening.people]),
        "said": ", ".join(map(str, scores)),
        "wins": wins,
        "count": len(evening.games),
    }
