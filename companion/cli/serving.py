"""`companion serve`."""

import argparse
import os
from typing import Any


def add_commands(commands: Any) -> None:
    """Add `serve`."""
    serve = commands.add_parser("serve", help="serve tables to the phones on this network")
    serve.add_argument("--host", default="0.0.0.0", help="address to listen on")
    serve.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")
    serve.add_argument("--local", action="store_true", help="listen on this machine only")
    serve.add_argument("--no-qr", action="store_true", help="print the address without its QR code")
    club = serve.add_argument_group("for a club's server")
    club.add_argument(
        "--workers", type=_some, metavar="N", help="processes that share the work (1)"
    )
    club.add_argument(
        "--threads",
        type=_some,
        metavar="N",
        default=os.environ.get("COMPANION_THREADS") or "64",
        help="threads of each; every phone that watches live holds one (64)",
    )
    club.add_argument(
        "--behind-proxy",
        action="store_true",
        help="believe one reverse proxy about who asks, by which name, and by https",
    )
    club.add_argument("--public-url", default="", metavar="URL", help="answer to this name alone")
    club.add_argument(
        "--log",
        action=argparse.BooleanOptionalAction,
        help="a line a request on standard error (with --workers or --behind-proxy: on)",
    )
    serve.set_defaults(run=_serve)


def _some(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text) <= 1000):
        raise argparse.ArgumentTypeError(f"a number from 1 to 1000, not {text}")
    return int(text)


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
