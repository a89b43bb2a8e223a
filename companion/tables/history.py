"""The story of a record: each time it was changed, what stood there, and who won by it.

Beside that, what was switched at the table: it may be why something could be changed.

Computed from the changes alone, for whoever asks. What a change was worth is the
difference between the scores with it and without it, as the record stood then.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from companion.record.header import Header
from companion.record.replay import apply
from companion.record.statements import Statement
from companion.referee.words import describe_points
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.tables.options import OptionsChange
from companion.tables.rows import ChangeKind, ChangeRow
from companion.tables.state import statement_by_name
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

    seq: int
    at: datetime
    kind: ChangeKind
    device: str
    #: The change that it corrects, deletes, takes back or makes again.
    target: int | None
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
    gains = [*_gains(header, episode)]
    return sentences(*gains) if gains else message("history.no-score")


def _gains(header: Header, episode: Episode) -> Iterator[Text]:
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
    """One pass over the changes, in which the record is kept as it stood after each."""

    def __init__(self, header: Header, changes: Sequence[ChangeRow]) -> None:
        self.changes = changes
        self.by_seq = {change.seq: change for change in changes}
        self.statements = {
            change.seq: statement_by_name(change.statement, header.players)
            for change in changes
            if change.statement is not None and change.kind not in _BESIDE
        }
        self.record = _Record(header.start())

    def episodes(self) -> Iterator[Episode]:
        for change in self.changes:
            kind = ChangeKind(change.kind)
            without = self.record.standing
            if kind in (ChangeKind.UNDONE, ChangeKind.REDONE):
                self._turn(self._target(change), is_undone=kind is ChangeKind.UNDONE)
            elif kind not in _BESIDE:
                self._turn(change, is_undone=False)
            if kind is not ChangeKind.ENTERED:
                yield self._episode(change, without)

    def _target(self, change: ChangeRow) -> ChangeRow:
        assert change.target is not None
        return self.by_seq[change.target]

    def _turn(self, done: ChangeRow, *, is_undone: bool) -> None:
        """Make a change, or take it back: a statement goes, a statement comes."""
        gone, come = (done.seq, done.target) if is_undone else (done.target, done.seq)
        if gone in self.statements:
            self.record.take_out(self.by_seq[gone].place, gone)
        if come in self.statements:
            self.record.put_in(self.by_seq[come].place, come, self.statements[come])
        self.record.replay()

    def _episode(self, change: ChangeRow, without: Standing) -> Episode:
        kind, kept = ChangeKind(change.kind), change.statement or ""
        return Episode(
            change.seq,
            change.at,
            kind,
            change.device,
            change.target,
            *self._effect(change),
            Renaming.read(kept) if kind is ChangeKind.RENAMED else None,
            OptionsChange.read(kept) if kind is ChangeKind.SWITCHED else None,
            without,
            self.record.standing,
        )

    def _effect(self, change: ChangeRow) -> tuple[Statement | None, Statement | None]:
        """What stood where the change was made, and what stands there after it."""
        match ChangeKind(change.kind):
            case ChangeKind.UNDONE:
                before, after = self._effect(self._target(change))
                return after, before
            case ChangeKind.REDONE:
                return self._effect(self._target(change))
        target = None if change.target is None else self.statements.get(change.target)
        return target, self.statements.get(change.seq)


class _Record:
    """The statements as they stand, replayed each time only from where they changed."""

    def __init__(self, start: Game) -> None:
        self.start = start
        #: By place, then by the number of the change.
        self.order: list[tuple[float, int, Statement]] = []
        #: The game after each statement that holds.
        self.games: list[Game] = []

    def take_out(self, place: float, seq: int) -> None:
        at = bisect_left(self.order, (place, seq), key=_where)
        if at < len(self.order) and _where(self.order[at]) == (place, seq):
            del self.order[at]
            del self.games[at:]

    def put_in(self, place: float, seq: int, statement: Statement) -> None:
        at = bisect_left(self.order, (place, seq), key=_where)
        self.order.insert(at, (place, seq, statement))
        del self.games[at:]

    def replay(self) -> None:
        game = self.games[-1] if self.games else self.start
        for _, _, statement in self.order[len(self.games) :]:
            try:
                game = apply(game, statement)
            except Refusal:
                return
            self.games.append(game)

    @property
    def standing(self) -> Standing:
        game = self.games[-1] if self.games else self.start
        return Standing(game.scores, game.winner, len(self.games) == len(self.order))


def _where(placed: tuple[float, int, Statement]) -> tuple[float, int]:
    return placed[:2]
