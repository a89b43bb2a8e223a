"""What all commands share: how a problem is reported, and whether colours are wanted."""

import os
import sys

from companion.words import Text, message


def tell_problem(sentence: str | Text) -> None:
    """Say on standard error what is wrong."""
    print(f"companion: {sentence}", file=sys.stderr)


def reason(error: OSError | UnicodeDecodeError) -> str | Text:
    """Why a file cannot be used, in a few words."""
    if isinstance(error, UnicodeDecodeError):
        return message("cli.no-utf8", byte=error.start + 1)
    return error.strerror or str(error)


def wants_colour() -> bool:
    """Whether a person at a terminal reads."""
    return sys.stdout is not None and sys.stdout.isatty() and "NO_COLOR" not in os.environ
