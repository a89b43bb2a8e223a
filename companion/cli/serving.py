"""`companion serve`."""

import argparse
import os
from typing import Any

from companion.words import message


def add_commands(commands: Any) -> None:
    """Add `serve`."""
    serve = commands.add_parser("serve", help=_help())
    serve.add_argument("--host", default="0.0.0.0", help=_help("host"))
    serve.add_argument("--port", type=int, default=8000, help=_help("port"))
    serve.add_argument("--local", action="store_true", help=_help("local"))
    serve.add_argument("--no-qr", action="store_true", help=_help("no-qr"))
    club = serve.add_argument_group(_help("club"))
    club.add_argument("--workers", type=_count, metavar="N", help=_help("workers"))
    threads = os.environ.get("COMPANION_THREADS") or "64"
    club.add_argument("--threads", type=_count, metavar="N", default=threads, help=_help("threads"))
    club.add_argument("--behind-proxy", action="store_true", help=_help("behind-proxy"))
    club.add_argument("--public-url", default="", metavar="URL", help=_help("public-url"))
    club.add_argument("--log", action=argparse.BooleanOptionalAction, help=_help("log"))
    serve.set_defaults(run=_serve)


def _help(option: str = "") -> str:
    return str(message(f"serve.help.{option}") if option else message("serve.help"))


def _count(written: str) -> int:
    if not (written.isdecimal() and 1 <= int(written) <= 1000):
        raise argparse.ArgumentTypeError(message("serve.no-count", written=written))
    return int(written)


def _serve(options: argparse.Namespace) -> int:
    from companion.web.serving.server import Setup, serve

    is_club = options.workers is not None or options.behind_proxy
    return serve(
        Setup(
            host="127.0.0.1" if options.local else options.host,
            port=options.port,
            workers=options.workers or 1,
            threads=options.threads,
            is_behind_proxy=options.behind_proxy,
            public_url=options.public_url,
            # A kitchen wants a quiet terminal, a club wants to know.
            logs_requests=is_club if options.log is None else options.log,
            shows_qr=not options.no_qr,
        )
    )
