"""Head to head: a player's opponents and partners.

Of several with as many games, the latest one comes first, then the one with the lower number.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.stats.person_stats import CountedNumber, Sitting, WinRecord, grouped

#: So many games together make a rival.
_OFTEN = 3


class HeadToHead(NamedTuple):
    """The games of a player against one person of another side."""

    person: int
    met: CountedNumber
    #: Those won by the player's side, and by the other person's; with three sides maybe neither.
    won: CountedNumber
    lost: CountedNumber
    #: The place of the last of them among all games of the player.
    last: int


class Partnership(NamedTuple):
    """The games of a player with one partner."""

    person: int
    standing: WinRecord
    last: int


class Rivals(NamedTuple):
    """All opponents and partners of a player, most games first."""

    meetings: tuple[HeadToHead, ...]
    partnerships: tuple[Partnership, ...]

    @property
    def rival(self) -> HeadToHead | None:
        """The opponent they met most often, if they met often enough."""
        return next((each for each in self.meetings if each.met.number >= _OFTEN), None)

    @property
    def nemesis(self) -> HeadToHead | None:
        """The opponent they lost to most often, if they met so often, and who isn't their rival."""
        often = (meeting for meeting in self.meetings if meeting.met.number >= _OFTEN)
        lost = [meeting for meeting in often if meeting.lost.number]
        lost.sort(key=lambda each: (-each.lost.number, -each.last, each.person))
        return lost[0] if lost and lost[0] is not self.rival else None

    @property
    def favourite_partner(self) -> Partnership | None:
        """The partner they played with most often, if any."""
        return self.partnerships[0] if self.partnerships else None


def rivals_of(sittings: Sequence[Sitting]) -> Rivals:
    """The opponents and partners of one player in these games, in order."""
    places = {sitting.table_id: place for place, sitting in enumerate(sittings)}
    against = grouped(sittings, lambda each: each.opponents)
    together = grouped(sittings, lambda each: each.partners)
    meetings = [
        _meeting(person, games, places[games[-1].table_id]) for person, games in against.items()
    ]
    partnerships = [
        Partnership(person, WinRecord.of(games), places[games[-1].table_id])
        for person, games in together.items()
    ]
    meetings.sort(key=lambda each: (-each.met.number, -each.last, each.person))
    partnerships.sort(key=lambda each: (-each.standing.games.number, -each.last, each.person))
    return Rivals(tuple(meetings), tuple(partnerships))


def _meeting(person: int, games: Sequence[Sitting], last: int) -> HeadToHead:
    def tables(sittings: Iterable[Sitting]) -> CountedNumber:
        return CountedNumber.of(each.table_id for each in sittings)

    won = (each for each in games if each.has_won)
    lost = (each for each in games if _has_won(person, each))
    return HeadToHead(person, tables(games), tables(won), tables(lost), last)


def _has_won(person: int, sitting: Sitting) -> bool:
    game = sitting.game
    return game.figures.winner == game.figures.side_of(game.people.index(person))
