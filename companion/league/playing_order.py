"""A playing order: one list of a team's players, from which every board of a match is filled."""

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Self

from companion.league.match_format import MatchFormat

#: Stands for a place that nobody fills.
NOBODY = 0
#: The players at each board for one side; empty if it gives the board away.
Boards = tuple[tuple[int, ...], ...]


class PlayingOrder(NamedTuple):
    """Who plays for one side: the first plays the first single, the first two the first double.

    `otherwise` holds the captain's changes: a board and a place at it, both from 0, and who takes
    it.
    """

    players: tuple[int, ...]
    otherwise: Mapping[tuple[int, int], int] = MappingProxyType({})

    @classmethod
    def of(cls, form: MatchFormat, boards: Boards) -> Self:
        """The order in which a side stood at the boards of a match, and the changes to it."""
        players = [NOBODY] * form.squad
        for board, places in ordered_boards(form).items():
            for place, player in zip(places, _filled(boards[board], len(places)), strict=True):
                players[place] = player
        by_order = cls(tuple(players)).places(form)
        otherwise = {
            (board, place): player
            for board, at in enumerate(by_order)
            for place, player in enumerate(_filled(boards[board], len(at)))
            if player != at[place] and (boards[board] or all(at))
        }
        return cls(tuple(players), otherwise)

    @classmethod
    def usual(cls, form: MatchFormat, squad: Sequence[int], before: Boards = ()) -> Self:
        """The team's last order, or its list; others step in for players who have left."""
        last = cls.of(form, before) if before else cls((NOBODY,) * form.squad)
        others = (each for each in squad if each not in last.players)
        players = tuple(each if each in squad else next(others, NOBODY) for each in last.players)
        now = dict(zip(last.players, players, strict=True))
        otherwise = {at: now.get(each, each) for at, each in last.otherwise.items()}
        still = {at: each for at, each in otherwise.items() if each in squad}
        return cls(players, still)

    def boards(self, form: MatchFormat) -> Boards:
        """Who plays at each board; nobody at all if a board can't be filled."""
        return tuple(at if all(at) else () for at in self.places(form))

    def places(self, form: MatchFormat) -> Boards:
        """Who takes each place of each board."""
        return tuple(
            tuple(
                self.otherwise.get((board, at), self.players[place])
                for at, place in enumerate(places)
            )
            for board, places in enumerate(places_of(form))
        )


def places_of(form: MatchFormat) -> tuple[range, ...]:
    """For each board, the places of the order, from 0, that fill it: partners are neighbours."""
    taken: Counter[int] = Counter()
    found = []
    for board in form.boards:
        first = taken[board.players]
        taken[board.players] += board.players
        found.append(range(first, first + board.players))
    return tuple(found)


def ordered_boards(form: MatchFormat) -> dict[int, range]:
    """The boards, from 0, where everyone in the order plays once, each with its places there."""
    often = Counter(board.players for board in form.boards)
    size = next(size for size, count in often.items() if size * count == form.squad)
    return {
        number: places
        for number, places in enumerate(places_of(form))
        if form.boards[number].players == size
    }


def _filled(players: Sequence[int], size: int) -> tuple[int, ...]:
    return tuple(players) or (NOBODY,) * size
