"""Positions to practise on: from random honest play, or from a table's own record."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from companion.coach.chance import Chance
from companion.record.replay import Entry, apply
from companion.record.statements import (
    HandLed,
    Statement,
    TilesDrawn,
    TileSet,
    TilesLeft,
    TurnPassed,
)
from companion.referee.book import Book
from companion.rules.errors import UnknownRule
from companion.rules.game import Game
from companion.rules.games import Partners, Preset, game_named
from companion.rules.layout import Layout
from companion.rules.rules import Rules
from companion.rules.tile import ALL_TILES, Tile
from companion.words import message

PLAYERS = ("Ana", "Ben", "Cyd", "Dee")
LEVELS = 4
#: From this effort on a position is of level 2, 3, 4.
_LEVELS_BEGIN = (5, 8, 11)
#: After so many hands the nearest level will do.
_MOST_HANDS = 12
#: No hand is cut short by a target; that is another drill's business.
_NO_TARGET = 10**9


class Ground(NamedTuple):
    """The game that is practised. `text` is how an address names it.

    `race-horse`, or with house rules `race-horse~spinners=none~zero-scores=yes`.
    """

    text: str
    preset: Preset
    rules: Rules

    @classmethod
    def named(cls, text: str) -> "Ground":
        """The game and house rules of that name; raises `UnknownGame` or `UnknownRule`."""
        game, *changes = text.split("~")
        preset = game_named(game)
        rules = preset.rules
        for change in changes:
            name, _, value = change.partition("=")
            if name == "tiles-each":
                raise UnknownRule(message("coach.refused.tiles-each"))
            rules = rules.with_setting(name, value)
        return cls(text, preset, rules)

    @property
    def book(self) -> Book:
        """Its rules with their sources."""
        return Book(self.preset, self.rules, self.preset.seats[0])

    def start(self, chance: Chance, seats: int | None = None) -> Game:
        """A game to be played on it, by partners or each alone as the game allows."""
        return start_game(self.preset, replace(self.rules, target=_NO_TARGET), chance, seats)


def start_game(preset: Preset, rules: Rules, chance: Chance, seats: int | None = None) -> Game:
    """A game by these rules, with so many players where the game allows, and partners or none."""
    if seats not in preset.seats:
        seats = chance.one_of(preset.seats)
    partners = None
    if seats == len(PLAYERS) and preset.partners is Partners.OPTIONAL:
        partners = chance.happens(0.5)
    return Game.between(preset.seating(PLAYERS[:seats], partners=partners), rules)


class Position(NamedTuple):
    """A layout as play came to it: the tiles set, each with its host."""

    placements: tuple[tuple[Tile, Tile | None], ...]
    before: Layout
    layout: Layout

    @property
    def tile(self) -> Tile:
        """The tile set last."""
        return self.placements[-1][0]

    @property
    def host(self) -> Tile | None:
        """What it was set on; None for the lead."""
        return self.placements[-1][1]

    def joined(self, tile: Tile) -> int:
        """How many tiles lie against a tile of the layout."""
        return sum(
            (placed == tile and host is not None) or host == tile
            for placed, host in self.placements
        )

    @property
    def free_doubles(self) -> tuple[Tile, ...]:
        """The doubles with a side that nothing covers."""
        return tuple(t for t, _ in self.placements if t.is_double and self.joined(t) < 2)

    @property
    def covered_doubles(self) -> tuple[Tile, ...]:
        """The doubles with both sides covered."""
        return tuple(t for t, _ in self.placements if t.is_double and self.joined(t) >= 2)

    @property
    def effort(self) -> int:
        """How much there is to see and to add up: a sum without a unit."""
        counting = sum(end.counts > 0 for end in self.layout.ends)
        doubles = sum(tile.is_double for tile, _ in self.placements)
        return counting + 2 * doubles + self.layout.total // 10

    @property
    def level(self) -> int:
        """How hard it is to count, from 1 to `LEVELS`."""
        return 1 + sum(self.effort >= least for least in _LEVELS_BEGIN)


class PlayedHand(NamedTuple):
    """A whole hand as a record tells it, and the tiles left in each hand."""

    start: Game
    entries: tuple[Entry, ...]
    left: tuple[tuple[Tile, ...], ...]

    @property
    def game(self) -> Game:
        """The game once the hand is settled."""
        return self.entries[-1].game

    @property
    def positions(self) -> tuple[Position, ...]:
        """A position for each tile set."""
        return positions_of(self.entries)


def play_hand(start: Game, chance: Chance) -> PlayedHand:
    """A hand in which everybody sets any tile that fits, and nobody draws or passes else."""
    return _Hand(start, chance).play()


class _Hand:
    """A hand in progress, seen by somebody who sees all tiles."""

    def __init__(self, start: Game, chance: Chance) -> None:
        self.chance = chance
        self.start = self.game = start
        self.names = start.seating.players
        self.entries: list[Entry] = []
        seats = len(self.names)
        leader = chance.below(seats)
        tiles = chance.shuffled(ALL_TILES)
        each = start.rules.tiles_for(seats)
        self.hands = [tiles[seat * each : (seat + 1) * each] for seat in range(seats)]
        self.boneyard = tiles[seats * each :]
        self._enter(HandLed(self.names[leader]))

    def play(self) -> PlayedHand:
        while self.game.hand_is_on:
            self._act()
        while self.game.awaits_left:
            assert self.game.hand is not None
            seat = self.game.hand.untold[0]
            self._enter(TilesLeft(self.names[seat], tuple(self.hands[seat])))
        return PlayedHand(self.start, tuple(self.entries), tuple(map(tuple, self.hands)))

    def _enter(self, statement: Statement) -> None:
        self.game = apply(self.game, statement)
        self.entries.append(Entry(len(self.entries) + 1, statement, self.game))

    def _act(self) -> None:
        hand = self.game.hand
        assert hand is not None and hand.turn is not None
        held, name = self.hands[hand.turn], self.names[hand.turn]
        fitting = [tile for tile in held if hand.fits(tile)]
        if fitting:
            tile = self.chance.one_of(fitting)
            held.remove(tile)
            self._enter(self._set(name, tile, hand.layout))
        elif self.boneyard:
            held.append(self.boneyard.pop())
            self._enter(TilesDrawn(name, 1))
        else:
            self._enter(TurnPassed(name))

    def _set(self, name: str, tile: Tile, layout: Layout) -> TileSet:
        host = self.chance.one_of(layout.choices_for(tile)).host if layout.tiles else None
        # Where counts are announced, everybody announces them rightly.
        return TileSet(name, tile, host, layout.set_tile(tile, host).total)


def positions_of(entries: Iterable[Entry]) -> tuple[Position, ...]:
    """The positions of a table's own record, hand after hand."""
    found: list[Position] = []
    before: Layout | None = None
    for _, _, game in entries:
        hand = game.hand
        if hand is None:
            continue
        layout = hand.layout
        if before is not None and len(layout.tiles) == len(before.tiles) + 1:
            assert hand.play is not None
            placed = found[-1].placements if before.tiles else ()
            placement = (hand.play.tile, hand.play.host)
            found.append(Position((*placed, placement), before, layout))
        before = layout
    return tuple(found)


def find_position(
    ground: Ground,
    level: int | None,
    chance: Chance,
    suits: Callable[[Position], bool],
    own: tuple[Position, ...] = (),
) -> Position:
    """A position that suits, of the level wanted or near it, of any level for None.

    It is one of a table's `own` positions where any of them suits.
    """

    def with_distance(positions: Iterable[Position]) -> list[tuple[int, Position]]:
        return [
            (0 if level is None else abs(position.level - level), position)
            for position in positions
            if suits(position)
        ]

    found = with_distance(own)
    hands = 0
    while not found or min(found, key=_distance)[0] > 0:
        if found and (own or hands >= _MOST_HANDS):
            break
        hands += 1
        found += with_distance(play_hand(ground.start(chance), chance).positions)
    nearest = min(found, key=_distance)[0]
    return chance.one_of([position for distance, position in found if distance == nearest])


def _distance(found: tuple[int, Position]) -> int:
    return found[0]
