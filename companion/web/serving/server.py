"""The server that `companion serve` starts: for a kitchen table, or a club."""

import errno
import os
import socket
import sys
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from flask import Flask

from companion.db.database import Database
from companion.db.errors import DatabaseTrouble
from companion.i18n import Text, message
from companion.web.app import create_app
from companion.web.machine import database_url, greet, secret_key
from companion.web.security.proxy import THIS_MACHINE, is_this_machine_alone
from companion.web.serving.warming import warm_up

_HIGHEST_PORT = 65_535
#: Seconds: longer than Caddy (120) or nginx (60) keep a connection that rests, so that
#: none is closed here while a tap is on its way to it.
_KEPT_FOR_A_PROXY = 130
#: Seconds: from one tap to the next.
_KEPT_FOR_A_PHONE = 15


class Setup(NamedTuple):
    """How tables are to be served."""

    host: str = "0.0.0.0"
    port: int = 8000
    workers: int = 1
    #: In each worker, for requests; without gunicorn, each phone that listens holds one.
    threads: int = 64
    is_behind_proxy: bool = False
    #: Where that proxy asks from; none for this machine.
    proxies: tuple[str, ...] = ()
    #: Where people find it, if that is not what their request says.
    public_url: str = ""
    logs_requests: bool = False
    #: The folder that `companion offline` made, to be had at /pocket/.
    pocket: str = ""
    shows_qr: bool = True


def serve(setup: Setup) -> int:
    """Migrate the database, then listen until stopped; returns the exit status."""
    if problem := _problem(setup):
        return _refused(problem)
    settings = _settings(setup)
    try:
        # Once, before any worker could try it too.
        database = Database(settings["DATABASE_URL"])
        database.migrate()
        database.close()
    except DatabaseTrouble as trouble:
        return _refused(trouble.message)
    greet(setup.host, setup.port, setup.public_url, shows_qr=setup.shows_qr)
    if sys.platform == "win32":
        from waitress import serve as serve_with_waitress

        serve_with_waitress(
            warm_up(create_app(settings)), host=setup.host, port=setup.port, threads=setup.threads
        )
    else:
        _serve_with_gunicorn(setup, settings)
    return 0


def _refused(why: Text | str) -> int:
    print(f"companion: {why}", file=sys.stderr)
    return 1


def _settings(setup: Setup) -> dict[str, Any]:
    """What the app of each worker is made with."""
    host = urlsplit(setup.public_url).hostname
    return {
        "DATABASE_URL": database_url(),
        "SECRET_KEY": secret_key(),
        "THREADS": setup.threads,
        "WORKERS": setup.workers,
        "IS_BEHIND_PROXY": setup.is_behind_proxy,
        "PROXIES": setup.proxies or THIS_MACHINE,
        "LOGS_REQUESTS": setup.logs_requests,
        "POCKET": os.path.abspath(setup.pocket) if setup.pocket else "",
        "RATELIMIT_ENABLED": os.environ.get("COMPANION_LIMITS") != "off",
        # Who watches over this machine asks it by these names.
        "TRUSTED_HOSTS": [host, "localhost", "127.0.0.1"] if host else None,
    }


def _serve_with_gunicorn(setup: Setup, settings: dict[str, Any]) -> None:
    from resource import RLIMIT_NOFILE, getrlimit, setrlimit

    from gunicorn.app.base import BaseApplication

    class Server(BaseApplication):  # type: ignore[misc]
        def load_config(self) -> None:
            for name, value in _server_settings(setup).items():
                self.cfg.set(name, value)

        def load(self) -> Flask:
            return warm_up(create_app(settings))

    # Each phone that listens is an open file. Not everywhere is the highest limit that is
    # named allowed too.
    _, most = getrlimit(RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        setrlimit(RLIMIT_NOFILE, (most, most))
    Server().run()


def _server_settings(setup: Setup) -> dict[str, Any]:
    from companion.web.serving.worker import Worker

    host = f"[{setup.host}]" if ":" in setup.host else setup.host
    return {
        "bind": f"{host}:{setup.port}",
        "worker_class": Worker,
        "workers": setup.workers,
        "threads": setup.threads,
        "keepalive": _KEPT_FOR_A_PROXY if setup.is_behind_proxy else _KEPT_FOR_A_PHONE,
        # Its warnings quote requests, and a request may hold a secret.
        "loglevel": "error",
        "control_socket_disable": True,
    }


def _problem(setup: Setup) -> Text | None:
    """Why nobody can listen there; None where one can."""
    host, port = setup.host, setup.port
    if not 1 <= port <= _HIGHEST_PORT:
        return message("serve.no-port", port=port, most=_HIGHEST_PORT)
    if setup.is_behind_proxy and not setup.proxies and not is_this_machine_alone(host):
        return message("serve.proxy-unnamed", host=host)
    public = urlsplit(setup.public_url)
    if setup.public_url and not (public.scheme in ("http", "https") and public.hostname):
        return message("serve.no-public-url", written=setup.public_url)
    if setup.pocket and not os.path.isfile(os.path.join(setup.pocket, "release.js")):
        return message("serve.no-pocket", folder=setup.pocket)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                other = port + 1 if port < _HIGHEST_PORT else port - 1
                return message("serve.port-taken", port=port, other=other)
            return message("serve.cannot-listen", host=host, port=port, why=error.strerror)
    return None
