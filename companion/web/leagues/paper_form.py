"""The card of a match from paper: a form with all its boards, or with its result alone."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest

from companion.clubs.leagues.club_match import Match
from companion.i18n import Text, message
from companion.league.errors import BadCompetition, BadScore
from companion.league.lineup import Pairing
from companion.league.match_card import CardBoard, match_card
from companion.league.match_format import MatchBoard, Side
from companion.league.match_result import GameResult, Score
from companion.league.paper_points import check_points, possible_results
from companion.rules.errors import Refusal
from companion.web.leagues.form_values import SIDES
from companion.web.leagues.lineup_form import LineupForm, lineup_form, parse_lineup
from companion.web.ui.forms import parse_number


class PaperGame(NamedTuple):
    """A game that can be entered, as it was chosen and typed; its fields end in its `name`."""

    name: str
    number: int
    winner: str
    points: tuple[str, str]
    #: None if nobody won it, or if it can't be.
    result: GameResult | None = None
    wrong: Text | None = None


class PaperForm(NamedTuple):
    """All boards of a match with the games that can be entered, and the results it can have."""

    boards: list[tuple[CardBoard, list[PaperGame]]]
    #: Who plays, if the match has no line-up yet.
    lineup: LineupForm | None
    results: list[Score]
    result: Score | None


def paper_form(match: Match, form: MultiDict[str, str]) -> PaperForm:
    """The form of a card from paper, as it was typed."""
    fixture, competition = match.fixture, match.league.competition
    now = "{}-{}".format(*match.score.score) if fixture.has_no_boards else ""
    known = fixture._replace(boards=()) if fixture.has_no_boards else fixture
    boards = match_card(competition, known, match.opponents, {}, match.league.club.names).boards
    by = competition.form.boards
    shown = [(board, [*_open(by[board.number - 1], board, form)]) for board in boards]
    has_games = any(board.games for board in boards)
    results = {} if has_games else possible_results(competition.form)
    chosen = (each for each in results if form.get("result", now) == "{}-{}".format(*each))
    return PaperForm(
        shown,
        None if fixture.lineup else lineup_form(match, form),
        sorted(results, key=lambda score: (score[1] - score[0], score)),
        next(chosen, None),
    )


def parse_card(
    match: Match, form: MultiDict[str, str]
) -> tuple[list[tuple[int, GameResult]], Score | None, Sequence[Pairing]]:
    """The games entered from a card with their boards, or its result alone; and the line-up.

    Raises `BadScore` if any of it can't be, or `BadRequest`.
    """
    shown = paper_form(match, form)
    typed = [(board.number, game) for board, games in shown.boards for game in games]
    if wrong := sum(game.wrong is not None for _, game in typed):
        raise BadScore(message("league.paper.wrong", count=wrong))
    games = [(board, game.result) for board, game in typed if game.result]
    if not (shown.lineup and games):
        return games, shown.result, ()
    lineup = parse_lineup(match, form)
    # A board that a side can't fill goes to the other one.
    return [each for each in games if all(lineup[each[0] - 1])], shown.result, lineup


def _open(by: MatchBoard, board: CardBoard, form: Mapping[str, str]) -> Iterator[PaperGame]:
    """The games that a board has left; none while one is on, or if the board was given away."""
    is_on = any(game.winner is None for game in board.games)
    if is_on or board.score.is_over:
        return
    for number in range(len(board.games) + 1, by.games + 1):
        name = f"{board.number}-{number}"
        home, away = (form.get(f"points-{side}-{name}", "").strip() for side in SIDES)
        game = PaperGame(name, number, form.get(f"won-{name}", ""), (home, away))
        try:
            yield game._replace(result=_result(by, game))
        except Refusal as refusal:
            yield game._replace(wrong=refusal.message)


def _result(by: MatchBoard, game: PaperGame) -> GameResult | None:
    """The result of a game, also by its points alone; None if nobody won it. Raises `BadScore`."""
    winner = SIDES.get(game.winner)
    if not any(game.points):
        return None if winner is None else GameResult(winner)
    if not all(game.points):
        raise BadScore(message("league.refused.points-of-both"))
    home, away = map(parse_scored, game.points)
    if winner is None and home == away:
        raise BadScore(message("league.refused.who-won"))
    # Whoever wins a game has scored more.
    won = Side(away > home) if winner is None else winner
    check_points(by, won, (home, away))
    return GameResult(won, (home, away))


def parse_scored(text: str) -> int:
    """What a side scored in a game; 0 if nobody says. Raises `BadScore`."""
    try:
        return parse_number(text) if text.strip() else 0
    except BadRequest:
        raise BadScore(message("league.refused.points")) from None


def parse_game(form: Mapping[str, str]) -> tuple[int, GameResult]:
    """The board, who won, and what each side scored.

    Raises `BadCompetition`, `BadScore`, or `BadRequest` for a board that isn't a number.
    """
    winner = SIDES.get(form.get("winner", ""))
    if winner is None:
        raise BadCompetition(message("league.refused.who-won"))
    home, away = (parse_scored(form.get(f"points-{side}", "")) for side in SIDES)
    return parse_number(form.get("board", "")), GameResult(winner, (home, away))
