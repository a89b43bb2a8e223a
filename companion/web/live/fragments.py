"""Fragments: what phones are shown, rendered once for all that see the same."""

import json
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from difflib import SequenceMatcher
from functools import partial
from threading import Lock
from typing import NamedTuple

from flask import Flask, has_request_context, request
from werkzeug.test import create_environ

from companion.db.notify import Revision
from companion.db.table_models import Role
from companion.tables.table_service import TableService
from companion.tables.table_state import Members, TableState
from companion.web.live.events import Event

_MOST_KEPT = 256
#: A difference is sent if it is at most this part of the whole.
_MUCH_SMALLER = 0.5


class Fragment:
    """A view of a table as HTML, and the state of the table."""

    def __init__(self, revision: Revision, html: str) -> None:
        self.revision = revision
        self.lines = html.splitlines()
        self.html = "\n".join(self.lines)
        self.shown = Event("shown", *self.lines, revision=revision)

    def since(self, before: "Fragment") -> Event:
        """What a phone that was sent `before` needs: the lines that differ, or the whole."""
        opcodes = SequenceMatcher(None, before.lines, self.lines, autojunk=False).get_opcodes()
        # The lines to replace, first to last: `[from, to, line, line, …]`.
        replaced = [
            [start, end, *self.lines[first:last]]
            for kind, start, end, first, last in opcodes
            if kind != "equal"
        ]
        changes = json.dumps(replaced, ensure_ascii=False, separators=(",", ":"))
        if len(changes) > _MUCH_SMALLER * len(self.shown.text):
            return self.shown
        return Event("changed", changes, revision=self.revision)


class Topic(NamedTuple):
    """What a phone watches: a table, in which view, with which rights."""

    table_id: str
    view: str
    standing: Role
    #: How often rights at the table had changed when the phone was let in.
    access: int


#: What a view shows of a table's state, by who watches.
ViewOf = Callable[[TableState, Members], str]


class Fragments:
    """The latest fragment of everything that is watched."""

    def __init__(
        self, app: Flask, table_service: TableService, views: Mapping[str, ViewOf]
    ) -> None:
        self._app = app
        #: What can be watched. A view shows the same to all phones of one topic.
        self.views = views
        self._table_service = table_service
        self._kept: OrderedDict[Hashable, Fragment] = OrderedDict()
        self._lock = Lock()

    def latest(self, topic: Topic, members: Members, revision: Revision) -> Fragment:
        """The fragment for a table now, at least as late as `revision`."""
        return self.kept(topic, revision, partial(self._rendered, topic, members))

    def kept(self, key: Hashable, revision: Revision, render: Callable[[], Fragment]) -> Fragment:
        """The fragment with that key, rendered again unless it is as late as `revision`."""
        # One after the other, so that all who wait for the same one find it ready.
        with self._lock:
            fragment = self._kept.get(key)
            if fragment is None or fragment.revision < revision:
                fragment = self._kept[key] = render()
            self._kept.move_to_end(key)
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return fragment

    def _rendered(self, topic: Topic, members: Members) -> Fragment:
        # Outside any request: so nothing of a single phone can get into what all of them see.
        root = request.script_root if has_request_context() else ""
        environ = create_environ(f"/t/{topic.table_id}", f"http://localhost{root}/")
        with self._app.request_context(environ):
            state = self._table_service.look(topic.table_id)
            html = self.views[topic.view](state, members)
        return Fragment(Revision(state.version, members.state.access), html)
