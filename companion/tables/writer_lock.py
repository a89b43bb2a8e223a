"""One writer at a time at a SQLite file, whichever thread or process it is in."""

import os
import threading
from pathlib import Path
from types import TracebackType


class WriterLock:
    """A lock that writers wait for in line.

    Without it they race for SQLite's own lock and sleep longer and longer in its retry
    loop: ten times as slow among threads, and worse among processes. It is a lock on the
    folder that the file lies in, which ends with the process that holds it, however that
    ends; where the system has no such lock, only threads wait in line.
    """

    def __init__(self, file: str | None) -> None:
        """Open nothing yet; a database in memory has no file."""
        named = file if file != ":memory:" else None
        self._folder = Path(named).absolute().parent if named else None
        self._threads = threading.Lock()
        self._handle: int | None = None

    def __enter__(self) -> None:
        self._threads.acquire()
        try:
            self._lock_folder()
        except BaseException:
            self._threads.release()
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._handle is not None:
            import fcntl

            fcntl.flock(self._handle, fcntl.LOCK_UN)
        self._threads.release()

    def close(self) -> None:
        """Let go of the folder."""
        with self._threads:
            if self._handle is not None:
                os.close(self._handle)
            self._handle = None

    def _lock_folder(self) -> None:
        if self._folder is None or not self._folder.is_dir():
            return
        try:
            import fcntl
        except ImportError:
            return
        if self._handle is None:
            self._handle = os.open(self._folder, os.O_RDONLY)
        fcntl.flock(self._handle, fcntl.LOCK_EX)
