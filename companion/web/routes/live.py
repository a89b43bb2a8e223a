"""What others enter, as it happens: a stream of events, or a fragment for a phone that asks."""

import re
from functools import partial

from flask import Blueprint, Response, abort, current_app, request

from companion.tables.notices import Revision
from companion.web.guard import members, state
from companion.web.live.events import RELOAD, Encoding
from companion.web.live.fragments import VIEWS, Fragments, Topic
from companion.web.live.hub import Hub
from companion.web.live.streams import ThreadStream
from companion.web.live.subscription import Subscription

blueprint = Blueprint("live", __name__, url_prefix="/t/<table_id>")

_EVENTS = "text/event-stream"
_REVISION = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,9}))?")
_NOTHING = Revision(-1)


@blueprint.get("/live")
def live(table_id: str) -> Response:
    """What follows, for a phone that listens; else the table as it stands, if that is news.

    `seen` is the revision that the phone has seen, `standing` what its page was made for, and
    `changes` says that it can do with what changed. An answer is the same for all phones that
    see the same, so it holds nothing of one's own.
    """
    view = request.args.get("view", "table")
    if view not in VIEWS:
        abort(404)
    standing = members().role
    topic = Topic(table_id, view, standing, members().access)
    is_listening = _EVENTS in request.headers.get("Accept", "")
    if request.args.get("standing", standing) != standing:
        response = _reload(is_listening)
    else:
        response = _stream(topic) if is_listening else _latest(topic)
    response.cache_control.no_store = True
    response.vary.add("Accept")
    return response


def _stream(topic: Topic) -> Response:
    hub: Hub = current_app.extensions["hub"]
    if hub.is_closed:
        # Another process, or this one started again, will listen in a moment.
        return Response(status=503, headers={"Connection": "close"})
    # Some proxies would collect events until there are enough of them.
    response = Response(mimetype=_EVENTS, headers={"X-Accel-Buffering": "no"})
    if loop := current_app.extensions.get("stream_loop"):
        stream = loop.stream(_encoding(response))
    else:
        stream = ThreadStream(hub)
    subscription = Subscription(
        topic, _seen(), stream.send, takes_changes="changes" in request.args
    )
    if not hub.subscribe(subscription, members()):
        # An EventSource takes that for the end, and its page asks from time to time.
        return Response(status=204)
    stream.on_end = partial(hub.unsubscribe, subscription)
    response.response = stream.body()
    # Also where the phone is gone before the first event.
    response.call_on_close(stream.close)
    return response


def _encoding(response: Response) -> Encoding:
    """How the bytes of a stream are to travel, and the headers that say so."""
    is_gzip = request.accept_encodings.quality("gzip") > 0
    response.vary.add("Accept-Encoding")
    if is_gzip:
        response.content_encoding = "gzip"
    return Encoding(is_gzip, is_chunked=request.environ["SERVER_PROTOCOL"] == "HTTP/1.1")


def _latest(topic: Topic) -> Response:
    revision = Revision(state().version, topic.access)
    if revision <= _seen():
        return Response(status=204)
    fragments: Fragments = current_app.extensions["fragments"]
    fragment = fragments.latest(topic, members(), revision)
    return Response(fragment.html, headers={"Companion-Mark": str(fragment.revision)})


def _reload(is_listening: bool) -> Response:
    if is_listening:
        return Response(RELOAD.text, mimetype=_EVENTS)
    return Response(status=204, headers={"HX-Refresh": "true"})


def _seen() -> Revision:
    """The later one of the revisions that a phone says it has seen."""
    named = (request.args.get("seen", ""), request.headers.get("Last-Event-ID", ""))
    return max(_parse_revision(text) for text in named)


def _parse_revision(text: str) -> Revision:
    """A revision; what is none is nothing seen."""
    found = _REVISION.fullmatch(text)
    return Revision(int(found[1]), int(found[2] or 0)) if found else _NOTHING
