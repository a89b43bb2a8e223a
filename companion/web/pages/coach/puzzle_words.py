"""What is said of a puzzle: what is asked for, how far a try came, what the solution is."""

from typing import NamedTuple

from companion.coach.puzzle import Puzzle
from companion.coach.surge import Aim, Surge
from companion.referee.words import describe_points
from companion.rules.hand import describe_tiles
from companion.web.pages.coach.surge_page import describe_answer, describe_turn
from companion.words import Text, message, sentences


class PuzzleWords(NamedTuple):
    """A puzzle in sentences: to begin with, of what was tried, and of its solution."""

    prompt: Text
    #: What a try comes to in what was asked, `3 of 5 pegs`; None before any tile.
    measured: Text | None
    found: Text | None
    there_is_better: Text
    solved: Text | None
    looks_best: Text
    about_solution: Text | None
    about_first: Text


def words_of(puzzle: Puzzle, tried: Surge) -> PuzzleWords:
    """What is said of a puzzle while so much of the turn is tried."""
    if puzzle.aim.is_of_one_tile:
        return _words_of_one_tile(puzzle, tried)
    hand, rules, name = puzzle.position.hand, puzzle.position.rules, puzzle.player
    assert hand is not None
    prompt = message("puzzle.tap-no-boneyard", name=name)
    if hand.drawable:
        prompt = message("puzzle.tap", count=hand.drawable, name=name)
    is_longest, best = puzzle.aim is Aim.LONGEST, puzzle.solution
    most = describe_tiles(best.tiles) if is_longest else describe_points(rules, best.points)
    measured = message("puzzle.measured", number=tried.reaches(puzzle.aim), most=most)
    first = puzzle.first_thought
    return PuzzleWords(
        prompt,
        measured,
        message("puzzle.found", measured=measured),
        message("puzzle.there-is-better"),
        message("puzzle.solved", turn=describe_turn(rules, tried)),
        message("puzzle.looks-best", tile=first.steps[0].tile, turn=describe_turn(rules, first)),
        None,
        message("puzzle.first-thought-is"),
    )


def _words_of_one_tile(puzzle: Puzzle, tried: Surge) -> PuzzleWords:
    rules, first = puzzle.position.rules, puzzle.first_thought
    prompt, better = message("puzzle.tap-one", name=puzzle.player), message("puzzle.better-tile")
    turn: Text | None = None
    if tried.steps:
        turn = message("puzzle.solved", turn=describe_turn(rules, tried))
    if puzzle.aim is Aim.BEST_TILE:
        most = describe_points(rules, puzzle.solution.points)
        measured = message("puzzle.measured", number=tried.points, most=most)
        found = message("puzzle.found", measured=measured)
        looks = message("puzzle.next-best", turn=describe_turn(rules, first))
        return PuzzleWords(prompt, measured, found, better, turn, looks, None, looks)
    leaves: Text | None = None
    told: Text | None = None
    if tried.steps:
        answer = puzzle.answer_to(tried)
        leaves = message("puzzle.leaves", points=describe_points(rules, answer.leaves))
        told = describe_answer(rules, answer)
        turn = sentences(turn, told)
    looks = message(
        "puzzle.looks-best-but",
        tile=first.steps[0].tile,
        leaves=describe_points(rules, puzzle.left_by(first)),
    )
    solution = describe_answer(rules, puzzle.answer_to(puzzle.solution))
    about_first = describe_answer(rules, puzzle.answer_to(first))
    return PuzzleWords(prompt, leaves, told, better, turn, looks, solution, about_first)
