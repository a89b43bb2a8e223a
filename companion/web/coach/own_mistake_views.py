"""A learner's own mistakes: each better turn as a puzzle, each wrong count as a question."""

from contextlib import suppress
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from htmx_flask import request as htmx_request
from werkzeug import Response
from werkzeug.exceptions import NotFound

from companion.coach.analysis.own_mistakes import OwnTurn
from companion.coach.analysis.puzzle import Puzzle
from companion.coach.analysis.surge import Surge
from companion.coach.drills.question import NoAnswer, Question, Verdict
from companion.coach.learning.practice_rounds import MIXED
from companion.i18n import Text, listed, message
from companion.learners.errors import NoSuchLearner
from companion.learners.mistake_answers import MistakeKey, remember
from companion.web.clock import now
from companion.web.coach.framed_question import Frame, FramedQuestion, numbers_that_score
from companion.web.coach.own_mistake_search import OwnMistake, listed_mistakes, own_mistake
from companion.web.coach.puzzle_page import PuzzlePage, PuzzlePlace, Trying
from companion.web.coach.puzzle_text import PuzzleWords, words_of
from companion.web.coach.question_page import answer_in
from companion.web.coach.round_page import Onward, marks_of, round_shown
from companion.web.coach.surge_page import describe_turn
from companion.web.security import policy
from companion.web.ui.date_text import describe_day
from companion.web.ui.practice_session import learner, learners, practising

blueprint = Blueprint("own", __name__)
policy.set_policy(blueprint, policy.anyone, policy.limited(policy.COMPUTING))


@blueprint.get("/practise/mistakes")
def show() -> str:
    """The mistakes of whoever practises here: each with its layout, the hand and the day."""
    known = learner()
    return render_template(
        "coach/mistakes.html", learner=known, mistakes=listed_mistakes(known), now=now()
    )


@blueprint.get("/puzzle/own/<table_id>/<int(max=99999):hand>/<int(max=9999999):line>")
@policy.watcher
def solve(table_id: str, hand: int, line: int) -> ResponseReturnValue:
    """An own turn as a puzzle; `lay` holds what was tried, `told` shows the solution."""
    own = _found(MistakeKey(table_id, hand, line))
    if own.turn is None:
        return redirect(url_for("own.ask", mistake=str(own.key)))
    page = _own_page(own, own.turn, Trying.parse(request))
    return render_template("coach/own.html", page=page, own=own)


@blueprint.post("/puzzle/own/<table_id>/<int(max=99999):hand>/<int(max=9999999):line>")
@policy.scorer
def keep_try(table_id: str, hand: int, line: int) -> Response:
    """Remember how a finished or abandoned try went; then show it."""
    own, trying = _found(MistakeKey(table_id, hand, line)), Trying.parse(request)
    if own.turn is None:
        raise NotFound
    page = _own_page(own, own.turn, trying)
    if page.surge.is_over or trying.shows_solution:
        _remember(own, is_right=page.is_solved)
    shown_at = url_for("own.solve", **own.key._asdict())
    return redirect(f"{shown_at}?{urlencode(request.args)}", 303)


@blueprint.get("/practise/own")
def ask() -> ResponseReturnValue:
    """The own mistake that `mistake` names, as a one-tap question; `said` shows an answer."""
    own = _found(MistakeKey.parse(request.args.get("mistake", "")))
    question = own.mistake.question
    if question is None:
        return redirect(url_for("own.solve", **own.key._asdict()))
    if "said" in request.args:
        return _judged(own, question, answer_in(request.args))
    return _own_question_page(own, question).render()


@blueprint.post("/practise/own")
def answer() -> ResponseReturnValue:
    """Judge an answer, and remember how it went."""
    own = _found(MistakeKey.parse(request.form.get("mistake", "")))
    if (question := own.mistake.question) is None:
        raise NotFound
    said = answer_in(request.form)
    # If an answer can't be read, its page says why.
    with suppress(NoAnswer):
        _remember(own, is_right=question.judge(said).is_right)
    if htmx_request.htmx:
        return _judged(own, question, said)
    # Without a script it has an address, so that going back sends no form again.
    return redirect(url_for("own.ask", mistake=str(own.key), said=said), 303)


def _judged(own: OwnMistake, question: Question, said: str) -> ResponseReturnValue:
    """The verdict on an answer."""
    try:
        return _own_question_page(own, question, question.judge(said)).render()
    except NoAnswer as refusal:
        return _own_question_page(own, question, problem=refusal.message).render(), 422


def _remember(own: OwnMistake, *, is_right: bool) -> None:
    known = learner()
    # Another device of theirs may just have deleted them.
    with suppress(NoSuchLearner):
        learner_id = known.id if known else ""
        remember(learners().database, learner_id, own.key, now(), is_right=is_right)


def _found(key: MistakeKey | None) -> OwnMistake:
    found = key and own_mistake(learner(), key)
    if found is None:
        raise NotFound
    return found


def _own_page(own: OwnMistake, turn: OwnTurn, trying: Trying) -> PuzzlePage:
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


def _own_question_page(
    own: OwnMistake, question: Question, verdict: Verdict | None = None, problem: Text | None = None
) -> FramedQuestion:
    known = practising()
    # In a round the next question belongs to it; from their page it leads back.
    found = round_shown(known.schedule, MIXED, is_answered=False)
    back = url_for("own.show")
    label = message("practise.next" if found else "own.more")
    to = url_for("practise.ask", drill=MIXED) if found else back
    frame = Frame(
        title=message("own.title"),
        name=message("own.title"),
        under=message("own.under", day=describe_day(own.at.date()), game=own.game.title),
        asks="own",
        back=back,
        back_label=message("own.title"),
        marks=marks_of(found) if found else (),
        step_label=message("own.of-your-own"),
        day=known.pegged,
        scoring=numbers_that_score(own.mistake.book.rules),
        action=url_for("own.answer"),
        fields={"mistake": str(own.key)},
        here=url_for("own.ask", mistake=str(own.key)),
        onward=Onward(to, label, None, is_next=found is not None),
    )
    return FramedQuestion(frame, question, verdict, problem)
