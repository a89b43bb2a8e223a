"""A stream: what one phone is told of a table, event by event.

`shown` brings a fragment, with its mark as the id. `ping` says that the line holds and the
table stands as it was shown, `away` that nobody knows how it stands, until one of the others
comes; `again` that the phone should open another stream, `reload` that it may do other things now.
"""

import random
import time
from collections.abc import Iterator
from typing import NamedTuple

from companion.tables.company import Company
from companion.tables.desk import Desk
from companion.tables.errors import DatabaseAway, NoSuchTable
from companion.tables.notices import Mark
from companion.web.watching.fragments import Fragment, Fragments, Shown
from companion.web.watching.hub import Seat

#: A phone that is gone is noticed by a ping that cannot be sent.
_SECONDS_BETWEEN_PINGS = 5.0
#: A stream ends by itself, not all at once, so that none can hold its thread for good.
_SECONDS_AT_MOST = (20.0, 30.0)

PING = "event: ping\ndata: .\n\n"
AWAY = "event: away\ndata: .\n\n"
AGAIN = "event: again\ndata: .\n\n"
RELOAD = "event: reload\ndata: .\n\n"


class Stream(NamedTuple):
    """What is told to one phone; between its events it holds nothing but its seat."""

    desk: Desk
    fragments: Fragments
    shown: Shown
    company: Company
    #: What the phone has seen.
    seen: Mark

    def events(self, seat: Seat) -> Iterator[str]:
        """The table as it stands unless the phone has seen it, then whatever follows."""
        try:
            yield from self._events(seat)
        except DatabaseAway:
            # The phone asks, and is told to wait.
            yield AWAY

    def _events(self, seat: Seat) -> Iterator[str]:
        ends = _some_time_from_now()
        seen = self.seen
        try:
            mark = self.desk.mark(self.shown.table_id)
        except NoSuchTable:
            mark = None
        # Where somebody's right changed, each phone has to pass the guard again.
        while mark is not None and mark.access == self.company.access:
            is_cut_off = seat.is_cut_off
            if is_cut_off:
                yield AWAY
                # All phones wait here rather than ask, and when it is back not all go at once.
                ends = _some_time_from_now()
            elif mark > seen:
                fragment = self.fragments.of(self.shown, self.company, mark)
                seen = max(mark, fragment.mark)
                yield event_of(fragment)
            else:
                yield PING
            left = ends - time.monotonic()
            if left <= 0 or seat.is_over:
                break
            rest = min(left, _SECONDS_BETWEEN_PINGS)
            mark = seat.news(seen, rest, was_cut_off=is_cut_off) or mark
        yield AGAIN


def _some_time_from_now() -> float:
    return time.monotonic() + random.uniform(*_SECONDS_AT_MOST)


def event_of(fragment: Fragment) -> str:
    """A fragment as an event."""
    lines = "".join(f"data: {line}\n" for line in fragment.html.splitlines())
    return f"id: {fragment.mark}\nevent: shown\n{lines}\n"
