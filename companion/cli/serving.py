"""`companion serve`."""

import argparse

from companion.web.serving import server


def serve(options: argparse.Namespace) -> int:
    """Serve the tables until stopped."""
    is_club = options.workers is not None or options.behind_proxy
    return server.serve(
        server.Setup(
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
