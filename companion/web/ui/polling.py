"""Pages that ask again by themselves: sent whole, the part that changed, or nothing."""

from collections.abc import Callable

from flask import Response, make_response, request
from htmx_flask import request as htmx_request


def shown(whole: str, mark: Callable[[], str], render: Callable[[str], str]) -> Response:
    """A page, or its part for a phone that asks again; nothing where it has seen it so.

    The phone says in `seen` by which mark it has. The part of `clubs/tonight.html` stands in
    `clubs/_tonight.html`; `render` gives either template its values.
    """
    is_part = htmx_request.htmx and not htmx_request.htmx.history_restore_request
    if is_part and request.args.get("seen") == mark():
        response = Response(status=204)
    else:
        response = make_response(render(whole.replace("/", "/_") if is_part else whole))
    response.cache_control.no_store = True
    # A browser that goes back must not be shown the part for the page.
    response.vary.add("HX-Request")
    return response
