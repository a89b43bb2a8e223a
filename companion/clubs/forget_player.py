"""Forgetting someone: the records stay, and the name is removed from all of them."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import chain, count

from sqlalchemy import Connection
from sqlmodel import Session, select

from companion.clubs.club_history import By, ClubEventKind, HistoryKeeper, forget_in_events
from companion.clubs.club_service import club_row, load_club
from companion.db.club_models import ClubMemberRow, ClubPlayerRow, ClubRemovedRow, ClubTableRow
from companion.db.table_models import ChangeKind, ChangeRow, MemberRow, TableRow
from companion.i18n import message
from companion.rules.player_names import name_key
from companion.tables.change_history import Renaming
from companion.tables.errors import NoSuchTable
from companion.tables.record_rewriting import ChangePlan, RewrittenRecord, save_change
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_service import TableService
from companion.tables.table_writer import Logged

_NOBODY = By()


def forget_player(table_service: TableService, club_id: str, number: int, by: By = _NOBODY) -> None:
    """Remove the name of a person from a club and from the records of its tables.

    What was played still counts, for someone without a name. Raises `NoSuchClub` or `NoSuchPlayer`.
    """
    with table_service.database.reading() as session:
        club = load_club(session, club_id)
    person = club.person(number)
    group = {person, *(each.number for each in club.same_as(person))}
    instead = str(message("club.player-without-name"))
    names = {
        name_key(name)
        for each in club.players
        if each.number in group
        for name in (each.name, *each.nicknames)
    }
    renamed: set[tuple[str, int]] = set()
    while True:
        with table_service.database.reading() as session:
            seats = _seats(session, club_id, group)
        for table_id, seat in seats - renamed:
            # A table that is being deleted now shows no name.
            with suppress(NoSuchTable):
                _rename(table_service, table_id, seat, instead)
        renamed |= seats
        with table_service.database.writing() as session:
            # If someone opens a table there, it is there already, or it waits and finds no name.
            club_row(session, club_id, for_update=True)
            # The club comes last: so what was cut off halfway is found again and finished, and so
            # is a table that was opened meanwhile.
            if _seats(session, club_id, group) <= renamed:
                if session.get_one(ClubPlayerRow, (club_id, person)).name:
                    keeper = HistoryKeeper(now=table_service.now, who=by)
                    keeper.note(session, (club_id, ""), ClubEventKind.PLAYER_DELETED)
                for each in group:
                    nameless = session.get_one(ClubPlayerRow, (club_id, each))
                    nameless.name, nameless.nicknames = "", ()
                joined = select(ClubMemberRow).where(ClubMemberRow.club_id == club_id)
                removed = select(ClubRemovedRow).where(ClubRemovedRow.club_id == club_id)
                for phone in (*session.exec(joined), *session.exec(removed)):
                    phone.name = "" if name_key(phone.name) in names else phone.name
                forget_in_events(session, club_id, names)
                return


def _rename(table_service: TableService, table_id: str, seat: int, instead: str) -> None:
    key = secrets.token_hex(16)

    def planned(record: RewrittenRecord) -> Callable[[Connection], None]:
        before = record.state
        old = before.header.players[seat]
        taken = {*before.header.players} - {old}
        # Of several at a table, all but one are numbered.
        numbered = (f"{instead} ({number})" for number in count(2))
        name = next(each for each in chain([instead], numbered) if each not in taken)
        players = _at(before.header.players, seat, name)
        header = before.header._replace(players=players)
        header.start()
        # Without their former name.
        logged = Logged(ChangeKind.RENAMED, statement=str(Renaming(None, players)))
        plan = ChangePlan(logged, {"header": str(header)})

        def save(connection: Connection) -> None:
            with Session(connection) as session:
                if old != name:
                    stamp = RequestStamp(before.version, key)
                    # It is as old as before: nobody has played there since.
                    changed_at = session.get_one(TableRow, table_id).changed_at
                    save_change(connection, before, plan, stamp, changed_at)
                _clear_history(session, table_id, seat, name)
                _clear_phones(session, table_id, old)
                session.flush()

        return save

    table_service.settle(table_id, key, planned)


def _seats(session: Session, club_id: str, group: set[int]) -> set[tuple[str, int]]:
    """The tables where one of them sat, and at which seat."""
    return {
        (table.table_id, seat)
        for table in session.exec(select(ClubTableRow).where(ClubTableRow.club_id == club_id))
        for seat, number in enumerate(table.seats)
        if number in group
    }


def _at(names: tuple[str, ...], seat: int, name: str) -> tuple[str, ...]:
    return (*names[:seat], name, *names[seat + 1 :])


def _clear_history(session: Session, table_id: str, seat: int, name: str) -> None:
    """Remove the old name from all changes of names."""
    clear = partial(_at, seat=seat, name=name)
    renamed = ChangeRow.table_id == table_id, ChangeRow.kind == ChangeKind.RENAMED
    for row in session.exec(select(ChangeRow).where(*renamed)):
        told = Renaming.read(row.statement or "")
        row.statement = str(Renaming(told.before and clear(told.before), clear(told.after)))


def _clear_phones(session: Session, table_id: str, old: str) -> None:
    """Remove the name from the phones at the table."""
    for row in session.exec(select(MemberRow).where(MemberRow.table_id == table_id)):
        if row.name and name_key(row.name) == name_key(old):
            row.name = ""
