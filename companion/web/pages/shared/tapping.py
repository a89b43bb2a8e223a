"""Pages that are asked by tapping: where each tap leads, and the part of a page that it changes."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Response, make_response, render_template
from htmx_flask import request

from companion.words import Text


class Choice(NamedTuple):
    """Something to be tapped, and where it leads."""

    id: str
    href: str
    label: Text
    is_current: bool = False


def at(address: str, query: Mapping[str, Any]) -> str:
    """An address with a query, as short as it can be read."""
    return f"{address}?{urlencode(query, safe='@')}" if query else address


def part_or_page(part: str, whole: str, /, **values: object) -> Response:
    """The part of a page that a tap changes for htmx, the whole for a browser."""
    is_part = request.htmx and not request.htmx.history_restore_request
    response = make_response(render_template(part if is_part else whole, **values))
    # A browser that goes back must not be shown the part for the page.
    response.vary.add("HX-Request")
    return response
