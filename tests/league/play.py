"""Matches played out, by who won which game."""

from companion.league.fixture import Fixture, Slot
from companion.league.match_format import Side
from companion.league.match_result import BoardResult, GameResult

HOME, AWAY = Side.HOME, Side.AWAY
SIDES = {"H": HOME, "A": AWAY, "-": None}


def boards(*games: str) -> tuple[BoardResult, ...]:
    """Results by who won each game: `boards("HHA", "AA")`; `-` is a game that is on."""
    return tuple(BoardResult(tuple(GameResult(SIDES[each]) for each in won)) for won in games)


def fixture(*games: str, number: int = 1, home: int = 1, away: int = 2) -> Fixture:
    """A match between two entrants with these games."""
    return Fixture(number, number, Slot(home), Slot(away), boards=boards(*games))
