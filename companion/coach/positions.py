"""Positions to practise on: from random honest play, or from a table's own record."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from companion.coach.chance import Chance
from companion.record.replay import Entry
from companion.rules.errors import UnknownRule
from companion.rules.game import Game
from companion.rules.games import Partners, Preset, game_named
from companion.rules.layout import Layout
from companion.rules.rules import Rules
from companion.rules.tile import ALL_TILES, Tile

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
                raise UnknownRule("Drills deal as many tiles as the game does.")
            rules = rules.with_setting(name, value)
        return cls(text, preset, rules)

    def start(self, chance: Chance, seats: int | None = None) -> Game:
        """A game to be played on it, by partners or each alone as the game allows."""
        if seats not in self.preset.seats:
            seats = chance.one_of(self.preset.seats)
        partners = None
        if seats == 4 and self.preset.partners is Partners.OPTIONAL:
            partners = chance.happens(0.5)
        seating = self.preset.seating(PLAYERS[:seats], partners=partners)
        return Game.between(seating, replace(self.rules, target=_NO_TARGET))


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
        doubles = len(self.free_doubles) + len(self.covered_doubles)
        return counting + 2 * doubles + self.layout.total // 10

    @property
    def level(self) -> int:
        """How hard it is to count, from 1 to `LEVELS`."""
        return 1 + sum(self.effort >= least for least in _LEVELS_BEGIN)


class PlayedHand(NamedTuple):
    """A whole hand: each position, the settled game, and the tiles left in each hand."""

    positions: tuple[Position, ...]
    game: Game
    left: tuple[tuple[Tile, ...], ...]


def play_hand(start: Game, chance: Chance) -> PlayedHand:
    """A hand in which everybody sets any tile that fits, and nobody draws or passes else."""
    return _Hand(start, chance).play()


class _Hand:
    """A hand in progress, seen by somebody who sees all tiles."""

    def __init__(self, start: Game, chance: Chance) -> None:
        self.chance = chance
        seats = len(start.seating.players)
        self.game = start.lead(chance.below(seats))
        tiles = chance.shuffled(ALL_TILES)
        each = start.rules.tiles_for(seats)
        self.hands = [tiles[seat * each : (seat + 1) * each] for seat in range(seats)]
        self.boneyard = tiles[seats * each :]
        self.positions: list[Position] = []

    def play(self) -> PlayedHand:
        while self.game.hand_is_on:
            self._act()
        while self.game.awaits_left:
            assert self.game.hand is not None
            seat = self.game.hand.untold[0]
            self.game = self.game.show_left(seat, tuple(self.hands[seat]))
        return PlayedHand(tuple(self.positions), self.game, tuple(map(tuple, self.hands)))

    def _act(self) -> None:
        hand = self.game.hand
        assert hand is not None and hand.turn is not None
        held = self.hands[hand.turn]
        fitting = [tile for tile in held if hand.fits(tile)]
        if fitting:
            self._set(hand.turn, self.chance.one_of(fitting))
        elif self.boneyard:
            held.append(self.boneyard.pop())
            self.game = self.game.draw(hand.turn, 1)
        else:
            self.game = self.game.pass_turn(hand.turn)

    def _set(self, seat: int, tile: Tile) -> None:
        assert self.game.hand is not None
        before = self.game.hand.layout
        host = self.chance.one_of(before.choices_for(tile)).host if before.tiles else None
        after = before.set_tile(tile, host)
        # Where counts are announced, everybody announces them rightly.
        self.game = self.game.set_tile(seat, tile, host, claim=after.total)
        self.hands[seat].remove(tile)
        placed = self.positions[-1].placements if self.positions else ()
        self.positions.append(Position((*placed, (tile, host)), before, after))


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
    found = [position for position in own if suits(position)]
    hands = 0
    while not any(level in (None, position.level) for position in found):
        if found and (own or hands >= _MOST_HANDS):
            break
        hands += 1
        played = play_hand(ground.start(chance), chance)
        found.extend(position for position in played.positions if suits(position))
    if level is not None:
        nearest = min(abs(position.level - level) for position in found)
        found = [position for position in found if abs(position.level - level) == nearest]
    return chance.one_of(found)
