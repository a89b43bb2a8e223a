"""This phone: what it keeps, everything backed up and restored, and what went wrong here."""

from datetime import datetime, timedelta

from flask import Blueprint, Response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.i18n import Text
from companion.offline.phone.saved_file import NotSaved, RestoredFile, Saved
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


@blueprint.url_value_preprocessor
def allow_everything(_endpoint: str | None, _values: dict[str, object] | None) -> None:
    """Allow a form as large as everything that a phone may have saved."""
    request.max_content_length = _LARGEST


@blueprint.get("/")
def show() -> str:
    """What this phone keeps, and what you can do with it.

    `?brought=` so many tables came, and `&beside=` so many are separate from those they differ
    from.
    """
    told = request.args
    return _rendered(told.get("brought", type=int), told.get("beside", type=int))


@blueprint.post("/everything")
def save() -> Response:
    """Everything in one file."""
    saved = Saved.of_phone(table_service().database, dict(session), request.cookies)
    name = f"companion-{now():%Y-%m-%d}.saved"
    response = Response(saved.file, mimetype="application/octet-stream")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    # It holds the links of all tables.
    response.cache_control.no_store = True
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
        brought = _brought(file.read() if file else b"")
    except NotSaved as refusal:
        return _rendered(problem=refusal.message), 422
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


@blueprint.app_context_processor
def _give_reminder() -> dict[str, object]:
    return {"saved_long_ago": _was_saved_long_ago}


def _was_saved_long_ago() -> bool:
    """Whether there is something that would be lost with the phone."""
    known = span(table_service().database)
    if known is None:
        return False
    opened, changed = known
    saved = _saved()
    return (saved is None or changed > saved) and now() - (saved or opened) > _LONG


def _brought(file: bytes) -> RestoredFile:
    return Saved(file).bring_back(table_service().database, session.get("device", ""))


def _saved() -> datetime | None:
    told = session.get("saved")
    return datetime.fromisoformat(told) if told else None


def _rendered(
    brought: int | None = None, beside: int | None = None, problem: Text | None = None
) -> str:
    tables = titles(table_service().database)
    return render_template(
        "offline/phone.html",
        tables=tables,
        saved=_saved(),
        brought=brought,
        beside=beside,
        problem=problem,
    )
