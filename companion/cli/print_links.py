"""Links as a command prints them: for a script to read, or for a person's phone."""

import argparse
import sys


def print_link(options: argparse.Namespace, path: str) -> None:
    """Print where phones find this path at the server that the options tell of."""
    from companion.web.machine import address_of, print_qr

    address = address_of(options.host, options.port, options.public_url)
    link = f"{address.rstrip('/')}{path}"
    print(link, flush=True)
    # A script reads the line alone; a person has a phone to point at it.
    if sys.stdout.isatty():
        print_qr(link)
