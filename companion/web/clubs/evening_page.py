"""Evenings of a club: those of today, and one as a picture."""

from collections.abc import Sequence

from werkzeug.exceptions import NotFound

from companion.clubs.club import Club
from companion.i18n import listed, message
from companion.rules.games import game_named
from companion.stats.evening import Evening, evening_with, evenings_of
from companion.stats.played_game import PlayedGame
from companion.web.clock import now
from companion.web.security.club_guard import clubs
from companion.web.ui.date_text import describe_date
from companion.web.ui.paper_sheet import MARGIN, Sheet

#: How far in a name stands beside its dot.
_DOT = 24


def evenings_tonight(club: Club, games: Sequence[PlayedGame]) -> list[Evening]:
    """The evenings of today at which somebody has won, the one begun last first."""
    today = club.day_of(now())
    evenings = reversed(evenings_of(game for game in games if game.day == today))
    return [evening for evening in evenings if evening.decided]


def evening_of(club: Club, table_id: str) -> Evening:
    """The evening that a table belongs to; raises `NotFound`."""
    evening = evening_with(clubs().games.games(club).played, table_id)
    if evening is None:
        raise NotFound
    return evening


def describe_wins(club: Club, evening: Evening) -> str:
    """An evening in a line: `Ana 2, Ben 1`."""
    names = club.names
    return ", ".join(
        str(message("race.score", name=names[each.person], score=each.games))
        for each in evening.wins
    )


def evening_sheet(club: Club, evening: Evening) -> Sheet:
    """An evening on one sheet: who won how many, and each game."""
    names = club.names
    sheet = Sheet(describe_wins(club, evening))
    sheet.write("title", club.name)
    sheet.write("subject", describe_date(evening.day))
    sheet.y += 8
    for wins in evening.wins:
        colour = club.player(wins.person).colour
        sheet.draw("dot", sheet.left + 6, sheet.y + 17, shows=colour % 4)
        sheet.write_right("sum", wins.games, sheet.right)
        sheet.write("sum", names[wins.person], _DOT, sheet.right - 120)
    sheet.y += 14
    for game in evening.games:
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
