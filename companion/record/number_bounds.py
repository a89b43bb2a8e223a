"""How large the numbers may be in a record that comes from elsewhere."""

from companion.i18n import message
from companion.record.replay import LineRefused, Transcript
from companion.record.statements import Statement, read_lines
from companion.rules.errors import Refusal

_MOST = 10**6


class TooLarge(Refusal, code="too-large"):
    """A number is larger than any game needs."""

    def __init__(self) -> None:
        super().__init__(message("import.too-large", most=f"{_MOST:,}"))


def is_too_large(statement: Statement) -> bool:
    """True if a statement holds a number larger than any game needs."""
    return any(isinstance(part, int) and abs(part) > _MOST for part in statement)


def bounded(text: str, transcript: Transcript) -> Transcript:
    """A record replayed from its text, up to the first number that is too large."""
    for at, entry in enumerate(transcript.entries):
        if is_too_large(entry.statement):
            refused = LineRefused(entry.line, TooLarge())
            return transcript._replace(entries=transcript.entries[:at], refused=refused)
    if transcript.start is not None and transcript.start.rules.target > _MOST:
        words = ("target", "rule")
        lines = (line for line, written in read_lines(text) if written.casefold().startswith(words))
        refused = LineRefused(next(lines, 1), TooLarge())
        return transcript._replace(header=None, start=None, entries=(), refused=refused)
    return transcript
