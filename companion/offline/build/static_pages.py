"""What phones have as files, without asking the app: the first visit, styles, scripts."""

import json
from importlib.metadata import version

from flask import render_template

from companion.assets import folder
from companion.web.app import create_app

#: The app's own worker, which keeps pages of a server.
_LEFT_OUT = frozenset({"worker.js", "words.js"})
_PAGES = ("first-visit", "not-started", "starting")


def pages() -> dict[str, bytes]:
    """Every such file, by its path below the folder."""
    app = create_app({"DATABASE_URL": "sqlite://", "SECRET_KEY": "nobody's", "IS_ALONE": True})
    found = {
        f"static/{path.name}": path.read_bytes()
        for path in sorted(folder("static").iterdir())
        if path.name not in _LEFT_OUT
    }
    asker = app.test_client()
    htmx = f"library/htmx-{version('django-js-lib-htmx')}.js"
    for path in (htmx, "library/words.js"):
        found[path] = asker.get(f"/{path}").data
    manifest = json.loads(asker.get("/app.webmanifest").data, object_hook=_below_the_folder)
    found["app.webmanifest"] = json.dumps(manifest, ensure_ascii=False).encode()
    with app.test_request_context():
        for name in _PAGES:
            found[f"{name}.html"] = render_template(f"offline/{name}.html").encode()
    return found


def _below_the_folder(values: dict[str, object]) -> dict[str, object]:
    """The same addresses wherever the folder is put."""
    return {
        name: f".{value}" if isinstance(value, str) and value.startswith("/") else value
        for name, value in values.items()
    }
