"""The statistics of one person in the games of a club.

Each number has the tables that it comes from, so that a page can link to their records.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress
from operator import attrgetter
from typing import NamedTuple, TypeVar

from companion.stats.game_figures import SeatFigures
from companion.stats.played_game import PlayedGame

Group = TypeVar("Group")
_TURNS = attrgetter("turns")
#: How many games, the latest, make up someone's form.
_WINDOW = 10


class CountedNumber(NamedTuple):
    """A number, and the tables that it comes from, in order."""

    number: float = 0
    tables: tuple[str, ...] = ()

    @classmethod
    def of(cls, tables: Iterable[str]) -> "CountedNumber":
        """The number of these tables."""
        found = tuple(tables)
        return cls(len(found), found)

    @classmethod
    def total(cls, numbers: Sequence[float], tables: Sequence[str]) -> "CountedNumber":
        """The sum of these numbers, with the tables that add to it."""
        return cls(sum(numbers), tuple(compress(tables, numbers)))

    @classmethod
    def most(cls, numbers: Sequence[float], tables: Sequence[str]) -> "CountedNumber":
        """The largest of these numbers, with all tables that reach it; 0 if there is none."""
        number = max(numbers, default=0)
        reached = (number and each == number for each in numbers)
        return cls(number, tuple(compress(tables, reached)))


def ratio(part: CountedNumber, whole: CountedNumber) -> float | None:
    """A part divided by the whole; None if the whole is 0."""
    return part.number / whole.number if whole.number else None


class Sitting(NamedTuple):
    """A game of one person: the table, the seat, its side, and its figures."""

    game: PlayedGame
    table_id: str
    seat: int
    side: int
    figures: SeatFigures

    @property
    def has_won(self) -> bool:
        """Whether this person's side won."""
        return self.game.figures.winner == self.side

    @property
    def partners(self) -> tuple[int, ...]:
        """The others of the same side."""
        seats = self.game.figures.sides[self.side]
        return tuple(self.game.people[seat] for seat in seats if seat != self.seat)

    @property
    def opponents(self) -> tuple[int, ...]:
        """The people of other sides."""
        sides = enumerate(self.game.figures.sides)
        return tuple(
            self.game.people[seat] for side, seats in sides if side != self.side for seat in seats
        )


def sittings_of(games: Iterable[PlayedGame], person: int) -> tuple[Sitting, ...]:
    """The games of a person, in order; raises `SeatedTwice`."""
    found: list[Sitting] = []
    for game in games:
        if person in game.people:
            seat, figures = game.seat_of(person), game.figures
            side = figures.side_of(seat)
            found.append(Sitting(game, game.table_id, seat, side, figures.seats[seat]))
    return tuple(found)


class WinRecord(NamedTuple):
    """Games, those with a result, and those won."""

    games: CountedNumber = CountedNumber()
    decided: CountedNumber = CountedNumber()
    won: CountedNumber = CountedNumber()

    @classmethod
    def of(cls, sittings: Iterable[Sitting]) -> "WinRecord":
        """The record of these games."""
        found = [*sittings]
        decided = [each for each in found if each.game.figures.winner is not None]
        return cls(
            CountedNumber.of(each.table_id for each in found),
            CountedNumber.of(each.table_id for each in decided),
            CountedNumber.of(each.table_id for each in decided if each.has_won),
        )

    @property
    def share_won(self) -> float | None:
        """The share of wins in games with a result, 0 to 1, if there are any."""
        return ratio(self.won, self.decided)


