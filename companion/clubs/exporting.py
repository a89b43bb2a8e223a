"""Exporting: a club with all its players, tables and records as one file."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, select
from sqlmodel import Session

from companion.clubs.carried import CarriedClub, CarriedOptions, CarriedPlayer, CarriedTable
from companion.clubs.carried_leagues import (
    CarriedLeague,
    CarriedMatchTable,
    CarriedSeason,
    carried_fixture,
)
from companion.clubs.club import Club
from companion.clubs.club_file import ClubFile, write_club_file
from companion.clubs.service import load_club
from companion.exports.spreadsheet import spreadsheet_file
from companion.record.replay import write_record
from companion.tables.asked import lines_asked
from companion.tables.club_rows import CLUB_PLAYERS, CLUB_TABLES
from companion.tables.database import Database
from companion.tables.league_rows import (
    COMPETITIONS,
    ENTRANTS,
    FIXTURES,
    MATCH_TABLES,
    SEASONS,
)
from companion.tables.loading import load_states
from companion.tables.rows import CHANGES, TABLES
from companion.tables.state import TableState, statement_by_name
from companion.words import Text, message

_AT_ONCE = 200
_TABLE = (TABLES.c.id, TABLES.c.origin, TABLES.c.again_from, CLUB_TABLES.c.seats)
_TIMES = (TABLES.c.created_at, TABLES.c.changed_at)
_CHANGE = (CHANGES.c.table_id, CHANGES.c.seq, CHANGES.c.at, CHANGES.c.kind, CHANGES.c.device)
_SAID = (CHANGES.c.statement, CHANGES.c.place, CHANGES.c.is_live)
_GAME_COLUMNS = (
    *("record", "began", "ended", "game", "target", "seat", "player", "called"),
    *("side", "score", "won", "hands"),
)
_PLAYER_COLUMNS = ("player", "name", "nicknames", "same", "left", "tables", "won")


class _Found(NamedTuple):
    """A table of a club, with all that is told of it."""

    state: TableState
    carried: CarriedTable
    record: str


@dataclass(eq=False)
class ExportingService:
    """What of clubs goes out. A club that is not there raises `NoSuchClub`."""

    database: Database

    def export(self, club_id: str) -> bytes:
        """The file of a club: its people and tables, each record, and both as spreadsheets.

        Whatever lets somebody in stays here: links, secrets, phones.
        """
        # All of it as it stands at one moment.
        with self.database.reading() as session:
            club = load_club(session, club_id)
            connection = session.connection()
            found = [*_tables(connection, club)]
            players = _players(session, club)
            names = {table.state.id: table.carried.record for table in found}
            leagues = tuple(_leagues(connection, club, names))
            seasons = tuple(_seasons(connection, club))
        carried = CarriedClub(
            name=club.name,
            zone=club.zone,
            shows_ratings=club.shows_ratings,
            players=players,
            tables=tuple(table.carried for table in found),
            leagues=leagues,
            seasons=seasons,
        )
        records = {table.carried.record: table.record for table in found}
        sheets = {
            "games.csv": spreadsheet_file(_game_rows(club, found)),
            "players.csv": spreadsheet_file(_player_rows(club, players, found)),
        }
        return write_club_file(ClubFile(carried, records), sheets.items())


def _players(session: Session, club: Club) -> tuple[CarriedPlayer, ...]:
    columns = (CLUB_PLAYERS.c.number, CLUB_PLAYERS.c.left_at)
    of_club = select(*columns).where(CLUB_PLAYERS.c.club_id == club.id)
    left = {row.number: row.left_at for row in session.connection().execute(of_club)}
    return tuple(
        CarriedPlayer(
            number=player.number,
            name=player.name,
            nicknames=player.nicknames,
            colour=player.colour,
            same_as=player.same_as,
            left_at=left[player.number],
        )
        for player in club.players
    )


def _tables(connection: Connection, club: Club) -> Iterator[_Found]:
    """The tables of a club, the one opened first first."""
    joined = select(*_TABLE, *_TIMES).join(CLUB_TABLES, CLUB_TABLES.c.table_id == TABLES.c.id)
    of_club = joined.where(CLUB_TABLES.c.club_id == club.id)
    rows = connection.execute(of_club.order_by(TABLES.c.created_at, TABLES.c.id)).all()
    places = {row.id: place for place, row in enumerate(rows)}
    for first in range(0, len(rows), _AT_ONCE):
        some = rows[first : first + _AT_ONCE]
        states = {state.id: state for state in load_states(connection, [row.id for row in some])}
        changes = _changes(connection, [*states])
        for row in some:
            yield _found(row, places, states[row.id], changes[row.id])


def _changes(connection: Connection, ids: Sequence[str]) -> Mapping[str, list[Any]]:
    found: dict[str, list[Any]] = defaultdict(list)
    of_tables = select(*_CHANGE, *_SAID).where(CHANGES.c.table_id.in_(ids))
    for row in connection.execute(of_tables.order_by(CHANGES.c.table_id, CHANGES.c.seq)):
        found[row.table_id].append(row)
    return found


def _found(row: Any, places: Mapping[str, int], state: TableState, changes: list[Any]) -> _Found:
    place, before = places[row.id], places.get(row.again_from)
    live = sorted((each for each in changes if each.is_live), key=lambda each: each.place)
    asked = lines_asked(changes, state.table_options)
    said = (statement_by_name(each.statement, state.header.players) for each in live)
    options = state.table_options
    carried = CarriedTable(
        record=f"records/{place + 1:05}.txt",
        seats=tuple(json.loads(row.seats)),
        created_at=row.created_at,
        changed_at=row.changed_at,
        origin=row.origin or row.id,
        after=before if before is not None and before < place else None,
        options=CarriedOptions(
            counting=tuple(sorted(options.counting)),
            muggins=options.muggins,
            penalty=options.penalty,
            findings=options.findings,
        ),
        pegs_only=state.is_pegs_only,
        asked=tuple(at for at, each in enumerate(live) if each.seq in asked),
    )
    return _Found(state, carried, write_record(state.header, said))


def _leagues(
    connection: Connection, club: Club, names: Mapping[str, str]
) -> Iterator[CarriedLeague]:
    """The competitions of a club, their tables by the names of records; no phone's signature."""
    of_club = select(COMPETITIONS).where(COMPETITIONS.c.club_id == club.id)
    in_order = of_club.order_by(COMPETITIONS.c.made_at, COMPETITIONS.c.id)
    for row in connection.execute(in_order).all():
        entrants, fixtures, tables = (
            connection.execute(
                select(rows).where(rows.c.competition_id == row.id).order_by(*order)
            ).all()
            for rows, order in (
                (ENTRANTS, (ENTRANTS.c.number,)),
                (FIXTURES, (FIXTURES.c.number,)),
                (MATCH_TABLES, (MATCH_TABLES.c.fixture, MATCH_TABLES.c.board)),
            )
        )
        yield CarriedLeague(
            competition=json.loads(row.kept),
            made_at=row.made_at,
            entrants=tuple(json.loads(each.kept) for each in entrants),
            fixtures=tuple(carried_fixture(each.kept, each.revision, names) for each in fixtures),
            tables=tuple(
                CarriedMatchTable(
                    record=names[each.table_id],
                    fixture=each.fixture,
                    board=each.board,
                    home_side=each.home_side,
                )
                for each in tables
                if each.table_id in names
            ),
        )


