"""What macros wrote, kept: the same part of a page is not written twice."""

from collections.abc import Hashable, Iterable
from functools import lru_cache

from flask import get_template_attribute
from markupsafe import Markup

from companion.words import Catalogue, current


def kept(template: str, macro: str, *values: Hashable) -> Markup:
    """What a macro of a template writes of values, in the language of whoever reads."""
    return _written(current(), template, macro, *values)


def kept_each(template: str, macro: str, values: Iterable[Hashable]) -> Markup:
    """What the macro writes of each of these values, one after another."""
    return Markup("".join(kept(template, macro, value) for value in values))


@lru_cache(maxsize=4096)
def _written(_language: Catalogue, template: str, macro: str, *values: Hashable) -> Markup:
    return Markup(get_template_attribute(template, macro)(*values))
