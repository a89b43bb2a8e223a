"""Whatever is entered, undone, redone and corrected: the desk agrees with a plain replay."""

from random import Random
from typing import NamedTuple

from hypothesis import given
from random_play import honest_game, seeds

from companion.db.table_models import ChangeKind
from companion.record.header import Header, read_header
from companion.record.replay import Entry, LineRefused, follow
from companion.record.statements import HandLed, Statement, TileSet
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.tables.amendments import Amendment
from companion.tables.errors import NothingToUndo, RecordBroken
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_service import TableService
from companion.tables.table_state import Start, TableState
from tests.tables.scribe import amend, log, said, seen
from tests.thorough import examples

Line = tuple[int, Statement]


class Done(NamedTuple):
    """A change, and the lines before and after it."""

    told: tuple[int, ChangeKind, str | None]
    before: tuple[Line, ...]
    after: tuple[Line, ...]


class Paper:
    """The record kept as people would on paper: a list of lines, and copies of older lists."""

    def __init__(self, header: Header) -> None:
        self.start = header.start()
        self.version = 0
        self.lines: tuple[Line, ...] = ()
        self.done: list[Done] = []
        self.undone: list[Done] = []

    @property
    def followed(self) -> tuple[tuple[Entry, ...], LineRefused | None]:
        return follow(self.start, self.lines)

    @property
    def game(self) -> Game:
        entries, _ = self.followed
        return entries[-1].game if entries else self.start

    def enter(self, statement: Statement) -> None:
        entries, refused = self.followed
        if refused is not None:
            raise RecordBroken("Mend first.")
        (entry,), refused = _tried(entries, self.start, statement)
        if refused is not None:
            raise refused
        hand = entry.game.hand
        if isinstance(statement, TileSet) and hand is not None and hand.play is not None:
            statement = statement._replace(host=hand.play.host)
        new = self.version + 1
        self._do(ChangeKind.ENTERED, statement, (*self.lines, (new, statement)))

    def correct(self, seq: int, statement: Statement) -> None:
        at = self._at(seq)
        self._put(ChangeKind.CORRECTED, statement, at, at + 1)

    def insert(self, seq: int, statement: Statement) -> None:
        at = self._at(seq)
        self._put(ChangeKind.INSERTED, statement, at, at)

    def delete(self, seq: int) -> None:
        at = self._at(seq)
        self._do(ChangeKind.DELETED, None, self.lines[:at] + self.lines[at + 1 :])

    def undo(self) -> None:
        if not self.done:
            raise NothingToUndo("Nothing.")
        change = self.done.pop()
        self.undone.append(change)
        self.lines = change.before
        self.version += 1

    def redo(self) -> None:
        if not self.undone:
            raise NothingToUndo("Nothing.")
        change = self.undone.pop()
        self.done.append(change)
        self.lines = change.after
        self.version += 1

    def _at(self, seq: int) -> int:
        return [number for number, _ in self.lines].index(seq)

    def _put(self, kind: ChangeKind, statement: Statement, start: int, end: int) -> None:
        new = self.version + 1
        lines = (*self.lines[:start], (new, statement), *self.lines[end:])
        _, refused = follow(self.start, lines)
        if refused is not None and refused.line == new:
            raise refused.refusal
        self._do(kind, statement, lines)

    def _do(self, kind: ChangeKind, statement: Statement | None, lines: tuple[Line, ...]) -> None:
        self.version += 1
        told = (self.version, kind, None if statement is None else str(statement))
        self.done.append(Done(told, self.lines, lines))
        self.undone.clear()
        self.lines = lines


def _tried(
    entries: tuple[Entry, ...], start: Game, statement: Statement
) -> tuple[tuple[Entry, ...], Refusal | None]:
    game = entries[-1].game if entries else start
    tried, refused = follow(game, [(0, statement)])
    if refused is not None:
        return (Entry(0, statement, game),), refused.refusal
    return tried, None


_AMENDS = {
    "correct": ChangeKind.CORRECTED,
    "insert": ChangeKind.INSERTED,
    "delete": ChangeKind.DELETED,
}


