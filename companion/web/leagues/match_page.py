"""A match: its boards with their games, and what can be done next."""

from collections.abc import Iterable, Sequence
from typing import Any

from flask import request

from companion.clubs.club import ClubVisit
from companion.clubs.club_tables import ClubTable
from companion.clubs.leagues.club_match import Match
from companion.clubs.leagues.league_loader import digest
from companion.i18n import Text, listed, message
from companion.league.entrant import EntrantKind
from companion.league.fixture import MatchState
from companion.league.match_card import CardBoard
from companion.league.match_format import Side
from companion.league.match_result import GameResult
from companion.web.leagues.form_values import NAMED
from companion.web.leagues.league_page import describe_round, when
from companion.web.leagues.match_card_page import joined
from companion.web.security.club_guard import clubs
from companion.web.ui.date_text import describe_date

#: Of the club's last tables, so many may be games that belong to a match.
_LATELY = 40


def mark_of_match(visit: ClubVisit, mark: str) -> str:
    """What tells whether a match of that mark is still as its page shows it."""
    return _mark(mark, _lately(visit))


def match_page(visit: ClubVisit, match: Match) -> dict[str, Any]:
    """What the page of a match shows."""
    club, fixture, lately = visit.club, match.fixture, _lately(visit)
    could = _could_count(visit, match, lately)
    knows_both = None not in match.opponents
    has_lineup = bool(fixture.lineup)
    is_given = match.state is MatchState.WALKOVER
    has_teams = match.league.competition.kind is EntrantKind.TEAM
    may_line_up = visit.keeps and knows_both and not is_given and has_teams
    needs_lineup = knows_both and not has_lineup and not is_given
    return {
        "club": club,
        "keeps": visit.keeps,
        "league": match.league,
        "match": match,
        "mark": _mark(match.mark, lately),
        "card": match.card,
        "round": describe_round(match.league, fixture.round),
        "when": when(fixture),
        "state": message(f"league.state.{match.state}"),
        "given": message(
            f"league.given.{fixture.walkover}", home=match.card.home, away=match.card.away
        )
        if fixture.walkover
        else None,
        "has_score": match.state in (MatchState.ON, MatchState.OVER),
        "winner": match.card.winner,
        "boards": [
            _board(match, board, [table for at, table in could if at == board.number])
            for board in match.card.boards
        ]
        if has_lineup
        else [],
        "needs_lineup": needs_lineup,
        "may_line_up": may_line_up,
        "draws": _draws(match) if may_line_up and needs_lineup else None,
        "was_drawn": match.was_drawn,
        "waits": not knows_both,
        # Of two who should have met before it perhaps neither came: the other one goes on.
        "may_get_it": [
            (NAMED[side], name)
            for side, name in zip(Side, (match.card.home, match.card.away), strict=True)
            if match.opponents[side] is not None
        ],
        "is_given": is_given,
        "may_postpone": match.state in (MatchState.PLANNED, MatchState.ON) and not is_given,
        "day": f"{fixture.starts_at:%Y-%m-%d}" if fixture.starts_at else "",
        "time": f"{fixture.starts_at:%H:%M}" if fixture.starts_at else "20:00",
        # What is typed there stays while nobody else changed that, and the same two meet.
        "otherwise": "-".join(
            f"{each or 0}" for each in (match.league.revisions[match.number], *match.opponents)
        ),
    }


def _lately(visit: ClubVisit) -> tuple[ClubTable, ...]:
    """The last tables of the club that whoever keeps its book could let count in a match."""
    if not visit.keeps:
        return ()
    return clubs().match_tables.friendly(visit.club, clubs().tables.latest(visit.club, _LATELY))


def _mark(mark: str, lately: Iterable[ClubTable]) -> str:
    return digest(mark, [table.id for table in lately])


def _could_count(
    visit: ClubVisit, match: Match, lately: Sequence[ClubTable]
) -> list[tuple[int, dict[str, Any]]]:
    if not match.fixture.lineup or match.is_decided:
        return []
    return [
        (
            board,
            {
                "id": table.id,
                "people": listed(table.header.players),
                "day": describe_date(visit.club.day_of(table.created_at)),
            },
        )
        for board, table in clubs().match_tables.could_count(match, lately)
    ]


def _draws(match: Match) -> list[tuple[str, Text, tuple[int, ...]]] | None:
    """Who is drawn at one tap: of each side the players, told and by number; None if they lack."""
    form = match.league.competition.form
    names, teams = match.league.club.names, (match.card.home, match.card.away)
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


def _board(match: Match, board: CardBoard, could: list[dict[str, Any]]) -> dict[str, Any]:
    """A board with its games, and how its next one can begin."""
    is_on = any(game.winner is None for game in board.games)
    is_given = board.forfeited_by is not None or match.state is MatchState.WALKOVER
    may_begin = not (board.score.is_over or is_on or is_given)
    number = len(board.games) + 1
    return {
        "number": board.number,
        "home": joined(board.home),
        "away": joined(board.away),
        "score": board.score,
        "is_lead": board.score.winner,
        "given": _given(board),
        "games": [_game(board, at, game) for at, game in enumerate(board.games, 1)],
        "next": number if may_begin else None,
        "open": message("league.open-table", number=number)
        if match.league.competition.form.boards[board.number - 1].leg.games > 1
        else message("new.open"),
        "could": could if may_begin else [],
        # What was typed of its next game, while that was refused.
        "typed": request.form if request.form.get("board") == f"{board.number}" else {},
    }


def _given(board: CardBoard) -> Text | None:
    """That a side sent nobody to a board, or neither did."""
    if not (board.home or board.away):
        return message("league.board-void")
    return message("league.board-given") if board.forfeited_by is not None else None


def _game(board: CardBoard, number: int, game: GameResult) -> dict[str, Any]:
    if game.winner is None:
        told = message("league.game-on")
    else:
        winners = board.home if game.winner is Side.HOME else board.away
        told = message("league.game-won", who=joined(winners))
    return {
        "number": number,
        "told": told,
        "points": f"{game.points[0]}–{game.points[1]}" if any(game.points) else "",
        "table": game.table,
    }
