"""A record for other programs: replayed once, and the referee answers about it."""

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from companion.record.replay import laid_by, replay
from companion.record.statements import HeaderLine, read_lines, read_statement
from companion.referee.audit import audit
from companion.referee.book import Book
from companion.referee.comparison import Comparison, compare
from companion.referee.count import Count
from companion.referee.prover import proof
from companion.referee.reneges import Finding, findings
from companion.referee.ruling import Ruling
from companion.referee.rulings import why, why_not, why_not_read
from companion.referee.under import under
from companion.referee.verdicts import Verdict, data_of_ruling, verdict_of_record
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.layout import Placement
from companion.words import message


class NothingToExplain(LookupError):
    """The line holds no entry, or the record stops before it; its argument says which."""


class AskedLine(NamedTuple):
    """A line as it is written, and why it came to what it did or was refused.

    `laid` are the tiles of the hand up to that line, each with its host.
    """

    line: int
    written: str
    laid: tuple[Placement, ...]
    ruling: Ruling

    def as_data(self) -> Verdict:
        """What `companion score --json --why LINE` prints."""
        laid = [
            {"tile": str(tile), "on": None if host is None else str(host)}
            for tile, host in self.laid
        ]
        line = {"line": self.line, "said": self.written, "laid": laid}
        return line | data_of_ruling(self.ruling)


class Record:
    """A game record, replayed up to the first line that is refused."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.transcript = replay(text)

    @property
    def game(self) -> Game | None:
        """The game after the last line that stands; None where the header does not."""
        return self.transcript.game

    @property
    def refusal(self) -> Refusal | None:
        """Why the record stops before its end."""
        refused = self.transcript.refused
        return refused.refusal if refused else None

    @cached_property
    def findings(self) -> list[Finding]:
        """What passes and draws prove: at most one finding for each hand."""
        return findings(self.transcript.entries)

    def count(self, line: int) -> Count | None:
        """The count after that line, with the reason for every spot; None where no tile was set.

        Raises `NothingToExplain`.
        """
        return self.why(line).count

    def why(self, line: int) -> Ruling:
        """Why that line stands or does not; raises `NothingToExplain`."""
        return self.ask(line).ruling

    def ask(self, line: int) -> AskedLine:
        """The same with the line as it is written; raises `NothingToExplain`."""
        entries, refused = self.transcript.entries, self.transcript.refused
        written = dict(read_lines(self.text)).get(line, "")
        at = next((at for at, entry in enumerate(entries) if entry.line == line), len(entries))
        laid = laid_by(entries[: at + 1])
        if at < len(entries):
            ruling = self._accepted(at, laid)
        elif refused is None or refused.line > line:
            raise NothingToExplain(message("cli.no-entry", line=line))
        elif refused.line < line:
            raise NothingToExplain(message("cli.line-not-read", line=line, refused=refused.line))
        else:
            ruling = self._refused(refused.refusal, written, laid)
        return AskedLine(line, written, laid, ruling)

    def under(self, game: str | None = None, rules: Iterable[tuple[str, str]] = ()) -> Ruling:
        """The same plays told by another game, or with other house rules.

        Raises `UnknownGame`, `UnknownRule`, or `WrongPlayers` where these people cannot play that.
        """
        return under(self.compare(game, rules), self.transcript.refused)

    def compare(self, game: str | None, rules: Iterable[tuple[str, str]] = ()) -> Comparison:
        """Both tellings side by side; raises what `under` does, or why there is no header."""
        header = self.transcript.header
        if header is None:
            assert self.refusal is not None
            raise self.refusal
        return compare(header, self.transcript.entries, header.under(game, rules))

    def proofs(self) -> list[Ruling]:
        """A proof of each finding, line by line."""
        return [proof(self.transcript.entries, finding) for finding in self.findings]

    def audit(self) -> Ruling | None:
        """Where all 28 tiles of the last hand are; None before the first lead."""
        hand = self.game.hand if self.game else None
        return audit(hand, laid_by(self.transcript.entries)) if hand else None

    def verdict(self) -> Verdict:
        """Every line with its verdict: the object that `companion score --json` prints."""
        return verdict_of_record(self.transcript, self.findings)

    def _accepted(self, at: int, laid: tuple[Placement, ...]) -> Ruling:
        header, start, entries = (
            self.transcript.header,
            self.transcript.start,
            self.transcript.entries,
        )
        assert header is not None and start is not None
        before = entries[at - 1].game if at else start
        return why(Book.of(header), before, entries[at], laid)

    def _refused(self, refusal: Refusal, written: str, laid: tuple[Placement, ...]) -> Ruling:
        header, game = self.transcript.header, self.game
        if header is None or game is None or refusal.code == "syntax":
            return why_not_read(refusal)
        statement = read_statement(written)
        assert not isinstance(statement, HeaderLine)
        return why_not(Book.of(header), game, statement, refusal, laid)
