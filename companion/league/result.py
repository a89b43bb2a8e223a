"""Results: what a leg, a board and a match came to, from the winners of their games."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.league.errors import NoSuchBoard, TooManyGames
from companion.league.match_format import Counts, Leg, MatchFormat, Side
from companion.words import message

Score = tuple[int, int]
_NOTHING: Score = (0, 0)


class GameResult(NamedTuple):
    """One game at a board: which side won, None while it is on, and what each side scored."""

    winner: Side | None
    points: Score = _NOTHING
    #: The table whose record tells so; empty where it was entered from paper.
    table: str = ""


class BoardResult(NamedTuple):
    """The games at a board in their order; `forfeited_by` is the side that sent nobody."""

    games: tuple[GameResult, ...] = ()
    forfeited_by: Side | None = None


class LegScore(NamedTuple):
    """A leg as it stands: games won, points scored, home first."""

    games: Score
    points: Score
    is_over: bool

    @property
    def winner(self) -> Side | None:
        """Who won the leg; None while it is on, or for as many games each."""
        return _ahead(self.games) if self.is_over else None


class MatchScore(NamedTuple):
    """A match as it stands. `score` is what decides it: games, or boards."""

    boards: tuple[LegScore, ...]
    score: Score
    games: Score
    points: Score

    @property
    def is_over(self) -> bool:
        """Whether every board is over."""
        return all(board.is_over for board in self.boards)

    @property
    def has_begun(self) -> bool:
        """Whether any game is over, or a board was given away."""
        return self.games != _NOTHING

    @property
    def winner(self) -> Side | None:
        """Who won the match; None while it is on, or for a draw."""
        return _ahead(self.score) if self.is_over else None


def leg_score(leg: Leg, result: BoardResult, board: int = 1) -> LegScore:
    """What a leg came to; raises `TooManyGames` for a game after its end.

    A side that sent nobody loses every game that it would have had to play.
    """
    if result.forfeited_by is not None:
        if result.games:
            raise TooManyGames(message("league.refused.board-given", board=board))
        won = [0, 0]
        won[result.forfeited_by.other] = leg.most_wins
        return LegScore((won[0], won[1]), _NOTHING, is_over=True)
    home = away = 0
    is_on = False
    for game in result.games:
        if is_on or leg.is_over(home, away):
            raise TooManyGames(message("league.refused.too-many-games", board=board))
        home += game.winner is Side.HOME
        away += game.winner is Side.AWAY
        is_on = game.winner is None
    return LegScore(
        (home, away), _added(game.points for game in result.games), leg.is_over(home, away)
    )


def match_score(form: MatchFormat, results: Sequence[BoardResult]) -> MatchScore:
    """What a match came to, a result for each board; boards without one are not begun.

    Raises `NoSuchBoard` and `TooManyGames`.
    """
    if len(results) > len(form.boards):
        raise _no_board(form)
    filled = [*results, *[BoardResult()] * (len(form.boards) - len(results))]
    legs = tuple(
        leg_score(board.leg, result, number)
        for number, (board, result) in enumerate(zip(form.boards, filled, strict=True), 1)
    )
    games = _added(leg.games for leg in legs)
    boards = _added((int(leg.winner is Side.HOME), int(leg.winner is Side.AWAY)) for leg in legs)
    score = games if form.counts is Counts.GAMES else boards
    return MatchScore(legs, score, games, _added(leg.points for leg in legs))


def with_game(
    form: MatchFormat, results: Sequence[BoardResult], board: int, game: GameResult
) -> tuple[BoardResult, ...]:
    """The results after one more game at a board, from 1.

    A game that was on at the board is that game now. Raises `NoSuchBoard` and `TooManyGames`.
    """
    if not 1 <= board <= len(form.boards):
        raise _no_board(form)
    filled = [*results, *[BoardResult()] * (len(form.boards) - len(results))]
    before = filled[board - 1]
    over = tuple(each for each in before.games if each.winner is not None)
    filled[board - 1] = before._replace(games=(*over, game))
    match_score(form, filled)
    return tuple(filled)


def _no_board(form: MatchFormat) -> NoSuchBoard:
    return NoSuchBoard(message("league.refused.no-such-board", count=len(form.boards)))


def _added(scores: Iterable[Score]) -> Score:
    found = [*scores]
    return sum(home for home, _ in found), sum(away for _, away in found)


def _ahead(score: Score) -> Side | None:
    home, away = score
    if home == away:
        return None
    return Side.HOME if home > away else Side.AWAY
