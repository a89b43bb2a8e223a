"""Replay: a record becomes the game it tells, entry by entry."""

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from companion.record.header import Header, HeaderReader
from companion.record.reading import BadSyntax, HeaderLine, read_lines, read_statement
from companion.record.statements import (
    HandLed,
    PipsLeft,
    PointsRuled,
    Statement,
    TilesDrawn,
    TileSet,
    TilesLeft,
    TurnPassed,
)
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.layout import Placement
from companion.rules.settlement import HandResult
from companion.words import message


class Entry(NamedTuple):
    """An accepted statement, its line, and the game after it."""

    line: int
    statement: Statement
    game: Game

    @property
    def with_host(self) -> Statement:
        """The statement, a tile with the host it was set on also where it could be left out."""
        statement, hand = self.statement, self.game.hand
        if isinstance(statement, TileSet) and hand is not None and hand.play is not None:
            return statement._replace(host=hand.play.host)
        return statement


class LineRefused(NamedTuple):
    """Where a record stops, and why."""

    line: int
    refusal: Refusal


class Transcript(NamedTuple):
    """A record replayed as far as it stands."""

    header: Header | None
    #: The id of the game, if at least that was told rightly.
    game_id: str | None
    #: The game before the first lead; None where the header was refused.
    start: Game | None
    entries: tuple[Entry, ...] = ()
    refused: LineRefused | None = None

    @property
    def game(self) -> Game | None:
        """The game after the last accepted entry."""
        return self.entries[-1].game if self.entries else self.start

    @property
    def results(self) -> tuple[HandResult, ...]:
        """What each finished hand came to."""
        found: list[HandResult] = []
        before: HandResult | None = None
        for entry in self.entries:
            result = entry.game.result
            if result is not None and result is not before:
                found.append(result)
            before = result
        return tuple(found)


def apply(game: Game, statement: Statement) -> Game:
    """The game after one more statement; raises the `Refusal` that it earns."""
    match statement:
        case TileSet(player, tile, host, claim):
            return game.set_tile(game.seating.seat(player), tile, host, claim=claim)
        case TilesDrawn(player, tiles):
            return game.draw(game.seating.seat(player), tiles)
        case TurnPassed(player):
            return game.pass_turn(game.seating.seat(player))
        case TilesLeft(player, left):
            return game.show_left(game.seating.seat(player), left)
        case PipsLeft(player, pips):
            return game.tell_left(game.seating.seat(player), pips)
        case HandLed(player):
            return game.lead(game.seating.seat(player))
        case PointsRuled(side, points):
            return game.rule_points(game.seating.side(side), points)


def follow(
    game: Game, statements: Iterable[tuple[int, Statement]]
) -> tuple[tuple[Entry, ...], LineRefused | None]:
    """A game in progress and what is entered next: the entries up to the first refusal."""
    entries: list[Entry] = []
    for line, statement in statements:
        try:
            game = apply(game, statement)
        except Refusal as refusal:
            return tuple(entries), LineRefused(line, refusal)
        entries.append(Entry(line, statement, game))
    return tuple(entries), None


def replay(text: str) -> Transcript:
    """The record in `text` replayed, up to the first line that is refused."""
    with no_search_for_garbage():
        return _Replay(text).run()


def laid_by(entries: Sequence[Entry]) -> tuple[Placement, ...]:
    """The tiles of the last hand of these entries, in the order set."""
    laid: list[Placement] = []
    for entry in reversed(entries):
        if isinstance(entry.statement, HandLed):
            break
        if isinstance(entry.statement, TileSet):
            assert entry.game.hand is not None and entry.game.hand.play is not None
            laid.append((entry.statement.tile, entry.game.hand.play.host))
    return tuple(reversed(laid))


@contextmanager
def no_search_for_garbage() -> Iterator[None]:
    """While frozen values pile up: they hold no circles, so there is none to be found.

    A long record would otherwise be walked through again and again, and cost more
    for each entry than a short one.
    """
    was_searching = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_searching:
            gc.enable()


class _Replay:
    """One pass over a record."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.reader = HeaderReader()
        self.header: Header | None = None
        self.start: Game | None = None
        self.entries: list[Entry] = []

    def run(self) -> Transcript:
        refused = self._refused_at()
        return Transcript(self.header, self.reader.game, self.start, tuple(self.entries), refused)

    def _refused_at(self) -> LineRefused | None:
        game: Game | None = None
        entries = self.entries
        for line, said in read_lines(self.text):
            try:
                statement = read_statement(said)
                if isinstance(statement, HeaderLine):
                    self._take(line, statement)
                    continue
                if game is None:
                    if refused := self._finish_header():
                        return refused
                    game = self.start
                    assert game is not None
                game = apply(game, statement)
            except Refusal as refusal:
                return LineRefused(line, refusal)
            entries.append(Entry(line, statement, game))
        return None if game else self._finish_header()

    def _take(self, line: int, statement: HeaderLine) -> None:
        if self.header is not None:
            raise BadSyntax(message("refused.header-too-late", word=statement.word))
        self.reader.take(line, statement)

    def _finish_header(self) -> LineRefused | None:
        if missing := self.reader.missing():
            return LineRefused(self._last_line(), missing)
        try:
            self.header = self.reader.header()
            self.start = self.header.start()
        except Refusal as refusal:
            return LineRefused(self.reader.line_of(refusal), refusal)
        return None

    def _last_line(self) -> int:
        return max(1, self.text.count("\n") + (not self.text.endswith("\n")))
