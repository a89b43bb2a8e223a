"""The fewest mistakes with which a hand was entered, if what lies is what was played."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from companion.record.replay import apply
from companion.record.statements import Statement, TilesDrawn, TileSet, TurnPassed
from companion.referee.explain.why_and_what_if import right_claim
from companion.referee.seen.seen_layout import SeenLayout, likeness
from companion.rules.choices import Announce
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.tile import Tile

#: A statement of a hand, and the change behind it.
SaidLine = tuple[int, Statement]
#: What to enter in the place of the entry behind a change, or before it; None after the last one.
Repair = tuple[int | None, TileSet]
#: The tile that was entered, None if one was forgotten; and the repair.
Mistake = tuple[Tile | None, Repair]

#: What it costs that a tile was forgotten, entered as another or on another, or isn't seen.
_MISTAKE = 60
#: Of an entry in another player's turn, as all are after a tile that was forgotten.
_SHIFT = 2
#: Of another tile in another place: a tile not seen and one forgotten are likelier, if in turn.
_OTHER_PLACE = 2 * _MISTAKE + 1
#: Of an entry that doesn't fit, or a tile that can't have been played.
_UNEXPLAINED = 3 * _MISTAKE
#: So many are looked at; two mistakes take some hundreds.
_MOST_READINGS = 1000


class _Reading(NamedTuple):
    """A hand up to one of its entries, as it was played if these are the mistakes."""

    game: Game
    #: The tiles that lie, were not entered, and aren't explained yet.
    missing: frozenset[Tile]
    at: int = 0
    cost: int = 0
    mistakes: tuple[Mistake, ...] = ()

    def then(self, said: Statement, cost: int, *mistakes: Mistake) -> Iterator["_Reading"]:
        """With its next entry, or a tile forgotten before that; nothing if it is refused."""
        with suppress(Refusal):
            yield self._replace(
                game=apply(self.game, said),
                missing=self.missing - {right.tile for _, (_, right) in mistakes},
                at=self.at + all(was for was, _ in mistakes),
                cost=self.cost + cost,
                mistakes=(*self.mistakes, *mistakes),
            )


@dataclass(frozen=True)
class HandReader:
    """A hand as it was entered, with the tiles that lie; `start` is the game before it."""

    start: Game
    said: Sequence[SaidLine]
    seen: SeenLayout

    @cached_property
    def entered(self) -> dict[Tile, tuple[int, TileSet]]:
        """Each tile that was entered, with the change behind it and its statement."""
        return {said.tile: (line, said) for line, said in self.said if isinstance(said, TileSet)}

    @cached_property
    def readings(self) -> list[tuple[Mistake, ...]]:
        """The ways to explain the most by the least, each in the order of play."""
        missing = frozenset(self.seen.tiles.keys() - self.entered)
        waiting, number = [(0, 0, 0, _Reading(self.start, missing))], count(1)
        most, found = _UNEXPLAINED * (len(self.said) + len(missing)), list[_Reading]()
        while waiting and waiting[0][0] <= most and next(number) < _MOST_READINGS:
            reading = heappop(waiting)[-1]
            left = len(self.said) - reading.at + len(reading.missing)
            if (cost := reading.cost + _UNEXPLAINED * left) <= most:
                most, found = cost, [*(found if cost == most else ()), reading]
            for after in self._following(reading):
                least = after.cost + _MISTAKE * len(after.missing)
                heappush(waiting, (least, -after.at, next(number), after))
        return [each.mistakes for each in found]

    def _following(self, reading: _Reading) -> Iterator[_Reading]:
        """The hand with its next entry, in each way that it can be meant, or one before that."""
        game = reading.game
        line, said = self.said[reading.at] if reading.at < len(self.said) else (None, None)
        yield from self._forgotten(reading, line)
        if isinstance(said, TileSet | TilesDrawn | TurnPassed) and game.hand_is_on:
            player = game.seating.players[game.acting]
            cost = reading.cost + _SHIFT * (said.player != player)
            reading, said = reading._replace(cost=cost), said._replace(player=player)
        if isinstance(said, TileSet) and game.hand_is_on:
            yield from self._meant(reading, said, line)
        elif said:
            yield from reading.then(said, 0)

    def _forgotten(self, reading: _Reading, line: int | None) -> Iterator[_Reading]:
        """The hand with one more tile before the entry behind a change, its count called or not."""
        game = reading.game
        for tile in reading.missing if game.hand_is_on else ():
            for host, cost in self._places(game, tile, None):
                right = TileSet(game.seating.players[game.acting], tile, host)
                with suppress(Refusal):
                    is_called = game.rules.announce is Announce.REQUIRED
                    called = right_claim(game, tile, host) if is_called else None
                    for more, claim in enumerate(dict.fromkeys((called, None)), cost + _MISTAKE):
                        right = right._replace(claim=claim)
                        yield from reading.then(right, more, (None, (line, right)))

    def _meant(self, reading: _Reading, said: TileSet, line: int | None) -> Iterator[_Reading]:
        """The hand with a tile that was entered, on this one or on another, or with another one."""
        unseen, layout, on = said.tile not in self.seen.tiles, reading.game.dealt.layout, said.host
        places = self._places(reading.game, said.tile, on)
        for host, cost in places:
            right = said._replace(host=host)
            mistakes = [(said.tile, (line, right))] if cost and host != said.host else []
            yield from reading.then(right, cost + _MISTAKE * unseen, *mistakes)
        for host in self.seen.beside(said.tile) if not places else ():
            # It can't have come so, whoever is wrong: no repair is known.
            if on and host in layout.tiles and likeness(said.tile, host) != likeness(said.tile, on):
                mistake = said.tile, (None, said._replace(host=host))
                yield from reading.then(said, 2 * _MISTAKE, mistake)
        for tile in reading.missing if unseen or said.tile in layout.tiles else ():
            for host, _ in self._places(reading.game, tile, on):
                right = said._replace(tile=tile, host=host)
                is_there = not host or not on or likeness(tile, host) == likeness(said.tile, on)
                cost = _MISTAKE if is_there else _OTHER_PLACE
                yield from reading.then(right, cost, (said.tile, (line, right)))

    def _places(self, game: Game, tile: Tile, on: Tile | None) -> list[tuple[Tile | None, int]]:
        """Where a tile that was entered on this one, or forgotten, can lie; each with its cost."""
        layout, beside = game.dealt.layout, self.seen.beside(tile)
        there, laid = [host for host in beside if host in layout.tiles], on in layout.tiles and on
        others = [at for at in there if not laid or likeness(tile, at) != likeness(tile, laid)]
        if not layout.tiles:
            return [(None, 0)]
        if laid and not others:
            # It lies joined to others, but not to this one, nor to any before it.
            return [(on, _MISTAKE if not there and beside and on in self.seen.tiles else 0)]
        cost, alike = (laid if there else beside), {likeness(tile, host) for host in others}
        lying = next((host for host in others if layout.fits(tile, host)), None)
        # Of ends that are alike, the one where it lies.
        return [
            (lying or end.host, _MISTAKE if cost else 0)
            for end in layout.choices_for(tile)
            if (end.likeness in alike if there else end.host in self.seen.tiles)
        ]
