"""A class at once: its link leads in, and its phones answer what the big screen asks."""

import secrets
from collections import Counter
from collections.abc import Iterator

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from companion.coach.challenges.sprint_questions import COUNTS, is_one_tap
from companion.coach.drills.drill_questions import question
from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import Practice, practices_in
from companion.db.learner_models import ClassMemberRow
from companion.i18n import Text, message
from companion.learners.errors import NoSuchClass
from companion.learners.learner_classes import ClassNow, time_for
from companion.web.clock import now
from companion.web.coach import framed_question
from companion.web.coach.answer_felt import answered_felt, lines_of
from companion.web.coach.drill_felt import WALL
from companion.web.problems import problem_page, refusals_on
from companion.web.security import policy
from companion.web.security.club_guard import needs_a_server
from companion.web.ui import practice_session
from companion.web.ui.forms import parse_name
from companion.web.ui.practice_session import class_service, known_id, own_class
from companion.web.ui.template_filters import is_seen

blueprint = Blueprint("whole_class", __name__, url_prefix="/class")
policy.set_policy(blueprint, policy.anyone, policy.limited(policy.COMPUTING))
blueprint.before_request(needs_a_server)

_SEEDS, _TRIES = 10**10, 20
#: More bars than these can't be read across a room.
_MOST_BARS = 6


@blueprint.get("/join/<code>")
@policy.limited(policy.GUESSES_OF_CLASS)
def join(code: str, problem: Text | None = None) -> Response | str:
    """The page of a phone that is in a class; for others what that means, and a name to pick."""
    found, known = class_service().look(code), practice_session.learner()
    if member := found.member(known and known.id):
        if not policy.has_joined():
            session["joined"] = found.row.code
        return _shown(found, member)
    if policy.has_joined():
        raise NoSuchClass  # Removed meanwhile.
    typed = parse_name(request.form.get("name", known.name if known else ""))
    return render_template("coach/join_class.html", found=found, typed=typed, problem=problem)


@blueprint.post("/join/<code>")
@policy.limited(policy.GUESSES_OF_CLASS, policy.ANSWERS_OF_CLASS)
@refusals_on(join)
def enter(code: str) -> Response:
    """Be in the class under a name from now on, answer what it is asked, or leave it."""
    service, form = class_service(), request.form
    found = service.look(code)
    if "said" in form:
        service.answer(found.row.id, known_id() or "", form.get("asked", 0, int), form["said"])
    elif "leave" in form:
        if member := found.member(known_id()):
            service.remove(found.row.id, member.number)
            flash(member.name, "left")
        session.pop("joined", None)
        return redirect(url_for("practise.home"), 303)
    elif not policy.has_joined() or found.member(known_id()):
        name = parse_name(form.get("name", ""))
        practice_session.keep_learner(service.join(found.row.id, known_id(), name))
    return redirect(url_for("whole_class.join", code=code), 303)


@blueprint.get("/ask")
def ask() -> Response | str:
    """What the big screen shows: a question, what was answered, or why (`?why`)."""
    return _shown(class_service().look(own_class()))


@blueprint.post("/ask")
def begin() -> Response:
    """Ask this device's class a question of a drill at a level, or show the answers now."""
    if "end" in request.form:
        class_service().end(own_class())
        return redirect(url_for("whole_class.ask"), 303)
    chosen = (each for each in _practices() if str(each) == request.form.get("practice"))
    kind, skill = next(chosen, _practices()[0])
    level = max(skill.lowest_level, min(request.form.get("level", 0, int), kind.one_tap))
    # Some games have nothing for one tap at a level: then it is a lower one.
    keys = (
        QuestionKey(kind, skill, _game(), each, secrets.randbelow(_SEEDS))
        for each in range(level, skill.lowest_level - 1, -1)
        for _ in range(_TRIES)
    )
    if key := next((key for key in keys if is_one_tap(key, question(key))), None):
        class_service().ask(own_class(), key)
    return redirect(url_for("whole_class.ask"), 303)


@blueprint.errorhandler(NoSuchClass)
def no_class(_error: NoSuchClass) -> ResponseReturnValue:
    """This link leads nowhere, or no more: whoever was there is led on, or told."""
    if not request.view_args:
        return problem_page("no-class-here", (url_for("classes.show"), message("class.open"))), 404
    if not policy.has_joined():
        return problem_page("no-such-class"), 404
    for _, code in reversed(class_service().joined(known_id())):
        if code:
            return redirect(url_for("whole_class.join", code=code), 303)
    return problem_page("left-class"), 403


def _game() -> str:
    ground = practice_session.chosen_ground()
    return practice_session.FIRST_GROUND if ground == practice_session.OWN else ground


def _practices() -> list[Practice]:
    return [each for each in practices_in(_game()) if each.kind.one_tap >= 0]


def _bars(key: QuestionKey, given: Counter[str]) -> Iterator[tuple[object, int, bool, Text | None]]:
    """How many gave the most common answers and the right one, with the mistakes, and any other.

    Each mistake is told once, and the one that any wrong answer shows isn't.
    """
    asked = question(key)
    labels: dict[str, object] = {each.value: each.label for each in asked.choices}
    seen = {*asked.answer, *(said for said, _ in given.most_common(_MOST_BARS))}
    values = [each for each in labels or map(str, COUNTS) if each in seen]
    heard = [asked.otherwise and asked.otherwise.sentence]
    for value in values:
        told = asked.judge(value)
        named = told.headline["answer" if told.is_right else "given"]
        hint = next((note for note in told.notes if note not in heard), None)
        heard.append(hint)
        yield labels.get(value, named), given[value], told.is_right, hint
    if others := given.total() - sum(given[value] for value in values):
        yield None, others, False, None


def _shown(found: ClassNow, member: ClassMemberRow | None = None) -> Response | str:
    """A class on its big screen, or on the phone of a member: only that has a name."""
    key, given = found.key, Counter(each.said for each in found.roll if each.said is not None)
    seconds = (found.row.ends_at - now()).total_seconds() if found.row.ends_at else 0
    phase = "waiting" if key is None else "asked" if seconds > 0 else "over"
    # A phone need not ask for what the others do.
    mark = f"{found.row.asked}.{phase}" + ("" if member else f".{given.total()}.{len(found.roll)}")
    if is_seen(lambda: mark):
        return Response(status=204)
    more: dict[str, object] = {"seconds": max(0, seconds), "practices": _practices()}
    if key is not None:
        asked, asks, said = question(key), key.kind.value, member and member.said
        most = framed_question.most_on_board(key.level, asked)
        more["card"] = framed_question.deal([key], WALL)[0]
        more["boards"] = framed_question.number_boards(key.game, most)
        more["said"] = next((each.label for each in asked.choices if each.value == said), said)
        more["hand"] = [each.tile for each in asked.choices if each.tile]
        more["lasts"] = time_for(key).total_seconds()
        # Nothing of a question that is still on may give its answer away.
        if phase == "over":
            more["bars"], more["felt"] = _bars(key, given), answered_felt(asked, asks, WALL)
            more["lines"] = lines_of(asked, asks, is_told=True)
            more["verdict"] = verdict = asked.judge(said or min(asked.answer))
            more["reasons"] = framed_question.reasons_beside(asked, asks, verdict.reasons)
    shown = {"found": found, "member": member, "phase": phase, "mark": mark, "given": given}
    return render_template("coach/whole_class.html", most=LEVELS, **shown, **more)
