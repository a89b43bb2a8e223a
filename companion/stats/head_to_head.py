"""Head to head: whom somebody meets, whom they lose to, and with whom they play best.

Of several as good, the one whom they sat with last comes first, and of those the lower number.
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.stats.counted_number import CountedNumber, ratio
from companion.stats.person_stats import Sitting, WinRecord


class HeadToHead(NamedTuple):
    """The games of somebody against one other person, who played for another side."""

    person: int
    met: CountedNumber
    #: Those won by one's own side, and by theirs; with three sides it may be neither.
    won: CountedNumber
    lost: CountedNumber
    #: The place of the last of them among all games of the one who meets.
    last: int

    @property
    def share_won(self) -> float | None:
        """The games won of those that one of the two won, 0 to 1; None where there are none."""
        return ratio(self.won, CountedNumber(self.won.number + self.lost.number))


class Partnership(NamedTuple):
    """The games of somebody together with one other person."""

    person: int
    standing: WinRecord
    last: int


class Rivals(NamedTuple):
    """Everybody whom somebody met or played with, most games first."""

    meetings: tuple[HeadToHead, ...]
    partnerships: tuple[Partnership, ...]

    @property
    def rival(self) -> HeadToHead | None:
        """Whom they met most often; None who met nobody."""
        return self.meetings[0] if self.meetings else None

    @property
    def nemesis(self) -> HeadToHead | None:
        """To whom they lost most often; None who lost to nobody."""
        lost = [meeting for meeting in self.meetings if meeting.lost.number]
        return min(
            lost, key=lambda each: (-each.lost.number, -each.last, each.person), default=None
        )

    @property
    def favourite_partner(self) -> Partnership | None:
        """With whom they played most often; None who never had a partner."""
        return self.partnerships[0] if self.partnerships else None


def rivals_of(sittings: Sequence[Sitting]) -> Rivals:
    """Whom somebody met and played with in these games, in order."""
    against: dict[int, list[Sitting]] = {}
    together: dict[int, list[Sitting]] = {}
    last_met: dict[int, int] = {}
    last_with: dict[int, int] = {}
    for at, sitting in enumerate(sittings):
        for person in sitting.opponents:
            against.setdefault(person, []).append(sitting)
            last_met[person] = at
        for person in sitting.partners:
            together.setdefault(person, []).append(sitting)
            last_with[person] = at
    meetings = [_meeting(person, games, last_met[person]) for person, games in against.items()]
    partnerships = [
        Partnership(person, WinRecord.of(games), last_with[person])
        for person, games in together.items()
    ]
    return Rivals(
        tuple(sorted(meetings, key=lambda each: (-each.met.number, -each.last, each.person))),
        tuple(
            sorted(
                partnerships,
                key=lambda each: (-each.standing.games.number, -each.last, each.person),
            )
        ),
    )


def _meeting(person: int, games: Sequence[Sitting], last: int) -> HeadToHead:
    return HeadToHead(
        person,
        CountedNumber.of(each.table_id for each in games),
        CountedNumber.of(each.table_id for each in games if each.has_won),
        CountedNumber.of(each.table_id for each in games if _has_won(person, each)),
        last,
    )


def _has_won(person: int, sitting: Sitting) -> bool:
    game = sitting.game
    return game.figures.winner == game.figures.side_of(game.people.index(person))
