"""What macros wrote, kept: the same part of a page is not written twice."""

from collections.abc import Hashable, Iterable
from typing import Any, Final

from flask import get_template_attribute
from markupsafe import Markup

from companion.words import current

_MOST: Final = 4096
_written: dict[tuple[Any, ...], Markup] = {}


def kept(template: str, macro: str, *values: Hashable) -> Markup:
    """What a macro of a template writes of values, in the language of whoever reads."""
    key = (current(), template, macro, values)
    if (written := _written.get(key)) is None:
        if len(_written) >= _MOST:
            _written.clear()
        written = _written[key] = Markup(get_template_attribute(template, macro)(*values))
    return written


def kept_each(template: str, macro: str, values: Iterable[Hashable]) -> Markup:
    """What the macro writes of each of these values, one after another."""
    return Markup("".join(kept(template, macro, value) for value in values))
