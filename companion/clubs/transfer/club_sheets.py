"""The games and the players of a club as spreadsheets."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from companion.clubs.club import Club
from companion.clubs.transfer.club_schema import CarriedPlayer, CarriedTable
from companion.i18n import Text, message
from companion.record.header import Header
from companion.rules.seating import Seating

_GAME_COLUMNS = (
    *("record", "began", "ended", "game", "target", "seat", "player", "called"),
    *("side", "score", "won", "hands"),
)
_PLAYER_COLUMNS = ("player", "name", "nicknames", "same", "left", "tables", "won")


class GameInSheet(NamedTuple):
    """A table of a club with its result; `scores` are by side, as is the `winner`."""

    #: Its place among them, from 0.
    place: int
    carried: CarriedTable
    header: Header
    seating: Seating
    scores: tuple[int, ...]
    winner: int | None
    #: The hands begun.
    hands: int

    def has_won(self, seat: int) -> bool | None:
        """Whether the side of a seat won; None if no side has yet."""
        return None if self.winner is None else self.seating.side_of[seat] == self.winner


def game_rows(club: Club, found: Iterable[GameInSheet]) -> Iterator[tuple[object, ...]]:
    """A line for each seat of each table, under one of headings."""
    yield _headings(_GAME_COLUMNS)
    for each in found:
        carried, header = each.carried, each.header
        times = (carried.created_at, carried.changed_at)
        game = (header.preset.title, header.rules.target)
        for seat, (number, called) in enumerate(zip(carried.seats, header.players, strict=True)):
            side = each.seating.side_of[seat]
            yield (
                *(carried.record, *times, *game, seat + 1, club.person(number), called),
                *(side + 1, each.scores[side], each.has_won(seat), each.hands),
            )


def player_rows(
    players: Sequence[CarriedPlayer], found: Iterable[GameInSheet]
) -> Iterator[tuple[object, ...]]:
    """A line for each player, under one of headings."""
    yield _headings(_PLAYER_COLUMNS)
    tables: dict[int, int] = defaultdict(int)
    won: dict[int, int] = defaultdict(int)
    for table in found:
        for seat, number in enumerate(table.carried.seats):
            tables[number] += 1
            won[number] += bool(table.has_won(seat))
    for each in players:
        nicknames, number = ", ".join(each.nicknames), each.number
        yield (
            *(number, each.name, nicknames, each.same_as, each.left_at),
            *(tables[number], won[number]),
        )


def _headings(names: Sequence[str]) -> tuple[Text, ...]:
    return tuple(message(f"club-file.column.{name}") for name in names)
