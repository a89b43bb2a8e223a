"""The prover: it looks for the fewest tiles, or places, that make a finding a proof.

At its heart is a count: once every pass and every draw is believed, some tiles
have fewer places left than they are, or some places fewer tiles.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from companion.record.replay import Entry, cut_into_hands, laid_by
from companion.record.statements import TilesDrawn, TileSet, TilesLeft, TurnPassed
from companion.referee.book import Book
from companion.referee.matching import bits_of, crowded, places_of, smallest_crowd, turned_round
from companion.referee.reneges import INDEX_OF, Evidence, Finding, Moment
from companion.referee.ruling import Position, Ruling, Section, Step
from companion.rules.tile import ALL_TILES, Tile
from companion.words import Text, listed, message, sentences

#: More tiles than this are described by the pips that they show.
_NAMED_TILES = 3


def proof(entries: Sequence[Entry], finding: Finding) -> Ruling:
    """How it is proved, line by line, that somebody held back a tile or an entry is wrong."""
    last = next(at for at, entry in enumerate(entries) if entry.line == finding.line)
    lead = next(hand.start for hand in cut_into_hands(entries) if last in hand)
    return _Prover(entries[lead : last + 1], finding).ruling()


def proof_by(book: Book, entries: Sequence[Entry], finding: Finding) -> Ruling:
    """A proof with the rule that it rests on, as that table has it."""
    rests_on = Section(reasons=(book.reason("must-play", message("proof.rests-on")),))
    return replace(proof(entries, finding), sections=(rests_on,))


class _Case(NamedTuple):
    """What a proof rests on: tiles, each pass or draw that speaks by its line, what it comes to."""

    tiles: frozenset[int]
    against: dict[int, Moment]
    conclusion: Text
    #: Whether the passes and draws speak against these tiles, or leave no others.
    are_ruled_out: bool = True


class _Prover:
    """One finding, and all that its hand had shown by then, from its lead on."""

    def __init__(self, entries: Sequence[Entry], finding: Finding) -> None:
        self.entries = entries
        self.finding = finding
        self.evidence = Evidence(entries)
        self.players = self.evidence.hand.seating.players

    def ruling(self) -> Ruling:
        case = self._common_case() if self.finding.player is None else self._own_case()
        return Ruling(
            message("proof.title"),
            message("proof.method"),
            steps=tuple(self._steps(case)),
            conclusion=case.conclusion,
        )

    def _own_case(self) -> _Case:
        """Tiles that one player showed, and too few of that player's own slots for them."""
        player, tile, since = self.finding.player, self.finding.tile, self.finding.since
        assert player is not None and tile is not None and since is not None
        seat = self.players.index(player)
        places = self.evidence.places_of(seat)
        tiles = crowded(places, INDEX_OF[tile])
        against = self._against(tiles, [seat])
        if len(tiles) > 1:
            number, names = places_of(places, tiles), _names(tiles)
            conclusion = message("proof.too-few-own", places=number, player=player, tiles=names)
            return _Case(tiles, against, conclusion)
        slots = self.evidence.seats[seat].slots
        has_drawn = any(slot.line is not None and slot.line >= since for slot in slots)
        conclusion = message(
            "proof.not-drawn-since" if has_drawn else "proof.nothing-drawn-since",
            player=player,
            tile=tile,
        )
        return _Case(tiles, against, conclusion)

    def _common_case(self) -> _Case:
        """Tiles with too few places, or places with too few tiles: whichever is less to read."""
        places = self.evidence.places()
        tiles = smallest_crowd(places)
        takers = turned_round(places)
        slots = smallest_crowd(takers)
        if len(tiles) <= places_of(takers, slots):
            return self._nowhere_to_be(places, tiles)
        return self._nothing_to_hold(takers, slots)

    def _nowhere_to_be(self, places: dict[int, int], tiles: frozenset[int]) -> _Case:
        names, boneyard = _names(tiles), self.evidence.hand.rules.boneyard_for(len(self.players))
        if number := places_of(places, tiles):
            found = message("proof.too-few-places", count=number, tiles=names, number=len(tiles))
        else:
            found = message("proof.nowhere" if boneyard > 0 else "proof.in-no-hand", tiles=names)
        conclusion = sentences(found, message("proof.somebody-held-back"))
        return _Case(tiles, self._against(tiles, range(len(self.players))), conclusion)

    def _nothing_to_hold(self, takers: dict[int, int], slots: frozenset[int]) -> _Case:
        """Tiles in hands that cannot all be different ones without contradicting somebody."""
        tiles = frozenset(bit.bit_length() - 1 for slot in slots for bit in bits_of(takers[slot]))
        owners: list[str | Text] = []
        against: dict[int, Moment] = {}
        *seats, boneyard = self.evidence.offsets
        for player, shown, offset in zip(self.players, self.evidence.seats, seats, strict=True):
            if own := [slot for at, slot in enumerate(shown.slots, offset) if at in slots]:
                owners.append(player)
                first = min(slot.held_from for slot in own)
                against |= {moment.line: moment for moment in shown.moments[first:]}
        if any(slot >= boneyard for slot in slots):
            owners.append(message("proof.the-boneyard"))
        had = message("proof.had", count=len(slots), owners=listed(owners))
        left = message("proof.none-left")
        if tiles:
            left = message("proof.left-for-them", tiles=_names(tiles))
        conclusion = sentences(had, left, message("proof.somebody-held-back"))
        return _Case(tiles, against, conclusion, are_ruled_out=False)

    def _against(self, tiles: Iterable[int], seats: Iterable[int]) -> dict[int, Moment]:
        """By line, the last pass or draw of each player that speaks against each tile."""
        against: dict[int, Moment] = {}
        for seat in seats:
            shown = self.evidence.seats[seat]
            until = {known.tile: known.moments for known in shown.known}
            for tile in tiles:
                at = shown.latest_against(tile, until.get(tile, len(shown.moments)))
                if at >= 0:
                    against[shown.moments[at].line] = shown.moments[at]
        return against

    def _steps(self, case: _Case) -> Iterator[Step]:
        """The passes and draws that speak, the draws after them, the tiles that were shown."""
        first = min(case.against, default=0)
        for before, (line, statement, _) in pairwise(self.entries):
            is_last = line == self.finding.line
            match statement:
                case TilesDrawn(player) | TurnPassed(player) if line in case.against:
                    yield self._held_back(before, case.against[line], player, case)
                # The other draws of whoever held back can have brought the tile in question.
                case TilesDrawn(player, number) if line > first and player == self.finding.player:
                    tiles = message("unit.tiles", count=number)
                    drew = message("proof.drew", player=player, tiles=tiles)
                    yield Step(line, player, sentences(drew, self._set_at_once(line, number)))
                case TurnPassed(player) if is_last:
                    yield Step(line, player, message("proof.passed", player=player))
                case TileSet(player, tile) if is_last or INDEX_OF[tile] in case.tiles:
                    set_it = message("proof.set", player=player, tile=tile)
                    yield Step(line, player, set_it, (tile,))
                case TilesLeft(player, left):
                    shown = tuple(tile for tile in left if INDEX_OF[tile] in case.tiles)
                    if shown or is_last:
                        showed = message("proof.showed", player=player, tiles=listed(shown or left))
                        yield Step(line, player, showed, shown or left)

    def _held_back(self, before: Entry, moment: Moment, player: str, case: _Case) -> Step:
        """A pass or a draw through which no tile that fitted can have been held."""
        named = case.tiles if case.are_ruled_out else ()
        fitting = tuple(ALL_TILES[tile] for tile in sorted(named) if moment.fitting >> tile & 1)
        sentence = _describe_held_back(player, moment, fitting)
        if player == self.finding.player:
            sentence = sentences(sentence, self._set_at_once(moment.line, moment.drawn))
        layout, position = before.hand.layout, None
        if layout.tiles:
            laid = laid_by([entry for entry in self.entries if entry.line < moment.line])
            pips = {pips for tile in fitting for pips in tile} or {*moment.open_pips}
            lit = tuple(end for end in layout.ends if end.pips in pips)
            position = Position(layout, laid, lit)
        return Step(moment.line, player, sentence, fitting, position)

    def _set_at_once(self, line: int, drawn: int) -> Text | None:
        """Which of the tiles drawn there is known, because it was set as soon as it came."""
        for shown in self.evidence.seats:
            for tile, slot in shown.at_once.items():
                if shown.slots[slot].line == line:
                    return message("proof.set-at-once", count=drawn, tile=ALL_TILES[tile])
        return None


def _names(tiles: Iterable[int]) -> Text:
    return listed(ALL_TILES[tile] for tile in sorted(tiles, reverse=True))


def _describe_held_back(player: str, moment: Moment, fitting: tuple[Tile, ...]) -> Text:
    """Who drew or passed, what was open, and what would have fitted: by name if it is not much."""
    deed = "drew" if moment.drawn else "passed"
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
