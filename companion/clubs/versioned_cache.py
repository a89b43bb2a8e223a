"""What a process keeps in memory, with the mark of what it was made from; never truth."""

from threading import Lock
from typing import Generic, TypeVar

_Made = TypeVar("_Made")


class VersionedCache(Generic[_Made]):
    """The latest of each thing; where there are too many, what was made longest ago is let go."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: dict[str, tuple[str | int, _Made]] = {}
        self._lock = Lock()

    def get(self, name: str, mark: str | int) -> _Made | None:
        """What was made of it last; None where that was by another mark."""
        found = self._made.get(name)
        return found[1] if found is not None and found[0] == mark else None

    def put(self, name: str, mark: str | int, made: _Made) -> None:
        """Keep what was just made."""
        with self._lock:
            self._made.pop(name, None)
            self._made[name] = mark, made
            while len(self._made) > self._most:
                del self._made[next(iter(self._made))]
