"""What others enter, as it happens: a stream of fragments, or one for a phone that asks."""

import re

from flask import Blueprint, Response, abort, current_app, request

from companion.tables.notices import Mark
from companion.web.devices import desk
from companion.web.guard import company
from companion.web.watching.fragments import VIEWS, Fragments, Shown
from companion.web.watching.hub import Hub
from companion.web.watching.stream import RELOAD, Stream

blueprint = Blueprint("live", __name__, url_prefix="/t/<table_id>")

_EVENTS = "text/event-stream"
_MARK = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,9}))?")
_NOTHING = Mark(-1)


@blueprint.get("/live")
def live(table_id: str) -> Response:
    """What follows, for a phone that listens; else the table as it stands, if that is news.

    `seen` is the mark that the phone has seen, `standing` what its page was made for. An
    answer is the same for all phones that see the same, so it holds nothing of one's own.
    """
    view = request.args.get("view", "table")
    if view not in VIEWS:
        abort(404)
    shown = Shown(table_id, view, company().standing)
    is_listening = _EVENTS in request.headers.get("Accept", "")
    if request.args.get("standing", shown.standing) != shown.standing:
        answer = _told_to_reload(is_listening)
    else:
        answer = _stream(shown) if is_listening else _present(shown)
    answer.cache_control.no_store = True
    answer.vary.add("Accept")
    return answer


def _stream(shown: Shown) -> Response:
    hub: Hub = current_app.extensions["hub"]
    if hub.is_closed:
        # Another process, or this one started again, will listen in a moment.
        return Response(status=503, headers={"Connection": "close"})
    seat = hub.seat(shown.table_id)
    if seat is None:
        # An EventSource takes that for the end, and its page asks from time to time.
        return Response(status=204)
    stream = Stream(desk(), _fragments(), shown, company(), _seen())
    answer = Response(stream.events(seat), mimetype=_EVENTS)
    # Also where the phone is gone before the first event.
    answer.call_on_close(seat.leave)
    # Some proxies would collect events until there are enough of them.
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def _present(shown: Shown) -> Response:
    mark = desk().mark(shown.table_id)._replace(access=company().access)
    if mark <= _seen():
        return Response(status=204)
    fragment = _fragments().of(shown, company(), mark)
    return Response(fragment.html, headers={"Companion-Mark": str(fragment.mark)})


def _told_to_reload(is_listening: bool) -> Response:
    if is_listening:
        return Response(RELOAD, mimetype=_EVENTS)
    return Response(status=204, headers={"HX-Refresh": "true"})


def _fragments() -> Fragments:
    kept: Fragments = current_app.extensions["fragments"]
    return kept


def _seen() -> Mark:
    """The later one of the marks that a phone says it has seen; what is none is nothing seen."""
    said = (request.args.get("seen", ""), request.headers.get("Last-Event-ID", ""))
    return max(_mark_said(text) for text in said)


def _mark_said(text: str) -> Mark:
    found = _MARK.fullmatch(text)
    return Mark(int(found[1]), int(found[2] or 0)) if found else _NOTHING
