"""The story of a record: each time it was changed, what stood there, and who won by it.

What a change was worth is the difference between the scores with it and without it, as the
record stood then. What was switched at the table is told too: it may be why something could
be changed.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.db.table_models import ChangeKind, ChangeRow
from companion.i18n import Text, message, sentences
from companion.record.header import Header
from companion.record.replay import apply
from companion.record.statements import Statement
from companion.referee.scoring_text import describe_points
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.tables.stored_statements import statement_by_name
from companion.tables.table_options import OptionsChange, read_options

#: Between the old names and the new ones; no name contains it.
_BECAME = ": "
#: The changes that make no line of the record another one.
_BESIDE = (ChangeKind.RENAMED, ChangeKind.SWITCHED)


class Renaming(NamedTuple):
    """The players' names before and after; the old ones are not known of an early table."""

    before: tuple[str, ...] | None
    after: tuple[str, ...]

    def __str__(self) -> str:
        """The renaming as a change keeps it: `Ana, Ben: Ann, Ben`."""
        return _BECAME.join(", ".join(names) for names in (self.before, self.after) if names)

    @classmethod
    def read(cls, kept: str) -> "Renaming":
        """The renaming that a change keeps."""
        *before, after = (tuple(names.split(", ")) for names in kept.split(_BECAME))
        return cls(before[0] if before else None, after)


class RecordSnapshot(NamedTuple):
    """How the record stood: the scores, who had won, and whether every entry held."""

    scores: tuple[int, ...]
    winner: int | None
    holds: bool


class Episode(NamedTuple):
    """One change that was more than entering the next line."""

    change: ChangeRow
    #: What stood there, and what stands there after it; None for nothing.
    before: Statement | None
    after: Statement | None
    renaming: Renaming | None
    options_change: OptionsChange | None
    without: RecordSnapshot
    with_it: RecordSnapshot

    @property
    def gains(self) -> tuple[int, ...]:
        """What each side won by it, in points; below 0 for what it lost."""
        pairs = zip(self.without.scores, self.with_it.scores, strict=True)
        return tuple(after - before for before, after in pairs)


def story(header: Header, changes: Sequence[ChangeRow]) -> tuple[Episode, ...]:
    """Every change besides entering, first to last, told with the players' present names."""
    told = Story(header, changes)
    return told.episodes(told.changed)


def describe_gains(header: Header, episode: Episode) -> Text:
    """Who won by a change and how much, in sentences."""
    gains = [*_describe_gains(header, episode)]
    return sentences(*gains) if gains else message("history.no-score")


def _describe_gains(header: Header, episode: Episode) -> Iterator[Text]:
    names, without, with_it = header.seating.side_names, episode.without, episode.with_it
    for name, points in zip(names, episode.gains, strict=True):
        if points:
            amount = describe_points(header.rules, abs(points))
            way = "gained" if points > 0 else "lost"
            yield message(f"history.{way}", name=name, points=amount)
    if without.winner != with_it.winner:
        if without.winner is not None:
            yield message("history.not-won", name=names[without.winner])
        if with_it.winner is not None:
            yield message("history.won", name=names[with_it.winner])
    if without.holds and not with_it.holds:
        yield message("history.no-longer-holds")
    if not without.holds and with_it.holds:
        yield message("history.holds-again")


class Story:
    """The changes of a record besides entering, each told when it is asked for.

    What one was worth takes a replay from where it changed the record; so only those that are
    looked at are replayed, and `costs` says beforehand how many entries each takes.
    """

    def __init__(self, header: Header, changes: Sequence[ChangeRow]) -> None:
        self._changes = changes
        self._by_seq = {change.seq: change for change in changes}
        self._statements = {
            change.seq: statement_by_name(change.statement, header.players)
            for change in changes
            if change.statement is not None and change.kind not in _BESIDE
        }
        self._header = header
        #: Every change besides entering, first to last.
        self.changed = [each for each in changes if each.kind != ChangeKind.ENTERED]

    def before_and_after(self, change: ChangeRow) -> tuple[Statement | None, Statement | None]:
        """What stood there before a change and what stands there after it; None for nothing."""
        gone, come = self._exchanged(change)
        return self._statements.get(gone), self._statements.get(come)

    @property
    def costs(self) -> list[int]:
        """For each change besides entering the entries that are replayed to tell its worth."""
        record, found = _Record(self._by_seq, self._statements, self._header.start()), []
        for change in self._changes:
            behind = record.exchange(*self._exchanged(change))
            if change.kind != ChangeKind.ENTERED:
                found.append(behind)
        return found

    def episodes(self, told: Iterable[ChangeRow]) -> tuple[Episode, ...]:
        """The episodes of these changes, first to last."""
        seqs = {change.seq for change in told}
        record, found = _Record(self._by_seq, self._statements, self._header.start()), []
        # Nobody asks how the record stood after the last of them.
        last = max(seqs, default=0)
        for change in self._changes:
            if change.seq > last:
                break
            if change.seq not in seqs:
                record.exchange(*self._exchanged(change))
                continue
            without = record.standing
            record.exchange(*self._exchanged(change))
            found.append(self._episode(change, without, record.standing))
        return tuple(found)

    def _episode(
        self, change: ChangeRow, without: RecordSnapshot, with_it: RecordSnapshot
    ) -> Episode:
        kind, kept = change.kind, change.statement or ""
        return Episode(
            change,
            *self.before_and_after(change),
            Renaming.read(kept) if kind == ChangeKind.RENAMED else None,
            read_options(kept) if kind == ChangeKind.SWITCHED else None,
            without,
            with_it,
        )

    def _exchanged(self, change: ChangeRow) -> tuple[int, int]:
        """The changes whose statements go and come by a change, if these have one."""
        turns = 0
        # A change that is taken back and made again a thousand times is still that change.
        while change.kind in (ChangeKind.UNDONE, ChangeKind.REDONE):
            turns += change.kind == ChangeKind.UNDONE
            change = self._by_seq[change.target or 0]
        gone, come = change.target or 0, change.seq
        return (come, gone) if turns % 2 else (gone, come)


class _Record:
    """The record as it stood after some of its changes; replayed only where it is asked for."""

    def __init__(
        self, by_seq: Mapping[int, ChangeRow], statements: Mapping[int, Statement], start: Game
    ) -> None:
        self._by_seq = by_seq
        self._statements = statements
        self._start = start
        #: The statements as they stand, each by its place and the number of its change.
        self._order: list[tuple[float, int]] = []
        #: The game after each of the first statements, as far as it was asked for.
        self._games: list[Game] = []

    def exchange(self, gone: int, come: int) -> int:
        """Take one statement out and put another one in; returns how many stand from there on."""
        behind = 0
        for seq in (gone, come):
            if seq in self._statements:
                spot = (self._by_seq[seq].place, seq)
                at = bisect_left(self._order, spot)
                if seq == come:
                    self._order.insert(at, spot)
                elif self._order[at : at + 1] == [spot]:
                    del self._order[at]
                del self._games[at:]
                behind = max(behind, len(self._order) - at)
        return behind

    @property
    def standing(self) -> RecordSnapshot:
        """How the record stands."""
        game = self._games[-1] if self._games else self._start
        for _, seq in self._order[len(self._games) :]:
            try:
                game = apply(game, self._statements[seq])
            except Refusal:
                break
            self._games.append(game)
        return RecordSnapshot(game.scores, game.winner, len(self._games) == len(self._order))
