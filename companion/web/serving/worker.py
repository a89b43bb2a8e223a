"""The worker of the server: threads for requests, and one loop for all streams."""

from concurrent.futures import Future
from resource import RLIMIT_NOFILE, getrlimit
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

from companion.web.live.hub import Hub
from companion.web.serving.stream_loop import Handover, StreamLoop

_SECONDS_TO_TAKE_LEAVE = 2.0
_MOST_STREAMS = 20_000


class Worker(ThreadWorker):  # type: ignore[misc]
    """A worker in which no listening phone holds a thread, nor keeps it from stopping."""

    def load_wsgi(self) -> None:
        """Load the app, and let it hand its streams over."""
        super().load_wsgi()
        self._streams = StreamLoop(self._hub)
        self.wsgi.extensions["stream_loop"] = self._streams
        # Half of the connections that this process may have are left for all else.
        most_files, _ = getrlimit(RLIMIT_NOFILE)
        self._hub.capacity = min(_MOST_STREAMS, most_files // 2)

    def handle_request(self, req: Any, conn: TConn) -> Any:
        """Answer; a connection that was handed over is no longer ours."""
        try:
            return super().handle_request(req, conn)
        except Handover as handover:
            conn.is_handed_over = True
            self._streams.hold(conn.sock, handover.stream)
            return False

    def finish_request(self, conn: TConn, fs: Future[Any]) -> None:
        """Keep a connection for the next request, or close it, or forget it."""
        if getattr(conn, "is_handed_over", False):
            self.nr_conns -= 1
        else:
            super().finish_request(conn, fs)

    def run(self) -> None:
        """Serve until told to stop."""
        super().run()
        self._streams.close(_SECONDS_TO_TAKE_LEAVE)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Let the taps under way be answered, and nobody listen any longer."""
        self._end_streams()
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: Any) -> None:
        """Stop at once; what listens is told so."""
        self._end_streams()
        # Not by way of the threaded worker: it locks its pool, and this thread may be the one
        # that holds that lock, if the signal came while it gave a request to a thread.
        super(ThreadWorker, self).handle_quit(sig, frame)

    @property
    def _hub(self) -> Hub:
        hub: Hub = self.wsgi.extensions["hub"]
        return hub

    def _end_streams(self) -> None:
        # Told to stop before it had started, a worker has no app.
        if hasattr(self, "wsgi"):
            self._hub.close()
