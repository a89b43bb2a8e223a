"""The app on a home screen and without network, where a browser allows it: https, localhost."""

import json

from flask import Blueprint, Response, render_template, url_for

from companion.assets import folder

blueprint = Blueprint("home_screen", __name__)

_NAME = "Companion"
_GREEN = "#1f4a3d"
_PAPER = "#f6f1e7"
#: The worker is no file that a page asks for.
_WORKER = "worker.js"


@blueprint.get("/app.webmanifest")
def manifest() -> Response:
    """What a phone needs to put the app on its home screen."""
    icons = [
        {"src": _static("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
        {
            "src": _static("icon-maskable.svg"),
            "sizes": "any",
            "type": "image/svg+xml",
            "purpose": "maskable",
        },
    ]
    home = url_for("home.show")
    said = {
        "id": home,
        "name": _NAME,
        "short_name": _NAME,
        "description": "The referee and scorekeeper for dominoes of the Fives family.",
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _GREEN,
        "icons": icons,
    }
    return _looked_at_again(Response(json.dumps(said), mimetype="application/manifest+json"))


@blueprint.get(f"/{_WORKER}")
def worker() -> Response:
    """The script that answers pages where there is no network, told which files belong to them.

    The files' addresses change with what is in them, so the script does too, and a browser
    that looks at it again fetches what is new.
    """
    files = sorted(path.name for path in folder("static").iterdir() if path.name != _WORKER)
    addresses = [*(_static(name) for name in files), url_for("library.htmx")]
    told = {"files": addresses, "away": url_for("home_screen.away"), "home": url_for("home.show")}
    source = (folder("static") / _WORKER).read_text(encoding="utf-8")
    script = f'"use strict";\nconst TOLD = {json.dumps(told)};\n{source}'
    response = Response(script, mimetype="text/javascript")
    response.headers["Service-Worker-Allowed"] = url_for("home.show")
    return _looked_at_again(response)


@blueprint.get("/away")
def away() -> str:
    """What is shown without network in the place of a page that was never seen here."""
    return render_template(
        "problem.html",
        title="No network",
        sentence="This page was not seen on this phone yet. It will be here once the network is.",
    )


def _static(name: str) -> str:
    return url_for("static", filename=name)


def _looked_at_again(response: Response) -> Response:
    response.cache_control.no_cache = True
    return response
