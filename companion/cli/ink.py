"""The colours of a terminal."""

from typing import NamedTuple


class Ink(NamedTuple):
    """What switches each colour on, and off again."""

    strong: str = ""
    faint: str = ""
    good: str = ""
    bad: str = ""
    off: str = ""

    def bold(self, text: object) -> str:
        """A text that stands out."""
        return f"{self.strong}{text}{self.off}"


#: For a pipe or a file: no colours at all.
PLAIN = Ink()
COLOUR = Ink("\x1b[1m", "\x1b[2m", "\x1b[32m", "\x1b[31m", "\x1b[0m")
