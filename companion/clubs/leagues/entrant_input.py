"""The entrants of a new competition: by a club's numbers, or by name if they are new."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlmodel import Session

from companion.clubs.club import Club
from companion.clubs.club_service import load_club
from companion.clubs.player_service import add_players
from companion.i18n import message
from companion.league.competition import Competition, Entrant, EntrantKind, check_entrants
from companion.league.errors import WrongEntrants


class NewEntrant(NamedTuple):
    """An entrant to be: a team by its name with its squad, a pair, or a player.

    Each player is given by the club's number, or by name if they are new there.
    """

    players: tuple[int | str, ...]
    #: The name of a team; pairs and players have the names that the club has for them.
    name: str = ""
    #: Where a team plays at home; None if nobody was asked.
    place: str | None = None


def new_names(entrants: Sequence[NewEntrant]) -> tuple[str, ...]:
    """The names of those who are new to the club, each once."""
    names = (each for entrant in entrants for each in entrant.players if isinstance(each, str))
    return tuple(dict.fromkeys(names))


def with_numbers(
    entrants: Sequence[NewEntrant], numbers: Mapping[str, int]
) -> tuple[NewEntrant, ...]:
    """The same input with club numbers for those who were new."""
    found = []
    for each in entrants:
        players = (numbers[one] if isinstance(one, str) else one for one in each.players)
        found.append(each._replace(players=tuple(players)))
    return tuple(found)


def add_new(
    session: Session, club: Club, entrants: Sequence[NewEntrant]
) -> tuple[Club, tuple[NewEntrant, ...]]:
    """The club with its new players among these, and the input with their numbers."""
    new = new_names(entrants)
    if not new:
        return club, tuple(entrants)
    numbers = dict(zip(new, add_players(session, club.id, new), strict=True))
    return load_club(session, club.id), with_numbers(entrants, numbers)


def entrants_of(
    club: Club, competition: Competition, entrants: Sequence[NewEntrant]
) -> tuple[Entrant, ...]:
    """The entrants, by number from 1 in their order."""
    competition.check()
    found = check_entrants(
        entrant_of(club, competition.kind, number, each) for number, each in enumerate(entrants, 1)
    )
    check_apart(club, found)
    return found


def entrant_of(club: Club, kind: EntrantKind, number: int, new: NewEntrant) -> Entrant:
    """An entrant with that number; raises `NoSuchPlayer`, or as `Entrant.check`."""
    numbers = (each for each in new.players if isinstance(each, int))
    players = tuple(dict.fromkeys(club.person(each) for each in numbers))
    # A person's name is kept in the club alone: if they are forgotten, it is removed there.
    name = new.name if kind is EntrantKind.TEAM else f"{number}"
    return Entrant(number, kind, name, players, place=new.place or "").check()


def check_apart(club: Club, entrants: Sequence[Entrant]) -> None:
    """Refuse someone who plays for two of them; raises `WrongEntrants`."""
    seen: set[int] = set()
    for player in (each for entrant in entrants for each in entrant.players):
        if player in seen:
            raise WrongEntrants(message("league.refused.plays-for-two", name=club.called(player)))
        seen.add(player)
