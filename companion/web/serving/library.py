"""htmx, served from the package that carries it: no copy lives in this repository."""

from datetime import timedelta
from importlib.metadata import version
from importlib.resources import files

from flask import Blueprint, Response

blueprint = Blueprint("library", __name__)

HTMX_VERSION = version("django-js-lib-htmx")


@blueprint.get(f"/library/htmx-{HTMX_VERSION}.js")
def htmx() -> Response:
    """The script; its address changes with its version, so browsers keep it for good."""
    script = files("js_lib_htmx").joinpath("static/htmx/htmx.min.js").read_bytes()
    response = Response(script, mimetype="text/javascript")
    response.cache_control.public = True
    response.cache_control.max_age = int(timedelta(days=365).total_seconds())
    response.cache_control.immutable = True
    return response
