"""The story of a record: each time it was changed, what stood there, and who won by it.

What a change was worth is the difference between the scores with it and without it, as the
record stood then. What was switched at the table is told too: it may be why something could
be changed.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.record.header import Header
from companion.record.replay import apply
from companion.record.statements import Statement
from companion.referee.words import describe_points
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.tables.rows import ChangeKind, ChangeRow
from companion.tables.state import OptionsChange, read_options, statement_by_name
from companion.words import Text, message, sentences

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


class Standing(NamedTuple):
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
    without: Standing
    with_it: Standing

    @property
    def gains(self) -> tuple[int, ...]:
        """What each side won by it, in points; below 0 for what it lost."""
        pairs = zip(self.without.scores, self.with_it.scores, strict=True)
        return tuple(after - before for before, after in pairs)


def story(header: Header, changes: Sequence[ChangeRow]) -> tuple[Episode, ...]:
    """Every change besides entering, first to last, told with the players' present names."""
    return tuple(_Teller(header, changes).episodes())


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


class _Teller:
    """One pass over the changes, in which the record is kept as it stood after each.

    It is replayed each time only from where it changed.
    """

    def __init__(self, header: Header, changes: Sequence[ChangeRow]) -> None:
        self.changes = changes
        self.by_seq = {change.seq: change for change in changes}
        self.statements = {
            change.seq: statement_by_name(change.statement, header.players)
            for change in changes
            if change.statement is not None and change.kind not in _BESIDE
        }
        self.start = header.start()
        #: The statements as they stand, each by its place and the number of its change.
        self.order: list[tuple[float, int]] = []
        #: The game after each statement that holds.
        self.games: list[Game] = []

    def episodes(self) -> Iterator[Episode]:
        for change in self.changes:
            kind, kept = change.kind, change.statement or ""
            gone, come = self._exchanged(change)
            without = self._standing()
            self._exchange(gone, come)
            if kind != ChangeKind.ENTERED:
                yield Episode(
                    change,
                    self.statements.get(gone),
                    self.statements.get(come),
                    Renaming.read(kept) if kind == ChangeKind.RENAMED else None,
                    read_options(kept) if kind == ChangeKind.SWITCHED else None,
                    without,
                    self._standing(),
                )

    def _exchanged(self, change: ChangeRow) -> tuple[int, int]:
        """The changes whose statements go and come by a change, if these have one."""
        target = change.target or 0
        if change.kind not in (ChangeKind.UNDONE, ChangeKind.REDONE):
            return target, change.seq
        gone, come = self._exchanged(self.by_seq[target])
        return (come, gone) if change.kind == ChangeKind.UNDONE else (gone, come)

    def _exchange(self, gone: int, come: int) -> None:
        for seq in (gone, come):
            if seq in self.statements:
                spot = (self.by_seq[seq].place, seq)
                at = bisect_left(self.order, spot)
                if seq == come:
                    self.order.insert(at, spot)
                elif self.order[at : at + 1] == [spot]:
                    del self.order[at]
                del self.games[at:]
        game = self.games[-1] if self.games else self.start
        for _, seq in self.order[len(self.games) :]:
            try:
                game = apply(game, self.statements[seq])
            except Refusal:
                return
            self.games.append(game)

    def _standing(self) -> Standing:
        game = self.games[-1] if self.games else self.start
        return Standing(game.scores, game.winner, len(self.games) == len(self.order))