class Somebody:
    """Changes a table at random, and keeps the same record on paper."""

    def __init__(self, table_service: TableService, seed: int) -> None:
        self.random = Random(seed)
        # Three hands and few tiles: so ends of hands and games are met often.
        played = honest_game(seed, hands=3)
        header = read_header(played.header)
        self.script = [moment.statement for moment in played.moments]
        sides = header.seating.side_names
        self.pool: list[Statement] = [
            *self.script,
            *(HandLed(name) for name in header.players),
            *(said(f"ruling: {side} {points}") for side in sides for points in ("+3", "-5", "+60")),
        ]
        self.table_service = table_service
        self.paper = Paper(header)
        self.table_id = table_service.open(header)

    def act(self) -> None:
        """One change, made or refused alike at the desk and on paper."""
        before = (
            seen(self.table_service.look(self.table_id)),
            log(self.table_service, self.table_id),
        )
        name, *arguments = self._wish()
        stamp = RequestStamp(self.paper.version, f"{self.random.random()}")
        expected = _refusal(getattr(self.paper, name), *arguments)
        if name in _AMENDS:
            asked = Amendment(_AMENDS[name], *arguments)
            told = _refusal(amend, self.table_service, self.table_id, asked, stamp)
        else:
            use = getattr(self.table_service, name)
            told = _refusal(use, self.table_id, *arguments, stamp)
        assert told == expected, (name, arguments)
        if told is not None:
            assert (
                seen(self.table_service.look(self.table_id)),
                log(self.table_service, self.table_id),
            ) == before

    def _wish(self) -> tuple[object, ...]:
        wish = self.random.random()
        lines = self.paper.lines
        if wish < 0.5 or not lines:
            return ("enter", self._next())
        if wish < 0.65:
            return ("undo",)
        if wish < 0.75:
            return ("redo",)
        seq, statement = self.random.choice(lines)
        if wish < 0.85:
            return ("correct", seq, self._other(statement))
        if wish < 0.93:
            return ("insert", seq, self._other(statement))
        return ("delete", seq)

    def _next(self) -> Statement:
        """Mostly what the script says next, where that is."""
        count = len(self.paper.lines)
        if count < len(self.script) and self.random.random() < 0.9:
            return self.script[count]
        return self.random.choice(self.pool)

    def _other(self, statement: Statement) -> Statement:
        """Mostly a statement of the same kind, so that it has a chance to hold."""
        alike = [other for other in self.pool if type(other) is type(statement)]
        return self.random.choice(alike if alike and self.random.random() < 0.7 else self.pool)

    def compare(self) -> None:
        """The cached table, the table afresh and the whole record agree with the paper."""
        cached = self.table_service.look(self.table_id)
        fresh = TableService(self.table_service.database)
        assert seen(fresh.look(self.table_id)) == seen(cached)
        assert log(fresh, self.table_id) == log(self.table_service, self.table_id)
        self._compare_sitting(cached)
        self._compare_record(fresh)

    def _compare_sitting(self, state: TableState) -> None:
        entries, refused = self.paper.followed
        assert state.version == self.paper.version
        assert state.game == self.paper.game
        assert _told(state.refused) == _told(refused)
        leads = [at for at, entry in enumerate(entries) if isinstance(entry.statement, HandLed)]
        assert state.hand_number == len(leads)
        assert state.entries == entries[leads[-1] if leads else 0 :]
        now = Start(self.paper.start, self.paper.start.scores)
        for entry in entries:
            now = now.after(entry.game)
        assert state.now.backs == now.backs
        done, undone = self.paper.done, self.paper.undone
        assert _change(state.undo) == (done[-1].told if done else None)
        assert _change(state.redo) == (undone[-1].told if undone else None)

    def _compare_record(self, table_service: TableService) -> None:
        written = table_service.read(self.table_id)
        entries, refused = self.paper.followed
        assert written.entries == entries
        assert _told(written.refused) == _told(refused)
        assert written.unheard == self.paper.lines[len(entries) :]


def _refusal(use, *arguments: object) -> tuple[type[Refusal], object] | None:  # type: ignore[no-untyped-def]
    try:
        use(*arguments)
    except (RecordBroken, NothingToUndo) as refusal:
        return type(refusal), refusal.code
    except Refusal as refusal:
        return type(refusal), refusal.message
    return None


def _told(refused: LineRefused | None) -> tuple[int, object] | None:
    return None if refused is None else (refused.line, refused.refusal.message)


def _change(change) -> tuple[int, ChangeKind, str | None] | None:  # type: ignore[no-untyped-def]
    if change is None:
        return None
    return change.seq, change.kind, None if change.statement is None else str(change.statement)


@given(seed=seeds)
@examples(25)
def test_after_any_changes_the_desk_agrees_with_a_replay(
    table_service: TableService, seed: int
) -> None:
    somebody = Somebody(table_service, seed)
    for _ in range(35):
        somebody.act()
        somebody.compare()


@given(seed=seeds)
@examples(10)
def test_all_changes_are_taken_back_to_an_empty_table_and_made_again(
    table_service: TableService, seed: int
) -> None:
    somebody = Somebody(table_service, seed)
    for _ in range(25):
        somebody.act()
    lines = somebody.paper.lines
    steps = 0
    while somebody.paper.done:
        somebody.paper.undo()
        table_service.undo(
            somebody.table_id, RequestStamp(somebody.paper.version - 1, f"undo {steps}")
        )
        somebody.compare()
        steps += 1
    assert somebody.paper.lines == ()
    for step in range(steps):
        somebody.paper.redo()
        table_service.redo(
            somebody.table_id, RequestStamp(somebody.paper.version - 1, f"redo {step}")
        )
    somebody.compare()
    assert somebody.paper.lines == lines