def _seasons(connection: Connection, club: Club) -> Iterator[CarriedSeason]:
    of_club = select(SEASONS).where(SEASONS.c.club_id == club.id)
    for row in connection.execute(of_club.order_by(SEASONS.c.made_at, SEASONS.c.id)):
        yield CarriedSeason(season=json.loads(row.kept), made_at=row.made_at)


def _game_rows(club: Club, found: Sequence[_Found]) -> Iterator[tuple[object, ...]]:
    """A line for each seat of each table, under one of headings."""
    yield _headings(_GAME_COLUMNS)
    for state, carried, _ in found:
        header, game = state.header, state.game
        times = (carried.created_at, carried.changed_at)
        for seat, (number, called) in enumerate(zip(carried.seats, header.players, strict=True)):
            side = game.seating.side_of[seat]
            won = None if game.winner is None else side == game.winner
            yield (
                *(carried.record, *times, header.preset.title, game.rules.target, seat + 1),
                *(club.person(number), called, side + 1, game.scores[side], won),
                state.hand_number,
            )


def _player_rows(
    club: Club, players: Sequence[CarriedPlayer], found: Sequence[_Found]
) -> Iterator[tuple[object, ...]]:
    """A line for each player, under one of headings."""
    yield _headings(_PLAYER_COLUMNS)
    tables: dict[int, int] = defaultdict(int)
    won: dict[int, int] = defaultdict(int)
    for state, carried, _ in found:
        for seat, number in enumerate(carried.seats):
            tables[number] += 1
            won[number] += state.game.winner == state.game.seating.side_of[seat]
    for each in players:
        nicknames = ", ".join(each.nicknames)
        number = each.number
        yield (
            *(number, each.name, nicknames, each.same_as, each.left_at),
            *(tables[number], won[number]),
        )


def _headings(names: Sequence[str]) -> tuple[Text, ...]:
    return tuple(message(f"club-file.column.{name}") for name in names)
