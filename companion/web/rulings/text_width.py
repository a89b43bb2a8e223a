"""How wide a text is: enough to break its lines where nothing can measure them.

A picture is written in whatever letters its reader has, so the widest common
ones are reckoned with.
"""

import unicodedata
from collections.abc import Iterator

_NARROW, _USUAL, _LARGE, _WIDEST = 0.36, 0.62, 0.78, 1.0
_THIN = frozenset(" .,:;!|'’“”()[]ijlftr-I")
_SIGNS = frozenset("<>+=−×÷~#&")
_BROAD = frozenset("mwMW@%—→")


def width_of(text: str) -> float:
    """The width of a text, in units of its size."""
    return sum(map(_width, text))


def wrapped(text: str, width: float) -> Iterator[str]:
    """The lines of a text, none wider than `width`; a word that is wider is broken."""
    line = ""
    for word in text.split():
        for part in _broken(word, width):
            longer = f"{line} {part}" if line else part
            if line and width_of(longer) > width:
                yield line
                longer = part
            line = longer
    if line:
        yield line


def _broken(word: str, width: float) -> Iterator[str]:
    while width_of(word) > width and len(word) > 1:
        at = next(at for at in range(2, len(word) + 1) if width_of(word[:at]) > width) - 1
        yield word[:at]
        word = word[at:]
    yield word


def _width(character: str) -> float:
    if character in _THIN:
        return _NARROW
    if character in _BROAD or unicodedata.east_asian_width(character) in "WF":
        return _WIDEST
    return _LARGE if character.isupper() or character in _SIGNS else _USUAL
