"""This phone: what it keeps, everything backed up and restored, and what went wrong here."""

from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from flask import (
    Blueprint,
    Response,
    current_app,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.sansio.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.db.database import Database
from companion.i18n import Text, message
from companion.offline.phone.rescue import rescue
from companion.offline.phone.saved_file import NotSaved, restore_phone, save_phone
from companion.upkeep.merge_databases import span, titles
from companion.web.clock import now
from companion.web.problems import problem_page
from companion.web.security import policy
from companion.web.security.table_guard import table_service

blueprint = Blueprint("phone", __name__, url_prefix="/phone")
policy.set_policy(blueprint, policy.anyone, policy.ordinary)

#: What the worker can't do with a request, and how its answer is marked.
_PROBLEMS = {"no-room": 507, "newer-tables": 503}
#: The most time that is lost with a phone.
_LONG = timedelta(days=14)
#: A file with everything: some thousand evenings.
_LARGEST = 32 * 1024 * 1024


#: What can be asked for while the tables can't be read.
_GOES_ON = ("static", "library.", "phone.bring_back", "phone.begin_again", "phone.save_left")


@blueprint.record_once
def _look_for_damage_first(state: BlueprintSetupState) -> None:
    state.app.config.setdefault("DAMAGED", "/data/damaged.db")
    # Nothing may look for a table before.
    state.app.before_request_funcs.setdefault(None, []).insert(0, _show_damage)


def _show_damage() -> tuple[str, int] | None:
    """On every page, while the tables can't be read, say so and what can be done."""
    is_damaged = _damaged().exists() and not (request.endpoint or "").startswith(_GOES_ON)
    return (_damage(), 503) if is_damaged else None


def _damaged() -> Path:
    """The file that couldn't be read, which lies there until the person has chosen."""
    return Path(current_app.config["DAMAGED"])


def _rescued() -> Database:
    return rescue(_damaged(), Path(table_service().database.engine.url.database or ""))


def _damage(problem: Text | None = None) -> str:
    with closing(_rescued()) as rescued:
        return render_template("offline/damage.html", tables=titles(rescued), problem=problem)


@blueprint.url_value_preprocessor
def allow_everything(_endpoint: str | None, _values: dict[str, object] | None) -> None:
    """Allow a form as large as everything that a phone may have saved."""
    request.max_content_length = _LARGEST


@blueprint.get("/")
def show(problem: Text | None = None) -> str:
    """What this phone keeps, and what you can do with it.

    `?brought=` so many tables came, and `&beside=` so many are separate from those they differ
    from.
    """
    return render_template(
        "offline/phone.html",
        tables=titles(table_service().database),
        saved=_saved(),
        brought=request.args.get("brought", type=int),
        beside=request.args.get("beside", type=int),
        problem=problem,
    )


@blueprint.post("/everything")
def save() -> Response:
    """Everything in one file."""
    return _file_of(save_phone(table_service().database, session, request.cookies))


@blueprint.post("/left")
def save_left() -> Response:
    """What is left of damaged tables, in such a file: what can be read, and the damaged file."""
    with closing(_rescued()) as rescued:
        return _file_of(save_phone(rescued, session, request.cookies, _damaged()))


@blueprint.post("/again")
def begin_again() -> ResponseReturnValue:
    """Give up what can't be read, and what was remembered of it."""
    _damaged().unlink(missing_ok=True)
    for name in {*session} - {"csrf_token", "device"}:
        del session[name]
    return redirect(url_for("home.show"), 303)


def _file_of(saved: bytes) -> Response:
    name = f"companion-{now():%Y-%m-%d}.saved"
    response = Response(saved, mimetype="application/octet-stream")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@blueprint.post("/saved")
def remember_saving() -> Response:
    """The file has reached its owner: only the browser knows."""
    session["saved"] = now().isoformat()
    return Response(status=204)


@blueprint.post("/")
def bring_back() -> ResponseReturnValue:
    """Restore everything from such a file, beside what is here already."""
    file = request.files.get("file")
    try:
        saved, database = file.read() if file else b"", table_service().database
        brought = restore_phone(saved, database, session.get("device", ""))
        if _damaged().exists() and not brought.merged.tables:
            # The damaged ones would be gone, with nothing in their place.
            raise NotSaved(message("pocket.damage.no-table"))
    except NotSaved as refusal:
        page = _damage if _damaged().exists() else show
        return page(problem=refusal.message), 422
    _damaged().unlink(missing_ok=True)
    merged = brought.merged
    where = url_for("phone.show", brought=len(merged.tables), beside=len(merged.beside))
    response = redirect(where, 303)
    session.permanent = True
    brought.remember(session, request.cookies, response)
    return response


@blueprint.get("/problem/<name>")
def problem(name: str) -> tuple[str, int]:
    """The page for what the worker can't do."""
    if name not in _PROBLEMS:
        raise NotFound
    return problem_page(name), _PROBLEMS[name]


@blueprint.app_template_global("saved_long_ago")
def _was_saved_long_ago() -> bool:
    """Whether there is something that would be lost with the phone."""
    known = span(table_service().database)
    if known is None:
        return False
    opened, changed = known
    saved = _saved()
    return (saved is None or changed > saved) and now() - (saved or opened) > _LONG


def _saved() -> datetime | None:
    told = session.get("saved")
    return datetime.fromisoformat(told) if told else None
