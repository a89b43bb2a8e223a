"""Files made as they are served: htmx, what scripts say, what puts the app on a home screen."""

import json
import re
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from flask import Blueprint, Response, current_app, request, url_for

from companion.assets import folder
from companion.i18n import Catalogue, current, message
from companion.web.problems import problem_page
from companion.web.security import policy

blueprint = Blueprint("library", __name__)
policy.set_policy(blueprint, policy.anyone, policy.public, policy.ordinary)

_HTMX_VERSION = version("django-js-lib-htmx")
_WORDS, _WORKER = "words.js", "worker.js"
_SCRIPT = "text/javascript"
_KEPT_FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}
_LOOKED_AT_AGAIN = {"Cache-Control": "no-cache"}
_GREEN, _PAPER = "#1f4a3d", "#f6f1e7"


@blueprint.get(f"/library/htmx-{_HTMX_VERSION}.js")
@policy.free
def htmx() -> Response:
    """The script from its package; its address changes with its version."""
    script = files("js_lib_htmx").joinpath("static/htmx/htmx.min.js").read_bytes()
    return Response(script, mimetype=_SCRIPT, headers=_KEPT_FOR_GOOD)


@blueprint.get(f"/library/{_WORDS}")
def words() -> Response:
    """What the scripts say in the reader's language; its address changes with the words."""
    return Response(_words_in(current()), mimetype=_SCRIPT, headers=_KEPT_FOR_GOOD)


@blueprint.app_url_defaults
def _name_by_content(endpoint: str, values: dict[str, Any]) -> None:
    """Change the address of a file with what is in it, so that a browser may keep it for good."""
    if endpoint == "library.words":
        values["v"] = _print_of(current())
    elif endpoint == "static":
        values["v"] = _print_of(values["filename"])


@blueprint.get("/app.webmanifest")
def manifest() -> Response:
    """What a phone needs to put the app on its home screen, if a browser allows it."""
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
    mimetype = "application/manifest+json"
    return Response(json.dumps(values), mimetype=mimetype, headers=_LOOKED_AT_AGAIN)


@blueprint.get(f"/{_WORKER}")
def worker() -> Response:
    """The script that answers pages where there is no network, told which files belong to them."""
    # The files' addresses change with what is in them, so the script does too, and a browser
    # that looks at it again fetches what is new.
    names = sorted(path.name for path in folder("static").iterdir())
    addresses = [_static(name) for name in names if not _comes_later(name)]
    addresses += [url_for("library.htmx"), url_for("library.words")]
    app = {"files": addresses, "away": url_for("library.away"), "home": url_for("home.show")}
    app["modules"] = f"{request.script_root}{current_app.static_url_path}/"
    script = f'"use strict";\nconst APP = {json.dumps(app)};\n'.encode() + _source(_WORKER)
    headers = _LOOKED_AT_AGAIN | {"Service-Worker-Allowed": url_for("home.show")}
    return Response(script, mimetype=_SCRIPT, headers=headers)


@blueprint.get("/away")
def away() -> str:
    """The page shown without network instead of one that was never seen here."""
    return problem_page("no-network")


def _comes_later(name: str) -> bool:
    """Whether a phone fetches it only when it is needed, as the camera's modules are."""
    is_module = re.search(rb"^(import|export)\b", _source(name), re.MULTILINE)
    return bool(is_module) or name in {_WORKER, _WORDS} or name.endswith((".bin", "camera.css"))


@cache
def _words_in(catalogue: Catalogue) -> bytes:
    wordings = json.dumps(catalogue.wordings("script."), ensure_ascii=False)
    head = (
        f'"use strict";\nconst WORDINGS = {wordings};\n'
        f"const pluralForm = (n) => Number({catalogue.plural_form});\n"
    )
    return head.encode() + _source(_WORDS)


@cache
def _print_of(made_of: Catalogue | str) -> str:
    file = _source(made_of) if isinstance(made_of, str) else _words_in(made_of)
    return blake2b(file, digest_size=6).hexdigest()


def _source(name: str) -> bytes:
    return (folder("static") / name).read_bytes()


def _static(name: str) -> str:
    return url_for("static", filename=name)
