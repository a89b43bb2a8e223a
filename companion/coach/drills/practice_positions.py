"""Positions to practise on: from random honest play, or from a table's own record.

The chance in them can be repeated: the same words give the same choices everywhere.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from hashlib import sha256
from random import Random
from typing import NamedTuple, TypeVar

from companion.i18n import message
from companion.record import statements
from companion.record.replay import Entry, apply
from companion.referee.rule_book import Book
from companion.rules.errors import UnknownRule
from companion.rules.game import Game
from companion.rules.games import game_named
from companion.rules.layout import Layout, Placement
from companion.rules.preset import Partners
from companion.rules.settings import Rules
from companion.rules.tile import ALL_TILES, Tile

T = TypeVar("T")

PLAYERS = ("Ana", "Ben", "Cyd", "Dee")
#: The hardest level; the easiest is 0.
LEVELS = 4
#: A layout of so many tiles and no double is of level 0.
_FEW_TILES = 4
#: From this effort on, a position is of level 2, 3, 4.
_LEVELS_BEGIN = (5, 8, 11)
#: No hand is cut short by a target; other drills ask about that.
_NO_TARGET = 10**9


class Chance:
    """Choices that follow from a few words, the same on every machine and every Python."""

    def __init__(self, *words: object) -> None:
        digest = sha256("/".join(map(str, words)).encode()).digest()
        # Of everything in `Random`, only `random()` is promised never to change.
        self._next = Random(int.from_bytes(digest[:8], "big")).random

    def below(self, number: int) -> int:
        """A whole number from 0 up to, but not, `number`."""
        return int(self._next() * number)

    def between(self, least: int, most: int) -> int:
        """A whole number from `least` to `most`, both included."""
        return least + self.below(most - least + 1)

    def happens(self, likelihood: float) -> bool:
        """Whether something happens that has this chance, from 0 to 1."""
        return self._next() < likelihood

    def one_of(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def some_of(self, options: Sequence[T], number: int) -> list[T]:
        """So many of the options, or all there are, in no order."""
        left = list(options)
        return [left.pop(self.below(len(left))) for _ in range(min(number, len(left)))]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """All the options in no order."""
        return self.some_of(options, len(options))


def book_named(text: str) -> Book:
    """The book of a game as an address names it; raises `UnknownGame` or `UnknownRule`.

    For example `race-horse`, or with house rules `race-horse~spinners=none~zero-scores=yes`.
    """
    game, *changes = text.split("~")
    preset = game_named(game)
    rules = preset.rules
    for change in changes:
        name, _, value = change.partition("=")
        if name == "tiles-each":
            raise UnknownRule(message("coach.refused.tiles-each"))
        rules = rules.with_setting(name, value)
    return Book(preset, rules, preset.seats[0])


def start_game(
    book: Book, chance: Chance, seats: int | None = None, target: int = _NO_TARGET
) -> Game:
    """A game by a book, of so many players if it allows them, with partners or each alone."""
    preset = book.preset
    if seats not in preset.seats:
        seats = chance.one_of(preset.seats)
    partners = None
    if seats == len(PLAYERS) and preset.partners is Partners.OPTIONAL:
        partners = chance.happens(0.5)
    seating = preset.seating(PLAYERS[:seats], partners=partners)
    return Game.between(seating, replace(book.rules, target=target))


class PracticePosition(NamedTuple):
    """A layout as it came up in play: the tiles played, each with its host."""

    placements: tuple[Placement, ...]
    before: Layout
    layout: Layout

    @property
    def tile(self) -> Tile:
        """The tile played last."""
        return self.placements[-1][0]

    @property
    def host(self) -> Tile | None:
        """What it was played on; None for the lead."""
        return self.placements[-1][1]

    @property
    def doubles(self) -> tuple[Tile, ...]:
        """The doubles in the order played."""
        return tuple(tile for tile, _ in self.placements if tile.is_double)

    @property
    def free_doubles(self) -> tuple[Tile, ...]:
        """The doubles of which both halves count, or one: too few tiles cover them."""
        return tuple(double for double in self.doubles if halves_of(self.layout, double))

    @property
    def covered_doubles(self) -> tuple[Tile, ...]:
        """The doubles that are covered enough to count zero."""
        return tuple(double for double in self.doubles if not halves_of(self.layout, double))

    @property
    def covers_double(self) -> bool:
        """Whether the tile played last takes a double, or half of one, out of the count."""
        host = self.host
        if host is None or not host.is_double:
            return False
        return halves_of(self.before, host) > halves_of(self.layout, host)

    @property
    def effort(self) -> int:
        """How much there is to see and to add up: a sum without a unit."""
        counting = sum(end.counts > 0 for end in self.layout.ends)
        return counting + 2 * len(self.doubles) + self.layout.total // 10

    @property
    def level(self) -> int:
        """How hard it is to count, from 0 to `LEVELS`."""
        if len(self.placements) <= _FEW_TILES and not self.doubles:
            return 0
        return 1 + sum(self.effort >= least for least in _LEVELS_BEGIN)


# Equal only to itself: questions are remembered by it, and it may be long.
@dataclass(frozen=True, eq=False)
class TablePositions:
    """What a table offers for practice: the layouts of its finished hands."""

    game: str
    positions: tuple[PracticePosition, ...]
    #: The table, and a mark that only these positions have.
    source: str


def lay(rules: Rules, placements: Iterable[Placement]) -> Layout:
    """The layout of tiles played in this order; raises what `Layout.set_tile` does."""
    return reduce(lambda layout, each: layout.set_tile(*each), placements, Layout(rules))


def halves_of(layout: Layout, double: Tile) -> int:
    """How many halves of a double on the table still count despite its covered sides."""
    ends = (end for end in layout.ends if end.host == double)
    return next(map(layout.counted_halves, ends), 0)


def play_hand(start: Game, chance: Chance, most: int | None = None) -> tuple[Entry, ...]:
    """A hand in which everyone plays any tile that fits, or else draws or passes.

    It goes on until it is settled, or until the most tiles allowed have been played.
    """
    names = start.seating.players
    leader = chance.below(len(names))
    tiles, each = chance.shuffled(ALL_TILES), start.rules.tiles_for(len(names))
    hands = [tiles[seat * each : (seat + 1) * each] for seat in range(len(names))]
    boneyard = tiles[len(names) * each :]
    game, entries = start, list[Entry]()
    statement: statements.Statement | None = statements.HandLed(names[leader])
    while statement is not None:
        game = apply(game, statement)
        entries.append(Entry(len(entries) + 1, statement, game))
        if game.hand is not None and len(game.hand.layout.tiles) == most:
            break
        statement = _next_statement(game, hands, boneyard, chance)
    return tuple(entries)


def _next_statement(
    game: Game, hands: list[list[Tile]], boneyard: list[Tile], chance: Chance
) -> statements.Statement | None:
    """The next action, its tiles taken from where they are; None once the hand is settled."""
    hand, names = game.dealt, game.seating.players
    if game.awaits_left:
        seat = hand.must_show[0]
        return statements.TilesLeft(names[seat], tuple(hands[seat]))
    if hand.turn is None:
        return None
    held, name, layout = hands[hand.turn], names[hand.turn], hand.layout
    if fitting := [tile for tile in held if hand.fits(tile)]:
        tile = chance.one_of(fitting)
        held.remove(tile)
        host = chance.one_of(layout.choices_for(tile)).host if layout.tiles else None
        # If counts are called, everyone calls them correctly.
        return statements.TileSet(name, tile, host, layout.set_tile(tile, host).total)
    if hand.drawable:
        held.append(boneyard.pop())
        return statements.TilesDrawn(name, 1)
    return statements.TurnPassed(name)


def positions_of(entries: Iterable[Entry]) -> tuple[PracticePosition, ...]:
    """The positions of a table's own record, hand after hand."""
    found: list[PracticePosition] = []
    before: Layout | None = None
    for _, _, game in entries:
        if (hand := game.hand) is None:
            continue
        if before is not None and len(hand.layout.tiles) == len(before.tiles) + 1:
            placed = found[-1].placements if before.tiles else ()
            placements = (*placed, (hand.last_play.tile, hand.last_play.host))
            found.append(PracticePosition(placements, before, hand.layout))
        before = hand.layout
    return tuple(found)
