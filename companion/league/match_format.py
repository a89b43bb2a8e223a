"""A match format: the boards of a match, the leg at each, and what decides it."""

from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Annotated, NamedTuple, Self

from pydantic import Field

from companion.i18n import message
from companion.league import kept_json
from companion.league.errors import BadFormat
from companion.league.league_tally import PointsTable
from companion.rules.game import Game
from companion.rules.games import game_named
from companion.rules.preset import Partners

FIVES_AND_THREES = "fives-and-threes"
_Word = Annotated[str, Field(max_length=kept_json.LONGEST_ID), kept_json.SEEN]
_SIX_TILES = (("tiles-each", "6"),)
_NINE_TILES = (("tiles-each", "9"),)
#: 3 for a match won, 1 for one lost 4–5.
THREE_AND_ONE = PointsTable(
    win=Fraction(3), narrow_loss=Fraction(1), narrow_by=1, walkover_won=Fraction(3)
)


class Side(IntEnum):
    """Home and away, or the side drawn first and the one drawn second."""

    HOME = 0
    AWAY = 1

    @property
    def other(self) -> "Side":
        """The other side."""
        return Side(1 - self)


class LegKind(StrEnum):
    """When a leg is over."""

    #: As soon as one side can't be caught.
    BEST_OF = "best-of"
    #: When all its games are played.
    ALL = "all"


class MatchBoard(NamedTuple):
    """One table of a match: how many a side, the leg that they play, and by which rules.

    A leg is the best of so many games, or all of them.
    """

    players: Annotated[int, Field(ge=1, le=2)]
    games: Annotated[int, Field(ge=1, le=kept_json.MOST_GAMES)] = 1
    kind: LegKind = LegKind.BEST_OF
    game: _Word = FIVES_AND_THREES
    #: House rules, as a record writes them.
    changes: Annotated[
        tuple[tuple[_Word, _Word], ...], Field(max_length=kept_json.MOST_CHANGES)
    ] = ()

    @property
    def most_wins(self) -> int:
        """The most games that one side can win."""
        return self.games // 2 + 1 if self.kind is LegKind.BEST_OF else self.games

    def is_over(self, home: int, away: int) -> bool:
        """Whether no game is left once a side has won so many."""
        return max(home, away) >= self.most_wins or home + away >= self.games

    @property
    def endings(self) -> frozenset[tuple[int, int]]:
        """Every score that its leg can end with."""
        if self.kind is LegKind.ALL:
            return frozenset((home, self.games - home) for home in range(self.games + 1))
        lost = range(self.most_wins)
        return frozenset(
            score for each in lost for score in ((self.most_wins, each), (each, self.most_wins))
        )


class Counts(StrEnum):
    """What the score of a match counts: this decides it."""

    GAMES = "games"
    BOARDS = "boards"


class MatchFormat(NamedTuple):
    """The boards of a match, in the order of its card.

    `is_drawn`: players of each board are picked at random from those who came, not by captains.
    """

    boards: Annotated[tuple[MatchBoard, ...], Field(max_length=kept_json.MOST_BOARDS)]
    counts: Counts = Counts.GAMES
    is_drawn: bool = False

    def check(self) -> Self:
        """This format, if a match can be played in it.

        Raises `BadFormat`, or `UnknownGame`, `UnknownRule` or `WrongPlayers` for a board's game.
        """
        if not 1 <= len(self.boards) <= kept_json.MOST_BOARDS:
            raise BadFormat(message("league.refused.boards", most=kept_json.MOST_BOARDS))
        for board in self.boards:
            _check_board(board)
        if self.is_drawn and len({board.players for board in self.boards}) > 1:
            raise BadFormat(message("league.refused.drawn-boards"))
        return self

    @property
    def squad(self) -> int:
        """How many of a team play: nobody plays at two boards of the same size."""
        sizes = [board.players for board in self.boards]
        return max(size * sizes.count(size) for size in sizes)

    @property
    def can_be_drawn(self) -> bool:
        """Whether a match can end with no winner."""
        differences = {0}
        for board in self.boards:
            steps = {self.of_leg(home, away) for home, away in board.endings}
            differences = {so_far + step for so_far in differences for step in steps}
        return 0 in differences

    def of_leg(self, home: int, away: int) -> int:
        """By how much a leg that ended so puts the home side ahead."""
        if self.counts is Counts.GAMES:
            return home - away
        return (home > away) - (home < away)


def _check_board(board: MatchBoard) -> None:
    if board.kind is LegKind.BEST_OF and board.games % 2 == 0:
        raise BadFormat(message("league.refused.best-of-even", games=board.games))
    names = {name for name, _ in board.changes}
    longest = max((len(value) for _, value in board.changes), default=0)
    if len(names) < len(board.changes) or longest > kept_json.LONGEST_SETTING:
        raise BadFormat(message("league.refused.changes"))
    preset = game_named(board.game)
    rules = preset.rules.with_settings(board.changes)
    # Two players take two seats, two pairs four.
    has_partners = board.players == 2 or (preset.partners is Partners.ALWAYS or None)
    seating = preset.seating(("A", "B", "C", "D")[: 2 * board.players], partners=has_partners)
    Game.between(seating, rules)


#: Two teams of six, each drawn into three pairs; three games a pair, all nine of them played.
THREE_DRAWN_PAIRS = MatchFormat(
    (MatchBoard(2, 3, LegKind.ALL, changes=_SIX_TILES),) * 3, Counts.GAMES, is_drawn=True
)
#: Six singles and three doubles, a game each: nine boards, so a narrow match ends 5–4.
SIX_SINGLES_THREE_DOUBLES = MatchFormat(
    (*(MatchBoard(1, changes=_NINE_TILES),) * 6, *(MatchBoard(2, changes=_SIX_TILES),) * 3),
    Counts.BOARDS,
)


#: Each by its name, with what its league gives for a result.
READY = {
    "three-drawn-pairs": (THREE_DRAWN_PAIRS, PointsTable()),
    "six-singles-three-doubles": (SIX_SINGLES_THREE_DOUBLES, THREE_AND_ONE),
}


def usual_points(form: MatchFormat) -> PointsTable:
    """What the leagues of a format give for a result."""
    return next((table for ready, table in READY.values() if ready == form), PointsTable())
