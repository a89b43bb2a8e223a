"""Scripts that are no files of ours: htmx from its package, and what our scripts say."""

import json
from datetime import timedelta
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from importlib.resources import files

from flask import Blueprint, Response

from companion.assets import folder
from companion.words import Catalogue, current

blueprint = Blueprint("library", __name__)

HTMX_VERSION = version("django-js-lib-htmx")
#: Messages that scripts ask for; their ids begin so in the catalogue.
_PREFIX = "script."
WORDS = "words.js"


@blueprint.get(f"/library/htmx-{HTMX_VERSION}.js")
def htmx() -> Response:
    """The script; its address changes with its version, so browsers keep it for good."""
    script = files("js_lib_htmx").joinpath("static/htmx/htmx.min.js").read_bytes()
    return _kept_for_good(script)


@blueprint.get(f"/library/{WORDS}")
def words() -> Response:
    """What the scripts say in the language of whoever asks; its address changes with the words."""
    return _kept_for_good(_words_in(current()))


@blueprint.app_url_defaults
def _name_by_content(endpoint: str, values: dict[str, object]) -> None:
    if endpoint == "library.words":
        values["v"] = _print_of(current())


@cache
def _words_in(catalogue: Catalogue) -> bytes:
    wordings = json.dumps(catalogue.wordings(_PREFIX), ensure_ascii=False)
    source = (folder("static") / WORDS).read_text(encoding="utf-8")
    return (
        f'"use strict";\nconst WORDINGS = {wordings};\n'
        f"const pluralForm = (n) => Number({catalogue.plural_form});\n{source}"
    ).encode()


@cache
def _print_of(catalogue: Catalogue) -> str:
    return blake2b(_words_in(catalogue), digest_size=6).hexdigest()


def _kept_for_good(script: bytes) -> Response:
    response = Response(script, mimetype="text/javascript")
    response.cache_control.public = True
    response.cache_control.max_age = int(timedelta(days=365).total_seconds())
    response.cache_control.immutable = True
    return response
