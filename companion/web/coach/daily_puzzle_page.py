"""The day's puzzle with its grade and other days, and the puzzles of a week to print."""

from datetime import date, timedelta
from typing import Any

from flask import url_for
from htmx_flask import request as htmx_request

from companion.coach.analysis.daily_puzzles import FIRST_DAY, daily_puzzle, week_of
from companion.coach.analysis.puzzle_streak import streak_of
from companion.coach.analysis.turn_difficulty import HARDEST
from companion.i18n import Text, message
from companion.web.clock import today
from companion.web.coach.own_mistakes_page import own_list
from companion.web.coach.puzzle_page import PuzzlePlace, Trying, puzzle_page
from companion.web.coach.puzzle_text import words_of
from companion.web.coach.surge_page import shown_turn
from companion.web.ui.date_text import describe_date, short_month
from companion.web.ui.practice_session import (
    learner,
    remember_solved,
    remember_told,
    solved_days,
    streak_days,
)

#: So many days back are offered; older ones are found by their address.
_DAYS_OFFERED = 30


def daily_page(day: date, trying: Trying) -> dict[str, Any]:
    """The puzzle of a day as far as it was tried, and the days that have come."""
    puzzle, grade = daily_puzzle(day)
    page = puzzle_page(puzzle, PuzzlePlace("puzzle.of_day", {"day": day}), trying)
    if page["is_solved"]:
        remember_solved(day)
    elif trying.is_told:
        remember_told(day)
    return page | {
        "date": day,
        "day": describe_date(day),
        "is_todays": day == today(),
        "grade": _grade(grade),
        # Where it is shared from.
        "shared": url_for("puzzle.of_day", day=day, _external=True),
        "days": _latest_days(),
        "solved": solved_days(),
        "streak": streak_of(streak_days(), today()),
        # A tap on the puzzle shows nothing below it anew.
        "own": None if htmx_request.htmx.boosted else own_list(learner()),
    }


def week_page(day: date, now: date, *, is_told: bool) -> dict[str, Any]:
    """The puzzles of the week of a day, those that have come, each with its answer."""
    days = [each for each in week_of(day) if FIRST_DAY <= each <= now]
    monday, sunday = week_of(day)[0], week_of(day)[-1]
    return {
        "days": list(map(_printed, days)),
        "title": message(
            "puzzle.week.title", first=describe_date(monday), last=describe_date(sunday)
        ),
        "is_told": is_told,
        "told_at": url_for("puzzle.of_week", day=monday, answers="yes"),
        "is_whole": len(days) == len(week_of(day)),
        # Other weeks that have puzzles.
        "before": _week_at(monday - timedelta(1), now),
        "after": _week_at(sunday + timedelta(1), now),
    }


def latest_week(now: date) -> date:
    """The Monday of the latest week that is over; of the first one where none is."""
    return max(week_of(now)[0] - timedelta(7), week_of(FIRST_DAY)[0])


def _week_at(day: date, now: date) -> str | None:
    return url_for("puzzle.of_week", day=week_of(day)[0]) if FIRST_DAY <= day <= now else None


def _printed(day: date) -> dict[str, Any]:
    """A puzzle as it is printed: what lies there, what is held, and the best turn."""
    puzzle, grade = daily_puzzle(day)
    game, laid = puzzle.position, puzzle.placements
    words = words_of(puzzle, puzzle.solution)
    return {
        "puzzle": puzzle,
        "weekday": message(f"date.weekday-{day.isoweekday()}"),
        "day": describe_date(day),
        "grade": _grade(grade),
        "words": words,
        "asked": shown_turn(game, laid, puzzle.first_thought, 0),
        "solution": shown_turn(game, laid, puzzle.solution),
    }


def _grade(grade: int) -> dict[str, Any]:
    """A grade as it is drawn, and in words."""
    label = message(
        "puzzle.grade", grade=grade, most=HARDEST, word=message(f"puzzle.grade-{grade}")
    )
    return {"pips": grade, "most": HARDEST, "label": label}


def _latest_days() -> list[tuple[date, Text]]:
    """The latest days of puzzles with their months, today first."""
    days = (today() - timedelta(back) for back in range(_DAYS_OFFERED))
    return [(day, short_month(day)) for day in days if day >= FIRST_DAY]
