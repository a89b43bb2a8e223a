"""What the pages of own mistakes show: the list of them, one as a puzzle, one as a question."""

from typing import Any

from flask import url_for

from companion.coach.analysis.own_mistakes import OwnTurn
from companion.coach.analysis.puzzle import Puzzle
from companion.coach.analysis.surge import Surge
from companion.i18n import listed, message
from companion.learners.learner_service import Learner
from companion.web.clock import now
from companion.web.coach.own_mistake_search import OwnMistake, own_mistakes
from companion.web.coach.puzzle_page import PuzzlePlace, Trying, puzzle_page
from companion.web.coach.puzzle_text import PuzzleWords, words_of
from companion.web.coach.surge_page import describe_turn
from companion.web.ui.date_text import describe_day

#: So many are listed; what is older comes up once these are done.
_MOST_LISTED = 12


def own_list(learner: Learner | None) -> dict[str, Any]:
    """The learner's own mistakes, those that are due first; under no name there are none."""
    at = now()
    due, done = list[OwnMistake](), list[OwnMistake]()
    for own in own_mistakes(learner):
        (due if own.is_due(at) else done).append(own)
        if len(due) == _MOST_LISTED:
            break
    return {
        "name": learner.name if learner else "",
        "mistakes": [_row(each, is_due=each.is_due(at)) for each in (*due, *done)[:_MOST_LISTED]],
    }


def _row(own: OwnMistake, *, is_due: bool) -> dict[str, Any]:
    solved_at = url_for("own.solve", **own.key._asdict())
    return {
        "href": solved_at if own.turn else url_for("own.ask", mistake=str(own.key)),
        "prompt": own.mistake.prompt,
        # What a miscount counts is its answer.
        "missed": own.turn and own.turn.missed,
        "day": describe_day(own.at.date()),
        "players": own.players,
        "game": own.game.title,
        "is_due": is_due,
        "is_solved": own.is_solved,
    }


def own_page(own: OwnMistake, turn: OwnTurn, trying: Trying) -> dict[str, Any]:
    """An own turn to be found anew, as far as it was tried."""

    def say(puzzle: Puzzle, tried: Surge) -> PuzzleWords:
        rules, played = puzzle.position.rules, turn.played
        tiles = listed(step.tile for step in played.steps)
        as_played = message("own.as-played", tiles=tiles, turn=describe_turn(rules, played))
        return words_of(puzzle, tried)._replace(
            question=turn.prompt,
            looks_best=as_played,
            first=message("own.played", turn=describe_turn(rules, played)),
            about_first=turn.missed,
        )

    place = PuzzlePlace("own.solve", own.key._asdict(), keeps_tries=True)
    return puzzle_page(turn.puzzle, place, trying, say) | {
        "day": describe_day(own.at.date()),
        "players": own.players,
        # What of the hand is known, told where it is not all.
        "held": None if turn.reviewed.turn.knows_all else turn.reviewed.held,
        "review": url_for("review.hand", table_id=own.key.table_id, number=own.key.hand),
    }
