"""The players around the table, and the sides that they play for."""

from typing import NamedTuple, Self

from companion.i18n import listed, message
from companion.rules.closest_names import closest, hint
from companion.rules.errors import UnknownPlayer, WrongPlayers, quoted
from companion.rules.player_names import check_names, same_name


class Seating(NamedTuple):
    """The players in playing order, and the seats (0 first) of each side."""

    players: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    side_of: tuple[int, ...]
    #: The sides as the record writes them: a name, or two in seat order.
    side_names: tuple[str, ...]

    @classmethod
    def of(cls, players: tuple[str, ...], *, partners: bool = False) -> Self:
        """Everyone alone, or partners opposite each other; raises `WrongPlayers`."""
        check_names(players)
        seats = range(len(players))
        if partners:
            if len(players) != 4:
                raise WrongPlayers(message("refused.partners-are-four"))
            pairs = tuple(f"{players[seat]} & {players[seat + 2]}" for seat in (0, 1))
            return cls(players, ((0, 2), (1, 3)), (0, 1, 0, 1), pairs)
        return cls(players, tuple((seat,) for seat in seats), tuple(seats), players)

    @property
    def has_partners(self) -> bool:
        """True if each side is two partners."""
        return len(self.sides) < len(self.players)

    def seat(self, player: str) -> int:
        """The seat of a player, its capitals aside if one fits; raises `UnknownPlayer`."""
        try:
            return self.players.index(player)
        except ValueError:
            if (same := same_name(player, self.players)) is not None:
                return self.players.index(same)
        here = message("hint.players", players=listed(self.players))
        meant = hint(closest(player, self.players), here)
        raise UnknownPlayer(message("refused.unknown-player", name=quoted(player), hint=meant))

    def side(self, name: str) -> int:
        """The side of that name in the same way, in either order; raises `UnknownPlayer`."""
        parts = {part.strip() for part in name.split("&")}
        wanted = frozenset(same_name(part, self.players) for part in parts)
        for index, seats in enumerate(self.sides):
            if wanted == {self.players[seat] for seat in seats}:
                return index
        sides = message("hint.sides", sides=listed(self.side_names))
        meant = hint(closest(name, self.side_names), sides)
        raise UnknownPlayer(message("refused.unknown-side", name=quoted(name), hint=meant))
