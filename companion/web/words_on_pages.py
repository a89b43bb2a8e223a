"""Small words that templates ask for."""

from flask import Flask

from companion.pictures.pips import pips_of
from companion.web.drawing import face, number, placed


def register_filters(app: Flask) -> None:
    """Give the templates their filters and constants."""
    app.jinja_env.filters["side_colour"] = lambda side: f"side-{side + 1}"
    app.jinja_env.filters["signed"] = lambda score: str(score).replace("-", "−")
    app.jinja_env.globals["halves"] = [(number, pips_of(number)) for number in range(7)]
    app.jinja_env.globals.update(face=face, placed=placed, number=number)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
