"""The prover: it looks for the fewest tiles, or places, that make a finding a proof."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from companion.record.replay import Entry
from companion.record.statements import HandLed, TilesDrawn, TileSet, TilesLeft, TurnPassed
from companion.referee.matching import bits_of, crowded, places_of, smallest_crowd, turned_round
from companion.referee.proof import Deed, Proof, Step
from companion.referee.reneges import Evidence, Finding
from companion.referee.shown_hand import INDEX_OF, Moment
from companion.referee.words import listed
from companion.rules.game import Game
from companion.rules.hand import Hand, tiles_told
from companion.rules.tile import ALL_TILES, Tile

SOMEBODY_HELD_BACK = "Somebody held back a tile that fitted, or an entry is wrong."
#: More tiles than this are told by the pips that they show.
_NAMED_TILES = 3


class _Case(NamedTuple):
    """What a proof rests on: tiles, a number of places, and each pass or draw that speaks."""

    tiles: frozenset[int]
    places: int
    #: By line.
    against: dict[int, Moment]
    conclusion: str
    #: Whether the passes and draws speak against these tiles, or leave no others.
    are_ruled_out: bool


def prove(start: Game, entries: Sequence[Entry], finding: Finding) -> Proof:
    """The proof of one finding of this record."""
    return _Prover(start, entries, finding).proof()


class _Prover:
    """One finding, and all that its hand had shown by then."""

    def __init__(self, start: Game, entries: Sequence[Entry], finding: Finding) -> None:
        self.finding = finding
        self.players = start.seating.players
        last = next(at for at, entry in enumerate(entries) if entry.line == finding.line)
        lead = max(at for at in range(last) if isinstance(entries[at].statement, HandLed))
        self.entries = entries[lead + 1 : last + 1]
        hand = entries[lead].game.hand
        assert hand is not None
        self.hand_before: dict[int, Hand] = {}
        self.evidence = Evidence(hand)
        for entry in self.entries:
            self.hand_before[entry.line] = hand
            self.evidence.add(hand, entry)
            assert entry.game.hand is not None
            hand = entry.game.hand

    def proof(self) -> Proof:
        """The case, told line by line."""
        case = self._own_case() if self.finding.player is not None else self._common_case()
        tiles = tuple(ALL_TILES[tile] for tile in sorted(case.tiles, reverse=True))
        steps = tuple(self._steps(case))
        return Proof(self.finding, steps, tiles, case.places, case.conclusion)

    # The case

    def _own_case(self) -> _Case:
        """Tiles that one player showed, and too few of that player's own slots for them."""
        player, tile = self.finding.player, self.finding.tile
        assert player is not None and tile is not None
        seat = self.players.index(player)
        places = self.evidence.places_of(seat)
        tiles = crowded(places, INDEX_OF[tile])
        number = places_of(places, tiles)
        if len(tiles) == 1:
            conclusion = self._held_all_along(player, tile)
        else:
            conclusion = (
                f"Only {number} of {player}'s tiles can have been any of the {_names(tiles)}: "
                "one of them was held when it would have fitted, or an entry is wrong."
            )
        against = self._against(tiles, [seat])
        return _Case(tiles, number, against, conclusion, are_ruled_out=True)

    def _held_all_along(self, player: str, tile: Tile) -> str:
        since = self.finding.since
        has_drawn = any(
            isinstance(entry.statement, TilesDrawn)
            and entry.statement.player == player
            and since is not None
            and entry.line >= since
            for entry in self.entries
        )
        why = "None of the tiles drawn since can be it" if has_drawn else "Nothing was drawn since"
        return f"{why}: {player} held the {tile} then, or an entry is wrong."

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
        number = places_of(places, tiles)
        if number == 0:
            has_boneyard = self.evidence.hand.rules.boneyard_for(len(self.players)) > 0
            nor = " nor in the boneyard" if has_boneyard else ""
            told = f"The {_names(tiles)} can be in no hand{nor}."
        else:
            told = f"For the {_names(tiles)}, {len(tiles)} tiles, only {number} places are left."
        against = self._against(tiles, range(len(self.players)))
        conclusion = f"{told} {SOMEBODY_HELD_BACK}"
        return _Case(tiles, number, against, conclusion, are_ruled_out=True)

    def _nothing_to_hold(self, takers: dict[int, int], slots: frozenset[int]) -> _Case:
        """Tiles in hands that cannot all be different ones without contradicting somebody."""
        bits = 0
        for slot in slots:
            bits |= takers[slot]
        tiles = frozenset(bit.bit_length() - 1 for bit in bits_of(bits))
        owners: dict[str, None] = {}
        against: dict[int, Moment] = {}
        offset = 0
        for player, shown in zip(self.players, self.evidence.seats, strict=True):
            own = [shown.slots[at] for at in range(len(shown.slots)) if offset + at in slots]
            if own:
                owners[player] = None
                first = min(slot.held_from for slot in own)
                against |= {moment.line: moment for moment in shown.moments[first:]}
            offset += len(shown.slots)
        if any(slot >= offset for slot in slots):
            owners["the boneyard"] = None
        left = f"only the {_names(tiles)} are left for them" if tiles else "none is left for them"
        told = f"{listed(owners)} had {len(slots)} tiles that agree with all this, and {left}."
        told = told[0].upper() + told[1:]
        conclusion = f"{told} {SOMEBODY_HELD_BACK}"
        return _Case(tiles, len(slots), against, conclusion, are_ruled_out=False)

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

    # The steps

    def _steps(self, case: _Case) -> Iterator[Step]:
        """The passes and draws that speak, the draws after them, the tiles that were shown."""
        first = min(case.against, default=0)
        for entry in self.entries:
            is_last = entry is self.entries[-1]
            match entry.statement:
                case TilesDrawn(player) | TurnPassed(player) if entry.line in case.against:
                    yield self._held_back(entry, player, case)
                case TilesDrawn(player) if entry.line > first and self._may_matter(player):
                    drew = f"{player} drew {_drawn(entry)}.{self._set_at_once(entry)}"
                    yield self._step(entry, player, Deed.DREW, drew)
                case TurnPassed(player) if is_last:
                    yield self._step(entry, player, Deed.PASSED, f"{player} passed.")
                case TileSet(player, tile) if is_last or INDEX_OF[tile] in case.tiles:
                    yield self._step(entry, player, Deed.SET, f"{player} set the {tile}.", (tile,))
                case TilesLeft(player, left):
                    shown = tuple(tile for tile in left if INDEX_OF[tile] in case.tiles)
                    if shown or is_last:
                        told = f"{player} showed the {listed(shown or left)}."
                        yield self._step(entry, player, Deed.SHOWED, told, shown or left)

    def _may_matter(self, player: str) -> bool:
        """Whether this player's draws can have brought the tile in question."""
        return self.finding.player == player

    def _held_back(self, entry: Entry, player: str, case: _Case) -> Step:
        """A pass or a draw through which no tile that fitted can have been held."""
        moment = case.against[entry.line]
        named = case.tiles if case.are_ruled_out else ()
        fitting = tuple(ALL_TILES[tile] for tile in sorted(named) if moment.fitting >> tile & 1)
        deed = Deed.DREW if moment.is_draw else Deed.PASSED
        done = f"{deed} {_drawn(entry)}" if moment.is_draw else f"{deed}"
        told = (
            f"{player} {done} {_open_told(moment, fitting)}."
            f"{self._set_at_once(entry) if self._may_matter(player) else ''}"
        )
        return self._step(entry, player, deed, told, fitting, moment.open_pips)

    def _set_at_once(self, entry: Entry) -> str:
        """Which of the tiles drawn there is known, because it was set as soon as it came."""
        for shown in self.evidence.seats:
            for slot in shown.slots:
                if slot.line == entry.line and slot.is_only is not None:
                    last = "It was" if _drawn(entry) == tiles_told(1) else "The last of them was"
                    return f" {last} the {ALL_TILES[slot.is_only]}, set at once."
        return ""

    def _step(
        self,
        entry: Entry,
        player: str,
        deed: Deed,
        sentence: str,
        tiles: tuple[Tile, ...] = (),
        open_pips: tuple[int, ...] = (),
    ) -> Step:
        ends = self.hand_before[entry.line].layout.ends if open_pips else ()
        lit = tuple(end for end in ends if not tiles or any(end.pips in tile for tile in tiles))
        laid = tuple(
            (said.tile, said.host)
            for each in self.entries
            if each.line < entry.line and isinstance(said := each.with_host, TileSet)
        )
        return Step(entry.line, player, deed, sentence, tiles, open_pips, lit, laid)


def _names(tiles: Iterable[int]) -> str:
    return listed(ALL_TILES[tile] for tile in sorted(tiles, reverse=True))


def _drawn(entry: Entry) -> str:
    assert isinstance(entry.statement, TilesDrawn)
    return tiles_told(entry.statement.tiles)


def _open_told(moment: Moment, fitting: tuple[Tile, ...]) -> str:
    """What was open, and what would have fitted: by name if it is not much."""
    them = f"the {listed(fitting, 'or')}" if 0 < len(fitting) <= _NAMED_TILES else ""
    if not moment.open_pips:
        led = f"; {them} could have been led" if them else ", and so held none that can be led"
        return f"for a lead{led}"
    pips = listed(moment.open_pips)
    if them:
        return f"with {pips} open; {them} would have fitted"
    return f"with {pips} open, and so held no tile with {listed(moment.open_pips, 'or')}"
