"""A disposable pool: what is given back to a pool that was closed is closed too."""

from sqlalchemy import QueuePool
from sqlalchemy.pool import ConnectionPoolEntry


class DisposablePool(QueuePool):
    """A pool that keeps no connection once it was disposed of.

    A plain one closes those that rest in it then; what a thread was just using comes back
    to rest there for good, where nobody will ever use or close it.
    """

    _is_disposed = False

    def dispose(self) -> None:
        """Close all that rest here, and from now on whatever is given back."""
        self._is_disposed = True
        super().dispose()

    def _do_return_conn(self, record: ConnectionPoolEntry) -> None:
        super()._do_return_conn(record)
        # Only now: whoever disposes meanwhile closes it, or was seen to.
        if self._is_disposed:
            super().dispose()
