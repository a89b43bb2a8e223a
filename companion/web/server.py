"""The server that `companion serve` starts: for a kitchen table, or a club."""

import errno
import os
import socket
import sys
from typing import Any

from companion.tables.database import Database
from companion.web.app import create_app
from companion.web.data_folder import database_url

_THREADS = 16
_HIGHEST_PORT = 65_535


def serve(host: str, port: int, *, shows_qr: bool = True) -> int:
    """Migrate, then listen until stopped; returns the exit status."""
    if problem := _why_not(host, port):
        print(f"companion: {problem}", file=sys.stderr)
        return 1
    url = os.environ.get("DATABASE_URL") or database_url()
    database = Database(url)
    database.migrate()
    database.close()
    address = f"http://{_address(host)}:{port}/"
    _greet(address, shows_qr=shows_qr and host != "127.0.0.1")
    _run(host, port, url)
    return 0


def _run(host: str, port: int, url: str) -> None:
    if sys.platform == "win32":
        from waitress import serve as serve_with_waitress

        serve_with_waitress(create_app({"DATABASE_URL": url}), host=host, port=port)
        return
    from gunicorn.app.base import BaseApplication

    class Server(BaseApplication):  # type: ignore[misc]
        def load_config(self) -> None:
            settings = {
                "bind": f"{host}:{port}",
                "worker_class": "gthread",
                "threads": _THREADS,
                "workers": 1,
                "loglevel": "warning",
                "control_socket_disable": True,
            }
            for name, value in settings.items():
                self.cfg.set(name, value)

        def load(self) -> Any:
            return create_app({"DATABASE_URL": url})

    Server().run()


def _why_not(host: str, port: int) -> str:
    """Why nobody can listen there, in a sentence; empty where one can."""
    if not 1 <= port <= _HIGHEST_PORT:
        return f"a port is a number from 1 to {_HIGHEST_PORT}, not {port}."
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                other = port + 1 if port < _HIGHEST_PORT else port - 1
                return f"port {port} is taken. Try another one: --port {other}"
            return f"this machine cannot listen at {host}, port {port}: {error.strerror}."
    return ""


def _address(host: str) -> str:
    """The address for a phone on the same network."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which of our addresses faces the network.
            probe.connect(("192.0.2.1", 9))
            name: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return name


def _greet(address: str, *, shows_qr: bool) -> None:
    print(f"Companion is at {address}", flush=True)
    if shows_qr:
        import segno

        print("Scan this with a phone on the same network:\n")
        segno.make(address, error="m").terminal(compact=True)
    print("Stop it with Ctrl-C. Every tile that was entered is saved.", flush=True)
