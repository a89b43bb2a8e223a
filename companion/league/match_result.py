"""Results of a leg, a board and a match, from the winners of their games."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, NamedTuple

from pydantic import Field, GetCoreSchemaHandler, GetPydanticSchema
from pydantic_core.core_schema import CoreSchema, no_info_after_validator_function, union_schema

from companion.i18n import message
from companion.league.errors import BadScore, NoSuchBoard, TooManyGames
from companion.league.kept_json import LARGEST_SCORE, LONGEST_ID, MOST_GAMES, SEEN
from companion.league.match_format import Counts, MatchBoard, MatchFormat, Side
from companion.league.paper_points import check_points

_Points = Annotated[int, Field(ge=-LARGEST_SCORE, le=LARGEST_SCORE)]
Score = tuple[_Points, _Points]
_NOTHING: Score = (0, 0)


class GameResult(NamedTuple):
    """One game at a board: the side that won, None while it is on, and what each side scored."""

    winner: Side | None
    points: Score = _NOTHING
    #: The table whose record has it; empty if it was entered from paper.
    table: Annotated[str, Field(max_length=LONGEST_ID), SEEN] = ""


class BoardResult(NamedTuple):
    """The games at a board in their order; `forfeited_by` is the side that sent nobody.

    It `is_void` if neither side sent anyone: then nobody wins there.
    """

    games: Annotated[tuple[GameResult, ...], Field(max_length=MOST_GAMES)] = ()
    forfeited_by: Side | None = None
    is_void: bool = False


def _in_full(board: tuple[GameResult, ...] | Side | None) -> BoardResult:
    if board is None:
        return BoardResult(is_void=True)
    return BoardResult(board) if isinstance(board, tuple) else BoardResult(forfeited_by=board)


def _or_in_short(kind: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
    short = handler.generate_schema(tuple[GameResult, ...] | Side | None)
    whole = no_info_after_validator_function(_in_full, short)
    return union_schema([handler(kind), whole], mode="left_to_right")


#: A board as it is kept. In short: its games, the side that gave it away, or nothing if void.
AnyBoard = Annotated[BoardResult, GetPydanticSchema(_or_in_short)]


class LegScore(NamedTuple):
    """A leg now: games won, points scored, home first."""

    games: Score
    points: Score
    is_over: bool

    @property
    def winner(self) -> Side | None:
        """Who won the leg; None while it is on, or if both won as many games."""
        return _ahead(self.games) if self.is_over else None


class MatchScore(NamedTuple):
    """A match now. `score` is what decides it: games, or boards."""

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


def leg_score(board: MatchBoard, result: BoardResult) -> LegScore:
    """The result of a leg, whatever was corrected in it.

    A side that sent nobody loses every game that it would have had to play.
    """
    if result.forfeited_by is not None:
        lost = result.forfeited_by is Side.HOME
        won = (0, board.most_wins) if lost else (board.most_wins, 0)
        return LegScore(won, _NOTHING, is_over=True)
    if result.is_void:
        return LegScore(_NOTHING, _NOTHING, is_over=True)
    won = points = _NOTHING
    for game in result.games:
        # Once it is over, later games don't count any more: an earlier one was corrected.
        if not board.is_over(*won):
            mine = (int(game.winner is Side.HOME), int(game.winner is Side.AWAY))
            won, points = _added((won, mine)), _added((points, game.points))
    return LegScore(won, points, board.is_over(*won))


def match_score(form: MatchFormat, results: Sequence[BoardResult]) -> MatchScore:
    """The result of a match, from a result for each board; boards without one have not begun."""
    legs = tuple(
        leg_score(board, result)
        for board, result in zip(form.boards, _filled(form, results), strict=True)
    )
    games = _added(leg.games for leg in legs)
    boards = _added((int(leg.winner is Side.HOME), int(leg.winner is Side.AWAY)) for leg in legs)
    score = games if form.counts is Counts.GAMES else boards
    return MatchScore(legs, score, games, _added(leg.points for leg in legs))


def with_game(
    form: MatchFormat, results: Sequence[BoardResult], board: int, game: GameResult
) -> tuple[BoardResult, ...]:
    """The results after one more game at a board, from 1.

    A game of the same table is that game, corrected or continued. One from paper replaces the game
    that is on. Raises `NoSuchBoard`, `BadScore`, and `TooManyGames` for a game after the end of the
    leg, or beside one that is on.
    """
    if not 1 <= board <= len(form.boards):
        raise NoSuchBoard(message("league.refused.no-such-board", count=len(form.boards)))
    if max(map(abs, game.points)) > LARGEST_SCORE or len(game.table) > LONGEST_ID:
        raise BadScore(message("league.refused.score", most=LARGEST_SCORE))
    by = form.boards[board - 1]
    if not game.table and game.winner is not None:
        # From paper: a slip of the pen is found now, or never.
        check_points(by, game.winner, game.points)
    filled = [*_filled(form, results)]
    before = filled[board - 1]
    if before.forfeited_by is not None or before.is_void:
        raise TooManyGames(message("league.refused.board-given", board=board))
    games = [*before.games]
    same = _place_of(games, game)
    if same is not None:
        games[same] = game
    elif any(each.winner is None for each in games) or leg_score(by, before).is_over:
        raise TooManyGames(message("league.refused.too-many-games", board=board))
    else:
        games.append(game)
    filled[board - 1] = BoardResult(tuple(games))
    return tuple(filled)


def _place_of(games: Sequence[GameResult], game: GameResult) -> int | None:
    """The place of a game that is there already, or of the one that it ends."""
    for place, each in enumerate(games):
        if (game.table and each.table == game.table) or (
            each.winner is None and not (each.table and game.table)
        ):
            return place
    return None


def _filled(form: MatchFormat, results: Sequence[BoardResult]) -> Sequence[BoardResult]:
    """A result for each board of the format, and for no other."""
    missing = len(form.boards) - len(results)
    return [*results[: len(form.boards)], *[BoardResult()] * missing]


def _added(scores: Iterable[Score]) -> Score:
    found = [*scores]
    return sum(home for home, _ in found), sum(away for _, away in found)


def _ahead(score: Score) -> Side | None:
    home, away = score
    return None if home == away else Side(away > home)
