"""The puzzles of a week to print, and the days that have one."""

from datetime import date, timedelta
from typing import NamedTuple

from companion.coach.analysis.daily_puzzles import FIRST_DAY, daily_puzzle, week_of
from companion.coach.analysis.puzzle import Puzzle
from companion.web.clock import today
from companion.web.coach.puzzle_text import PuzzleWords, words_of
from companion.web.coach.surge_page import ShownTurn, shown_turn

#: So many days back are offered; older ones are found by their address.
_DAYS_OFFERED = 30


class PrintedPuzzle(NamedTuple):
    """A puzzle as it is printed: what lies there, what is held, and the best turn."""

    day: date
    grade: int
    puzzle: Puzzle
    words: PuzzleWords
    asked: ShownTurn
    solution: ShownTurn

    @classmethod
    def of(cls, day: date) -> "PrintedPuzzle":
        """The puzzle of a day."""
        puzzle, grade = daily_puzzle(day)
        game, laid = puzzle.position, puzzle.placements
        asked = shown_turn(game, laid, puzzle.first_thought, 0)
        words, solution = words_of(puzzle, puzzle.solution), shown_turn(game, laid, puzzle.solution)
        return cls(day, grade, puzzle, words, asked, solution)


def week_beside(day: date) -> date | None:
    """The Monday of the week of a day, if that has puzzles."""
    return week_of(day)[0] if FIRST_DAY <= day <= today() else None


def latest_week(now: date) -> date:
    """The Monday of the latest week that is over; of the first one where none is."""
    return max(week_of(now)[0] - timedelta(7), week_of(FIRST_DAY)[0])


def latest_days() -> list[date]:
    """The latest days of puzzles, today first."""
    days = (today() - timedelta(back) for back in range(_DAYS_OFFERED))
    return [day for day in days if day >= FIRST_DAY]
