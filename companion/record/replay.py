"""Replay: a record becomes the game it tells, entry by entry."""

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice, pairwise, takewhile
from typing import NamedTuple

from companion.i18n import message
from companion.record import statements
from companion.record.header import Header, HeaderReader
from companion.record.statements import HandLed, Statement
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.hand import Hand, Play
from companion.rules.layout import Placement

#: The statements of a record, header and all; the longest evening has some 800.
MOST_STATEMENTS = 4_000
#: The characters, or bytes, of the largest text that is taken for a record.
LARGEST_RECORD = 512 * 1024


class RecordTooLong(Refusal, code="syntax"):
    """A record has more statements than Companion takes."""


def record_too_long() -> RecordTooLong:
    """The refusal of one statement more."""
    return RecordTooLong(message("refused.too-long", most=f"{MOST_STATEMENTS:,}"))


class Entry(NamedTuple):
    """An accepted statement, its line, and the game after it."""

    line: int
    statement: Statement
    game: Game

    @property
    def hand(self) -> Hand:
        """The hand after it; there is one, as every record begins with a lead."""
        assert self.game.hand is not None
        return self.game.hand

    @property
    def play(self) -> Play:
        """The tile just set as it was set; for an entry that sets one."""
        assert self.hand.play is not None
        return self.hand.play

    @property
    def with_host(self) -> Statement:
        """The statement, a tile with the host it was set on also where it could be left out."""
        if isinstance(self.statement, statements.TileSet):
            return self.statement._replace(host=self.play.host)
        return self.statement


class LineRefused(NamedTuple):
    """The line at which a record is refused, with the reason."""

    line: int
    refusal: Refusal


class Transcript(NamedTuple):
    """A record replayed as far as it stands."""

    header: Header | None
    #: The id of the game, if at least that was told rightly.
    game_id: str | None
    #: The game before the first lead; None where the header was refused.
    start: Game | None = None
    entries: tuple[Entry, ...] = ()
    refused: LineRefused | None = None

    @property
    def game(self) -> Game | None:
        """The game after the last accepted entry."""
        return self.entries[-1].game if self.entries else self.start


def apply(game: Game, statement: Statement) -> Game:
    """The game after one more statement; raises the `Refusal` that it earns."""
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
    game: Game, told: Iterable[tuple[int, Statement | str]]
) -> tuple[tuple[Entry, ...], LineRefused | None]:
    """A game in progress and what is entered next, read or as written, up to the first refusal."""
    entries: list[Entry] = []
    for line, said in told:
        try:
            statement = statements.read_statement(said) if isinstance(said, str) else said
            if isinstance(statement, statements.HeaderLine):
                raise statements.BadSyntax(message("refused.header-too-late", word=statement.word))
            game = apply(game, statement)
        except Refusal as refusal:
            return tuple(entries), LineRefused(line, refusal)
        entries.append(Entry(line, statement, game))
    return tuple(entries), None


def replay(text: str) -> Transcript:
    """The record in `text` replayed, up to the first line that is refused."""
    with no_search_for_garbage():
        # One more than is taken: nothing after that is even looked at.
        lines = list(islice(statements.read_lines(text), MOST_STATEMENTS + 1))
        reader = HeaderReader()
        header, first_play, line = None, 0, 0
        try:
            for line, said in lines:
                statement = statements.read_statement(said)
                if not isinstance(statement, statements.HeaderLine):
                    break
                reader.take(line, statement)
                first_play += 1
            # What is refused from here on is the header as a whole.
            line = 0
            header = reader.header()
            start = header.start()
        except Refusal as refusal:
            last_line = text.removesuffix("\n").count("\n") + 1
            refused = LineRefused(line or reader.line_of(refusal) or last_line, refusal)
            return Transcript(header, reader.values.get("game"), refused=refused)
        entries, stops = follow(start, lines[first_play:MOST_STATEMENTS])
        if stops is None and len(lines) > MOST_STATEMENTS:
            stops = LineRefused(lines[-1][0], record_too_long())
        return Transcript(header, header.game, start, entries, stops)


def write_record(header: Header, told: Iterable[Statement]) -> str:
    """A record as text: its header, and what was entered, with a blank line before each hand."""
    lines = [str(header)]
    for statement in told:
        if isinstance(statement, HandLed):
            lines.append("")
        lines.append(str(statement))
    return "\n".join(lines) + "\n"


def cut_into_hands(entries: Sequence[Entry]) -> list[range]:
    """A record cut into its hands: the places of the entries of each, from its lead on."""
    leads = [at for at, entry in enumerate(entries) if isinstance(entry.statement, HandLed)]
    return [range(*hand) for hand in pairwise([*leads, len(entries)])]


def has_pegs_only(entries: Sequence[Entry]) -> bool:
    """Whether points are pegged without tiles: a lead, and rulings."""
    kinds = [type(entry.statement) for entry in entries]
    return kinds[:1] == [HandLed] and set(kinds[1:]) == {statements.PointsRuled}


def laid_by(entries: Sequence[Entry]) -> tuple[Placement, ...]:
    """The tiles of the last hand of these entries, in the order set."""
    of_hand = takewhile(lambda entry: not isinstance(entry.statement, HandLed), reversed(entries))
    plays = [each.play for each in of_hand if isinstance(each.statement, statements.TileSet)]
    return tuple((play.tile, play.host) for play in reversed(plays))


@contextmanager
def no_search_for_garbage() -> Iterator[None]:
    """While frozen values pile up, which hold no circles: a search would cost more each time."""
    was_searching = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_searching:
            gc.enable()
