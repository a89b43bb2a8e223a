"""Tonight in a club: every table with its score, the matches, who plays whom next, who is free."""

from collections.abc import Sequence
from math import ceil
from typing import Any

from companion.clubs.club import Club, ClubVisit
from companion.clubs.leagues.club_night import TonightGame, TonightMatch, TonightTable
from companion.i18n import Text, message
from companion.league.fixture import MatchState
from companion.league.match_card import describe_slot
from companion.web.clock import now
from companion.web.clubs.games_list import sides_called
from companion.web.security.club_guard import clubs
from companion.web.ui.date_text import describe_date
from companion.web.ui.table_cards import table_card

#: So many tables are in one, two and three columns, and no more; beyond that they are on pages.
_FULL = (2, 6, 9)
_PAGE_OF_TABLES, _ROW_OF_TABLES = 12, 3


def mark_of_tonight(club: Club) -> str:
    """What tells whether tonight is still as a page shows it."""
    return clubs().tonight.mark(club, club.day_of(now()))


def tonight_page(visit: ClubVisit) -> dict[str, Any]:
    """What the page of tonight shows, and its board."""
    club = visit.club
    tonight = clubs().tonight.look(club, club.day_of(now()))
    on, over = [_table(each) for each in tonight.on], [_result(club, each) for each in tonight.over]
    matches = [_match(each) for each in tonight.matches]
    return {
        "club": club,
        "keeps": visit.keeps,
        "day": describe_date(tonight.day),
        "mark": tonight.mark,
        "on": on,
        "shown": _pages(on or matches),
        "matches": matches,
        # Where nobody plays, a board has all the room for them.
        "untold": [_match(each) for each in tonight.matches if on and not _is_one_game(each)],
        "next": [_game(club, each) for each in tonight.next],
        "free": [club.called(number) for number in tonight.free],
        "byes": [each.league.names[each.entrant] for each in tonight.byes],
        "over": over,
        "is_quiet": not (tonight.on or tonight.over or tonight.matches),
        "crowd": _crowd(on or matches),
    }


def _pages(tables: Sequence[dict[str, Any]]) -> list[Sequence[dict[str, Any]]]:
    """The tables or matches on pages of a board, about as many on each, in whole rows."""
    if len(tables) <= _PAGE_OF_TABLES:
        return [tables] if tables else []
    count = ceil(len(tables) / _PAGE_OF_TABLES)
    each = _ROW_OF_TABLES * ceil(len(tables) / count / _ROW_OF_TABLES)
    return [tables[first : first + each] for first in range(0, len(tables), each)]


def _crowd(shown: Sequence[dict[str, Any]]) -> int:
    """How large what is shown can be on a board, from 1 down to 4."""
    return 1 + sum(len(shown) > full for full in _FULL)


def _is_one_game(told: TonightMatch) -> bool:
    """Whether a match is one game that has begun: its table says all that there is to say."""
    boards = told.league.competition.form.boards
    state = told.fixture.state(told.league.competition.form)
    return (
        len(boards) == boards[0].leg.games == 1
        and state in (MatchState.ON, MatchState.OVER)
        and any(game.table for board in told.fixture.boards for game in board.games)
    )


def _table(told: TonightTable) -> dict[str, Any]:
    """A table where somebody plays."""
    state = told.state
    card = table_card(state)
    sides = zip(state.game.seating.side_names, state.game.scores, strict=True)
    return {
        "where": _where(told),
        "sides": [
            {"name": name, "score": score, "acts": side == card["acts"]}
            for side, (name, score) in enumerate(sides)
        ],
        **card,
    }


def _result(club: Club, told: TonightTable) -> dict[str, Any]:
    """A game that was won, in a line."""
    state = told.state
    names, game = sides_called(club, told.table), state.game
    assert game.winner is not None
    return {
        "id": told.id,
        "who": names[game.winner],
        "title": state.header.preset.title,
        "where": _where(told),
        "sides": [
            {"name": name, "score": score, "has_won": side == game.winner}
            for side, (name, score) in enumerate(zip(names, game.scores, strict=True))
        ],
    }


def _match(told: TonightMatch) -> dict[str, Any]:
    """A match as it stands: who meets, what it came to, how far it is."""
    form, fixture = told.league.competition.form, told.fixture
    state = fixture.state(form)
    winner = fixture.winner(form)
    home, away = _opponents(told)
    score = fixture.score(form).score
    sides = zip((home, away), score, strict=True)
    has_score = state in (MatchState.ON, MatchState.OVER)
    return {
        "league": told.league.id,
        "number": told.number,
        "competition": told.league.competition.name,
        "state": message(f"league.state.{state}"),
        "sides": [
            {
                "name": name,
                "score": points if has_score else None,
                "has_won": winner is not None and side == winner,
            }
            for side, (name, points) in enumerate(sides)
        ],
        "lacks_lineup": not fixture.lineup and state in (MatchState.PLANNED, MatchState.ON),
    }


def _game(club: Club, game: TonightGame) -> dict[str, Any]:
    """A game that can begin: who meets, and in which match."""
    sides = (game.pairing.home, game.pairing.away)
    home, away = (" & ".join(club.called(each) for each in side) for side in sides)
    return {
        "league": game.match.league.id,
        "match": game.match.number,
        "board": game.board,
        "home": home,
        "away": away,
        "where": _board_of(game.match, game.board, game.game),
    }


def _where(told: TonightTable) -> Text | None:
    """Which game of which match a table is; None for a friendly one."""
    if told.match is None:
        return None
    boards = told.match.fixture.boards
    games = boards[told.board - 1].games if told.board <= len(boards) else ()
    place = next((at for at, game in enumerate(games, 1) if game.table == told.id), 0)
    # Others sit there than play in the match by now.
    return _board_of(told.match, told.board, place) if place else None


def _board_of(match: TonightMatch, board: int, game: int) -> Text:
    """`Reds – Blues, board 2, game 1`; of single players and pairs the competition, as they sit."""
    boards = match.league.competition.form.boards
    home, away = _opponents(match)
    what = "board" if len(boards) > 1 else "competition"
    if boards[board - 1].leg.games > 1:
        what += "-game"
    name = match.league.competition.name
    return message(f"tonight.{what}", name=name, home=home, away=away, board=board, game=game)


def _opponents(match: TonightMatch) -> tuple[str | Text, str | Text]:
    """What the two sides are called, home first."""
    league, fixture = match.league, match.fixture
    home, away = league.opponents[fixture.number]
    return (
        describe_slot(fixture.home, home, league.names),
        describe_slot(fixture.away, away, league.names),
    )
