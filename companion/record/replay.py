"""Replay: from the text of a record to its game, entry by entry."""

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice, pairwise, takewhile
from typing import NamedTuple

from companion.i18n import Text, message
from companion.record import statements
from companion.record.header import Header, HeaderReader
from companion.record.statements import HandLed, Statement, TilesDrawn, TileSet, TurnPassed
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.hand import Hand, Play
from companion.rules.layout import Placement

#: The most statements of a record, header included; a long evening has some 800.
MOST_STATEMENTS = 4_000
#: The most characters, or bytes, of a record.
LARGEST_RECORD = 512 * 1024


class RecordTooLong(Refusal, code="syntax"):
    """A record has more statements than Companion takes."""

    def __init__(self) -> None:
        super().__init__(message("refused.too-long", most=f"{MOST_STATEMENTS:,}"))


class Entry(NamedTuple):
    """An accepted statement, its line, and the game after it."""

    line: int
    statement: Statement
    game: Game

    @property
    def hand(self) -> Hand:
        """The hand after it; every record begins with a lead, so there is one."""
        return self.game.dealt

    @property
    def play(self) -> Play:
        """The tile that this entry played; only for an entry that plays one."""
        return self.hand.last_play

    @property
    def with_host(self) -> Statement:
        """The statement, with the host of its tile even if that was left out."""
        if isinstance(self.statement, statements.TileSet):
            return self.statement._replace(host=self.play.host)
        return self.statement


class LineRefused(NamedTuple):
    """The line that is refused, and why."""

    line: int
    refusal: Refusal


class Transcript(NamedTuple):
    """A record replayed up to the first line that is refused."""

    header: Header | None
    #: The id of the game, if at least that could be read.
    game_id: str | None
    #: The game before the first lead; None if the header was refused.
    start: Game | None = None
    entries: tuple[Entry, ...] = ()
    refused: LineRefused | None = None

    @property
    def game(self) -> Game | None:
        """The game after the last accepted entry."""
        return self.entries[-1].game if self.entries else self.start


def apply(game: Game, statement: Statement) -> Game:
    """The game after one more statement; raises a `Refusal`."""
    match statement:
        case statements.TileSet(player, tile, host, claim):
            return game.set_tile(game.seating.seat(player), tile, host, claim=claim)
        case statements.TilesDrawn(player, tiles):
            return game.draw(game.seating.seat(player), tiles)
        case statements.TurnPassed(player):
            return game.pass_turn(game.seating.seat(player))
        case statements.TilesLeft(player, left) | statements.PipsLeft(player, left):
            return game.show_left(game.seating.seat(player), left)
        case HandLed(player):
            return game.lead(game.seating.seat(player))
        case statements.PointsRuled(side, points):
            return game.rule_points(game.seating.side(side), points)


def follow(
    game: Game, lines: Iterable[tuple[int, Statement | str]]
) -> tuple[tuple[Entry, ...], LineRefused | None]:
    """The entries that follow in a game, read or still as text, up to the first refusal."""
    entries: list[Entry] = []
    for line, entered in lines:
        statement = entered
        try:
            if isinstance(statement, str):
                statement = statements.read_entry(statement, game.seating)
            game = apply(game, statement)
        except Refusal as refusal:
            if statement is not entered:
                refusal.instead = _to_type(game, statement, refusal.code)
            return tuple(entries), LineRefused(line, refusal)
        entries.append(Entry(line, statement, game))
    return tuple(entries), None


def _to_type(game: Game, statement: Statement | str, code: str) -> Text | None:
    """What to type instead of a line that was read and refused, if a line can show it."""
    match code, statement, game.hand:
        case "which-end", TileSet(_, tile), Hand(layout=layout):
            line: Statement = statement._replace(host=layout.choices_for(tile)[0].host)
        case "must-draw", TileSet(player) | TurnPassed(player), _:
            line = TilesDrawn(player, 1)
        case "not-your-turn", TileSet() | TilesDrawn() | TurnPassed(), Hand(turn=int(turn)):
            line = statement._replace(player=game.seating.players[turn])
        case _:
            return None
    return message(f"refused.{code}.type", line=line)


def replay(text: str) -> Transcript:
    """The record in `text` replayed, up to the first line that is refused."""
    with no_search_for_garbage():
        # One more than is allowed shows that there are too many.
        lines = list(islice(statements.read_lines(text), MOST_STATEMENTS + 1))
        reader = HeaderReader()
        header, first_play, line = None, 0, 0
        try:
            for line, written in lines:
                statement = statements.read_statement(written)
                if not isinstance(statement, statements.HeaderLine):
                    break
                reader.take(line, statement)
                first_play += 1
            # From here on the header as a whole is refused, not a line.
            line = 0
            header = reader.header()
            start = header.start()
        except Refusal as refusal:
            last_line = text.removesuffix("\n").count("\n") + 1
            refused = LineRefused(line or reader.line_of(refusal) or last_line, refusal)
            return Transcript(header, reader.values.get("game"), refused=refused)
        entries, stops = follow(start, lines[first_play:MOST_STATEMENTS])
        if stops is None and len(lines) > MOST_STATEMENTS:
            stops = LineRefused(lines[-1][0], RecordTooLong())
        return Transcript(header, header.game, start, entries, stops)


def write_record(header: Header, entered: Iterable[Statement]) -> str:
    """A record as text: its header and statements, with a blank line before each hand."""
    lines = [str(header)]
    for statement in entered:
        if isinstance(statement, HandLed):
            lines.append("")
        lines.append(str(statement))
    return "\n".join(lines) + "\n"


def cut_into_hands(entries: Sequence[Entry]) -> list[range]:
    """The positions of the entries of each hand, from its lead on."""
    leads = [at for at, entry in enumerate(entries) if isinstance(entry.statement, HandLed)]
    return [range(*hand) for hand in pairwise([*leads, len(entries)])]


def has_pegs_only(entries: Sequence[Entry]) -> bool:
    """Whether points are pegged without tiles: one lead, then rulings only."""
    kinds = [type(entry.statement) for entry in entries]
    return kinds[:1] == [HandLed] and set(kinds[1:]) == {statements.PointsRuled}


def laid_by(entries: Sequence[Entry]) -> tuple[Placement, ...]:
    """The tiles of the last hand of these entries, in the order played."""
    of_hand = takewhile(lambda entry: not isinstance(entry.statement, HandLed), reversed(entries))
    plays = [each.play for each in of_hand if isinstance(each.statement, statements.TileSet)]
    return tuple((play.tile, play.host) for play in reversed(plays))


@contextmanager
def no_search_for_garbage() -> Iterator[None]:
    """Stop the garbage collector while many frozen values are made, which hold no cycles."""
    was_searching = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_searching:
            gc.enable()
