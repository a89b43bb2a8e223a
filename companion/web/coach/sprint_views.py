"""Runs against the clock: a storm of questions, and the ladders of three seconds a rung."""

from collections.abc import Iterator
from itertools import starmap
from typing import NamedTuple

from flask import Blueprint, current_app, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug import Response
from werkzeug.exceptions import BadRequest

from companion.coach.challenges import timed_run
from companion.coach.challenges.sprint_questions import DEAL, FIRST_DEAL, MOST_QUESTIONS, RUNGS
from companion.coach.drills.practice_positions import book_named
from companion.coach.drills.question_key import NoSuchQuestion
from companion.coach.drills.skills import HEADS, DrillKind, has_drill
from companion.coach.learning.practice_rounds import MIXED
from companion.i18n import Text, message
from companion.learners.errors import CountedAlready
from companion.learners.sprint_service import STORMS, SprintCourse, best_run, keep_run
from companion.pictures.pegboard import lay_pegboard
from companion.rules.errors import Refusal
from companion.rules.games import GAMES
from companion.web.coach import framed_question
from companion.web.coach.dealt_note import Dealt, parse_answers
from companion.web.problems import problem_page
from companion.web.security import policy
from companion.web.security.club_guard import clubs
from companion.web.security.table_guard import known_device
from companion.web.ui.position_sources import chosen_grounds, describe_game
from companion.web.ui.practice_session import keep_learner, known_id, learner, learners

#: The board for the score of a storm: hole 15 and again. Its width in px.
_HOLES, _WIDTH = 15, 250.0

blueprint = Blueprint("sprint", __name__)
policy.set_policy(blueprint, policy.anyone, policy.limited("30 per 10 seconds; 120 per minute"))
blueprint.register_error_handler(NoSuchQuestion, lambda _error: (problem_page("no-ladder"), 404))


@blueprint.get("/storm")
@policy.ordinary
def storm() -> str:
    """The page where a storm starts, runs and ends."""
    return ladder(STORMS[-1])


@blueprint.get("/ladders")
@policy.ordinary
def ladders() -> str:
    """The ladders of the game that is practised here, or of all games if it has none."""
    game, _ = next(chosen_grounds(0))
    rules = book_named(game).rules
    kinds = [kind for kind in HEADS if has_drill(rules, kind)] or HEADS
    ladders = [(kind, _best_of(_course_of(kind))) for kind in kinds]
    return render_template("coach/ladders.html", ladders=ladders)


@blueprint.get("/ladders/<kind>")
@policy.ordinary
def ladder(kind: str) -> str:
    """The page where the ladder of a drill starts, is climbed and ends."""
    course = _course_of(kind)
    return render_template(
        "coach/sprint.html",
        course=course,
        game=describe_game(course.game),
        best=_best_of(course),
        levels=[(name, _best_of(SprintCourse(name, course.game))) for name in STORMS],
        board=lay_pegboard(_HOLES if course.is_storm else RUNGS, _WIDTH),
        plain=MIXED if course.is_storm else kind,
    )


@blueprint.post("/sprint/deal")
def deal() -> Response:
    """Deal the first questions; the clock is not running yet."""
    dealt = Dealt.new(_course_of(request.form.get("course", "")))
    return jsonify(_dealt_data(dealt))


@blueprint.post("/sprint/more")
def more() -> ResponseReturnValue:
    """The next questions of a deal."""
    dealt = Dealt.read(request.form.get("deal", ""))
    first = request.form.get("first", 0, type=int)
    if first not in (FIRST_DEAL, *range(DEAL, MOST_QUESTIONS, DEAL)):
        raise BadRequest
    return jsonify(_dealt_data(dealt, first))


@blueprint.post("/sprint/result")
@policy.limited(policy.ANSWERS)
def result() -> ResponseReturnValue:
    """Judge a phone's report of a run, and keep it if it is valid."""
    dealt = Dealt.read(request.form.get("deal", ""))
    settled = _settle(dealt, parse_answers(request.form.get("answers", "")))
    # A phone that has no server has no club.
    own = () if current_app.config["IS_ALONE"] else clubs().service.of_device(known_device())
    return render_template("coach/_sprint_end.html", page=settled, course=settled.course, clubs=own)


@blueprint.errorhandler(Refusal)
def refused(refusal: Refusal) -> ResponseReturnValue:
    """A run that can't have happened so, or was counted already."""
    status = 409 if isinstance(refusal, CountedAlready) else 422
    if isinstance(refusal, timed_run.RunRefused) and refusal.why == "not-ours":
        status = 404
    return render_template("coach/_sprint_refused.html", sentence=refusal.message), status


def _course_of(name: str) -> SprintCourse:
    """The storm, or the ladder of a drill, in the game that is practised here.

    If a game lacks that ladder, one that has it takes over; raises `NoSuchQuestion`.
    """
    grounds = [game for game, _ in chosen_grounds(0)]
    if name in STORMS:
        return SprintCourse(name, grounds[0])
    if name not in HEADS:
        raise NoSuchQuestion(name)
    for game in (*grounds, *GAMES):
        if has_drill(book_named(game).rules, DrillKind(name)):
            return SprintCourse(name, game)
    raise NoSuchQuestion(name)


def _best_of(course: SprintCourse) -> timed_run.Result | None:
    known = learner()
    return known and best_run(learners(), known.id, course)


def _dealt_data(dealt: Dealt, first: int = 0) -> dict[str, object]:
    """What a phone gets of a deal: its questions from the `first` on, and the rules of the run.

    Ten come first, which takes a tenth of the time; then twenty more, then thirty at a time.
    """
    last = (first // DEAL + 1) * DEAL if first else FIRST_DEAL
    keys = dealt.keys(last)[first:]
    cards = [card._asdict() for card in framed_question.deal(keys)]
    if first:
        return {"cards": cards}
    most = framed_question.MOST_PLAIN if dealt.course == STORMS[0] else 0
    return {
        "deal": dealt.note,
        "game": dealt.game,
        "at": dealt.at,
        "pace": dealt.pace._asdict(),
        "boards": framed_question.number_boards(dealt.game, most),
        "cards": cards,
    }


class Settled(NamedTuple):
    """The result of a run, and the best before it."""

    course: SprintCourse
    pace: timed_run.Pace
    result: timed_run.Result
    before: timed_run.Result | None

    @property
    def best(self) -> timed_run.Result:
        """The best, including this run."""
        known = (self.before or self.result, self.result)
        return max(known, key=lambda each: (each.score, -each.milliseconds))

    @property
    def heard(self) -> Text:
        """The words for a screen reader."""
        result = self.result
        return message(
            "sprint.heard-best" if self.is_new_best else "sprint.heard",
            score=result.score,
            right=result.right,
            misses=len(result.misses),
        )

    @property
    def is_new_best(self) -> bool:
        """Whether no run before got as far."""
        return self.result.score > 0 and self.best is not self.before

    def misses(self) -> Iterator[framed_question.Missed]:
        """The questions without a right answer, in order."""
        return starmap(framed_question.Missed, self.result.misses)


def _settle(dealt: Dealt, answers: list[timed_run.RunAnswer]) -> Settled:
    """Judge a run again and keep its result; raises `RunRefused` and `CountedAlready`."""
    timed_run.check_elapsed(answers, dealt.elapsed)
    keys = dealt.keys(len(answers))
    result = timed_run.judge_run(dealt.pace, keys, answers)
    course = SprintCourse(dealt.course, dealt.game)
    learner_id, before = keep_run(learners(), known_id(), dealt.id, course, result)
    keep_learner(learner_id)
    return Settled(course, dealt.pace, result, before)
