"""What all commands share: problems, colours, and wrapped lines."""

import argparse
import os
import sys
from collections.abc import Iterator
from textwrap import wrap
from typing import NamedTuple

from companion.i18n import Text, message


class Problem(Exception):
    """A command can't go on. It ends with exit status 2 and this message on standard error."""


def print_problem(sentence: object) -> None:
    """Print a problem to standard error."""
    print(f"companion: {sentence}", file=sys.stderr)


def reason(error: OSError | UnicodeDecodeError) -> str | Text:
    """Why a file can't be read or written, in a few words."""
    if isinstance(error, UnicodeDecodeError):
        return message("cli.no-utf8", byte=error.start + 1)
    return error.strerror or str(error)


class Ink(NamedTuple):
    """The escape codes of a terminal's colours; `off` ends each."""

    strong: str = ""
    faint: str = ""
    good: str = ""
    bad: str = ""
    off: str = ""

    def bold(self, text: object) -> str:
        """A text in bold."""
        return f"{self.strong}{text}{self.off}"


def wanted_ink() -> Ink:
    """Colours for a terminal, none for a pipe, a file or `NO_COLOR`."""
    if sys.stdout is not None and sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        return Ink("\x1b[1m", "\x1b[2m", "\x1b[32m", "\x1b[31m", "\x1b[0m")
    return Ink()


def wrapped(*texts: object, indent: int = 2, width: int = 92) -> Iterator[str]:
    """Each text, wrapped to lines; a tile such as 6-4 is never split."""
    start = " " * indent
    for text in texts:
        yield from wrap(
            str(text), width, initial_indent=start, subsequent_indent=start, break_on_hyphens=False
        )


def print_link(options: argparse.Namespace, path: str) -> None:
    """Print the address of a path for phones, at the server of these options."""
    from companion.web.machine import address_of, print_qr

    address = address_of(options.host, options.port, options.public_url)
    link = f"{address.rstrip('/')}{path}"
    print(link, flush=True)
    # A script only wants the line.
    if sys.stdout.isatty():
        print_qr(link)
