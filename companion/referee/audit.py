"""The audit of a hand: all 28 tiles and 168 pips accounted for, and what can still come.

Nobody shows the referee a hand, so what is hidden is a number of tiles;
its pips are known once they are told, or where only one place is left for them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from companion.record.statements import TilesDrawn, TurnPassed
from companion.rules.hand import Hand
from companion.rules.layout import End
from companion.rules.tile import ALL_PIPS, Tile
from companion.words import Text, listed, message

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
    def described(self) -> Text:
        """How many of its tiles are out, in words."""
        if self.is_exhausted:
            return message("audit.all-seven")
        return message("audit.some-of-seven", seen=self.seen)


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
    def sentences(self) -> tuple[Text, ...]:
        """The audit in words: tiles, pips, exhausted numbers, and the dead hand."""
        return tuple(_describe(self))


def count_tiles(hand: Hand) -> Audit:
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


def describe_prospect(prospect: Prospect) -> Text:
    """What can still be set on an open end, in a sentence."""
    end, tiles = prospect
    if not tiles:
        return message("audit.nothing-can-come", pips=end.pips, host=end.host)
    return message("audit.can-come", pips=end.pips, host=end.host, tiles=listed(tiles, "or"))


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


def _describe(found: Audit) -> Iterator[Text]:
    held = ", ".join(f"{holding.player} {holding.tiles}" for holding in found.holdings)
    if found.boneyard:
        yield message("audit.tiles", set=found.tiles_set, held=held, boneyard=found.boneyard)
    else:
        yield message("audit.tiles-all-dealt", set=found.tiles_set, held=held)
    yield message("audit.pips", where=listed(_where_pips_are(found)))
    if gone := found.exhausted:
        yield message("audit.exhausted", count=len(gone), numbers=listed(gone, "or"))
    if found.is_dead:
        yield _describe_dead_hand(found.forced[0])


def _where_pips_are(found: Audit) -> Iterator[Text]:
    yield message("audit.pips-set", pips=found.pips_set)
    if any(holding.tiles and holding.pips is not None for holding in found.holdings):
        yield message("audit.pips-told", pips=found.pips_told)
    if found.boneyard_pips is None:
        yield message("audit.pips-hidden", pips=found.untold_pips)
    elif found.boneyard:
        yield message("audit.pips-in-boneyard", pips=found.boneyard_pips)
    elif found.untold_pips:
        yield message("audit.pips-in-hands", pips=found.untold_pips)


def _describe_dead_hand(first: TilesDrawn | TurnPassed) -> Text:
    if isinstance(first, TilesDrawn):
        return message("audit.dead-but-drawn", count=first.tiles, player=first.player)
    return message("audit.dead")
