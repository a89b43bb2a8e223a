"""Small words that templates ask for."""

import re

from flask import Flask
from markupsafe import Markup, escape

from companion.pictures.pips import pips_of
from companion.web.drawing import face, holes_of, number, placed

#: A tile's name in a sentence, and a step of a sum: a line must not break within either.
_TILE = re.compile("([0-6])-([0-6])")
_STEP = re.compile(r"(?<=\d) ([+−×÷=]) (?=\d)")
#: Words of scripts that run from right to left.
_LEFTWARD = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+(?: [\u0590-\u08ff\ufb1d-\ufdff]+)*"
)


def register_filters(app: Flask) -> None:
    """Give the templates their filters and constants."""
    app.jinja_env.filters["side_colour"] = lambda side: f"side-{side + 1}"
    app.jinja_env.filters["signed"] = lambda score: str(score).replace("-", "−")
    app.jinja_env.filters["unbroken"] = _unbroken
    app.jinja_env.filters["isolated"] = _isolated
    app.jinja_env.filters["apart"] = _apart
    app.jinja_env.globals["halves"] = [(number, pips_of(number)) for number in range(7)]
    app.jinja_env.globals.update(face=face, placed=placed, number=number, holes_of=holes_of)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True


def _unbroken(text: str) -> str:
    return _STEP.sub("\u00a0\\1\u00a0", _TILE.sub("\\1\u2060-\u2060\\2", text))


def _isolated(sentence: str) -> Markup:
    """A sentence in which a name that runs leftward does not turn the numbers beside it round."""
    return Markup(_LEFTWARD.sub(r"<bdi>\g<0></bdi>", str(escape(sentence))))


def _apart(sentence: str) -> str:
    """The same where there is no markup for it."""
    return _LEFTWARD.sub("\u2068\\g<0>\u2069", sentence)
