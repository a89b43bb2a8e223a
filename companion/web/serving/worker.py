"""The worker of the server: threads, and an end to all streams when it is told to stop."""

from typing import Any

from gunicorn.workers.gthread import ThreadWorker


class Worker(ThreadWorker):  # type: ignore[misc]
    """A worker that no listening phone keeps from stopping."""

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Let the taps under way be answered, and nobody listen any longer."""
        self._end_streams()
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: Any) -> None:
        """Stop at once; what listens would be waited for."""
        self._end_streams()
        super().handle_quit(sig, frame)

    def _end_streams(self) -> None:
        # Told to stop before it had started, a worker has no app.
        if app := getattr(self, "wsgi", None):
            app.extensions["hub"].close()
