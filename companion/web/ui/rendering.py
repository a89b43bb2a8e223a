"""How templates are written: a part for a tap or the whole page, once for the same values."""

from collections.abc import Hashable, Iterable
from functools import lru_cache

from flask import Response, get_template_attribute, make_response, render_template
from htmx_flask import request
from markupsafe import Markup

from companion.i18n import Catalogue, current


def part_or_page(part: str, whole: str, /, **values: object) -> Response:
    """The part of a page that a tap changes for htmx, the whole for a browser."""
    is_part = request.htmx and not request.htmx.history_restore_request
    response = make_response(render_template(part if is_part else whole, **values))
    # A browser that goes back must not be shown the part for the page.
    response.vary.add("HX-Request")
    return response


def kept(template: str, macro: str, *values: Hashable) -> Markup:
    """What a macro of a template writes of values, in the language of whoever reads."""
    return _written(current(), template, macro, *values)


def kept_each(template: str, macro: str, values: Iterable[Hashable]) -> Markup:
    """What the macro writes of each of these values, one after another."""
    return Markup("".join(kept(template, macro, value) for value in values))


@lru_cache(maxsize=4096)
def _written(_language: Catalogue, template: str, macro: str, *values: Hashable) -> Markup:
    return Markup(get_template_attribute(template, macro)(*values))
