"""Tonight in a club, on a phone and on the television: every table, who plays next, who is free."""

from collections import Counter
from collections.abc import Sequence
from math import ceil
from typing import NamedTuple, Self

from flask import Blueprint, Response, render_template

from companion.clubs.leagues.club_match import Match
from companion.clubs.leagues.club_night import Tonight, TonightTable
from companion.i18n import Text, message
from companion.league.fixture import MatchState
from companion.web.clock import now
from companion.web.security import policy
from companion.web.security.club_guard import club, clubs, needs_a_server
from companion.web.ui.club_changes import card_trouble
from companion.web.ui.table_cards import table_card
from companion.web.ui.template_filters import shown

blueprint = Blueprint("club_tonight", __name__, url_prefix="/club/<club_id>/tonight")
policy.set_policy(blueprint, policy.club_member, policy.limited(policy.COMPUTING))
blueprint.before_request(needs_a_server)

#: How many tables fit in one, two and three columns; beyond that there are pages.
_FULL = (3, 8, 9)
_PAGE_OF_TABLES, _ROW_OF_TABLES = 12, 3
#: A name as long as this has one line, a longer one has two.
_ONE_LINE = 12
#: The style sheet has a size of letters for each of these lengths.
_LENGTHS = (6, 9, 12, 15, 18, 21, 24, 32)
_LONGEST = 40
_PAIR = " & "


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
            tonight=tonight,
            board=NightBoard.of(tonight),
            name_in_lines=name_in_lines,
            place_of_game=place_of_game,
            table_card=table_card,
        )

    return shown(whole, lambda: clubs().tonight.mark(club(), club().day_of(now())), render)


class NightBoard(NamedTuple):
    """What the big board of a night shows: its tables, or its matches if nobody plays."""

    shown: tuple[TonightTable, ...] | tuple[Match, ...]
    #: The matches that their tables don't show.
    untold: tuple[Match, ...]
    #: Who has won how many games, most first: between two games there is room for it.
    won: Sequence[tuple[int, int]]

    @classmethod
    def of(cls, tonight: Tonight) -> Self:
        """The board of a club's day."""
        # If nobody plays, the board has all its room for the matches.
        untold = (each for each in tonight.matches if tonight.on and not _is_one_game(each))
        # Each has its place: a new table doesn't move the others.
        shown = tuple(sorted(tonight.on, key=_place)) or tonight.matches
        won = Counter(person for told in tonight.over[::-1] for person in told.table.winners)
        return cls(shown, tuple(untold), won.most_common())

    @property
    def pages(self) -> list[Sequence[TonightTable | Match]]:
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


def name_in_lines(name: str | Text, most: int = 2) -> tuple[tuple[str, ...], int]:
    """A name in one line or two, and about how many letters the longer one has.

    A pair has a line each, and no word is broken.
    """
    lines = _lines(str(name)) if most > 1 else (str(name),)
    longest = max(map(len, lines))
    return lines, next((each for each in _LENGTHS if longest <= each), _LONGEST)


def _lines(name: str) -> tuple[str, ...]:
    breaks = [at for at, character in enumerate(name) if character == " "]
    if len(name) <= _ONE_LINE or not breaks:
        return (name,)
    middle = name.find(_PAIR)
    if middle < 0:
        middle = min(breaks, key=lambda at: abs(2 * at - len(name)))
    return name[:middle], name[middle + 1 :]


def place_of_game(match: Match, board: int, game: int) -> Text | str:
    """`Board 2, game 1`; with one board the competition: `Singles, game 1`."""
    boards, name = match.league.competition.form.boards, match.league.competition.name
    is_leg = boards[board - 1].games > 1
    if len(boards) == 1:
        return message("tonight.competition-game", name=name, game=game) if is_leg else name
    if is_leg:
        return message("tonight.game-at-board", number=board, game=game)
    return message("league.board", number=board)


def _place(told: TonightTable) -> tuple[bool, str, int, int]:
    """Where a table stands on the board: by match and board, then the friendly ones."""
    match = told.match
    return match is None, match.league.id if match else "", match.number if match else 0, told.board


def _is_one_game(told: Match) -> bool:
    """Whether a match is one game that has begun: then its table says everything."""
    boards = told.league.competition.form.boards
    return (
        len(boards) == boards[0].games == 1
        and told.state in (MatchState.ON, MatchState.OVER)
        and any(game.table for board in told.fixture.boards for game in board.games)
        and card_trouble(told.league, told.number) is None
    )
