"""Pages that are asked by tapping: a tap changes a part of them."""

from flask import Response, make_response, render_template
from htmx_flask import request


def part_or_page(part: str, whole: str, /, **values: object) -> Response:
    """The part of a page that a tap changes for htmx, the whole for a browser."""
    is_part = request.htmx and not request.htmx.history_restore_request
    response = make_response(render_template(part if is_part else whole, **values))
    # A browser that goes back must not be shown the part for the page.
    response.vary.add("HX-Request")
    return response
