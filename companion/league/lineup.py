"""A lineup: who plays whom at each board of a match, named by captains or picked at random."""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Annotated, NamedTuple, Self

from pydantic import Field

from companion.i18n import message
from companion.league.errors import WrongLineup
from companion.league.kept_json import Number
from companion.league.match_format import MatchFormat, Side

#: The players of a side at a board.
_Players = Annotated[tuple[Number, ...], Field(max_length=2)]


class Pairing(NamedTuple):
    """Who plays at a board, by the club's numbers; a side that could send nobody is empty."""

    home: _Players
    away: _Players

    @property
    def seats(self) -> tuple[int, ...]:
        """The players as they sit: partners across from each other."""
        return tuple(each for pair in zip(self.home, self.away, strict=True) for each in pair)

    def with_player(self, side: Side, at: int, player: int) -> Self:
        """The same with another player in a place of a side, from 0."""
        sides = [list(self.home), list(self.away)]
        sides[side][at] = player
        return self._replace(home=tuple(sides[Side.HOME]), away=tuple(sides[Side.AWAY]))


def check_lineup(
    form: MatchFormat,
    home: Sequence[int],
    away: Sequence[int],
    lineup: Iterable[Pairing],
    called: Callable[[int], str] = str,
) -> tuple[Pairing, ...]:
    """This lineup, if these two squads may play it; raises `WrongLineup`.

    Each side has as many players as the board takes, or none if it can't fill it. Nobody plays at
    two boards of the same size. `called` names a player.
    """
    found = tuple(lineup)
    check_places(form, found)
    for squad, side in ((home, Side.HOME), (away, Side.AWAY)):
        seen: dict[tuple[int, int], int] = {}
        for number, (board, pairing) in enumerate(zip(form.boards, found, strict=True), 1):
            for player in pairing[side]:
                if player not in squad:
                    raise WrongLineup(message("league.refused.not-in-squad", board=number))
                if (first := seen.get((board.players, player))) is not None:
                    name = called(player)
                    raise WrongLineup(
                        message("league.refused.plays-twice", name=name, one=first, other=number)
                    )
                seen[board.players, player] = number
    if any({*one.home} & {*other.away} for one in found for other in found):
        raise WrongLineup(message("league.refused.plays-for-both"))
    if not any(pairing.home or pairing.away for pairing in found):
        raise WrongLineup(message("league.refused.nobody-plays"))
    return found


def check_places(form: MatchFormat, lineup: Sequence[Pairing]) -> None:
    """Refuse a lineup with other boards, or the wrong number of players at one; `WrongLineup`."""
    if len(lineup) != len(form.boards):
        raise WrongLineup(message("league.refused.lineup-boards", count=len(form.boards)))
    for number, (board, pairing) in enumerate(zip(form.boards, lineup, strict=True), 1):
        if any(len(players) not in (0, board.players) for players in pairing):
            raise WrongLineup(
                message("league.refused.lineup-players", board=number, count=board.players)
            )


def draw_lineup(
    form: MatchFormat, home: Sequence[int], away: Sequence[int], seed: str
) -> tuple[Pairing, ...]:
    """Who plays at which board, picked at random from those who came to play.

    The same words give the same pairs, on every machine: so a draw can be shown again. If fewer
    came than the boards take, its last boards stay empty, and the draw says who sits out. Raises
    `WrongLineup` if nobody came on a side, or more than the boards take.
    """
    form.check()
    if not form.is_drawn:
        raise WrongLineup(message("league.refused.not-drawn"))
    size = form.boards[0].players
    needed = size * len(form.boards)
    if not all(size <= len(came) <= needed and len({*came}) == len(came) for came in (home, away)):
        raise WrongLineup(message("league.refused.draw-players", least=size, most=needed))
    drawn = in_drawn_order(home, f"{seed}/home"), in_drawn_order(away, f"{seed}/away")
    boards = (
        # If too few are left for a board, nobody plays there.
        [tuple(came[at : at + size]) if at + size <= len(came) else () for came in drawn]
        for at in range(0, needed, size)
    )
    return check_lineup(form, home, away, (Pairing(*board) for board in boards))


def in_drawn_order(numbers: Iterable[int], seed: str) -> list[int]:
    """Numbers in a random order that follows from the seed, the same on every machine."""
    return sorted(numbers, key=lambda each: sha256(f"{seed}/{each}".encode()).digest())
