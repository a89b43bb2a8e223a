"""`python -m companion.cli` is `companion`."""

from companion.cli import entry_point

entry_point()
