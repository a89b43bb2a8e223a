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
    line, taken = "", 0.0
    for word in text.split():
        for part, wide in _broken(word, width):
            if line and taken + _NARROW + wide > width:
                yield line
                line = ""
            line, taken = (f"{line} {part}", taken + _NARROW + wide) if line else (part, wide)
    if line:
        yield line


def _broken(word: str, width: float) -> Iterator[tuple[str, float]]:
    """A word in parts that are not too wide, each with its width."""
    begin, taken = 0, 0.0
    for at, wide in enumerate(map(_width, word)):
        if at > begin and taken + wide > width:
            yield word[begin:at], taken
            begin, taken = at, 0.0
        taken += wide
    yield word[begin:], taken


def _width(character: str) -> float:
    if character in _THIN:
        return _NARROW
    if character in _BROAD or unicodedata.east_asian_width(character) in "WF":
        return _WIDEST
    return _LARGE if character.isupper() or character in _SIGNS else _USUAL
