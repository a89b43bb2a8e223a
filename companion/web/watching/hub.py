"""The hub: which tables are watched from this process, and who has to be woken when one changes."""

import math
import time
from dataclasses import dataclass, field
from threading import Condition, Event, Lock, Thread

from companion.tables.desk import Desk
from companion.tables.notices import Mark, Notice, listen

#: A database that answers is heard of every second.
_SECONDS_OF_TRUST = 4.0


@dataclass
class _Watched:
    """One table that somebody watches."""

    changed: Condition = field(default_factory=Condition)
    #: Its latest mark, once there was news of it.
    mark: Mark | None = None
    is_gone: bool = False
    watchers: int = 0


class Seat:
    """One phone's place at the hub, to be left when the phone is gone."""

    def __init__(self, hub: "Hub", table_id: str, watched: _Watched) -> None:
        self._hub = hub
        self._table_id = table_id
        self._watched = watched
        self._is_left = False

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come: the table is gone, or the server is stopping."""
        return self._watched.is_gone or self._hub.is_closed

    @property
    def is_cut_off(self) -> bool:
        """Whether the database does not answer, so that nobody knows how the table stands."""
        return self._hub.is_cut_off

    def news(self, seen: Mark, seconds: float, *, was_cut_off: bool) -> Mark | None:
        """The table's mark as soon as it is a later one; None after so many seconds without.

        None as well as soon as the table is cut off, or is so no more.
        """

        def is_later() -> bool:
            mark = self._watched.mark
            return mark is not None and mark > seen

        def has_news() -> bool:
            if self.is_over or self.is_cut_off != was_cut_off:
                return True
            return not was_cut_off and is_later()

        with self._watched.changed:
            self._watched.changed.wait_for(has_news, seconds)
            return self._watched.mark if is_later() and not self.is_over else None

    def leave(self) -> None:
        """Make room for another phone; may be called again."""
        if not self._is_left:
            self._is_left = True
            self._hub.release(self._table_id)


class Hub:
    """Who watches which table, and the one thread that hears of changes.

    It starts with the first watcher, so that an app nobody watches has no thread; and
    again in a process that was forked from one where it ran.
    """

    def __init__(self, desk: Desk, seats: int) -> None:
        self._desk = desk
        self._seats = seats
        self._taken = 0
        self._watched: dict[str, _Watched] = {}
        self._lock = Lock()
        self._closed = Event()
        self._thread: Thread | None = None
        #: When the database last answered, by this machine's clock.
        self._answered = 0.0

    @property
    def is_cut_off(self) -> bool:
        """Whether the database does not answer."""
        return time.monotonic() - self._answered > _SECONDS_OF_TRUST

    @property
    def is_closed(self) -> bool:
        """Whether the server is stopping."""
        return self._closed.is_set()

    def seat(self, table_id: str) -> Seat | None:
        """A place to watch a table from; None where all are taken."""
        with self._lock:
            if self._taken >= self._seats or self.is_closed:
                return None
            self._taken += 1
            watched = self._watched.setdefault(table_id, _Watched())
            watched.watchers += 1
            if self._thread is None or not self._thread.is_alive():
                # Whoever comes has just been let in by it.
                self._answered = time.monotonic()
                self._thread = Thread(target=self._listen, name="hub", daemon=True)
                self._thread.start()
        return Seat(self, table_id, watched)

    def release(self, table_id: str) -> None:
        """One watcher of a table less."""
        with self._lock:
            self._taken -= 1
            watched = self._watched[table_id]
            watched.watchers -= 1
            if not watched.watchers:
                del self._watched[table_id]

    def close(self) -> None:
        """Wake all who watch for the last time."""
        self._closed.set()
        self._wake_all()

    def heard(self, notice: Notice | None) -> None:
        """Wake those who watch the tables that changed, and all where nobody knew of any."""
        if notice is not None:
            self._spread(notice)
        was_cut_off = self.is_cut_off
        self._answered = time.monotonic()
        if was_cut_off:
            self._wake_all()

    def lost(self) -> None:
        """Tell all who watch that nobody knows how their table stands."""
        self._answered = -math.inf
        self._wake_all()

    def _listen(self) -> None:
        listen(self._desk.database, self, self._closed)

    def _spread(self, notice: Notice) -> None:
        with self._lock:
            named = notice.table_ids
            watched = {name: w for name, w in self._watched.items() if not named or name in named}
        marks = self._desk.marks(watched) if watched else {}
        for table_id, each in watched.items():
            with each.changed:
                mark = marks.get(table_id)
                if mark is not None and mark == each.mark:
                    continue
                each.is_gone = mark is None
                each.mark = mark
                each.changed.notify_all()

    def _wake_all(self) -> None:
        with self._lock:
            watched = list(self._watched.values())
        for each in watched:
            with each.changed:
                each.changed.notify_all()
