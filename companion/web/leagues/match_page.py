"""A match: its boards with their games, and what to do next."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from flask import request

from companion.clubs.club import ClubVisit
from companion.clubs.club_tables import ClubTable
from companion.clubs.leagues.club_match import Match
from companion.clubs.leagues.league_loader import digest
from companion.i18n import Text, listed, message
from companion.league.match_card import CardBoard
from companion.web.security.club_guard import clubs

#: How many of the club's last tables may be games of a match.
_LATELY = 40


class ShownBoard(NamedTuple):
    """A board of a match, and how its next game can begin."""

    card: CardBoard
    #: The number of the game that can begin there; None if none can.
    next: int | None
    #: The tables of the club that could be that game.
    could: Sequence[ClubTable]
    #: What was typed for that game, after a refusal.
    typed: Mapping[str, str]


def lately_played(visit: ClubVisit) -> tuple[ClubTable, ...]:
    """The last tables of the club that a manager could count in a match."""
    if not visit.keeps:
        return ()
    return clubs().match_tables.friendly(visit.club, clubs().tables.latest(visit.club, _LATELY))


def page_mark(mark: str, lately: Iterable[ClubTable]) -> str:
    """A mark that tells whether a match has changed since its page was shown."""
    return digest(mark, [table.id for table in lately])


def shown_boards(match: Match, lately: Sequence[ClubTable]) -> list[ShownBoard]:
    """The boards of a match, once it is known who plays there."""
    if not match.fixture.lineup:
        return []
    could = () if match.is_decided else clubs().match_tables.could_count(match, lately)
    shown = []
    for board in match.card.boards:
        is_on = any(game.winner is None for game in board.games)
        is_given = board.forfeited_by is not None or match.fixture.walkover is not None
        begins = not (board.score.is_over or is_on or is_given)
        tables = [table for number, table in could if begins and number == board.number]
        typed = request.form if request.form.get("board") == f"{board.number}" else {}
        shown.append(ShownBoard(board, len(board.games) + 1 if begins else None, tables, typed))
    return shown


def who_is_drawn(match: Match) -> list[tuple[str, Text, tuple[int, ...]]] | None:
    """Who is drawn at one tap: the players of each side, by name and number; None if too few."""
    form = match.league.competition.form
    names, teams = match.league.club.names, match.card.names
    came = [
        tuple(player for player in squad if player in order.players)
        for squad, order in zip(match.league.squads(match.number), match.orders, strict=True)
    ]
    if not form.is_drawn or min(map(len, came)) < form.boards[0].players:
        return None
    return [
        (side, message("league.team-is", team=team, people=listed(map(names.get, six))), six)
        for side, team, six in zip(("home", "away"), teams, came, strict=True)
    ]
