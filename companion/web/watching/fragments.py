"""Fragments: what is pushed, rendered once for all phones that see the same."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple

from flask import Flask

from companion.tables.company import Company
from companion.tables.desk import Desk
from companion.tables.notices import Mark
from companion.tables.rows import Standing
from companion.tables.sitting import Sitting
from companion.web.table import board, play

_KEPT = 256


class Shown(NamedTuple):
    """What a phone looks at: a table, in which view, as somebody who may do what."""

    table_id: str
    view: str
    standing: Standing


class Fragment(NamedTuple):
    """A view of a table as HTML, and how the table stood."""

    mark: Mark
    html: str


@dataclass
class _Slot:
    lock: Lock = field(default_factory=Lock)
    fragment: Fragment | None = None


def _board(sitting: Sitting, _company: Company) -> str:
    return board.fragment_of(sitting)


#: The views that can be watched. A view shows the same to all phones of one standing.
VIEWS: dict[str, Callable[[Sitting, Company], str]] = {"table": play.fragment_of, "board": _board}


class Fragments:
    """The latest fragment of everything that is looked at."""

    def __init__(self, app: Flask, desk: Desk) -> None:
        self._app = app
        self._desk = desk
        self._slots: OrderedDict[Shown, _Slot] = OrderedDict()
        self._lock = Lock()

    def of(self, shown: Shown, company: Company, mark: Mark) -> Fragment:
        """The fragment for a table as it stands, at least as late as `mark`."""
        slot = self._slot(shown)
        with slot.lock:
            if slot.fragment is None or slot.fragment.mark < mark:
                slot.fragment = self._rendered(shown, company)
            return slot.fragment

    def _slot(self, shown: Shown) -> _Slot:
        with self._lock:
            slot = self._slots.setdefault(shown, _Slot())
            self._slots.move_to_end(shown)
            while len(self._slots) > _KEPT:
                self._slots.popitem(last=False)
        return slot

    def _rendered(self, shown: Shown, company: Company) -> Fragment:
        # Nobody's request: what is one phone's alone can't get into what all of them see.
        with self._app.test_request_context(f"/t/{shown.table_id}"):
            sitting = self._desk.look(shown.table_id)
            html = VIEWS[shown.view](sitting, company)
        return Fragment(Mark(sitting.version, company.access), html)
