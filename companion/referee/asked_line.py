"""A line of a record that somebody asks about: explained, or refused with the reason."""

from typing import NamedTuple

from companion.record.reading import HeaderLine, read_lines, read_statement
from companion.record.replay import LineRefused, Transcript, laid_by, replay
from companion.referee.book import Book
from companion.referee.explain import explain
from companion.referee.explanation import Explanation, WhyNot
from companion.referee.why_not import why_not, why_unreadable
from companion.rules.game import Game
from companion.rules.layout import Placement


class NothingToExplain(ValueError):
    """The line holds no entry."""


class AskedLine(NamedTuple):
    """A line as it is written, and why it came to what it did or was refused.

    `laid` are the tiles of the hand up to that line, each with its host.
    """

    line: int
    said: str
    laid: tuple[Placement, ...] = ()
    explanation: Explanation | None = None
    why_not: WhyNot | None = None


def ask_about(text: str, line: int) -> AskedLine:
    """Why that line of the record in `text` stands or does not.

    Raises `NothingToExplain` where it holds no entry, or the record stops before it.
    """
    transcript = replay(text)
    said = dict(read_lines(text)).get(line, "")
    if transcript.refused is not None and transcript.refused.line == line:
        return _refused(transcript, transcript.refused, said)
    at = next((at for at, entry in enumerate(transcript.entries) if entry.line == line), None)
    if at is None:
        raise NothingToExplain(_nothing_there(transcript, line))
    assert transcript.header is not None and transcript.start is not None
    entry, before = transcript.entries[at], _game_at(transcript, at)
    explanation = explain(Book.of(transcript.header), before, entry)
    return AskedLine(line, said, laid_by(transcript.entries[: at + 1]), explanation)


def _refused(transcript: Transcript, refused: LineRefused, said: str) -> AskedLine:
    laid = laid_by(transcript.entries)
    refusal = refused.refusal
    if transcript.header is None or transcript.start is None or refusal.code == "syntax":
        return AskedLine(refused.line, said, laid, why_not=why_unreadable(refusal))
    statement = read_statement(said)
    assert not isinstance(statement, HeaderLine)
    game = _game_at(transcript, len(transcript.entries))
    reasons = why_not(Book.of(transcript.header), game, statement, refusal)
    return AskedLine(refused.line, said, laid, why_not=reasons)


def _game_at(transcript: Transcript, at: int) -> Game:
    """The game before the entry of that index."""
    assert transcript.start is not None
    return transcript.entries[at - 1].game if at else transcript.start


def _nothing_there(transcript: Transcript, line: int) -> str:
    refused = transcript.refused
    if refused is not None and refused.line < line:
        return f"line {line} was not read: the record is refused at line {refused.line}"
    return f"line {line} holds no entry"