class PlayTotals(NamedTuple):
    """What a person did in games of the same unit."""

    standing: WinRecord
    hands: CountedNumber
    points: CountedNumber
    taken: CountedNumber
    available: CountedNumber
    spared: CountedNumber
    sparable: CountedNumber
    #: How much luck cost, and in how many hands all tiles were known.
    owed: CountedNumber
    known: CountedNumber
    #: The points of the best turn.
    best_turn: CountedNumber

    @classmethod
    def of(cls, sittings: Sequence[Sitting]) -> "PlayTotals":
        """The totals of these games."""
        # Games without tiles have only scores.
        with_tiles = [each for each in sittings if any(map(_TURNS, each.game.figures.seats))]
        games = [each.game.figures for each in with_tiles]
        tables = [each.table_id for each in with_tiles]
        seats = [each.figures for each in with_tiles]
        return cls(
            WinRecord.of(sittings),
            CountedNumber.total([game.hands for game in games], tables),
            CountedNumber.total([seat.points for seat in seats], tables),
            CountedNumber.total([seat.taken for seat in seats], tables),
            CountedNumber.total([seat.available for seat in seats], tables),
            CountedNumber.total([seat.spared for seat in seats], tables),
            CountedNumber.total([seat.sparable for seat in seats], tables),
            CountedNumber.total([seat.owed for seat in seats], tables),
            CountedNumber.total([game.known for game in games], tables),
            CountedNumber.most([seat.best_turn for seat in seats], tables),
        )

    @property
    def points_a_hand(self) -> float | None:
        """The average points of a hand, if there were any."""
        return ratio(self.points, self.hands)

    @property
    def share_taken(self) -> float | None:
        """The share of available points that were taken, 0 to 1, if there were any."""
        return ratio(self.taken, self.available)

    @property
    def skill(self) -> float | None:
        """The points taken and kept, as a share of the best turns', 0 to 1, if there were any."""
        best = self.available.number + self.sparable.number
        return (self.taken.number + self.spared.number) / best if best else None


class Person(NamedTuple):
    """The statistics of a person, each number with the tables that it comes from."""

    number: int
    sittings: tuple[Sitting, ...]
    standing: WinRecord
    #: By the id of the game, and by the number of players.
    by_kind: Mapping[str, WinRecord]
    by_seats: Mapping[int, WinRecord]
    #: By the unit of points: `pegs`, `points`, `chips`.
    play: Mapping[str, PlayTotals]
    turns: CountedNumber
    longest_surge: CountedNumber
    dominoes: CountedNumber
    washed_up: CountedNumber
    said: CountedNumber
    said_rightly: CountedNumber

    @property
    def share_said_rightly(self) -> float | None:
        """The share of counts called correctly, 0 to 1, of those asked for, if there were any."""
        return ratio(self.said_rightly, self.said)


def person(games: Iterable[PlayedGame], number: int) -> Person:
    """The statistics of a person in these games, in order; raises `SeatedTwice`."""
    sittings = sittings_of(games, number)
    units = grouped(sittings, lambda each: [each.game.figures.unit])
    tables = [each.table_id for each in sittings]
    seats = [each.figures for each in sittings]
    return Person(
        number,
        sittings,
        WinRecord.of(sittings),
        _standings(sittings, lambda each: [each.game.figures.kind]),
        _standings(sittings, lambda each: [len(each.game.people)]),
        {unit: PlayTotals.of(found) for unit, found in units.items()},
        CountedNumber.total([seat.turns for seat in seats], tables),
        CountedNumber.most([seat.longest_surge for seat in seats], tables),
        CountedNumber.total([seat.dominoes for seat in seats], tables),
        CountedNumber.total([seat.washed_up for seat in seats], tables),
        CountedNumber.total([seat.said for seat in seats], tables),
        CountedNumber.total([seat.said_rightly for seat in seats], tables),
    )


def grouped(
    sittings: Iterable[Sitting], keys: Callable[[Sitting], Iterable[Group]]
) -> dict[Group, list[Sitting]]:
    """The games by their keys, of which each may have several."""
    found: dict[Group, list[Sitting]] = {}
    for each in sittings:
        for key in keys(each):
            found.setdefault(key, []).append(each)
    return found


def _standings(
    sittings: Iterable[Sitting], keys: Callable[[Sitting], Iterable[Group]]
) -> dict[Group, WinRecord]:
    """The record of each group of games, most games first."""
    groups = grouped(sittings, keys).items()
    by_size = sorted(groups, key=lambda group: -len(group[1]))
    return {key: WinRecord.of(found) for key, found in by_size}


def form_of(sittings: Iterable[Sitting]) -> tuple[float, ...]:
    """The share of wins in the latest games, 0 to 1, after each game with a result."""
    return _means([float(each.has_won) for each in sittings if each.game.has_result])


def skill_of(sittings: Iterable[Sitting]) -> tuple[float, ...]:
    """The share of points taken and kept in the latest games, 0 to 1, after each measured one.

    Every game counts the same, whatever its unit.
    """
    seats = [each.figures for each in sittings if each.figures.available + each.figures.sparable]
    return _means([(seat.taken + seat.spared) / (seat.available + seat.sparable) for seat in seats])


def _means(shares: Sequence[float]) -> tuple[float, ...]:
    windows = (shares[max(0, end - _WINDOW) : end] for end in range(1, len(shares) + 1))
    return tuple(sum(window) / len(window) for window in windows)
