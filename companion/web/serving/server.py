"""The server that `companion serve` starts: for a kitchen table, or a club."""

import errno
import math
import multiprocessing
import os
import signal
import socket
import sys
from contextlib import suppress
from functools import partial
from multiprocessing import resource_tracker
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from uvicorn.config import Config
from uvicorn.supervisors.multiprocess import Multiprocess

from companion.db.database import Database
from companion.db.errors import DatabaseTrouble
from companion.i18n import Text, message
from companion.web.machine import database_url, greet, secret_key
from companion.web.security.proxy import THIS_MACHINE, is_this_machine_alone
from companion.web.serving.background import background

if TYPE_CHECKING:
    from companion.web.serving.asgi import AsgiApp
if sys.platform == "win32":
    from asyncio import ProactorEventLoop as EventLoop
else:
    from asyncio import SelectorEventLoop as EventLoop

_HIGHEST_PORT = 65_535
#: Seconds: longer than Caddy (120) or nginx (60) keep a connection that rests, so that none is
#: closed here while a tap is on its way to it.
_KEPT_FOR_A_PROXY = 130
#: Seconds: from one tap to the next.
_KEPT_FOR_A_PHONE = 15
#: Seconds that requests have left when the server stops, and a worker to say that it is alive.
_FOR_STOPPING = 30
_FOR_A_SIGN_OF_LIFE = 60
#: Seconds: a page makes the figures of the games of a minute, and the background all others.
_PATIENCE = 0.1
#: Bytes that the system holds for a slow reader, and milliseconds after which one that confirms
#: nothing is gone.
_KEPT_BY_THE_SYSTEM = 256 * 1024
_UNCONFIRMED = 20_000


class Setup(NamedTuple):
    """How tables are to be served."""

    host: str = "0.0.0.0"
    port: int = 8000
    workers: int = 1
    #: In each worker, for requests; listening phones hold none.
    threads: int = 64
    is_behind_proxy: bool = False
    #: The address of that proxy; empty for this machine.
    proxies: tuple[str, ...] = ()
    #: The address for people, if it differs from the one in their request.
    public_url: str = ""
    logs_requests: bool = False
    #: The folder made by `companion offline`, served at /pocket/.
    pocket: str = ""
    shows_qr: bool = True


def serve(setup: Setup) -> int:
    """Migrate the database, then listen until stopped; returns the exit status."""
    if problem := _problem(setup):
        return _refused(problem)
    try:
        door = _bound(setup.host, setup.port)
    except OSError as error:
        return _refused(_why_not_there(setup.host, setup.port, error))
    settings = _settings(setup)
    try:
        # Once, before any worker could try it too.
        database = Database(settings["DATABASE_URL"])
        database.migrate()
        database.close()
    except DatabaseTrouble as trouble:
        return _refused(trouble.message)
    greet(setup.host, setup.port, setup.public_url, shows_qr=setup.shows_qr)
    _open_many_files()
    with background(settings["DATABASE_URL"]):
        Multiprocess(_config(setup, settings), [door]).run()
    if sys.platform != "win32" and (helper := resource_tracker.getfd()) is not None:
        # What Python itself starts beside the workers ends with this.
        os.close(helper)
        os.wait()
    return 0


def _config(setup: Setup, settings: dict[str, Any]) -> Config:
    return Config(
        partial(_app_of_a_worker, settings, setup.threads),
        factory=True,
        interface="asgi3",
        http="companion.web.serving.connection:Connection",
        loop="companion.web.serving.server:FairLoop",
        ws="none",
        lifespan="off",
        workers=setup.workers,
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        # Its warnings quote requests, and a request may hold a secret.
        log_level="error",
        timeout_keep_alive=_KEPT_FOR_A_PROXY if setup.is_behind_proxy else _KEPT_FOR_A_PHONE,
        timeout_graceful_shutdown=_FOR_STOPPING,
        timeout_worker_healthcheck=_FOR_A_SIGN_OF_LIFE,
    )


class FairLoop(EventLoop):
    """A loop that lets one client in at a time, so that other workers have their share."""

    async def create_server(self, *args: Any, backlog: int = 100, **named: Any) -> Any:
        """As any loop does; but asyncio would accept as many at once as may wait."""
        server = await super().create_server(*args, backlog=1, **named)
        named["sock"].listen(backlog)
        return server


def _app_of_a_worker(settings: dict[str, Any], threads: int) -> "AsgiApp":
    from companion.web.app import create_app
    from companion.web.serving.asgi import AsgiApp
    from companion.web.serving.warming import warm_up

    Thread(target=_end_with_parent, daemon=True).start()
    return AsgiApp(warm_up(create_app(settings)), threads, _open_many_files())


def _end_with_parent() -> None:
    if parent := multiprocessing.parent_process():
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _open_many_files() -> float:
    # Each listening phone is an open file. Not every system allows the highest limit that it names;
    # Windows names none.
    try:
        from resource import RLIMIT_NOFILE, getrlimit, setrlimit
    except ImportError:
        return math.inf
    _, most = getrlimit(RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        setrlimit(RLIMIT_NOFILE, (most, most))
    return getrlimit(RLIMIT_NOFILE)[0]


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named, so that asyncio knows it for TCP and sends small answers at once.
    door = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    # Its settings hold for all connections that come through it.
    door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _KEPT_BY_THE_SYSTEM)
    if sys.platform == "linux":
        door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNCONFIRMED)
    if sys.platform != "win32":
        # On that system it would let two servers have one port.
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, port))
    except OSError:
        door.close()
        raise
    return door


def _refused(why: Text | str) -> int:
    print(f"companion: {why}", file=sys.stderr)
    return 1


def _settings(setup: Setup) -> dict[str, Any]:
    """The settings for the app of each worker."""
    host = urlsplit(setup.public_url).hostname
    return {
        "DATABASE_URL": database_url(),
        "SECRET_KEY": secret_key(),
        "WORKERS": setup.workers,
        "PATIENCE": _PATIENCE,
        "IS_BEHIND_PROXY": setup.is_behind_proxy,
        "PROXIES": setup.proxies or THIS_MACHINE,
        "LOGS_REQUESTS": setup.logs_requests,
        "POCKET": os.path.abspath(setup.pocket) if setup.pocket else "",
        "RATELIMIT_ENABLED": os.environ.get("COMPANION_LIMITS") != "off",
        # Monitoring on this machine asks it by these names.
        "TRUSTED_HOSTS": [host, "localhost", "127.0.0.1"] if host else None,
    }


def _problem(setup: Setup) -> Text | None:
    """What is wrong with the options; None if nothing is."""
    if not 1 <= setup.port <= _HIGHEST_PORT:
        return message("serve.no-port", port=setup.port, most=_HIGHEST_PORT)
    if setup.is_behind_proxy and not setup.proxies and not is_this_machine_alone(setup.host):
        return message("serve.proxy-unnamed", host=setup.host)
    public = urlsplit(setup.public_url)
    if setup.public_url and not (public.scheme in ("http", "https") and public.hostname):
        return message("serve.no-public-url", written=setup.public_url)
    if setup.pocket and not os.path.isfile(os.path.join(setup.pocket, "release.js")):
        return message("serve.no-pocket", folder=setup.pocket)
    return None


def _why_not_there(host: str, port: int, error: OSError) -> Text:
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < _HIGHEST_PORT else port - 1
        return message("serve.port-taken", port=port, other=other)
    return message("serve.cannot-listen", host=host, port=port, why=error.strerror)
