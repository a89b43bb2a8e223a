"""How hard a puzzle is: what is worked out of the simulated players against players who play."""

from collections.abc import Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest

from companion.coach.analysis.daily_puzzles import FIRST_GRADED, daily_puzzle
from companion.coach.analysis.puzzle import Puzzle, week_of
from companion.coach.analysis.surge import Aim, Surge
from companion.coach.analysis.turn_difficulty import (
    PLAYERS,
    SimulatedPlayer,
    grade_of,
    likelihoods,
    share_who_miss,
)
from companion.rules.layout import Placement
from companion.rules.settings import Rules
from tests.thorough import is_thorough, sampled

DAYS = [FIRST_GRADED + timedelta(number) for number in range(364)]


def ways(puzzle: Puzzle, laid: Sequence[Placement]) -> list[tuple[Placement, ...]]:
    """Every way to go on with a turn."""
    surge = puzzle.attempt(laid)
    if surge.is_over:
        return []
    assert puzzle.position.hand is not None
    layout, left = puzzle.position.hand.layout, {*puzzle.held} - {tile for tile, _ in laid}
    for placed in laid:
        layout = layout.set_tile(*placed)
    return [(*laid, (tile, end.host)) for tile in sorted(left) for end in layout.choices_for(tile)]


def looks(puzzle: Puzzle, way: tuple[Placement, ...], laid: int, sight: int) -> Any:
    """How a way to go on looks to somebody who looks so many tiles ahead."""
    surge, rules = puzzle.attempt(way), puzzle.position.rules
    if puzzle.aim is Aim.LEAVES_LEAST and sight > 1:
        return -puzzle.left_by(surge)
    if sight == 1:
        return at_first_sight(rules, surge)
    return max(
        ahead(puzzle, Surge(puzzle.attempt(further).steps[laid:]))
        for further in [way, *further_ways(puzzle, way, sight - 1)]
    )


def at_first_sight(rules: Rules, surge: Surge) -> tuple[int, bool]:
    return surge.steps[-1].points, rules.scores(surge.steps[-1].total)


def ahead(puzzle: Puzzle, surge: Surge) -> tuple[int, int]:
    points, tiles = surge.points, surge.tiles
    return (tiles, points) if puzzle.aim is Aim.LONGEST else (points, tiles)


def further_ways(
    puzzle: Puzzle, way: tuple[Placement, ...], tiles: int
) -> list[tuple[Placement, ...]]:
    if not tiles:
        return []
    found = ways(puzzle, way)
    return [*found, *(more for each in found for more in further_ways(puzzle, each, tiles - 1))]


def finds(puzzle: Puzzle, player: SimulatedPlayer, random: Random) -> bool:
    """Whether a player who plays the turn out finds it."""
    laid: tuple[Placement, ...] = ()
    while options := ways(puzzle, laid):
        seen = random.sample(options, min(player.compares or len(options), len(options)))
        worths = [looks(puzzle, way, len(laid), player.sight) for way in seen]
        best = [way for way, worth in zip(seen, worths, strict=True) if worth == max(worths)]
        laid = random.choice(best)
    return puzzle.is_solved_by(puzzle.attempt(laid))


@pytest.mark.parametrize("number", range(0, 364, 364 // sampled(24)))
def test_as_many_miss_it_as_miss_it_when_they_play(number: int) -> None:
    puzzle = daily_puzzle(DAYS[number]).puzzle
    if not puzzle.aim.is_of_one_tile and len(puzzle.held) > 5:
        return
    rounds, random = 20, Random(number)
    missed = sum(not finds(puzzle, player, random) for player in PLAYERS for _ in range(rounds)) / (
        rounds * len(PLAYERS)
    )
    best = puzzle.solution
    goal = puzzle.left_by(best) if puzzle.aim is Aim.LEAVES_LEAST else best.reaches(puzzle.aim)
    told = share_who_miss(puzzle.position, puzzle.held, puzzle.aim, goal)
    # Four times what chance makes of 180 turns.
    assert abs(told - missed) < 4 * (0.25 / (rounds * len(PLAYERS))) ** 0.5
    assert daily_puzzle(DAYS[number]).grade == grade_of(told)


def test_who_compares_two_of_three_misses_the_best_one_time_in_three() -> None:
    assert likelihoods([10, 5, 0], compares=2) == pytest.approx([2 / 3, 1 / 3, 0])
    assert likelihoods([10, 5, 0], compares=0) == [1, 0, 0]
    assert likelihoods([5, 5, 0], compares=0) == [0.5, 0.5, 0]
    assert likelihoods([5, 0], compares=4) == [1, 0]


@pytest.mark.parametrize(
    ("missed", "grade"), [(0.0, 1), (0.24, 1), (0.25, 2), (0.42, 3), (0.55, 4), (0.7, 5), (1.0, 5)]
)
def test_the_more_miss_it_the_higher_its_grade(missed: float, grade: int) -> None:
    assert grade_of(missed) == grade


def test_a_week_is_easy_on_monday_and_hard_on_sunday() -> None:
    for monday in DAYS[:: 7 if is_thorough() else 91]:
        grades = [daily_puzzle(day).grade for day in week_of(monday)]
        assert grades == [1, 2, 2, 3, 3, 4, 5]


def test_on_some_days_what_looks_best_is_right() -> None:
    days = DAYS if is_thorough() else DAYS[:56]
    puzzles = [daily_puzzle(day).puzzle for day in days]
    as_it_looks = [each for each in puzzles if each.is_as_it_looks]
    assert 0.1 < len(as_it_looks) / len(days) < 0.33
    # No game is left out for being easy or hard.
    assert len({each.game.id for each in puzzles}) >= 10


def test_a_week_is_from_monday_to_sunday() -> None:
    week = week_of(date(2026, 12, 3))
    assert (week[0], week[-1], len(week)) == (date(2026, 11, 30), date(2026, 12, 6), 7)
