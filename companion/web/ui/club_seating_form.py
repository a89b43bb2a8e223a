"""A new table of a club: who is offered, and how it comes to belong there."""

from collections.abc import Callable
from dataclasses import replace

from sqlmodel import Session

from companion.clubs.club import Club
from companion.i18n import message
from companion.record.header import Header
from companion.rules.errors import WrongPlayers
from companion.web.security.club_guard import clubs
from companion.web.ui.new_table_form import NewTableForm, form_by, stand_in

#: What writes to which club a table belongs, in the transaction that opens it.
Then = Callable[[Session, str], object]
#: So many people are offered by a tap, those who played last first.
_MOST_OFFERED = 24
#: Of the last tables, so many tell who plays often.
_LATELY = 40


def to_none(_session: Session, _table_id: str) -> None:
    """The table belongs to no club."""


def form_of(club: Club) -> NewTableForm:
    """The form of a new table there: the people and the game of last time."""
    latest = clubs().tables.latest(club, 1)
    form = (
        form_by(_called_now(club, latest[0].header, latest[0].people)) if latest else NewTableForm()
    )
    return replace(form, club=club.id)


def names_of(club: Club) -> list[str]:
    """Who is offered: those who played last first."""
    lately = clubs().tables.latest(club, _LATELY)
    played = dict.fromkeys(number for table in lately for number in table.people)
    names = club.names
    present = dict.fromkeys(each.number for each in club.present)
    ordered = [*(number for number in played if number in present), *present]
    return [names[number] for number in dict.fromkeys(ordered)][:_MOST_OFFERED]


def seated(club: Club, header: Header) -> Then:
    """What lets a table belong to a club, each seat to whom it knows by that name, or somebody new.

    Raises `WrongPlayers` where a seat has nobody's name.
    """
    if any(name == stand_in(seat) for seat, name in enumerate(header.players)):
        raise WrongPlayers(message("club.refused.names-first"))
    return clubs().tables.starts(club.id, header.players, adds_players=True)


def as_before(before: str, header: Header) -> Then:
    """What lets a table belong where the one before it does, if the same people sit there."""
    club_id = clubs().tables.club_of(before)
    if club_id is None:
        return to_none
    # Nobody comes to a club by a table alone.
    return clubs().tables.starts(club_id, header.players, adds_players=False)


def _called_now(club: Club, header: Header, people: tuple[int, ...]) -> Header:
    """A record's header with what its people are called today; who left is nobody's guess."""
    names, present = club.names, {each.number for each in club.present}
    players = tuple(
        names[number] if number in present else stand_in(seat) for seat, number in enumerate(people)
    )
    return header._replace(players=players)
