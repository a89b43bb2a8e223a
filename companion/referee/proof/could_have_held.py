"""Holding: could a player have held a tile, or one of a number, and how that is known."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.i18n import Text, listed, message, sentences
from companion.referee.proof.evidence import INDEX_OF
from companion.referee.proof.matching import crowded, places_of, smallest_crowd, turned_round
from companion.referee.proof.proof_steps import (
    Case,
    ProofSteps,
    describe_had,
    describe_left,
    moments_against,
    moments_for,
    names_of,
    tiles_for,
)
from companion.referee.proof.tile_locations import Held, Places, TileLocations
from companion.referee.ruling import Ruling
from companion.rules.tile import ALL_TILES, Tile

#: A crowd of so many tiles is read at a glance; only for a larger one a shorter way is looked for.
_FEW = 3


class Thing(NamedTuple):
    """What may be held: a tile, or any tile of a number."""

    tile: Tile | None = None
    pips: int | None = None

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that it can be."""
        if self.tile is not None:
            return (self.tile,)
        return tuple(tile for tile in ALL_TILES if self.pips in tile)

    @property
    def name(self) -> Text:
        """What it is called: `the 5-3`, `a 5`."""
        if self.tile is not None:
            return message("held.the-tile", tile=self.tile)
        return message("held.a-number", pips=self.pips)


def could_have_held(
    told: TileLocations, seat: int, thing: Thing, before: int | None = None
) -> Ruling:
    """Whether a player can hold it, or could have held it before an entry, by its line."""
    player, held = told.evidence.hand.seating.players[seat], None
    case = Case(frozenset(), {}, message("held.contradicted"))
    if not told.is_contradicted:
        held = told.held(seat, thing.tiles, before)
        case = _Reader(told, seat, thing, before).case(held)
    testimony = ProofSteps(told.entries, told.evidence, player)
    return Ruling(
        describe_question(player, thing, before),
        describe_held(held),
        notes=(case.conclusion,),
        steps=tuple(testimony.steps(case)) if case.tiles else (),
    )


def describe_held(held: Held | None) -> Text:
    """What is known, in a word or two; None where passes and draws contradict each other."""
    return message(f"held.{held}" if held else "held.unknown")


def describe_question(player: str, thing: Thing, before: int | None = None) -> Text:
    """The question: `Could Ben hold a 5?`, `Could Ben have held a 5 before entry 12?`"""
    if before is None:
        return message("held.now", player=player, thing=thing.name)
    return message("held.then", player=player, thing=thing.name, entry=before)


class _Reader:
    """Reads out of the places why a player can, must or cannot have held something."""

    def __init__(self, told: TileLocations, seat: int, thing: Thing, before: int | None) -> None:
        self.told = told
        self.evidence = told.evidence
        self.seat = seat
        self.player = told.evidence.hand.seating.players[seat]
        self.thing = thing
        self.slots = told.slots_of(seat, before)
        self.asked = told.off_the_table(thing.tiles, before)

    def case(self, held: Held) -> Case:
        match held:
            case Held.OPEN:
                return Case(frozenset(), {}, self._describe_open())
            case Held.PROVED:
                return self._must()
        return self._cannot()

    def _describe_open(self) -> Text:
        """Which of the tiles it can be."""
        slots = {tile: self.told.possible[INDEX_OF[tile]] & self.slots for tile in self.asked}
        may = [tile for tile, possible in slots.items() if possible]
        return message("held.may", count=len(may), player=self.player, tiles=listed(may, "or"))

    def _must(self) -> Case:
        asked = frozenset(INDEX_OF[tile] for tile in self.asked)
        places = self.told.without(self.slots, asked)
        crowd = smallest_crowd(places)
        others = [seat for seat in range(len(self.evidence.seats)) if seat != self.seat]
        if len(crowd) == 1:
            against = moments_against(self.evidence, crowd, others)
            return Case(crowd, against, message("held.nowhere-else", tile=names_of(crowd)))
        supposed = message("held.if-not", player=self.player, thing=self.thing.name)
        return self._narrowest(places, crowd, supposed, asked, others)

    def _cannot(self) -> Case:
        """Tile by tile: on the table, in no place of this hand, or needed elsewhere."""
        if not self.told.hides(self.seat):
            return Case(frozenset(), {}, message("held.all-known", player=self.player))
        set_before = [tile for tile in self.thing.tiles if tile not in self.asked]
        cases = [self._cannot_be(INDEX_OF[tile]) for tile in self.asked]
        alone = [tile for case in cases if len(case.tiles) == 1 for tile in case.tiles]
        parts: list[Text] = []
        if set_before:
            on_table = listed(set_before)
            parts.append(message("held.on-the-table", count=len(set_before), tiles=on_table))
        if alone:
            tiles = listed((ALL_TILES[tile] for tile in alone), "or")
            parts.append(message("held.no-place", player=self.player, tiles=tiles))
        return Case(
            frozenset(tile for case in cases for tile in case.tiles),
            {line: moment for case in cases for line, moment in case.against.items()},
            sentences(*parts, *(case.conclusion for case in cases if len(case.tiles) > 1)),
            are_ruled_out=all(case.are_ruled_out for case in cases),
        )

    def _cannot_be(self, tile: int) -> Case:
        places = self.told.within(self.slots, tile)
        crowd = crowded(places, tile)
        supposed = message("held.if-held", player=self.player, tile=ALL_TILES[tile])
        return self._narrowest(places, crowd, supposed, frozenset({tile}), [self.seat])

    def _narrowest(
        self,
        places: Places,
        crowd: frozenset[int],
        supposed: Text,
        asked: frozenset[int],
        of_asked: Iterable[int],
    ) -> Case:
        """Tiles with too few places, or places with too few tiles: whichever is less to read.

        Against what is asked, only the passes and draws of the seats `of_asked` speak.
        """
        if len(crowd) > _FEW:
            takers = turned_round(places)
            slots = smallest_crowd(takers)
            if len(tiles := tiles_for(slots, takers)) < len(crowd):
                had = describe_had(self.evidence, slots)
                conclusion = sentences(supposed, had, describe_left(tiles))
                against = moments_for(self.evidence, slots)
                return Case(tiles, against, conclusion, are_ruled_out=False)
        found = message(
            "held.too-few-places",
            count=places_of(places, crowd),
            number=len(crowd),
            tiles=names_of(crowd),
        )
        everybody = range(len(self.evidence.seats))
        against = moments_against(self.evidence, crowd - asked, everybody)
        against |= moments_against(self.evidence, crowd & asked, of_asked)
        return Case(crowd, against, sentences(supposed, found))
