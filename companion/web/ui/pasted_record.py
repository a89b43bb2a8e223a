"""A record that someone brings: its text, replayed as far as it fits."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from companion.i18n import Text, message
from companion.record.number_bounds import bounded
from companion.record.record_link import PackedTable, unpack
from companion.record.replay import Transcript, replay
from companion.rules.errors import Refusal
from companion.tables.record_diff import BroughtRecord

_LONGEST_SHOWN = 120
#: A link that carries a table, also within a message; a record has its game.
_LINK = re.compile("#table=([A-Za-z0-9_-]*)")
#: Within its line: blanks that reach over lines would be searched from each of them again.
_GAME = re.compile(r"^[^\S\n]*game[^\S\n]*:", re.MULTILINE | re.IGNORECASE)
#: A day in a comment of a record, or where its JSON has it.
_DAY = re.compile(r'^(?:[^\S\n]*#[^\n]*?|.*"played_on": ")\b(\d{4}-\d\d-\d\d)\b', re.MULTILINE)
#: No record, so nothing is wrong with it.
_NOTHING = replay("")._replace(refused=None)


@dataclass(frozen=True)
class PastedRecord:
    """A record replayed; numbers that no table needs are refused as well."""

    text: str = ""
    transcript: Transcript = _NOTHING
    #: What is wrong with it as a whole.
    problem: Text | None = None
    #: The id of the table where it was first opened; empty where nobody knows.
    origin: str = ""
    #: When it was played, if its file has that.
    at: datetime | None = None

    @classmethod
    def parse(cls, pasted: str) -> Self:
        """What was pasted: a record's text, the JSON that a table was saved as, or its link."""
        link = None if _GAME.search(pasted) else _LINK.search(pasted)
        if link is not None:
            return cls.parse_letters(link[1], pasted)
        found = cls._parse(lambda: PackedTable(_text_of(pasted)), pasted)
        return replace(found, at=_played_at(pasted))

    @classmethod
    def parse_letters(cls, letters: str, pasted: str = "") -> Self:
        """A table that was packed for a link; `pasted` is all that was pasted with it."""
        return cls._parse(lambda: unpack(letters), pasted)

    @classmethod
    def _parse(cls, read: Callable[[], PackedTable], pasted: str) -> Self:
        try:
            text, origin = read()
        except Refusal as refusal:
            return cls(pasted, problem=refusal.message)
        return cls(text, bounded(text, replay(text)), origin=origin)

    @classmethod
    def parse_file(cls, data: bytes, pasted: str = "") -> Self:
        """The same in a file; `pasted` is what stood in the form beside it."""
        try:
            return cls.parse(data.decode("utf-8-sig"))
        except UnicodeDecodeError:
            return cls(pasted, problem=message("import.no-text"))

    @property
    def refused_line(self) -> str:
        """The first line that does not hold, as it was written."""
        if self.transcript.refused is None:
            return ""
        line = self.text.split("\n")[self.transcript.refused.line - 1].strip()
        return line if len(line) <= _LONGEST_SHOWN else f"{line[:_LONGEST_SHOWN]}…"

    @property
    def brought(self) -> BroughtRecord | None:
        """What holds of it; None where that is not enough for a table."""
        found = self.transcript
        if found.header is None or found.start is None:
            return None
        return BroughtRecord(found.header, found.entries, self.origin, self.at)


def _text_of(pasted: str) -> str:
    """The record in what was pasted; raises `Refusal` where there is none."""
    text = _in_json(pasted) if pasted.lstrip().startswith("{") else pasted
    # JSON can hold half a pair of surrogates, which can be written nowhere.
    if "\0" in text or text != text.encode(errors="ignore").decode():
        raise Refusal(message("import.odd-characters"))
    if not text.strip():
        raise Refusal(message("import.nothing"))
    return text


def _played_at(pasted: str) -> datetime | None:
    """A moment of the day that a comment or the saved JSON has, nearly everywhere on Earth."""
    with suppress(ValueError):
        if found := _DAY.search(pasted):
            return datetime.fromisoformat(f"{found[1]}T15:30:00Z")
    return None


def _in_json(pasted: str) -> str:
    try:
        saved = json.loads(pasted)
    except (ValueError, RecursionError):
        raise Refusal(message("import.broken-json")) from None
    record = saved.get("record") if isinstance(saved, dict) else None
    if not isinstance(record, str):
        raise Refusal(message("import.json-without-record"))
    return record
