"""Print links, with a QR code for a person's phone."""

import argparse
import sys


def print_link(options: argparse.Namespace, path: str) -> None:
    """Print the address of a path for phones, at the server of these options."""
    from companion.web.machine import address_of, print_qr

    address = address_of(options.host, options.port, options.public_url)
    link = f"{address.rstrip('/')}{path}"
    print(link, flush=True)
    # A script only wants the line.
    if sys.stdout.isatty():
        print_qr(link)
