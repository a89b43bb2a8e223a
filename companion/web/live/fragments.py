"""Fragments: what is pushed, rendered once for all phones that see the same."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

from flask import Flask, render_template

from companion.tables.members import Members
from companion.tables.notices import Revision
from companion.tables.rows import Role
from companion.tables.service import TableService
from companion.tables.state import TableState
from companion.web.live.events import Fragment
from companion.web.pages.table.board_page import board_page
from companion.web.pages.table.table_page import table_page

_MOST_KEPT = 256


class Topic(NamedTuple):
    """What a phone looks at: a table, in which view, with which rights."""

    table_id: str
    view: str
    standing: Role
    #: How often it had changed who may do what at the table, when the phone was let in.
    access: int


def _table(state: TableState, members: Members) -> str:
    return render_template("table/table.html", page=table_page(state, members))


def _board(state: TableState, _members: Members) -> str:
    return render_template("board/board.html", page=board_page(state))


#: The views that can be watched. A view shows the same to all phones of one topic.
VIEWS: dict[str, Callable[[TableState, Members], str]] = {"table": _table, "board": _board}


class Fragments:
    """The latest fragment of everything that is looked at."""

    def __init__(self, app: Flask, table_service: TableService) -> None:
        self._app = app
        self._table_service = table_service
        self._kept: OrderedDict[Topic, Fragment] = OrderedDict()
        self._lock = Lock()

    def latest(self, topic: Topic, members: Members, revision: Revision) -> Fragment:
        """The fragment for a table as it stands, at least as late as `revision`."""
        # One after the other, so that all who wait for the same find it made.
        with self._lock:
            fragment = self._kept.get(topic)
            if fragment is None or fragment.revision < revision:
                fragment = self._kept[topic] = self._rendered(topic, members)
            self._kept.move_to_end(topic)
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return fragment

    def _rendered(self, topic: Topic, members: Members) -> Fragment:
        # Nobody's request: what is one phone's alone can't get into what all of them see.
        with self._app.test_request_context(f"/t/{topic.table_id}"):
            state = self._table_service.look(topic.table_id)
            html = VIEWS[topic.view](state, members)
        return Fragment(Revision(state.version, members.access), html)
