"""What goes wrong on the way to a page, shown as a page."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Flask, Response, current_app, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug import Response as Redirect
from werkzeug.exceptions import BadHost, HTTPException, SecurityError

from companion.db.errors import DatabaseAway
from companion.i18n import Text, message
from companion.rules.errors import Refusal
from companion.tables.errors import NoSuchLink
from companion.tables.request_stamp import StaleTap
from companion.web.request_log import describe_path

_View = Callable[..., ResponseReturnValue]

#: Those that have words of their own; all others couldn't be read.
_KNOWN = frozenset({404, 405, 413, 500})


def register_problems(app: Flask) -> None:
    """Answer an error with a page that explains it."""
    app.register_error_handler(CSRFError, lambda _error: (problem_page("old-page"), 400))
    app.register_error_handler(NoSuchLink, lambda _error: (problem_page("no-such-link"), 404))
    app.register_error_handler(SecurityError, _asked_by_another_name)
    app.register_error_handler(BadHost, _asked_by_another_name)
    app.register_error_handler(HTTPException, _refused)
    app.register_error_handler(DatabaseAway, _database_is_away)


def problem_page(problem: str, way: tuple[str, Text] | None = None, **named: Any) -> str:
    """The page of a problem, by its name in the catalogue, with the arguments of its sentence.

    `way` is where to go next and what that is called, if not only to the first page.
    """
    title = message(f"problem.{problem}.title")
    sentence = message(f"problem.{problem}.sentence", **named)
    return render_template("ui/problem.html", title=title, sentence=sentence, way=way)


def refusals_on(page: Callable[..., Redirect | str]) -> Callable[[_View], _View]:
    """Show on a page why a view refused what its form asked for.

    The page takes what the view takes except its `deed`, and the sentence as `problem`.
    """

    def decorate(view: _View) -> _View:
        @wraps(view)
        def answer(**named: Any) -> ResponseReturnValue:
            try:
                return view(**named)
            except Refusal as refusal:
                named.pop("deed", None)
                return page(**named, problem=refusal.message), status_of(refusal)

        return answer

    return decorate


def status_of(refusal: Refusal) -> int:
    """The status of an answer that shows a refusal: 409 if the page was out of date."""
    return 409 if isinstance(refusal, StaleTap) else 422


def _asked_by_another_name(_error: SecurityError | BadHost) -> Response:
    # No page: it would need links, and there is no name to make them with.
    return Response(f"{message('problem.another-name')}\n", 400, mimetype="text/plain")


def _refused(error: HTTPException) -> tuple[str, int]:
    status = error.code or 500
    return problem_page(f"{status}" if status in _KNOWN else "unreadable"), status


def _database_is_away(trouble: DatabaseAway) -> tuple[str, int, dict[str, str]]:
    where = f"{request.method} {describe_path(request.environ)}"
    current_app.logger.error("Not now: %s. %s", where, trouble.message)
    return problem_page("database-away"), 503, {"Retry-After": "5"}
