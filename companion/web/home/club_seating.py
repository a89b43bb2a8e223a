"""A new table of a club: who is offered, and how it comes to belong there."""

from collections.abc import Callable
from dataclasses import replace

from flask import current_app
from sqlmodel import Session

from companion.clubs.club import Club
from companion.i18n import message
from companion.record.header import Header
from companion.rules.errors import WrongPlayers
from companion.web.home.new_table_form import NewTableForm, form_by, stand_in
from companion.web.security.club_guard import clubs

#: So many people are offered by a tap, those who played last first.
_MOST_OFFERED = 24
#: Of the last tables, so many tell who plays often.
_LATELY = 40


def form_of(club: Club) -> NewTableForm:
    """The form of a new table there: the people and the game of last time."""
    form = NewTableForm()
    for latest in clubs().tables.latest(club, 1):
        # By what they are called today; who left is nobody's guess.
        names, present = club.names, {each.number for each in club.present}
        players = (
            names[number] if number in present else stand_in(seat)
            for seat, number in enumerate(latest.people)
        )
        form = form_by(latest.header._replace(players=tuple(players)))
    return replace(form, club=club.id)


def names_of(club: Club) -> list[str]:
    """Who is offered: those who played last first."""
    names, present = club.names, [each.number for each in club.present]
    lately = clubs().tables.latest(club, _LATELY)
    played = (number for table in lately for number in table.people if number in present)
    return [names[number] for number in dict.fromkeys((*played, *present))][:_MOST_OFFERED]


def belongs(header: Header, club: Club | None, before: str) -> Callable[[Session, str], object]:
    """What lets a new table belong to a club, in the transaction that opens it.

    Without a `club` to that of the table `before` it, if the same people sit there. Raises
    `WrongPlayers` where a seat has nobody's name.
    """
    if club is not None:
        if any(name == stand_in(seat) for seat, name in enumerate(header.players)):
            raise WrongPlayers(message("club.refused.names-first"))
        return clubs().tables.starts(club.id, header.players, adds_players=True)
    club_id = None
    if before and not current_app.config["IS_ALONE"]:
        club_id = clubs().tables.club_of(before)
    if club_id is None:
        return lambda _session, _table_id: None
    # Nobody comes to a club by a table alone.
    return clubs().tables.starts(club_id, header.players, adds_players=False)
