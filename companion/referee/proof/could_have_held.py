"""Could a player hold a tile, or a tile of some number, and how do we know?"""

from collections.abc import Iterable
from typing import NamedTuple

from companion.i18n import Text, listed, message, sentences
from companion.referee.proof import proof_steps
from companion.referee.proof.evidence import INDEX_OF
from companion.referee.proof.matching import crowded, places_of, smallest_crowd, turned_round
from companion.referee.proof.tile_locations import Held, Places, TileLocations
from companion.referee.ruling import Ruling
from companion.rules.tile import ALL_TILES, Tile

#: So many tiles are read at a glance; only for more is a shorter proof looked for.
_FEW = 3


class Thing(NamedTuple):
    """What a player may hold: a tile, or any tile with some number."""

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
        """In words: `the 5-3`, `a 5`."""
        if self.tile is not None:
            return message("held.the-tile", tile=self.tile)
        return message("held.a-number", pips=self.pips)


def could_have_held(
    locations: TileLocations, seat: int, thing: Thing, before: int | None = None
) -> Ruling:
    """Whether a player can hold it, or could have held it before an entry, by its line."""
    player, held = locations.evidence.hand.seating.players[seat], None
    case = proof_steps.Case(frozenset(), {}, message("held.contradicted"))
    if not locations.is_contradicted:
        held = locations.held(seat, thing.tiles, before)
        case = _Reader(locations, seat, thing, before).case(held)
    steps = proof_steps.ProofSteps(locations.entries, locations.evidence, player).steps(case)
    return Ruling(
        describe_question(player, thing, before),
        describe_held(held),
        notes=(case.conclusion,),
        steps=tuple(steps) if case.tiles else (),
    )


def describe_held(held: Held | None) -> Text:
    """The answer in a word or two; `held` is None if passes and draws contradict each other."""
    return message(f"held.{held}" if held else "held.unknown")


def describe_question(player: str, thing: Thing, before: int | None = None) -> Text:
    """The question: `Could Ben hold a 5?`, `Could Ben have held a 5 before entry 12?`"""
    if before is None:
        return message("held.now", player=player, thing=thing.name)
    return message("held.then", player=player, thing=thing.name, entry=before)


class _Reader:
    """Finds out why a player can, must or can't have held something."""

    def __init__(
        self, locations: TileLocations, seat: int, thing: Thing, before: int | None
    ) -> None:
        self.locations = locations
        self.evidence = locations.evidence
        self.seat = seat
        self.player = locations.evidence.hand.seating.players[seat]
        self.thing = thing
        self.slots = locations.slots_of(seat, before)
        self.hidden = locations.off_the_table(thing.tiles, before)

    def case(self, held: Held) -> proof_steps.Case:
        match held:
            case Held.OPEN:
                return proof_steps.Case(frozenset(), {}, self._describe_open())
            case Held.PROVED:
                return self._must()
        return self._cannot()

    def _describe_open(self) -> Text:
        """Which of the tiles it can be."""
        possible = self.locations.possible
        may = [tile for tile in self.hidden if possible[INDEX_OF[tile]] & self.slots]
        return message("held.may", count=len(may), player=self.player, tiles=listed(may, "or"))

    def _must(self) -> proof_steps.Case:
        hidden = frozenset(INDEX_OF[tile] for tile in self.hidden)
        places = self.locations.without(self.slots, hidden)
        crowd = smallest_crowd(places)
        others = [seat for seat in range(len(self.evidence.seats)) if seat != self.seat]
        if len(crowd) == 1:
            against = proof_steps.moments_against(self.evidence, crowd, others)
            nowhere = message("held.nowhere-else", tile=proof_steps.names_of(crowd))
            return proof_steps.Case(crowd, against, nowhere)
        supposed = message("held.if-not", player=self.player, thing=self.thing.name)
        return self._narrowest(places, crowd, supposed, hidden, others)

    def _cannot(self) -> proof_steps.Case:
        """Tile by tile: on the table, in no place of this hand, or needed elsewhere."""
        shown = self.evidence.seats[self.seat]
        if len(shown.known) == len(shown.slots):
            return proof_steps.Case(frozenset(), {}, message("held.all-known", player=self.player))
        played = [tile for tile in self.thing.tiles if tile not in self.hidden]
        cases = [self._cannot_be(INDEX_OF[tile]) for tile in self.hidden]
        alone = [tile for case in cases if len(case.tiles) == 1 for tile in case.tiles]
        parts: list[Text] = []
        if played:
            parts.append(message("held.on-the-table", count=len(played), tiles=listed(played)))
        if alone:
            tiles = listed((ALL_TILES[tile] for tile in alone), "or")
            parts.append(message("held.no-place", player=self.player, tiles=tiles))
        return proof_steps.Case(
            frozenset(tile for case in cases for tile in case.tiles),
            {line: moment for case in cases for line, moment in case.against.items()},
            sentences(*parts, *(case.conclusion for case in cases if len(case.tiles) > 1)),
            are_ruled_out=all(case.are_ruled_out for case in cases),
        )

    def _cannot_be(self, tile: int) -> proof_steps.Case:
        places = self.locations.within(self.slots, tile)
        crowd = crowded(places, tile)
        supposed = message("held.if-held", player=self.player, tile=ALL_TILES[tile])
        return self._narrowest(places, crowd, supposed, frozenset({tile}), [self.seat])

    def _narrowest(
        self,
        places: Places,
        crowd: frozenset[int],
        supposed: Text,
        hidden: frozenset[int],
        seats: Iterable[int],
    ) -> proof_steps.Case:
        """Tiles with too few places, or places with too few tiles: whichever is less to read.

        Against the hidden tiles, only the passes and draws of these seats count.
        """
        if len(crowd) > _FEW:
            takers = turned_round(places)
            slots = smallest_crowd(takers)
            if len(proof_steps.tiles_for(slots, takers)) < len(crowd):
                return proof_steps.case_of_slots(self.evidence, slots, takers, before=supposed)
        found = message(
            "held.too-few-places",
            count=places_of(places, crowd),
            number=len(crowd),
            tiles=proof_steps.names_of(crowd),
        )
        everybody = range(len(self.evidence.seats))
        against = proof_steps.moments_against(self.evidence, crowd - hidden, everybody)
        against |= proof_steps.moments_against(self.evidence, crowd & hidden, seats)
        return proof_steps.Case(crowd, against, sentences(supposed, found))
