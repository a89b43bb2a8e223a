"""The players around the table and the sides they play for."""

import unicodedata
from typing import NamedTuple, Self

from companion.rules.errors import UnknownPlayer, WrongPlayers, quoted
from companion.words import listed, message

_LONGEST_NAME = 24
#: Words that start a statement of the record, so nobody can be called so.
_RESERVED_NAMES = frozenset({"game", "players", "sides", "target", "rule", "lead", "ruling"})


class Seating(NamedTuple):
    """The players in playing order, and the seats (0 first) of each side."""

    players: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    side_of: tuple[int, ...]
    #: The sides as the record writes them: a name, or two in seat order.
    side_names: tuple[str, ...]

    @classmethod
    def of(cls, players: tuple[str, ...], *, partners: bool = False) -> Self:
        """Each player alone, or partners opposite each other; raises `WrongPlayers`."""
        for name in players:
            check_name(name)
        if len(set(players)) < len(players):
            raise WrongPlayers(message("refused.same-name"))
        seats = range(len(players))
        if partners:
            if len(players) != 4:
                raise WrongPlayers(message("refused.partners-are-four"))
            pairs = tuple(f"{players[seat]} & {players[seat + 2]}" for seat in (0, 1))
            return cls(players, ((0, 2), (1, 3)), (0, 1, 0, 1), pairs)
        return cls(players, tuple((seat,) for seat in seats), tuple(seats), players)

    @property
    def has_partners(self) -> bool:
        """Whether a side is two players."""
        return len(self.sides) < len(self.players)

    def seat(self, player: str) -> int:
        """The seat of a player; raises `UnknownPlayer`."""
        try:
            return self.players.index(player)
        except ValueError:
            raise UnknownPlayer(message("refused.unknown-player", name=quoted(player))) from None

    def side(self, name: str) -> int:
        """The side of that name, its players in either order; raises `UnknownPlayer`."""
        wanted = frozenset(part.strip() for part in name.split("&"))
        for index, seats in enumerate(self.sides):
            if wanted == {self.players[seat] for seat in seats}:
                return index
        sides = listed(self.side_names)
        raise UnknownPlayer(message("refused.unknown-side", name=quoted(name), sides=sides))


def check_name(name: str) -> None:
    """Refuse a name that a record cannot carry; raises `WrongPlayers`."""
    if name != name.strip() or not 1 <= len(name) <= _LONGEST_NAME:
        raise WrongPlayers(message("refused.name-length", longest=_LONGEST_NAME, length=len(name)))
    if name in _RESERVED_NAMES:
        raise WrongPlayers(message("refused.name-reserved", name=quoted(name)))
    for character in name:
        if character in ",&:#" or unicodedata.category(character) == "Cc":
            raise WrongPlayers(message("refused.name-character", character=quoted(character)))
