"""What one address may have of this process, so that none can take all."""

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.web.serving.connection import Connection


class House:
    """The connections and requests of one address."""

    def __init__(self, threads: int, most_connections: float, most_bytes: float) -> None:
        self._most_connections = most_connections
        self._most_bytes = most_bytes
        #: Its connections, those that wait longest first.
        self._connections: dict[Connection, None] = {}
        #: Its turns in the threads.
        self.turn = asyncio.Semaphore(threads)
        #: The bytes of all bodies that are held for it.
        self.body_bytes = 0

    @property
    def is_full(self) -> bool:
        """Whether its bodies are more than it may have here."""
        return self.body_bytes > self._most_bytes

    def admit(self, connection: "Connection") -> bool:
        """Let another one in, in the place of one that only waits if need be."""
        if len(self._connections) >= self._most_connections:
            idle = next((each for each in self._connections if each.is_waiting), None)
            if idle is None:
                return False
            self.forget(idle)
            idle.transport.abort()
        self._connections[connection] = None
        return True

    def wait(self, connection: "Connection") -> None:
        """From now on it waits; others have waited longer."""
        if connection in self._connections:
            self._connections[connection] = self._connections.pop(connection)

    def forget(self, connection: "Connection") -> None:
        """It is gone; may be called again."""
        self._connections.pop(connection, None)
