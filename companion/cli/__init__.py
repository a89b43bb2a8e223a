"""The command line; commands import what they need when they run, so that help is quick."""

import os
import sys
from collections.abc import Sequence
from pkgutil import resolve_name

from companion.cli.arguments import parser
from companion.cli.terminal import Problem, print_problem, reason
from companion.i18n import ENGLISH, Catalogue, message, speaking


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    options = parser().parse_args(arguments)
    try:
        return resolve_name(f"companion.cli.{options.run}")(options) or 0
    except Problem as problem:
        print_problem(problem)
        return 2


def entry_point() -> None:
    """The console script, in the language of `COMPANION_LANGUAGE`."""
    # Names of any script stay printable, whatever the terminal's encoding.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    language = os.environ.get("COMPANION_LANGUAGE") or ENGLISH
    try:
        catalogue = Catalogue.read(language)
    except FileNotFoundError:
        print_problem(message("cli.no-language", language=language))
        sys.exit(2)
    with speaking(catalogue):
        sys.exit(_status())


def _status() -> int:
    try:
        status = main()
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the pipe, such as `head`, has seen enough.
        _forget_output()
        return 0
    except OSError as error:
        print_problem(message("cli.cannot-write", why=reason(error)))
        _forget_output()
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def _forget_output() -> None:
    """Discard further output, so that Python does not complain when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
