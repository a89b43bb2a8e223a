"""How large the numbers of a record may be that comes from elsewhere."""

from companion.i18n import message
from companion.record.replay import LineRefused, Transcript
from companion.record.statements import (
    PipsLeft,
    PointsRuled,
    Statement,
    TilesDrawn,
    TileSet,
    read_lines,
)
from companion.rules.errors import Refusal

_MOST = 10**6


class TooLarge(Refusal, code="too-large"):
    """A number that no table needs."""


def too_large() -> TooLarge:
    """The refusal of such a number."""
    return TooLarge(message("import.too-large", most=f"{_MOST:,}"))


def is_too_large(statement: Statement) -> bool:
    """True if a statement holds a number larger than any real game needs."""
    match statement:
        case PointsRuled(_, number) | TileSet(_, _, _, int(number)):
            return abs(number) > _MOST
        case PipsLeft(_, number) | TilesDrawn(_, number):
            return number > _MOST
    return False


def bounded(text: str, transcript: Transcript) -> Transcript:
    """A record replayed from its text, up to the first number that no table needs."""
    for at, entry in enumerate(transcript.entries):
        if is_too_large(entry.statement):
            refused = LineRefused(entry.line, too_large())
            return transcript._replace(entries=transcript.entries[:at], refused=refused)
    if transcript.start is not None and transcript.start.rules.target > _MOST:
        lines = (line for line, read in read_lines(text) if read.startswith(("target", "rule")))
        refused = LineRefused(next(lines, 1), too_large())
        return transcript._replace(header=None, start=None, entries=(), refused=refused)
    return transcript
