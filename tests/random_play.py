"""Random play by hidden hands, for tests.

It deals real tiles. Honest players draw one tile at a time until one plays, or as they please if
drawing is free, and pass only if unable. Cheats draw and pass when they please. Each record is a
function of its seed alone.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st
from play import CAST

from companion.record.replay import apply, replay
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
from companion.rules.game import Game
from companion.rules.games import GAMES
from companion.rules.preset import Partners
from companion.rules.settings import SETTINGS
from companion.rules.tile import ALL_TILES, Tile

seeds = st.integers(min_value=0, max_value=2**48)


class Deal(NamedTuple):
    """Where all tiles are that are not on the table, after some line."""

    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]


class Moment(NamedTuple):
    """One statement, the game after it, and what nobody at the table sees."""

    statement: Statement
    game: Game
    deal: Deal


class Played(NamedTuple):
    """A whole random record."""

    header: str
    moments: tuple[Moment, ...]

    @property
    def text(self) -> str:
        """The record."""
        return "\n".join([self.header, *(str(moment.statement) for moment in self.moments), ""])


def random_header(random: Random, *, changes: int = 8) -> str:
    """A game for two to four seats under up to so many random house rules."""
    preset = random.choice(list(GAMES.values()))
    seats = random.choice(preset.seats)
    lines = [f"game: {preset.id}", f"players: {', '.join(CAST[:seats])}"]
    if seats == 4 and preset.partners is Partners.OPTIONAL and random.random() < 0.5:
        lines.append("sides: Ana & Cyd, Ben & Dee")
    for name in random.sample(list(SETTINGS), random.randint(0, changes)):
        if name == "target":
            lines.append(f"target: {random.choice((5, 30, 61, 150, 1000))}")
        elif name == "tiles-each":
            lines.append(f"rule: tiles-each = {random.randint(1, 28 // seats)}")
        else:
            lines.append(f"rule: {name} = {random.choice(list(SETTINGS[name].values))}")
    return "\n".join(lines)


def honest_game(seed: int, *, header: str | None = None, hands: int = 3) -> Played:
    """Play in which nobody draws or passes while able to play."""
    return Players(seed, header, cheating=0.0).play(hands)


def dishonest_game(seed: int, *, header: str | None = None, hands: int = 1) -> Played:
    """Play in which everybody now and then draws or passes while able to play."""
    return Players(seed, header, cheating=Random(seed).choice((0.03, 0.1, 0.3))).play(hands)


class Players:
    """People around a table with tiles in their hands."""

    def __init__(self, seed: int, header: str | None, cheating: float) -> None:
        self.random = Random(seed)
        self.header = random_header(self.random) if header is None else header
        self.cheating = cheating
        start = replay(self.header).start
        assert start is not None, f"no game can be started with:\n{self.header}"
        self.game: Game = start
        self.names = start.seating.players
        self.hands: list[list[Tile]] = []
        self.boneyard: list[Tile] = []
        self.moments: list[Moment] = []

    def play(self, hands: int) -> Played:
        for _ in range(hands):
            if self.game.is_over:
                break
            self._play_hand()
        return Played(self.header, tuple(self.moments))

    def _say(self, statement: Statement) -> None:
        self.game = apply(self.game, statement)
        deal = Deal(tuple(map(tuple, self.hands)), tuple(self.boneyard))
        self.moments.append(Moment(statement, self.game, deal))

    def _play_hand(self) -> None:
        self._deal()
        leader = self.game.next_leader
        if leader is None:
            leader = self.random.randrange(len(self.names))
        self._say(HandLed(self.names[leader]))
        while self.game.hand_is_on:
            assert self.game.turn is not None
            self._act(self.game.turn)
            if self.random.random() < 0.01:
                self._rule_points()
        while self.game.awaits_left:
            self._tell_left()

    def _deal(self) -> None:
        tiles = self.random.sample(ALL_TILES, len(ALL_TILES))
        each = self.game.rules.tiles_for(len(self.names))
        self.hands = [tiles[seat * each : (seat + 1) * each] for seat in range(len(self.names))]
        self.boneyard = tiles[len(self.names) * each :]

    def _act(self, seat: int) -> None:
        hand = self.game.hand
        assert hand is not None
        fitting = [tile for tile in self.hands[seat] if hand.fits(tile)]
        rules = self.game.rules
        if fitting and rules.drawing == "free" and self._may_draw and not hand.must_lead:
            while self._may_draw and self.random.random() < 0.1:
                self.hands[seat].append(self.boneyard.pop())
                self._say(TilesDrawn(self.names[seat], 1))
        if fitting and (hand.must_lead or self.random.random() >= self.cheating):
            self._set(seat, self.random.choice(fitting))
        elif self._may_draw:
            self._draw(seat, at_will=bool(fitting))
        else:
            self._say(TurnPassed(self.names[seat]))

    @property
    def _may_draw(self) -> bool:
        """Whether the boneyard has a tile that may be drawn."""
        rules = self.game.rules
        return rules.drawing != "none" and len(self.boneyard) > int(rules.boneyard_kept)

    def _draw(self, seat: int, *, at_will: bool) -> None:
        """Draw until a tile plays and set it; a cheat may stop or go on at will."""
        hand = self.game.hand
        assert hand is not None
        drawn = 0
        while self._may_draw:
            tile = self.boneyard.pop()
            self.hands[seat].append(tile)
            drawn += 1
            if hand.fits(tile) and not (at_will and self.random.random() < 0.5):
                self._say(TilesDrawn(self.names[seat], drawn))
                self._set(seat, tile)
                return
            if self.random.random() < 0.2:
                # Several draws in a row are one: they add up.
                self._say(TilesDrawn(self.names[seat], drawn))
                drawn = 0
        if drawn:
            self._say(TilesDrawn(self.names[seat], drawn))

    def _set(self, seat: int, tile: Tile) -> None:
        assert self.game.hand is not None
        layout = self.game.hand.layout
        host = None
        if layout.tiles:
            ends = layout.ends_for(tile)
            end = self.random.choice(ends)
            may_be_left_out = len(layout.choices_for(tile)) == 1
            host = None if may_be_left_out and self.random.random() < 0.5 else end.host
        self.hands[seat].remove(tile)
        self._say(TileSet(self.names[seat], tile, host, self._claim(layout.set_tile(tile, host))))

    def _claim(self, layout: Any) -> int | None:
        if self.game.rules.announce == "no" and self.random.random() < 0.95:
            return None
        scores = layout.total % 5 == 0 or layout.total % 3 == 0
        if self.game.rules.announce == "required" and not scores:
            return None
        return self.random.choice((layout.total, layout.total, layout.total, 5, None))

    def _tell_left(self) -> None:
        assert self.game.hand is not None
        seat = self.random.choice(self.game.hand.must_show)
        left = tuple(self.random.sample(self.hands[seat], len(self.hands[seat])))
        if self.random.random() < 0.7:
            self._say(TilesLeft(self.names[seat], left))
        else:
            self._say(PipsLeft(self.names[seat], sum(tile.pips for tile in left)))

    def _rule_points(self) -> None:
        if not self.game.is_over:
            side = self.random.choice(self.game.seating.side_names)
            self._say(PointsRuled(side, self.random.choice((-5, -1, 1, 3)), "as agreed"))


def sets_of(hand_statements: Sequence[Moment]) -> list[tuple[Tile, Tile | None]]:
    """The tiles of a hand in order, each with the host that the referee told."""
    return [
        (moment.game.hand.play.tile, moment.game.hand.play.host)
        for moment in hand_statements
        if isinstance(moment.statement, TileSet) and moment.game.hand and moment.game.hand.play
    ]


def hands_of(played: Played) -> Iterator[list[Moment]]:
    """The moments of a record, a hand at a time, without the `lead:`."""
    hand: list[Moment] | None = None
    for moment in played.moments:
        if isinstance(moment.statement, HandLed):
            if hand is not None:
                yield hand
            hand = []
        elif hand is not None:
            hand.append(moment)
    if hand is not None:
        yield hand
