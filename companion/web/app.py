"""The application: `create_app` and what every page shares."""

import os
from collections.abc import Mapping
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

from flask import Flask, Response, appcontext_pushed, g, request
from flask_wtf.csrf import CSRFProtect
from htmx_flask import Htmx

import companion.web
from companion.assets import folder
from companion.clubs.all_services import Clubs
from companion.db.database import Database
from companion.i18n import ENGLISH, Catalogue, current, speaking
from companion.learners.learner_classes import ClassService
from companion.learners.learner_service import LearnerService
from companion.learners.race_service import RaceService
from companion.tables.hand_over import HandOverService
from companion.tables.proposals import ProposalService
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from companion.web.live.audience import Audiences
from companion.web.live.fragments import Fragments, ViewOf
from companion.web.live.hub import Hub
from companion.web.machine import database_url, secret_key
from companion.web.problems import register_problems
from companion.web.request_log import describe_path, log_requests
from companion.web.security import policy
from companion.web.security.club_guard import guard_clubs
from companion.web.security.cookies import Session
from companion.web.security.proxy import THIS_MACHINE, BehindProxy
from companion.web.security.table_guard import guard
from companion.web.tables.big_board_page import render_board
from companion.web.tables.table_page import render_table
from companion.web.ui.template_filters import register_filters

#: All addresses: each `views` or `…_views` module of a subject has a `blueprint`.
_BLUEPRINTS = [
    import_module(found.name).blueprint
    for found in walk_packages(companion.web.__path__, "companion.web.")
    if found.name.endswith("views")
]
_DEFAULTS: dict[str, Any] = {
    "PERMANENT_SESSION_LIFETIME": timedelta(days=400),
    "SESSION_COOKIE_SAMESITE": "Lax",
    "SEND_FILE_MAX_AGE_DEFAULT": timedelta(days=365),
    "WTF_CSRF_TIME_LIMIT": None,
    "MAX_CONTENT_LENGTH": 64 * 1024,
    "COMPRESS_MIN_SIZE": 400,
    "IS_BEHIND_PROXY": False,
    # The addresses or networks of that proxy.
    "PROXIES": THIS_MACHINE,
    "LOGS_REQUESTS": False,
    "RATELIMIT_ENABLED": False,
    # A stream's cookie would arrive late and restore an old one.
    "SESSION_REFRESH_EACH_REQUEST": False,
    # The folder of the catalogues, unless they are beside the templates.
    "LOCALE": None,
    # Gives the time, and so the puzzle of the day.
    "NOW": lambda: datetime.now(UTC),
    # Whether it serves one phone alone, on that phone: nobody else gets there, nothing is sent, and
    # there are no threads (`companion/offline`).
    "IS_ALONE": False,
    # Gives the time zone where that phone is, by its IANA name.
    "ZONE": lambda: "UTC",
    # How SQLite notes what it is about to change.
    "JOURNAL": "WAL",
    # The folder from which phones install the app, at /pocket/; empty if there is none.
    "POCKET": "",
    # How many seconds one request may make figures of games. Where nothing makes them in the
    # background, those who come make them.
    "PATIENCE": 2.0,
    # How many processes serve the same tables: only a single one knows who watches, and shows it.
    "WORKERS": 0,
}
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; manifest-src 'self'; worker-src 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(self)",
}


class Companion(Flask):
    """The app, discreet in its log."""

    session_interface = Session()

    def get_send_file_max_age(self, filename: str | None) -> int | None:
        """How long browsers keep a file: for good only if its address says what is in it."""
        # Modules ask for each other by their plain names.
        return super().get_send_file_max_age(filename) if "v" in request.args else None

    def log_exception(self, exc_info: Any) -> None:
        """Log what failed and where, without the secret that an address may hold."""
        where = f"{request.method} {describe_path(request.environ)}"
        self.logger.error("Failed: %s", where, exc_info=exc_info)


def create_app(settings: Mapping[str, Any] | None = None) -> Flask:
    """The app, configured from the environment and then from `settings`.

    Starts no thread and opens no socket; the database is opened at the first request.
    """
    app = Companion(
        __name__, template_folder=str(folder("templates")), static_folder=str(folder("static"))
    )
    app.config.from_mapping(_DEFAULTS, LANGUAGE=os.environ.get("COMPANION_LANGUAGE") or ENGLISH)
    app.config.from_mapping(settings or {})
    app.config["DATABASE_URL"] = app.config.get("DATABASE_URL") or database_url()
    app.secret_key = app.config["SECRET_KEY"] or secret_key()
    add_services(app)
    CSRFProtect(app)
    if not app.config["IS_ALONE"]:
        from flask_compress import Compress

        Compress(app)
    Htmx(app)
    register_filters(app)
    _speak_language(app)
    for blueprint in _BLUEPRINTS:
        app.register_blueprint(blueprint)
    register_problems(app)
    # What Flask itself serves: the static files.
    policy.set_policy(app, policy.anyone, policy.public, policy.free)
    policy.demand_policies(app)
    app.after_request(_with_headers)
    app.after_request(policy.keep_secrets)
    # A flood is refused before anyone looks for the table that it asks for.
    policy.set_limits(app)
    guard(app)
    guard_clubs(app)
    if app.config["IS_BEHIND_PROXY"]:
        app.wsgi_app = BehindProxy(app.wsgi_app, app.config["PROXIES"])  # type: ignore[method-assign]
    if app.config["LOGS_REQUESTS"]:
        app.wsgi_app = log_requests(app.wsgi_app)  # type: ignore[assignment, method-assign]
    return app


def add_services(app: Flask) -> None:
    """Connect the app to the database that its settings name."""
    database = Database(app.config["DATABASE_URL"], app.config["JOURNAL"])
    now = app.config["NOW"]
    table_service, learner_service = TableService(database), LearnerService(database, now=now)
    views: dict[str, ViewOf] = {
        "table": partial(render_table, "tables/table.html"),
        "board": lambda state, _members: render_board("tables/board.html", state),
    }
    fragments = Fragments(app, table_service, views)
    audiences = Audiences(knows_all=app.config["WORKERS"] == 1)
    app.extensions |= {
        "table_service": table_service,
        "access_service": AccessService(database),
        "learner_service": learner_service,
        "class_service": ClassService(learner_service, now=now),
        "race_service": RaceService(database, now=now),
        "clubs": Clubs(table_service, now, app.config["PATIENCE"]),
        "proposal_service": ProposalService(table_service),
        "carrying_service": HandOverService(table_service),
        "fragments": fragments,
        "hub": Hub(table_service, fragments, audiences),
    }


def _speak_language(app: Flask) -> None:
    """Load the app's language from wherever it runs; `FileNotFoundError` if it is nowhere."""
    locale = app.config["LOCALE"]
    catalogue = Catalogue.read(app.config["LANGUAGE"], locale and Path(locale))

    def begin(_app: Flask, **_: Any) -> None:
        g.speaking = ExitStack()
        g.speaking.enter_context(speaking(catalogue))

    # Before anything else in a request, and for fragments outside any request.
    appcontext_pushed.connect(begin, app, weak=False)
    app.teardown_appcontext(lambda _error: g.speaking.close())
    app.jinja_env.globals["language"] = lambda: current().language


def _with_headers(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    return response
