"""The application: `create_app` and what every page shares."""

import os
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import blake2b
from typing import Any

from flask import Flask, Response, current_app, render_template, request
from flask_compress import Compress
from flask_wtf.csrf import CSRFError, CSRFProtect
from htmx_flask import Htmx
from werkzeug.exceptions import HTTPException, SecurityError
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.assets import folder
from companion.tables.consent import Consent
from companion.tables.database import Database
from companion.tables.desk import Desk
from companion.tables.door import Door
from companion.tables.errors import DatabaseAway
from companion.tables.learners import Learners
from companion.web.front import home, home_screen, preferences, rules
from companion.web.guard import guard
from companion.web.practice import lessons, practise, progress, puzzle, review, surge
from companion.web.records import bring_in, finish, record, removal, story
from companion.web.rulings import ask, audit, proof, under, what_if, why
from companion.web.serving import health, library
from companion.web.serving.cookies import SecureWhereSecure
from companion.web.serving.data_folder import database_url, secret_key
from companion.web.serving.limits import set_limits
from companion.web.serving.request_log import RequestLog, path_told
from companion.web.table import board, customs, join, play, strips
from companion.web.watching import live
from companion.web.watching.fragments import Fragments
from companion.web.watching.hub import Hub
from companion.web.words_on_pages import register_filters

#: Threads that no stream may hold.
_THREADS_FOR_TAPS = 8


class Companion(Flask):
    """The app, discreet in its log."""

    session_interface = SecureWhereSecure()

    def log_exception(self, exc_info: Any) -> None:
        """Tell what failed and where, without the secret that an address may hold."""
        where = f"{request.method} {path_told(request.environ)}"
        self.logger.error("Failed: %s", where, exc_info=exc_info)


def create_app(settings: Mapping[str, Any] | None = None) -> Flask:
    """The app, configured from the environment and then from `settings`.

    Starts no thread and opens no socket; the database is opened at the first request.
    """
    app = Companion(
        __name__,
        template_folder=str(folder("templates")),
        static_folder=str(folder("static")),
    )
    app.config.from_mapping(
        DATABASE_URL=os.environ.get("DATABASE_URL") or None,
        SECRET_KEY=os.environ.get("SECRET_KEY") or None,
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),
        SESSION_COOKIE_SAMESITE="Lax",
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(days=365),
        WTF_CSRF_TIME_LIMIT=None,
        MAX_CONTENT_LENGTH=64 * 1024,
        COMPRESS_MIN_SIZE=400,
        IS_BEHIND_PROXY=False,
        LOGS_REQUESTS=False,
        RATELIMIT_ENABLED=False,
        # A stream's cookie would come late and bring back an old one.
        SESSION_REFRESH_EACH_REQUEST=False,
        # What tells the time, by which the day's puzzle comes.
        NOW=lambda: datetime.now(UTC),
        # Those of the server: each phone that is told at once holds one. With none known,
        # phones ask.
        THREADS=0,
    )
    app.config.from_mapping(settings or {})
    app.config["DATABASE_URL"] = app.config["DATABASE_URL"] or database_url()
    app.secret_key = app.config["SECRET_KEY"] or secret_key()
    database = Database(app.config["DATABASE_URL"])
    app.extensions["desk"] = desk = Desk(database)
    app.extensions["door"] = Door(database)
    app.extensions["learners"] = Learners(database)
    app.extensions["consent"] = Consent(database)
    app.extensions["fragments"] = Fragments(app, desk)
    app.extensions["hub"] = Hub(desk, max(0, app.config["THREADS"] - _THREADS_FOR_TAPS))
    CSRFProtect(app)
    Compress(app)
    Htmx(app)
    register_filters(app)
    app.url_defaults(_with_print)
    for blueprint in (
        home.blueprint,
        join.blueprint,
        play.blueprint,
        board.blueprint,
        live.blueprint,
        record.blueprint,
        bring_in.blueprint,
        removal.blueprint,
        why.blueprint,
        what_if.blueprint,
        ask.blueprint,
        audit.blueprint,
        customs.blueprint,
        under.blueprint,
        story.blueprint,
        proof.blueprint,
        strips.blueprint,
        finish.blueprint,
        review.blueprint,
        puzzle.blueprint,
        surge.blueprint,
        rules.blueprint,
        practise.blueprint,
        progress.blueprint,
        lessons.blueprint,
        preferences.blueprint,
        library.blueprint,
        home_screen.blueprint,
        health.blueprint,
    ):
        app.register_blueprint(blueprint)
    app.register_error_handler(CSRFError, _csrf_refused)
    app.register_error_handler(SecurityError, _asked_by_another_name)
    app.register_error_handler(HTTPException, _refused)
    app.register_error_handler(DatabaseAway, _database_is_away)
    app.after_request(_with_headers)
    # A flood is turned away before anybody looks for the table it asks for.
    set_limits(app)
    guard(app)
    _stand_in_front(app)
    return app


def _stand_in_front(app: Flask) -> None:
    """What sees each request before the app does."""
    if app.config["IS_BEHIND_PROXY"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]
    if app.config["LOGS_REQUESTS"]:
        app.wsgi_app = RequestLog(app.wsgi_app)  # type: ignore[method-assign]


def _with_print(endpoint: str, values: dict[str, Any]) -> None:
    """Name static files by what is in them, so that a browser may keep them for good."""
    if endpoint == "static":
        values["v"] = _print_of(values["filename"])


@cache
def _print_of(filename: str) -> str:
    return blake2b((folder("static") / filename).read_bytes(), digest_size=6).hexdigest()


def _csrf_refused(_error: CSRFError) -> tuple[str, int]:
    return render_template(
        "problem.html",
        title="Please load the page again",
        sentence="This page was open for too long, or came from elsewhere. Nothing was changed.",
    ), 400


def _asked_by_another_name(_error: SecurityError) -> Response:
    # No page: it would need links, and there is no name to make them with.
    return Response("Companion is not known by that name.\n", 400, mimetype="text/plain")


def _refused(error: HTTPException) -> tuple[str, int]:
    status = error.code or 500
    sentences = {
        404: "There is nothing at this address.",
        405: "That cannot be done at this address.",
        413: "That is more than a table needs. Nothing was changed.",
        500: "Something went wrong here. What was saved is still saved.",
    }
    sentence = sentences.get(status, "That request could not be read. Nothing was changed.")
    return render_template("problem.html", title=error.name, sentence=sentence), status


def _database_is_away(trouble: DatabaseAway) -> tuple[str, int, dict[str, str]]:
    where = f"{request.method} {path_told(request.environ)}"
    current_app.logger.error("Not now: %s. %s", where, trouble.sentence)
    page = render_template(
        "problem.html",
        title="The tables cannot be reached",
        sentence="Try again in a few seconds. What was saved is saved, and nothing counts twice.",
    )
    return page, 503, {"Retry-After": "5"}


def _with_headers(response: Any) -> Any:
    headers = response.headers
    headers.setdefault(
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        "manifest-src 'self'; worker-src 'self'",
    )
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "same-origin")
    if request.is_secure:
        headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    return response
