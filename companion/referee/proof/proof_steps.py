"""The steps of a proof: the passes and draws that count as evidence, one after another."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from companion.i18n import Text, listed, message, sentences
from companion.record.replay import Entry, laid_by
from companion.record.statements import TilesDrawn, TileSet, TilesLeft, TurnPassed
from companion.referee.proof.evidence import INDEX_OF, Evidence, Moment
from companion.referee.proof.matching import bits_of
from companion.referee.ruling import Position, Step
from companion.referee.scoring_text import passes_as, the_boneyard
from companion.rules.tile import ALL_TILES, Tile

#: More tiles than this are described by their pips.
_NAMED_TILES = 3


class Case(NamedTuple):
    """What is proved: the tiles, and by its line each pass or draw that proves it."""

    tiles: frozenset[int]
    against: dict[int, Moment]
    conclusion: Text
    #: Whether the passes and draws rule these tiles out, or leave no others.
    are_ruled_out: bool = True


def moments_against(
    evidence: Evidence, tiles: Iterable[int], seats: Iterable[int]
) -> dict[int, Moment]:
    """By line, the last pass or draw of each of these players that rules out each tile."""
    against: dict[int, Moment] = {}
    owners = {known.tile: shown for shown in evidence.seats for known in shown.known}
    for shown in (evidence.seats[seat] for seat in seats):
        until = {known.tile: known.moments for known in shown.known}
        for tile in tiles:
            # About a tile that was shown, only its owner's passes and draws say anything.
            if owners.get(tile, shown) is not shown:
                continue
            at = shown.latest_against(tile, until.get(tile, len(shown.moments)))
            if at >= 0:
                against[shown.moments[at].line] = shown.moments[at]
    return against


def case_of_slots(
    evidence: Evidence,
    slots: frozenset[int],
    takers: dict[int, int],
    *,
    before: Text | None = None,
    after: Text | None = None,
) -> Case:
    """Slots that have too few tiles left, with sentences to say before and after that."""
    tiles = tiles_for(slots, takers)
    conclusion = sentences(before, _describe_had(evidence, slots), _describe_left(tiles), after)
    return Case(tiles, _moments_for(evidence, slots), conclusion, are_ruled_out=False)


def _moments_for(evidence: Evidence, slots: frozenset[int]) -> dict[int, Moment]:
    """By line, the passes and draws that concern some of these slots."""
    moments: dict[int, Moment] = {}
    for shown, offset in zip(evidence.seats, evidence.offsets, strict=False):
        own = [slot for at, slot in enumerate(shown.slots, offset) if at in slots]
        first = min((slot.held_from for slot in own), default=len(shown.moments))
        moments |= {moment.line: moment for moment in shown.moments[first:]}
    return moments


def _describe_had(evidence: Evidence, slots: frozenset[int]) -> Text:
    """Whose slots these are, and how many."""
    bits, players = sum(1 << slot for slot in slots), evidence.hand.seating.players
    owners = [who for seat, who in enumerate(players) if bits & evidence.slots_of(seat)]
    if not owners:
        is_out = not evidence.hand.rules.has_drawing
        had = "proof.out-of-play-had" if is_out else "proof.boneyard-had"
        return message(had, count=len(slots))
    boneyard = bits & evidence.slots_of(len(players))
    named = [*owners, the_boneyard(evidence.hand)] if boneyard else owners
    return message("proof.had", count=len(slots), owners=listed(named))


def tiles_for(slots: Iterable[int], takers: dict[int, int]) -> frozenset[int]:
    """All tiles that fit some of these slots."""
    return frozenset(bit.bit_length() - 1 for slot in slots for bit in bits_of(takers[slot]))


def _describe_left(tiles: frozenset[int]) -> Text:
    if not tiles:
        return message("proof.none-left")
    return message("proof.left-for-them", count=len(tiles), tiles=names_of(tiles))


class ProofSteps(NamedTuple):
    """The entries of a hand that a proof shows: also draws of `suspect`, and the line `last`."""

    entries: Sequence[Entry]
    evidence: Evidence
    suspect: str | None
    last: int = -1

    def steps(self, case: Case) -> Iterator[Step]:
        """The passes and draws that prove it, the draws after them, the tiles shown."""
        first = min(case.against, default=0)
        for before, (line, statement, _) in pairwise(self.entries):
            is_last = line == self.last
            match statement:
                case TilesDrawn(player) | TurnPassed(player) if line in case.against:
                    yield self._held_back(before, case.against[line], player, case)
                # Later draws of the suspect may have brought the tile in question.
                case TilesDrawn(player, number) if line > first and player == self.suspect:
                    tiles = message("unit.tiles", count=number)
                    drew = message("proof.drew", player=player, tiles=tiles)
                    yield Step(line, player, sentences(drew, self._set_at_once(line, number)))
                case TurnPassed(player) if is_last:
                    passed = "knocked" if passes_as(before.hand) == "knock" else "passed"
                    yield Step(line, player, message(f"proof.{passed}", player=player))
                case TileSet(player, tile) if is_last or INDEX_OF[tile] in case.tiles:
                    set_it = message("proof.set", player=player, tile=tile)
                    yield Step(line, player, set_it, (tile,))
                case TilesLeft(player, left):
                    shown = tuple(tile for tile in left if INDEX_OF[tile] in case.tiles)
                    if shown or is_last:
                        showed = message("proof.showed", player=player, tiles=listed(shown or left))
                        yield Step(line, player, showed, shown or left)

    def _held_back(self, before: Entry, moment: Moment, player: str, case: Case) -> Step:
        """A pass or a draw through which no tile that fitted can have been held."""
        named = case.tiles if case.are_ruled_out else ()
        fitting = tuple(ALL_TILES[tile] for tile in sorted(named) if moment.fitting >> tile & 1)
        sentence = _describe_held_back(player, moment, fitting)
        if player == self.suspect:
            sentence = sentences(sentence, self._set_at_once(moment.line, moment.drawn))
        layout = before.hand.layout
        if not layout.tiles:
            return Step(moment.line, player, sentence, fitting)
        laid = laid_by([entry for entry in self.entries if entry.line < moment.line])
        pips = {pips for tile in fitting for pips in tile} or {*moment.open_pips}
        lit = tuple(end for end in layout.ends if end.pips in pips)
        return Step(moment.line, player, sentence, fitting, Position(layout, laid, lit))

    def _set_at_once(self, line: int, drawn: int) -> Text | None:
        """Which of the tiles drawn there is known, because it was played at once."""
        for shown in self.evidence.seats:
            for tile, slot in shown.at_once.items():
                if shown.slots[slot].line == line:
                    return message("proof.set-at-once", count=drawn, tile=ALL_TILES[tile])
        return None


def names_of(tiles: Iterable[int]) -> Text:
    """Tiles, by their numbers, in words, the largest first."""
    return listed(ALL_TILES[tile] for tile in sorted(tiles, reverse=True))


def _describe_held_back(player: str, moment: Moment, fitting: tuple[Tile, ...]) -> Text:
    """A draw or pass, what was open, and what would have fitted: by name if it is few."""
    deed = moment.deed
    parts: dict[str, Any] = {"player": player}
    if moment.drawn:
        parts["drawn"] = message("unit.tiles", count=moment.drawn)
    if moment.open_pips:
        parts["pips"] = listed(moment.open_pips)
    if 0 < len(fitting) <= _NAMED_TILES:
        parts["tiles"] = listed(fitting, "or")
        if moment.open_pips:
            return message(f"proof.{deed}.would-have-fitted", **parts)
        return message(f"proof.{deed}.could-have-been-led", **parts)
    if moment.open_pips:
        return message(f"proof.{deed}.held-none", any=listed(moment.open_pips, "or"), **parts)
    return message(f"proof.{deed}.held-no-lead", **parts)
