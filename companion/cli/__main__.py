"""`python -m companion.cli` is `companion`."""

from companion.cli import entry_point

if __name__ == "__main__":
    entry_point()
