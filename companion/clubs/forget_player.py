"""Forgetting somebody: the records stay, and the name is taken out of all of them."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from sqlalchemy import Connection, select, update
from sqlmodel import col

from companion.clubs.club_service import load_club
from companion.db.club_models import CLUB_TABLES, CLUBS, ClubMemberRow, ClubPlayerRow
from companion.db.table_models import CHANGES, MEMBERS, TABLES, ChangeKind
from companion.i18n import message
from companion.rules.player_names import name_key
from companion.tables.change_history import Renaming
from companion.tables.errors import NoSuchTable
from companion.tables.record_rewriting import ChangePlan, RewrittenRecord, save_change
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_service import TableService
from companion.tables.table_writer import Logged


def forget_player(table_service: TableService, club_id: str, number: int) -> None:
    """Take the name of a person out of a club and the records of its tables.

    What was played still counts for somebody without a name. Raises `NoSuchClub` or
    `NoSuchPlayer`.
    """
    with table_service.database.reading() as session:
        club = load_club(session, club_id)
    person = club.person(number)
    group = {person, *(each.number for each in club.same_as(person))}
    instead = str(message("club.player-without-name", number=person))
    nameless = update(ClubPlayerRow).where(
        col(ClubPlayerRow.club_id) == club_id, col(ClubPlayerRow.number).in_(group)
    )
    names = {
        name_key(name)
        for each in club.players
        if each.number in group
        for name in (each.name, *each.nicknames)
    }
    phones = [each.device for each in club.members if name_key(each.name) in names - {""}]
    unnamed = update(ClubMemberRow).where(
        col(ClubMemberRow.club_id) == club_id, col(ClubMemberRow.device).in_(phones)
    )
    renamed: set[tuple[str, int]] = set()
    while True:
        with table_service.database.snapshot() as connection:
            seats = _seats(connection, club_id, group)
        for table_id, seat in seats - renamed:
            # One that is deleted at this moment tells no name.
            with suppress(NoSuchTable):
                _rename(table_service, table_id, seat, instead)
        renamed |= seats
        with table_service.database.transaction() as connection:
            # Whoever opens a table there has done so before, or waits and finds no name.
            held = select(CLUBS.c.id).where(CLUBS.c.id == club_id).with_for_update()
            connection.execute(held)
            # The club last: what was cut off halfway is found again, and gone on with, and so
            # is a table that was opened meanwhile.
            if _seats(connection, club_id, group) <= renamed:
                connection.execute(unnamed.values(name=""))
                connection.execute(nameless.values(name="", nicknames=()))
                return


def _rename(table_service: TableService, table_id: str, seat: int, instead: str) -> None:
    key = secrets.token_hex(16)

    def planned(record: RewrittenRecord) -> Callable[[Connection], None]:
        before = record.state
        old = before.header.players[seat]
        name, taken = instead, {*before.header.players} - {old}
        while name in taken:
            # Somebody called themselves so.
            name += "’"
        players = _at(before.header.players, seat, name)
        header = before.header._replace(players=players)
        header.start()
        # Without what they were called before.
        logged = Logged(ChangeKind.RENAMED, statement=str(Renaming(None, players)))
        plan = ChangePlan(logged, {"header": str(header)})

        def save(connection: Connection) -> None:
            if old != name:
                stamp = RequestStamp(before.version, key)
                # It is as old as it was: nobody has played there since.
                changed = select(TABLES.c.changed_at).where(TABLES.c.id == table_id)
                save_change(
                    connection, before, plan, stamp, connection.execute(changed).scalar_one()
                )
            _clear_history(connection, table_id, seat, name)
            _clear_phones(connection, table_id, old)

        return save

    table_service.settle(table_id, key, planned)


def _seats(connection: Connection, club_id: str, group: set[int]) -> set[tuple[str, int]]:
    """The tables where one of them sat, and at which seat."""
    of_club = select(CLUB_TABLES.c.table_id, CLUB_TABLES.c.seats).where(
        CLUB_TABLES.c.club_id == club_id
    )
    return {
        (table_id, seat)
        for table_id, seats in connection.execute(of_club)
        for seat, number in enumerate(seats)
        if number in group
    }


def _at(names: tuple[str, ...], seat: int, name: str) -> tuple[str, ...]:
    return (*names[:seat], name, *names[seat + 1 :])


def _clear_history(connection: Connection, table_id: str, seat: int, name: str) -> None:
    """Let no change of names tell the old one."""
    clear = partial(_at, seat=seat, name=name)
    renamed = CHANGES.c.table_id == table_id, CHANGES.c.kind == ChangeKind.RENAMED.value
    for row in connection.execute(select(CHANGES.c.seq, CHANGES.c.statement).where(*renamed)).all():
        told = Renaming.read(row.statement)
        cleared = Renaming(clear(told.before) if told.before else None, clear(told.after))
        this = CHANGES.c.table_id == table_id, CHANGES.c.seq == row.seq
        connection.execute(update(CHANGES).where(*this).values(statement=str(cleared)))


def _clear_phones(connection: Connection, table_id: str, old: str) -> None:
    """Let no phone at the table be called so."""
    of_table = MEMBERS.c.table_id == table_id
    for row in connection.execute(select(MEMBERS.c.device, MEMBERS.c.name).where(of_table)).all():
        if row.name and name_key(row.name) == name_key(old):
            this = of_table, MEMBERS.c.device == row.device
            connection.execute(update(MEMBERS).where(*this).values(name=""))
