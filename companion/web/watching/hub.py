"""The hub: which tables are watched from this process, and who has to be woken when one changes."""

from dataclasses import dataclass, field
from threading import Condition, Event, Lock, Thread

from companion.tables.desk import Desk
from companion.tables.notices import Mark, Notice, listen


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

    def news(self, seen: Mark, seconds: float) -> Mark | None:
        """The table's mark as soon as it is a later one; None after so many seconds without."""

        def has_news() -> bool:
            mark = self._watched.mark
            return self.is_over or (mark is not None and mark > seen)

        with self._watched.changed:
            is_news = self._watched.changed.wait_for(has_news, seconds)
            return self._watched.mark if is_news and not self.is_over else None

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
        with self._lock:
            watched = list(self._watched.values())
        for each in watched:
            with each.changed:
                each.changed.notify_all()

    def _listen(self) -> None:
        listen(self._desk.database, self._spread, self._closed)

    def _spread(self, notice: Notice) -> None:
        """Wake those who watch the tables that changed."""
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
