"""Tonight in a club, on a phone and on the television: every table, who plays next, who is free."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple, Self

from flask import Blueprint, Response, render_template

from companion.clubs.leagues.club_night import Tonight, TonightMatch, TonightTable
from companion.i18n import Text, message
from companion.league.fixture import MatchState
from companion.web.clock import now
from companion.web.security import policy
from companion.web.security.club_guard import club, clubs, needs_a_server, visit
from companion.web.ui.table_cards import table_card
from companion.web.ui.template_filters import shown

blueprint = Blueprint("club_tonight", __name__, url_prefix="/club/<club_id>/tonight")
policy.set_policy(blueprint, policy.club_member, policy.limited(policy.COMPUTING))
blueprint.before_request(needs_a_server)

#: How many tables fit in one, two and three columns; beyond that there are pages.
_FULL = (2, 6, 9)
_PAGE_OF_TABLES, _ROW_OF_TABLES = 12, 3


@blueprint.get("")
def show(club_id: str) -> Response:
    """All tables of the club's day; nothing for a phone that has seen it so (`?seen=`)."""
    return _shown("clubs/tonight.html")


@blueprint.get("/board")
def board(club_id: str) -> Response:
    """The same for the television."""
    return _shown("clubs/tonight_board.html")


def _shown(whole: str) -> Response:
    def render(template: str) -> str:
        tonight = clubs().tonight.look(club(), club().day_of(now()))
        return render_template(
            template,
            visit=visit(),
            tonight=tonight,
            board=NightBoard.of(tonight),
            game_of_match=_game_of_match,
            match_of_table=_match_of_table,
            table_card=table_card,
        )

    return shown(whole, lambda: clubs().tonight.mark(club(), club().day_of(now())), render)


class NightBoard(NamedTuple):
    """What the big board of a night shows: its tables, or its matches if nobody plays."""

    shown: tuple[TonightTable, ...] | tuple[TonightMatch, ...]
    #: The matches that their tables don't show.
    untold: tuple[TonightMatch, ...]

    @classmethod
    def of(cls, tonight: Tonight) -> Self:
        """The board of a club's day."""
        # If nobody plays, the board has all its room for the matches.
        untold = (each for each in tonight.matches if tonight.on and not _is_one_game(each))
        return cls(tonight.on or tonight.matches, tuple(untold))

    @property
    def pages(self) -> list[Sequence[TonightTable | TonightMatch]]:
        """The contents as pages, about as much on each, in whole rows."""
        if len(self.shown) <= _PAGE_OF_TABLES:
            return [self.shown] if self.shown else []
        count = ceil(len(self.shown) / _PAGE_OF_TABLES)
        each = _ROW_OF_TABLES * ceil(len(self.shown) / count / _ROW_OF_TABLES)
        return [self.shown[first : first + each] for first in range(0, len(self.shown), each)]

    @property
    def crowd(self) -> int:
        """How large the contents can be, from 1 down to 4."""
        return 1 + sum(len(self.shown) > full for full in _FULL)


def _is_one_game(told: TonightMatch) -> bool:
    """Whether a match is one game that has begun: then its table says everything."""
    boards = told.league.competition.form.boards
    state = told.fixture.state(told.league.competition.form)
    return (
        len(boards) == boards[0].leg.games == 1
        and state in (MatchState.ON, MatchState.OVER)
        and any(game.table for board in told.fixture.boards for game in board.games)
    )


def _match_of_table(told: TonightTable) -> Text | None:
    """The match and game that a table belongs to; None for a friendly one."""
    if told.match is None:
        return None
    boards = told.match.fixture.boards
    games = boards[told.board - 1].games if told.board <= len(boards) else ()
    place = next((at for at, game in enumerate(games, 1) if game.table == told.id), 0)
    # The people there are no longer those of the match.
    return _game_of_match(told.match, told.board, place) if place else None


def _game_of_match(match: TonightMatch, board: int, game: int) -> Text:
    """`Reds – Blues, board 2, game 1`; for players and pairs the competition, as they sit."""
    boards = match.league.competition.form.boards
    home, away = match.league.sides_of(match.fixture)
    what = "board" if len(boards) > 1 else "competition"
    if boards[board - 1].leg.games > 1:
        what += "-game"
    name = match.league.competition.name
    return message(f"tonight.{what}", name=name, home=home, away=away, board=board, game=game)
