"""The race to hole 15: opened, joined, run, and how it ended."""

from flask import Blueprint, current_app, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from htmx_flask import request as htmx_request
from werkzeug import Response
from werkzeug.exceptions import BadRequest

from companion.coach.challenges.race import AT_ONCE, HOLES, MISS_COSTS
from companion.coach.challenges.sprint_questions import DEAL
from companion.coach.drills.question import NoAnswer
from companion.coach.drills.question_key import NoSuchQuestion
from companion.i18n import Text, message
from companion.learners.errors import NoRacer, NoSuchRace, RaceStillOn
from companion.rules.errors import Refusal
from companion.rules.games import GAMES
from companion.web.clock import now
from companion.web.coach.race_page import HEAD_STARTS, RaceView, cards_of, describe_state, race_left
from companion.web.problems import problem_page, refusals_on
from companion.web.security import policy
from companion.web.security.table_guard import known_racer, race_service, racer, remember_race
from companion.web.ui.forms import parse_name, parse_number
from companion.web.ui.game_picker import remember_game
from companion.web.ui.practice_session import FIRST_GROUND, OWN, chosen_ground, learner
from companion.web.ui.template_filters import is_seen

blueprint = Blueprint("race", __name__, url_prefix="/race")
policy.set_policy(blueprint, policy.anyone, policy.limited(policy.COMPUTING))
blueprint.register_error_handler(NoRacer, lambda _error: (problem_page("only-racers"), 403))
# An id that never led anywhere, or doesn't any more; or a game with nothing to ask.
for _gone in (NoSuchRace, NoSuchQuestion):
    blueprint.register_error_handler(_gone, lambda _error: (problem_page("no-such-race"), 404))


@blueprint.get("")
def home(problem: Text | None = None) -> str:
    """What a race is, and the form that opens one."""
    form, ground = request.form, chosen_ground()
    return render_template(
        "coach/race_home.html",
        game=form.get("game") or (FIRST_GROUND if ground == OWN else ground),
        chosen_way=form.get("way", "phones"),
        race_left=race_left(),
        names=(form.get("name-0") or _own_name(), form.get("name-1", "")),
        problem=problem,
    )


@blueprint.post("")
@policy.limited(policy.NEW_TABLES)
@refusals_on(home)
def open_race() -> ResponseReturnValue:
    """Open a race: the others join, or two share this phone."""
    is_shared = current_app.config["IS_ALONE"] or request.form.get("way") == "shared"
    names = [parse_name(request.form.get(f"name-{seat}", "")) for seat in range(1 + is_shared)]
    game = request.form.get("game", "")
    if game not in GAMES:
        raise BadRequest
    for name, refused in zip(names, ("no-own-name", "no-other-name"), strict=False):
        if not name:
            return home(message(f"holes.refused.{refused}")), 422
    remember_game(game)
    return _to(race_service().open(game, names, racer(), is_shared=is_shared))


@blueprint.get("/<race_id>")
def show(race_id: str, problem: Text | None = None) -> str | Response:
    """The race now: who is in it, the race itself, or how it ended."""
    state = race_service().look(race_id)
    if state.lanes_of(known_racer()):
        remember_race(race_id)
    view = RaceView(state)
    if is_seen(lambda: f"{view.version}"):
        return Response(status=204)
    if htmx_request.htmx and state.started_at is not None:
        return Response(headers={"HX-Refresh": "true"})
    if state.started_at is None:
        return render_template(
            "coach/race_start.html",
            page=view,
            address=url_for("race.show", race_id=race_id, _external=True),
            head_starts=HEAD_STARTS,
            typed=request.form.get("name", "") or _own_name(),
            problem=problem,
        )
    if view.is_over:
        return redirect(url_for("race.result", race_id=race_id), 303)
    return render_template(
        "coach/race.html",
        page=view,
        miss_costs=MISS_COSTS,
        holes=HOLES,
        questions=DEAL,
        problem=problem,
    )


@blueprint.post("/<race_id>/<deed>")
def change(race_id: str, deed: str) -> ResponseReturnValue:
    """Join on this phone or rename there, leave, give a head start, or count from three."""
    service, form, own = race_service(), request.form, known_racer()
    try:
        match deed:
            case "join":
                service.join(race_id, parse_name(form.get("name", "")), racer())
            case "leave":
                service.leave(race_id, own)
            case "head-start":
                said = [parse_number(form.get(name, "")) for name in ("lane", "seconds")]
                service.set_head_start(race_id, own, *said)
            case "start":
                if (found := service.look(race_id)).lanes_of(own):
                    # The first questions are ready before the clock runs, even if that takes long.
                    found.keys(AT_ONCE)
                service.start(race_id, own)
            case _:
                raise BadRequest
    except Refusal as refusal:
        shown = show(race_id, refusal.message)
        # For a finished race the result says enough.
        return (shown, 422) if isinstance(shown, str) else shown
    return _to(race_id)


@blueprint.get("/<race_id>/questions")
def questions(race_id: str) -> Response:
    """The next questions with their answers, for racers, once the race has started."""
    state = race_service().look(race_id)
    first = parse_number(request.args.get("first", "0"))
    if first not in range(0, DEAL, AT_ONCE):
        raise BadRequest
    if state.started_at is None or not state.lanes_of(known_racer()):
        raise NoRacer
    return jsonify([card._asdict() for card in cards_of(state, first)])


@blueprint.get("/<race_id>/state")
@policy.ordinary
def state(race_id: str) -> Response:
    """The race now, if that is news for a phone that has seen version `?seen=`."""
    found = race_service().look(race_id)
    if request.args.get("seen") == f"{found.version_at(now())}":
        return Response(status=204)
    return jsonify(describe_state(found))


@blueprint.post("/<race_id>/answer")
@policy.limited(policy.ANSWERS)
def answer(race_id: str) -> ResponseReturnValue:
    """Judge the next answer in a lane, and return the race."""
    form = request.form
    lane, question, at = (parse_number(form.get(name, "")) for name in ("lane", "question", "at"))
    said = form.get("said", "")
    try:
        found = race_service().answer(race_id, known_racer(), lane, question, said, at)
        return jsonify(describe_state(found))
    except NoAnswer as refusal:
        return jsonify(refused=refusal.code), 422
    except Refusal as refusal:
        # An answer that came too soon may come again; otherwise the phone fetches the race again.
        return jsonify(refused=refusal.code), 409


@blueprint.get("/<race_id>/result")
def result(race_id: str) -> ResponseReturnValue:
    """Who finished first, in what time, and what each one missed."""
    found = race_service().look(race_id)
    page = RaceView(found)
    if found.started_at is None:
        return _to(race_id)
    if is_seen(lambda: f"{page.version}"):
        return Response(status=204)
    if htmx_request.htmx and found.again and page.is_racer:
        return Response(headers={"HX-Redirect": url_for("race.show", race_id=found.again)})
    return render_template("coach/race_result.html", page=page)


@blueprint.post("/<race_id>/again")
@policy.limited(policy.NEW_TABLES)
def again(race_id: str) -> ResponseReturnValue:
    """The next race of the same people."""
    try:
        return _to(race_service().again(race_id, known_racer()))
    except RaceStillOn as refusal:
        return show(race_id, refusal.message), 422


def _own_name() -> str:
    known = learner()
    return known.name if known else ""


def _to(race_id: str) -> Response:
    return redirect(url_for("race.show", race_id=race_id), 303)
