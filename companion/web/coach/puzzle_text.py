"""The words of a puzzle: its question, how far a try came, its solution."""

from typing import NamedTuple

from companion.coach.analysis.puzzle import Puzzle
from companion.coach.analysis.surge import Aim, Surge
from companion.i18n import Text, message, sentences
from companion.referee.scoring_text import describe_points
from companion.rules.hand import describe_tiles
from companion.web.coach.surge_page import describe_reply, describe_turn


class PuzzleWords(NamedTuple):
    """A puzzle in sentences: at first, after a try, and with its solution."""

    question: Text
    prompt: Text
    #: How far a try came, `3 of 5 pegs`; None before any tile.
    measured: Text | None
    found: Text | None
    there_is_better: Text
    solved: Text | None
    looks_best: Text
    about_solution: Text | None
    #: The first thought beside the solution, and the words about it.
    first: Text
    about_first: Text | None


def words_of(puzzle: Puzzle, tried: Surge) -> PuzzleWords:
    """The words of a puzzle while so much of the turn is tried."""
    if puzzle.aim.is_of_one_tile:
        return _words_of_one_tile(puzzle, tried)
    hand, rules, name = puzzle.position.dealt, puzzle.position.rules, puzzle.player
    prompt = message("puzzle.tap-no-boneyard", name=name)
    if hand.drawable:
        prompt = message("puzzle.tap", count=hand.drawable, name=name)
    is_longest, best = puzzle.aim is Aim.LONGEST, puzzle.solution
    most = describe_tiles(best.tiles) if is_longest else describe_points(rules, best.points)
    measured = message("puzzle.measured", number=tried.reaches(puzzle.aim), most=most)
    first = puzzle.first_thought
    looks = message("puzzle.looks-best", tile=first.steps[0].tile, turn=describe_turn(rules, first))
    if puzzle.is_as_it_looks:
        looks = message("puzzle.is-as-it-looks", tile=first.steps[0].tile)
    return PuzzleWords(
        puzzle.question,
        prompt,
        measured,
        message("puzzle.found", measured=measured),
        message("puzzle.there-is-better"),
        message("puzzle.solved", turn=describe_turn(rules, tried)),
        looks,
        None,
        message("puzzle.first-thought", turn=describe_turn(rules, first)),
        message("puzzle.first-thought-is"),
    )


def _words_of_one_tile(puzzle: Puzzle, tried: Surge) -> PuzzleWords:
    rules, first, question = puzzle.position.rules, puzzle.first_thought, puzzle.question
    thought = message("puzzle.first-thought", turn=describe_turn(rules, first))
    prompt, better = message("puzzle.tap-one", name=puzzle.player), message("puzzle.better-tile")
    turn: Text | None = None
    if tried.steps:
        turn = message("puzzle.solved", turn=describe_turn(rules, tried))
    if puzzle.aim is Aim.BEST_TILE:
        most = describe_points(rules, puzzle.solution.points)
        measured = message("puzzle.measured", number=tried.points, most=most)
        found = message("puzzle.found", measured=measured)
        looks = message("puzzle.next-best", turn=describe_turn(rules, first))
        return PuzzleWords(
            question, prompt, measured, found, better, turn, looks, None, thought, looks
        )
    leaves: Text | None = None
    reply: Text | None = None
    if tried.steps:
        answer = puzzle.reply_to(tried)
        leaves = message("puzzle.leaves", points=describe_points(rules, answer.leaves))
        reply = describe_reply(rules, answer)
        turn = sentences(turn, reply)
    looks = message(
        "puzzle.looks-best-but",
        tile=first.steps[0].tile,
        leaves=describe_points(rules, puzzle.left_by(first)),
    )
    if puzzle.is_as_it_looks:
        looks = message("puzzle.is-as-it-looks", tile=first.steps[0].tile)
    solution = describe_reply(rules, puzzle.reply_to(puzzle.solution))
    about_first = describe_reply(rules, puzzle.reply_to(first))
    return PuzzleWords(
        question, prompt, leaves, reply, better, turn, looks, solution, thought, about_first
    )
