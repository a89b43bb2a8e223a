"""What others enter, as it happens: a stream of events, or a fragment for a phone that asks."""

import re
from functools import partial

from flask import Blueprint, Response, abort, current_app, request

from companion.db.notify import Revision
from companion.web.live.channel import Subscription
from companion.web.live.events import RELOAD, Encoding
from companion.web.live.fragments import Fragments, Topic
from companion.web.live.hub import Hub
from companion.web.live.streams import OPENS_STREAM, STREAM, Stream
from companion.web.security import policy
from companion.web.security.proxy import house_of
from companion.web.security.table_guard import members, state

blueprint = Blueprint("live", __name__, url_prefix="/t/<table_id>")
policy.set_policy(blueprint, policy.watcher, policy.ordinary)

_EVENTS = "text/event-stream"
_REVISION = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,9}))?")


@blueprint.get("/live")
def live(table_id: str) -> Response:
    """The changes to come, for a phone that listens; else the table now, if that is news.

    `seen` is the revision that the phone has seen, `standing` the rights its page was made for, and
    `changes` says that it understands changes. An answer is the same for all phones that see the
    same, so it holds nothing personal.
    """
    view = request.args.get("view", "table")
    if view not in _fragments().views:
        abort(404)
    standing = members().role
    topic = Topic(table_id, view, standing, members().state.access)
    is_listening = _EVENTS in request.headers.get("Accept", "")
    if request.args.get("standing", standing) == standing:
        response = _stream(topic) if is_listening else _latest(topic)
    elif is_listening:
        response = Response(RELOAD.text, mimetype=_EVENTS)
    else:
        response = Response(status=204, headers={"HX-Refresh": "true"})
    response.vary.add("Accept")
    return response


def _stream(topic: Topic) -> Response:
    hub: Hub = current_app.extensions["hub"]
    if hub.closed.is_set():
        # Another process, or this one started again, will listen in a moment.
        return Response(status=503, headers={"Connection": "close"})
    # Some proxies would collect events until there are enough of them.
    response = Response(mimetype=_EVENTS, headers={"X-Accel-Buffering": "no"})
    # It is empty so far, but its length is not known.
    response.automatically_set_content_length = False
    open_stream = request.environ.get(OPENS_STREAM)
    if open_stream is None:
        return Response(status=204)
    stream: Stream = open_stream(_encoding(response))
    takes_changes = "changes" in request.args
    phone, house = members().device, house_of(request.remote_addr or "")
    subscription = Subscription(
        topic, _seen(), stream.send, phone, house, takes_changes=takes_changes
    )
    if not hub.subscribe(subscription, members()):
        # An EventSource takes that for the end, and its page asks from time to time.
        return Response(status=204)
    stream.on_end = partial(hub.unsubscribe, subscription)
    request.environ[STREAM] = stream
    return response


def _encoding(response: Response) -> Encoding:
    """How the bytes of a stream will travel, and the headers that say so."""
    is_gzip = request.accept_encodings.quality("gzip") > 0
    response.vary.add("Accept-Encoding")
    if is_gzip:
        response.content_encoding = "gzip"
    return Encoding(is_gzip, is_chunked=request.environ["SERVER_PROTOCOL"] == "HTTP/1.1")


def _latest(topic: Topic) -> Response:
    revision = Revision(state().version, topic.access)
    if revision <= _seen():
        return Response(status=204)
    fragment = _fragments().latest(topic, members(), revision)
    return Response(fragment.html, headers={"Companion-Mark": str(fragment.revision)})


def _seen() -> Revision:
    """The later of the revisions that a phone says it has seen; anything else is ignored."""
    named = (request.args.get("seen", ""), request.headers.get("Last-Event-ID", ""))
    found = filter(None, map(_REVISION.fullmatch, named))
    nothing = Revision(-1)
    return max((Revision(int(each[1]), int(each[2] or 0)) for each in found), default=nothing)


def _fragments() -> Fragments:
    fragments: Fragments = current_app.extensions["fragments"]
    return fragments
