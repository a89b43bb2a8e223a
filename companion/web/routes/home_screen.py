"""The app on a home screen and without network, where a browser allows it: https, localhost."""

import json

from flask import Blueprint, Response, url_for

from companion.assets import folder
from companion.web.problems import problem_page
from companion.web.routes.library import WORDS
from companion.words import current, message

blueprint = Blueprint("home_screen", __name__)

_GREEN = "#1f4a3d"
_PAPER = "#f6f1e7"
_WORKER = "worker.js"
#: Served by themselves, with what the server puts before them.
_NO_FILES = {_WORKER, WORDS}


@blueprint.get("/app.webmanifest")
def manifest() -> Response:
    """What a phone needs to put the app on its home screen."""
    svg = {"sizes": "any", "type": "image/svg+xml"}
    icons = [
        {"src": _static("icon.svg"), "purpose": "any"} | svg,
        {"src": _static("icon-maskable.svg"), "purpose": "maskable"} | svg,
    ]
    home, name = url_for("home.show"), str(message("app.name"))
    values = {
        "id": home,
        "lang": current().language,
        "name": name,
        "short_name": name,
        "description": str(message("app.description")),
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _GREEN,
        "icons": icons,
    }
    return _looked_at_again(Response(json.dumps(values), mimetype="application/manifest+json"))


@blueprint.get(f"/{_WORKER}")
def worker() -> Response:
    """The script that answers pages where there is no network, told which files belong to them.

    The files' addresses change with what is in them, so the script does too, and a browser
    that looks at it again fetches what is new.
    """
    files = sorted(path.name for path in folder("static").iterdir() if path.name not in _NO_FILES)
    scripts = [url_for("library.htmx"), url_for("library.words")]
    addresses = [*(_static(name) for name in files), *scripts]
    app = {"files": addresses, "away": url_for("home_screen.away"), "home": url_for("home.show")}
    source = (folder("static") / _WORKER).read_text(encoding="utf-8")
    script = f'"use strict";\nconst APP = {json.dumps(app)};\n{source}'
    response = Response(script, mimetype="text/javascript")
    response.headers["Service-Worker-Allowed"] = url_for("home.show")
    return _looked_at_again(response)


@blueprint.get("/away")
def away() -> str:
    """What is shown without network in the place of a page that was never seen here."""
    return problem_page("no-network")


def _static(name: str) -> str:
    return url_for("static", filename=name)


def _looked_at_again(response: Response) -> Response:
    response.cache_control.no_cache = True
    return response
