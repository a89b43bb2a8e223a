"""Pages that ask again by themselves: sent whole, the part that changed, or nothing."""

from collections.abc import Callable
from typing import Any

from flask import Response, make_response, render_template, request
from htmx_flask import request as htmx_request


def shown(
    part: str,
    whole: str,
    mark: Callable[[], str],
    page: Callable[[], dict[str, Any]],
    **beside: object,
) -> Response:
    """A page, or its part for a phone that asks again; nothing where it has seen it so.

    The phone says in `seen` by which mark it has; `beside` is what stands around the part.
    """
    is_part = htmx_request.htmx and not htmx_request.htmx.history_restore_request
    if is_part and request.args.get("seen") == mark():
        response = Response(status=204)
    else:
        template = part if is_part else whole
        response = make_response(render_template(template, page=page(), **beside))
    response.cache_control.no_store = True
    # A browser that goes back must not be shown the part for the page.
    response.vary.add("HX-Request")
    return response
