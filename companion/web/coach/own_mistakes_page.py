"""An own mistake as a puzzle, and as a question of one tap in the frame of a drill."""

from flask import url_for

from companion.coach.analysis.own_mistakes import OwnTurn
from companion.coach.analysis.puzzle import Puzzle
from companion.coach.analysis.surge import Surge
from companion.coach.drills.question import Question, Verdict
from companion.coach.learning.practice_rounds import MIXED
from companion.i18n import Text, listed, message
from companion.web.coach.framed_question import Frame, FramedQuestion, numbers_that_score
from companion.web.coach.own_mistake_search import OwnMistake
from companion.web.coach.puzzle_page import PuzzlePage, PuzzlePlace, Trying
from companion.web.coach.puzzle_text import PuzzleWords, words_of
from companion.web.coach.round_page import Onward, marks_of, round_shown
from companion.web.coach.surge_page import describe_turn
from companion.web.ui.date_text import describe_day
from companion.web.ui.practice_session import practising


def own_page(own: OwnMistake, turn: OwnTurn, trying: Trying) -> PuzzlePage:
    """An own turn to be found again, as far as it was tried."""

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
    return PuzzlePage.of(turn.puzzle, place, trying, say)


def own_question_page(
    own: OwnMistake, question: Question, verdict: Verdict | None = None, problem: Text | None = None
) -> FramedQuestion:
    """An own mistake, asked for with one tap, or what is said to the answer."""
    known = practising()
    # Within a round the next question is one of that; from the list of puzzles it leads back.
    found = round_shown(known.schedule, MIXED, is_answered=False)
    back = url_for("puzzle.of_today", _anchor="own")
    label = message("practise.next" if found else "own.more")
    to = url_for("practise.ask", drill=MIXED) if found else back
    frame = Frame(
        title=message("own.title"),
        name=message("own.title"),
        under=message("own.under", day=describe_day(own.at.date()), game=own.game.title),
        asks="own",
        back=back,
        back_label=message("own.back"),
        marks=marks_of(found) if found else (),
        step_label=message("own.of-your-own"),
        day=known.pegged,
        scoring=numbers_that_score(own.mistake.book.rules),
        action=url_for("own.answer"),
        fields={"mistake": str(own.key)},
        here=url_for("own.ask", mistake=own.key),
        onward=Onward(to, label, None, is_next=found is not None),
    )
    return FramedQuestion(frame, question, verdict, problem)
