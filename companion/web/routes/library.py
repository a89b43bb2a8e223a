"""Files made as they are served: htmx, what scripts say, what puts the app on a home screen."""

import json
from datetime import timedelta
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from importlib.resources import files

from flask import Blueprint, Response, url_for

from companion.assets import folder
from companion.web.problems import problem_page
from companion.words import Catalogue, current, message

blueprint = Blueprint("library", __name__)

_HTMX_VERSION = version("django-js-lib-htmx")
_WORDS, _WORKER = "words.js", "worker.js"
#: Messages that scripts ask for; their ids begin so in the catalogue.
_PREFIX = "script."
_GREEN, _PAPER = "#1f4a3d", "#f6f1e7"


@blueprint.get(f"/library/htmx-{_HTMX_VERSION}.js")
def htmx() -> Response:
    """The script from its package; its address changes with its version."""
    return _kept_for_good(files("js_lib_htmx").joinpath("static/htmx/htmx.min.js").read_bytes())


@blueprint.get(f"/library/{_WORDS}")
def words() -> Response:
    """What the scripts say in the language of whoever asks; its address changes with the words."""
    return _kept_for_good(_words_in(current()))


@blueprint.app_url_defaults
def _name_by_content(endpoint: str, values: dict[str, object]) -> None:
    if endpoint == "library.words":
        values["v"] = _print_of(current())


@blueprint.get("/app.webmanifest")
def manifest() -> Response:
    """What a phone needs to put the app on its home screen, where a browser allows it."""
    svg = {"sizes": "any", "type": "image/svg+xml"}
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
        "icons": [
            {"src": _static("icon.svg"), "purpose": "any"} | svg,
            {"src": _static("icon-maskable.svg"), "purpose": "maskable"} | svg,
        ],
    }
    return _looked_at_again(Response(json.dumps(values), mimetype="application/manifest+json"))


@blueprint.get(f"/{_WORKER}")
def worker() -> Response:
    """The script that answers pages where there is no network, told which files belong to them.

    The files' addresses change with what is in them, so the script does too, and a browser
    that looks at it again fetches what is new.
    """
    names = sorted(path.name for path in folder("static").iterdir())
    addresses = [_static(name) for name in names if name not in {_WORKER, _WORDS}]
    addresses += [url_for("library.htmx"), url_for("library.words")]
    app = {"files": addresses, "away": url_for("library.away"), "home": url_for("home.show")}
    script = f'"use strict";\nconst APP = {json.dumps(app)};\n{_source(_WORKER)}'
    response = Response(script, mimetype="text/javascript")
    response.headers["Service-Worker-Allowed"] = url_for("home.show")
    return _looked_at_again(response)


@blueprint.get("/away")
def away() -> str:
    """What is shown without network in the place of a page that was never seen here."""
    return problem_page("no-network")


@cache
def _words_in(catalogue: Catalogue) -> bytes:
    wordings = json.dumps(catalogue.wordings(_PREFIX), ensure_ascii=False)
    return (
        f'"use strict";\nconst WORDINGS = {wordings};\n'
        f"const pluralForm = (n) => Number({catalogue.plural_form});\n{_source(_WORDS)}"
    ).encode()


@cache
def _print_of(catalogue: Catalogue) -> str:
    return blake2b(_words_in(catalogue), digest_size=6).hexdigest()


def _source(name: str) -> str:
    return (folder("static") / name).read_text(encoding="utf-8")


def _static(name: str) -> str:
    return url_for("static", filename=name)


def _kept_for_good(script: bytes) -> Response:
    response = Response(script, mimetype="text/javascript")
    response.cache_control.public = True
    response.cache_control.max_age = int(timedelta(days=365).total_seconds())
    response.cache_control.immutable = True
    return response


def _looked_at_again(response: Response) -> Response:
    response.cache_control.no_cache = True
    return response
