"""Small words that templates ask for."""

import re

from flask import Flask

from companion.pictures.pips import pips_of
from companion.web.drawing import face, holes_of, number, placed

#: A tile's name in a sentence, and a step of a sum: a line must not break within either.
_TILE = re.compile("([0-6])-([0-6])")
_STEP = re.compile(r"(?<=\d) ([+−×÷=]) (?=\d)")


def register_filters(app: Flask) -> None:
    """Give the templates their filters and constants."""
    app.jinja_env.filters["side_colour"] = lambda side: f"side-{side + 1}"
    app.jinja_env.filters["signed"] = lambda score: str(score).replace("-", "−")
    app.jinja_env.filters["unbroken"] = _unbroken
    app.jinja_env.globals["halves"] = [(number, pips_of(number)) for number in range(7)]
    app.jinja_env.globals.update(face=face, placed=placed, number=number, holes_of=holes_of)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True


def _unbroken(text: str) -> str:
    return _STEP.sub("\u00a0\\1\u00a0", _TILE.sub("\\1\u2060-\u2060\\2", text))
