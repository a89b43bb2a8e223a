"""What all commands share: problems, colours, and lines that fit a terminal."""

import os
import sys
from collections.abc import Iterator
from textwrap import wrap
from typing import NamedTuple

from companion.i18n import Text, message


class Problem(Exception):
    """A command cannot do what it was asked; told on standard error, with exit status 2."""


def tell_problem(sentence: object) -> None:
    """Say on standard error what is wrong."""
    print(f"companion: {sentence}", file=sys.stderr)


def reason(error: OSError | UnicodeDecodeError) -> str | Text:
    """Why a file cannot be used, in a few words."""
    if isinstance(error, UnicodeDecodeError):
        return message("cli.no-utf8", byte=error.start + 1)
    return error.strerror or str(error)


class Ink(NamedTuple):
    """What switches each colour of a terminal on, and off again."""

    strong: str = ""
    faint: str = ""
    good: str = ""
    bad: str = ""
    off: str = ""

    def bold(self, text: object) -> str:
        """A text that stands out."""
        return f"{self.strong}{text}{self.off}"


def wanted_ink() -> Ink:
    """Colours for a person at a terminal who wants them, none for a pipe or a file."""
    if sys.stdout is not None and sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        return Ink("\x1b[1m", "\x1b[2m", "\x1b[32m", "\x1b[31m", "\x1b[0m")
    return Ink()


def wrapped(*texts: object, indent: int = 2, width: int = 92) -> Iterator[str]:
    """Each text in lines; a tile such as 6-4 stays on one."""
    start = " " * indent
    for text in texts:
        yield from wrap(
            str(text), width, initial_indent=start, subsequent_indent=start, break_on_hyphens=False
        )
