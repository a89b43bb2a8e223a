"""What the page of a record brought in shows, as ready values: the text, and where it stops."""

import json
from dataclasses import dataclass
from functools import cached_property

from companion.record.reading import read_lines
from companion.record.replay import Entry, LineRefused, Transcript, replay
from companion.record.statements import PointsRuled, TileSet
from companion.rules.errors import Refusal

#: A long season at one table has some two thousand entries.
MOST_LINES = 20_000
_MOST = 10**6
_LONGEST_SHOWN = 120


class NoRecord(Refusal):
    """What was brought is no record at all."""

    code = "no-record"


class TooLarge(Refusal):
    """A number that no table needs."""

    code = "too-large"


def text_brought(data: bytes) -> str:
    """The record in a file: text, or the JSON that a table was saved as; raises `NoRecord`."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NoRecord("That file is no text, so it holds no record.") from None
    return text_of_record(text)


def text_of_record(said: str) -> str:
    """The record in what was pasted, also where that is JSON; raises `NoRecord`."""
    text = _in_json(said) if said.lstrip().startswith("{") else said
    if "\0" in text or not _is_writable(text):
        raise NoRecord("There are characters in it that no text has, so it is no record.")
    if not text.strip():
        raise NoRecord("There is nothing in it. Paste a record, or choose its file.")
    if sum(1 for _ in read_lines(text)) > MOST_LINES:
        raise NoRecord(f"A record of more than {MOST_LINES:,} lines is more than a table takes.")
    return text


def _in_json(said: str) -> str:
    try:
        told = json.loads(said)
    except (ValueError, RecursionError):
        raise NoRecord("That looks like JSON, but it cannot be read.") from None
    record = told.get("record") if isinstance(told, dict) else None
    if not isinstance(record, str):
        raise NoRecord('That JSON has no "record", so there is no game in it to replay.')
    return record


def _is_writable(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


@dataclass(frozen=True)
class BringInPage:
    """A record that somebody brings, replayed as far as it holds."""

    text: str = ""
    #: What is wrong with it as a whole.
    problem: str = ""

    @cached_property
    def transcript(self) -> Transcript:
        """The record replayed; numbers that no table needs are refused as well."""
        told = replay(self.text)
        for at, entry in enumerate(told.entries):
            if _is_too_large(entry):
                refused = LineRefused(entry.line, _TOO_LARGE)
                return told._replace(entries=told.entries[:at], refused=refused)
        if told.start is not None and told.start.rules.target > _MOST:
            return told._replace(header=None, start=None, entries=(), refused=_target(self.text))
        return told

    @property
    def refused(self) -> LineRefused | None:
        """The first line that does not hold."""
        return self.transcript.refused

    @property
    def refused_line(self) -> str:
        """That line as it was written."""
        if self.refused is None:
            return ""
        lines = self.text.split("\n")
        line = lines[self.refused.line - 1].strip() if self.refused.line <= len(lines) else ""
        return line if len(line) <= _LONGEST_SHOWN else f"{line[:_LONGEST_SHOWN]}…"

    @property
    def held(self) -> int:
        """How many entries hold before that line."""
        return len(self.transcript.entries)

    @property
    def can_be_opened(self) -> bool:
        """Whether what holds is enough for a table: the header at least."""
        return bool(self.text) and not self.problem and self.transcript.start is not None


def _is_too_large(entry: Entry) -> bool:
    match entry.statement:
        case PointsRuled(_, points):
            return abs(points) > _MOST
        case TileSet(_, _, _, claim):
            return claim is not None and claim > _MOST
    return False


_TOO_LARGE = TooLarge(f"A number past {_MOST:,} is more than a table needs.")


def _target(text: str) -> LineRefused:
    """The line that tells a target that no table needs."""
    lines = (line for line, said in read_lines(text) if said.startswith(("target", "rule")))
    return LineRefused(next(lines, 1), _TOO_LARGE)
