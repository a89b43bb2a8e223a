"""The audit of a hand: all 28 tiles and 168 pips accounted for, and what can still come.

Nobody shows the referee a hand, so what is hidden is told as numbers of tiles;
its pips are known once they are told, or where only one place is left for them.
"""

from typing import NamedTuple

from companion.record.statements import TilesDrawn, TurnPassed
from companion.referee.words import listed, pips_told
from companion.rules.hand import Hand, tiles_told
from companion.rules.layout import End
from companion.rules.tile import ALL_PIPS, ALL_TILES, Tile

#: The tiles that show one number, its double among them.
TILES_OF_A_NUMBER = 7


class Holding(NamedTuple):
    """What a player holds: so many tiles, and their pips where they are told."""

    player: str
    tiles: int
    pips: int | None


class Number(NamedTuple):
    """One of the numbers 0 to 6, and how many of its seven tiles somebody has seen."""

    pips: int
    seen: int

    @property
    def is_exhausted(self) -> bool:
        """Whether all seven lie on the table or were shown, so that none can come."""
        return self.seen == TILES_OF_A_NUMBER

    @property
    def told(self) -> str:
        """The number in words."""
        return "all seven" if self.is_exhausted else f"{self.seen} of {TILES_OF_A_NUMBER}"


class Prospect(NamedTuple):
    """An open end of a hand that goes on, and the tiles that could still be set on it."""

    end: End
    tiles: tuple[Tile, ...]


class Audit(NamedTuple):
    """Where all tiles and pips of a hand are, as far as the table can know."""

    tiles_set: int
    pips_set: int
    holdings: tuple[Holding, ...]
    #: The tiles shown after the end; they are among the holdings.
    shown: tuple[Tile, ...]
    boneyard: int
    boneyard_pips: int | None
    unseen: tuple[Tile, ...]
    numbers: tuple[Number, ...]
    prospects: tuple[Prospect, ...]
    #: Where the hand is dead: the draw and the passes that are all that can follow.
    forced: tuple[TilesDrawn | TurnPassed, ...]

    @property
    def pips_told(self) -> int:
        """The pips of the hands that were told or shown."""
        return sum(holding.pips or 0 for holding in self.holdings)

    @property
    def unseen_pips(self) -> int:
        """The pips of the tiles that nobody has seen."""
        return sum(tile.pips for tile in self.unseen)

    @property
    def untold_pips(self) -> int:
        """The pips that are neither on the table nor told: those of all 28 must add up."""
        return ALL_PIPS - self.pips_set - self.pips_told

    @property
    def exhausted(self) -> tuple[int, ...]:
        """The numbers of which no tile can come any more."""
        return tuple(number.pips for number in self.numbers if number.is_exhausted)

    @property
    def is_dead(self) -> bool:
        """Whether the hand is on and no tile that nobody has seen fits an open end."""
        return bool(self.forced)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The audit in words: tiles, pips, exhausted numbers, and the dead hand."""
        told = [_tiles_sentence(self), _pips_sentence(self)]
        if self.exhausted:
            told.append(_exhausted_sentence(self.exhausted))
        if self.is_dead:
            told.append(_dead_sentence(self))
        return tuple(told)


def audit(hand: Hand) -> Audit:
    """The audit of a hand as it stands, at any time from its lead on."""
    unseen = hand.unseen
    return Audit(
        tiles_set=len(hand.layout.tiles),
        pips_set=hand.layout.pips,
        holdings=_holdings(hand),
        shown=hand.shown,
        boneyard=hand.boneyard,
        boneyard_pips=_boneyard_pips(hand),
        unseen=unseen,
        numbers=tuple(
            Number(pips, TILES_OF_A_NUMBER - sum(pips in tile for tile in unseen))
            for pips in range(TILES_OF_A_NUMBER)
        ),
        prospects=tuple(
            Prospect(end, tuple(tile for tile in unseen if end.pips in tile))
            for end in hand.layout.ends
            if not hand.is_over
        ),
        forced=_forced(hand),
    )


def prospect_told(prospect: Prospect) -> str:
    """What can still be set on an open end, in a sentence."""
    end, tiles = prospect
    where = f"{end.pips} on {end.host}"
    if not tiles:
        return f"{where}: no tile is left for it."
    return f"{where}: {listed(tiles, 'or')} can still come."


def _holdings(hand: Hand) -> tuple[Holding, ...]:
    players = hand.seating.players
    return tuple(
        Holding(player, held, pips if held else 0)
        for player, held, pips in zip(players, hand.held, hand.told, strict=True)
    )


def _boneyard_pips(hand: Hand) -> int | None:
    """The pips in the boneyard, once nothing else is hidden."""
    if hand.boneyard == 0:
        return 0
    return None if hand.untold else hand.unseen_pips - sum(pips or 0 for pips in hand.told)


def _forced(hand: Hand) -> tuple[TilesDrawn | TurnPassed, ...]:
    """How a dead hand runs out: what is left is drawn, then everybody passes."""
    if hand.is_over or not hand.is_dead:
        return ()
    forced: list[TilesDrawn | TurnPassed] = []
    while (seat := hand.turn) is not None:
        player = hand.seating.players[seat]
        if hand.boneyard:
            forced.append(TilesDrawn(player, hand.boneyard))
            hand = hand.draw(seat, hand.boneyard)
        else:
            forced.append(TurnPassed(player))
            hand = hand.pass_turn(seat)
    return tuple(forced)


def _tiles_sentence(told: Audit) -> str:
    held = ", ".join(f"{holding.player} {holding.tiles}" for holding in told.holdings)
    where = [f"{told.tiles_set} on the table", f"in hands {held}"]
    if told.boneyard:
        where.append(f"{told.boneyard} in the boneyard")
    return f"{len(ALL_TILES)} tiles: {'; '.join(where)}."


def _pips_sentence(told: Audit) -> str:
    where = [f"{told.pips_set} on the table"]
    if any(holding.tiles and holding.pips is not None for holding in told.holdings):
        where.append(f"{told.pips_told} told")
    if told.boneyard_pips is None:
        where.append(f"{told.untold_pips} hidden")
    elif told.boneyard:
        where.append(f"{told.boneyard_pips} in the boneyard")
    elif told.untold_pips:
        where.append(f"{told.untold_pips} in hands")
    return f"{pips_told(ALL_PIPS)}: {'; '.join(where)}."


def _exhausted_sentence(numbers: tuple[int, ...]) -> str:
    gone = listed([f"no {number}" for number in numbers], "and")
    return f"{gone.capitalize()} can come any more: all seven have been seen."


def _dead_sentence(told: Audit) -> str:
    first = told.forced[0]
    dead = "The hand is dead: no tile that is still hidden fits an open end."
    if isinstance(first, TilesDrawn):
        drawn = tiles_told(first.tiles)
        return f"{dead} {first.player} draws the {drawn} of the boneyard; then everybody passes."
    return f"{dead} All that is left is passing."
