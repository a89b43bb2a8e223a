"""The command line. Each command imports what it needs when it runs, so that help comes at once."""

import argparse
import os
import sys
from collections.abc import Sequence

from companion.cli import scoring, serving, storage
from companion.cli.output import reason, tell_problem
from companion.words import message


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    options = parser().parse_args(arguments)
    status: int = options.run(options)
    return status


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    made = argparse.ArgumentParser(
        prog="companion",
        description=str(message("cli.description")),
    )
    commands = made.add_subparsers(
        title=str(message("cli.commands")), required=True, metavar="COMMAND"
    )
    serving.add_commands(commands)
    scoring.add_commands(commands)
    storage.add_commands(commands)
    return made


def _print_safely() -> None:
    """Keep names of any script printable, whatever the terminal's encoding."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _forget_output() -> None:
    """Let nothing more be written, so that leaving is quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def entry_point() -> None:
    """The console script."""
    _print_safely()
    try:
        status = main()
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the pipe has seen enough; that is no error of ours.
        _forget_output()
        status = 0
    except OSError as error:
        tell_problem(message("cli.cannot-write", why=reason(error)))
        _forget_output()
        status = 2
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
