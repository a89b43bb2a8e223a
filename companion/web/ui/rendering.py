"""How templates are written: whole or the part that changed, once for the same values."""

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache

from flask import Response, get_template_attribute, make_response, render_template, request
from htmx_flask import request as htmx_request
from markupsafe import Markup

from companion.i18n import Catalogue, current


def part_or_page(part: str, whole: str, /, **values: object) -> Response:
    """The part of a page that a tap changes for htmx, the whole for a browser."""
    response = make_response(render_template(part if _wants_part() else whole, **values))
    # A browser that goes back must not be shown the part for the page.
    response.vary.add("HX-Request")
    return response


def shown(whole: str, mark: Callable[[], str], render: Callable[[str], str]) -> Response:
    """A page, or its part for a phone that asks again; nothing where it has seen it so.

    The phone says in `seen` by which mark it has. The part of `clubs/tonight.html` stands in
    `clubs/_tonight.html`; `render` gives either template its values.
    """
    is_part = _wants_part()
    if is_part and request.args.get("seen") == mark():
        response = Response(status=204)
    else:
        response = make_response(render(whole.replace("/", "/_") if is_part else whole))
    response.cache_control.no_store = True
    # A browser that goes back must not be shown the part for the page.
    response.vary.add("HX-Request")
    return response


def _wants_part() -> bool:
    return bool(htmx_request.htmx and not htmx_request.htmx.history_restore_request)


def kept(template: str, macro: str, *values: Hashable) -> Markup:
    """What a macro of a template writes of values, in the language of whoever reads."""
    return _written(current(), template, macro, *values)


def kept_each(template: str, macro: str, values: Iterable[Hashable]) -> Markup:
    """What the macro writes of each of these values, one after another."""
    return Markup("".join(kept(template, macro, value) for value in values))


@lru_cache(maxsize=4096)
def _written(_language: Catalogue, template: str, macro: str, *values: Hashable) -> Markup:
    return Markup(get_template_attribute(template, macro)(*values))
