"""Games in a list: when, what, who, and how it ended."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.clubs.club import Club
from companion.clubs.club_tables import ClubTable
from companion.i18n import listed, message
from companion.rules.games import game_named
from companion.stats.played_game import PlayedGame
from companion.web.ui.date_text import describe_date


def game_rows(club: Club, games: Iterable[PlayedGame]) -> list[dict[str, Any]]:
    """These games, each in a line."""
    names = club.names
    return [_row(game, names) for game in games]


def _row(game: PlayedGame, names: Mapping[int, str]) -> dict[str, Any]:
    sides = [_side([names[each] for each in side]) for side in game.sides]
    scores = game.figures.scores
    return {
        "id": game.table_id,
        "title": game_named(game.figures.kind).title,
        "day": describe_date(game.day),
        "ended": message("club.won", who=listed([names[each] for each in game.winners]))
        if game.has_result
        else message("club.not-over"),
        "sides": [
            {"name": name, "score": score, "has_won": side == game.figures.winner}
            for side, (name, score) in enumerate(zip(sides, scores, strict=True))
        ],
    }


def sides_called(club: Club, table: ClubTable) -> list[str]:
    """What the sides of a table are called in the club today, whatever its record says."""
    names = club.names
    return [
        _side([names[table.people[seat]] for seat in seats]) for seats in table.header.seating.sides
    ]


def _side(names: list[str]) -> str:
    return " & ".join(names)
