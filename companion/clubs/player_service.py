"""Who plays in a club: named, renamed, gone and back, merged, forgotten."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlmodel import Session, select

from companion.clubs.club import Club
from companion.clubs.club_service import load_club, locked_club
from companion.clubs.errors import BadClub, ClubFull, NoSuchPlayer, TwoPeople
from companion.db.club_models import COLOURS, ClubPlayerRow, ClubTableRow
from companion.db.database import Database
from companion.i18n import message
from companion.rules.player_names import check_name, name_key

#: The people of a league over twenty years.
MOST_PLAYERS = 1_000
MOST_NICKNAMES = 6


@dataclass(eq=False)
class PlayerService:
    """The players of clubs. A club that doesn't exist raises `NoSuchClub`; `now` gives the time."""

    database: Database
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    def add(self, club_id: str, names: Sequence[str]) -> tuple[int, ...]:
        """New players with these names; returns their numbers.

        Two players may have the same name. Raises `WrongPlayers` for what can't be a name, or
        `ClubFull`.
        """
        with locked_club(self.database, club_id) as (session, _):
            return add_players(session, club_id, names)

    def change(
        self, club_id: str, number: int, *, name: str, nicknames: Collection[str], colour: int
    ) -> None:
        """Name a player; raises `NoSuchPlayer`, `WrongPlayers` or `BadClub`."""
        check_name(name)
        others = {name_key(each): each for each in nicknames if name_key(each) != name_key(name)}
        for nickname in others.values():
            check_name(nickname)
        if len(others) > MOST_NICKNAMES:
            raise BadClub(message("club.refused.nicknames", most=MOST_NICKNAMES))
        if colour not in range(COLOURS):
            raise BadClub(message("club.refused.colour"))
        with locked_club(self.database, club_id) as (session, _):
            row = _row(session, club_id, number)
            row.name, row.colour = name, colour
            row.nicknames = (*others.values(),)

    def leave(self, club_id: str, number: int) -> None:
        """Stop offering someone at new tables: they left. Raises `NoSuchPlayer`."""
        with locked_club(self.database, club_id) as (session, _):
            row = _row(session, club_id, number)
            row.left_at = row.left_at or self.now()

    def come_back(self, club_id: str, number: int) -> None:
        """Offer someone again who had left; raises `NoSuchPlayer`."""
        with locked_club(self.database, club_id) as (session, _):
            _row(session, club_id, number).left_at = None

    def tell_same(self, club_id: str, number: int, other: int) -> None:
        """Merge two players into one person, with the name of `other` from now on.

        Raises `NoSuchPlayer`, or `TwoPeople` if both sat at one table.
        """
        with locked_club(self.database, club_id) as (session, _):
            club = load_club(session, club_id)
            one, person = club.person(number), club.person(other)
            if one == person:
                return
            group = _group(club, one)
            if _sat_together(session, club_id, group, _group(club, person)):
                name, other_name = club.called(one), club.called(person)
                two = message("club.refused.two-people", name=name, other=other_name)
                raise TwoPeople(two)
            for each in group:
                _row(session, club_id, each).same_as = person

    def part(self, club_id: str, number: int) -> None:
        """Make someone a person of their own again; raises `NoSuchPlayer`.

        Raises `TwoPeople` if they are one already.
        """
        with locked_club(self.database, club_id) as (session, _):
            club = load_club(session, club_id)
            others = [each.number for each in club.same_as(number)]
            if not others:
                raise TwoPeople(message("club.refused.apart", name=club.called(number)))
            _row(session, club_id, number).same_as = None
            if club.person(number) == number:
                # The others are still one person: the first of them stands for all.
                for each in others:
                    _row(session, club_id, each).same_as = None if each == others[0] else others[0]


def add_players(session: Session, club_id: str, names: Sequence[str]) -> tuple[int, ...]:
    """New players within a transaction that has locked the club; raises as `PlayerService.add`."""
    for name in names:
        check_name(name)
    club = load_club(session, club_id)
    first = max((player.number for player in club.players), default=0) + 1
    if len(club.players) + len(names) > MOST_PLAYERS:
        raise ClubFull(message("club.refused.players", most=MOST_PLAYERS))
    for number, name in enumerate(names, first):
        colour = (number - 1) % COLOURS
        session.add(ClubPlayerRow(club_id=club_id, number=number, name=name, colour=colour))
    session.flush()
    return tuple(range(first, first + len(names)))


def _row(session: Session, club_id: str, number: int) -> ClubPlayerRow:
    row = session.get(ClubPlayerRow, (club_id, number))
    if row is None:
        raise NoSuchPlayer(number)
    return row


def _group(club: Club, person: int) -> set[int]:
    return {person, *(each.number for each in club.same_as(person))}


def _sat_together(session: Session, club_id: str, one: set[int], other: set[int]) -> bool:
    of_club = select(ClubTableRow.seats).where(ClubTableRow.club_id == club_id)
    tables = map(set, session.exec(of_club))
    return any(seats & one and seats & other for seats in tables)
