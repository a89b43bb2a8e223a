"""The language in which the app speaks: to a request, and in what is pushed to phones."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from flask import Flask, appcontext_pushed, g

from companion.words import Catalogue, current, speaking


def speak_language(app: Flask) -> None:
    """Let the app speak the language of its configuration wherever it works.

    Raises `FileNotFoundError` where no catalogue has that language.
    """
    locale = app.config["LOCALE"]
    catalogue = Catalogue.read(app.config["LANGUAGE"], locale and Path(locale))

    def begin(_app: Flask, **_: Any) -> None:
        g.speaking = ExitStack()
        g.speaking.enter_context(speaking(catalogue))

    # Before anything else of a request, and for fragments that nobody's request asks for.
    appcontext_pushed.connect(begin, app, weak=False)
    app.teardown_appcontext(lambda _error: g.speaking.close())
    app.jinja_env.globals["language"] = lambda: current().language
