"""The library for other programs: a record, replayed once, and the referee's answers."""

from collections.abc import Iterable
from functools import cached_property

from companion.i18n import message
from companion.record.replay import cut_into_hands, laid_by, replay
from companion.record.statements import read_entry, read_lines
from companion.referee.compare.comparison import Comparison, compare
from companion.referee.compare.rules_comparison import under
from companion.referee.count_reasons import Count
from companion.referee.explain.why_and_what_if import why, why_not, why_not_read
from companion.referee.proof.prover import prove
from companion.referee.proof.renege import Finding, findings
from companion.referee.proof.tile_audit import audit
from companion.referee.proof.tile_locations import TileLocations
from companion.referee.rule_book import Book
from companion.referee.ruling import Ruling
from companion.referee.verdict_json import VerdictJson, verdict_of_record
from companion.rules.errors import Refusal
from companion.rules.game import Game


class NothingToExplain(LookupError):
    """The line has no entry, or the record stops before it; its argument says which."""


class Record:
    """A game record, replayed up to the first line that is refused."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.transcript = replay(text)

    @property
    def game(self) -> Game | None:
        """The game after the last line before a refusal; None if the header is refused."""
        return self.transcript.game

    @property
    def refusal(self) -> Refusal | None:
        """Why the record stops before its end, if it does."""
        refused = self.transcript.refused
        return refused.refusal if refused else None

    @cached_property
    def findings(self) -> list[Finding]:
        """What passes and draws prove: at most one finding for each hand."""
        return findings(self.transcript.entries)

    def count(self, line: int) -> Count | None:
        """The count after a line, None if it played no tile; raises `NothingToExplain`."""
        return self.why(line).count

    def written(self, line: int) -> str:
        """A line as it is written, without its comment; may be empty."""
        return dict(read_lines(self.text)).get(line, "")

    def why(self, line: int) -> Ruling:
        """Why a line is allowed or refused; raises `NothingToExplain`."""
        record, refused = self.transcript, self.transcript.refused
        at = next((at for at, entry in enumerate(record.entries) if entry.line == line), None)
        if at is not None:
            before = record.entries[at - 1].game if at else record.start
            assert record.header is not None and before is not None
            laid = laid_by(record.entries[: at + 1])
            return why(Book.of(record.header), before, record.entries[at], laid)
        if refused is None or line < refused.line:
            raise NothingToExplain(message("cli.no-entry", line=line))
        if line > refused.line:
            raise NothingToExplain(message("cli.line-not-read", line=line, refused=refused.line))
        return self._why_not(refused.refusal, self.written(line))

    def under(self, game: str | None = None, rules: Iterable[tuple[str, str]] = ()) -> Ruling:
        """The same plays under another game or other house rules; raises what `compare` does."""
        return under(self.compare(game, rules), self.transcript.refused)

    def compare(self, game: str | None, rules: Iterable[tuple[str, str]] = ()) -> Comparison:
        """The record under both rules; raises what `Header.under` does, or its own refusal."""
        header = self.transcript.header
        if header is None:
            assert self.refusal is not None
            raise self.refusal
        return compare(header, self.transcript.entries, header.under(game, rules))

    def proofs(self) -> list[Ruling]:
        """A proof of each finding, line by line."""
        header = self.transcript.header
        if header is None:
            return []
        book, entries = Book.of(header), self.transcript.entries
        return [prove(book, entries, finding) for finding in self.findings]

    def audit(self) -> Ruling | None:
        """The places of the 28 tiles of the last hand; None before the first lead."""
        hand = self.game.hand if self.game else None
        if hand is None:
            return None
        entries = self.transcript.entries
        last = entries[cut_into_hands(entries)[-1].start :]
        return audit(hand, laid_by(entries), TileLocations(last))

    def verdict(self) -> VerdictJson:
        """Every line with its verdict: the object that `companion score --json` prints."""
        return verdict_of_record(self.transcript, self.findings)

    def _why_not(self, refusal: Refusal, written: str) -> Ruling:
        header, game, laid = self.transcript.header, self.game, laid_by(self.transcript.entries)
        if header is None or game is None or refusal.code in ("syntax", "unknown-player"):
            return why_not_read(refusal, game.hand if game else None, laid)
        statement = read_entry(written, game.seating)
        return why_not(Book.of(header), game, statement, refusal, laid)
