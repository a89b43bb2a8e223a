"""Exporting: a club with all its players, tables and records as one file."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from companion.clubs.club import Club
from companion.clubs.club_history import ClubEvent
from companion.clubs.club_service import load_club
from companion.clubs.figure_store import FigureStore, Made
from companion.clubs.leagues.league_loader import competition_of
from companion.clubs.transfer import club_schema, league_schema
from companion.clubs.transfer.club_file import CLUB, pack
from companion.clubs.transfer.club_sheets import GameInSheet, game_rows, player_rows
from companion.db.club_models import ClubEventRow, ClubPlayerRow, ClubTableRow
from companion.db.database import Database
from companion.db.league_models import (
    CompetitionRow,
    EntrantRow,
    FixtureRow,
    MatchTableRow,
    SeasonRow,
)
from companion.db.table_models import ChangeRow, TableRow
from companion.exports.spreadsheet import spreadsheet_file
from companion.league.competition import Entrant
from companion.league.fixture import Fixture
from companion.league.kept_json import read_kept
from companion.league.standings import Season
from companion.record.replay import write_record
from companion.tables.stored_statements import statement_by_name, stored_header
from companion.tables.table_loader import load_states
from companion.tables.table_options import TableOptions

#: Tables that are read while others wait, some hundredths of a second.
_AT_ONCE = 20


class _Frame(NamedTuple):
    """A club at the moment of the export, without the results of its tables."""

    club: Club
    players: tuple[club_schema.CarriedPlayer, ...]
    #: Who sits at each seat of its tables, by table id, the one opened first first.
    tables: Mapping[str, tuple[int, ...]]
    leagues: tuple[league_schema.CarriedLeague, ...]
    seasons: tuple[league_schema.CarriedSeason, ...]
    events: tuple[ClubEvent, ...]


def export_club(database: Database, club_id: str) -> Iterator[bytes]:
    """The file of a club: each record, its people and tables, and both as spreadsheets.

    Its people, its leagues and the list of its tables are those of this moment. Each record is as
    it is when its turn comes. So nothing is locked for a phone that reads slowly. Whatever gives
    access stays here: links, secrets, phones. A club that doesn't exist raises `NoSuchClub`.
    """
    return pack(_files(database, _frame(database, club_id)))


def _frame(database: Database, club_id: str) -> _Frame:
    with database.reading() as session:
        club = load_club(session, club_id)
        of_club = select(ClubTableRow).join(TableRow).where(ClubTableRow.club_id == club_id)
        in_order = of_club.order_by(col(TableRow.created_at), col(TableRow.id))
        return _Frame(
            club,
            _players(session, club),
            {row.table_id: row.seats for row in session.exec(in_order)},
            tuple(_carried_leagues(session, club_id)),
            tuple(_carried_seasons(session, club_id)),
            tuple(_carried_events(session, club_id)),
        )


def _files(database: Database, frame: _Frame) -> Iterator[tuple[str, bytes]]:
    found: dict[str, GameInSheet] = {}
    ids = [*frame.tables]
    for first in range(0, len(ids), _AT_ONCE):
        some = ids[first : first + _AT_ONCE]
        kept = [*FigureStore(database).kept(some)]
        with database.reading() as session:
            records = [*_tables(session, frame, some, found, kept)]
        yield from records
    club, told = frame.club, [*found.values()]
    names = {table_id: each.carried.record for table_id, each in found.items()}
    carried = club_schema.CarriedClub(
        name=club.name,
        zone=club.zone,
        shows_ratings=club.shows_ratings,
        players=frame.players,
        tables=tuple(each.carried for each in told),
        leagues=tuple(each.with_records(names) for each in frame.leagues),
        seasons=frame.seasons,
        events=frame.events,
    )
    yield CLUB, carried.model_dump_json(indent=1).encode()
    yield "games.csv", spreadsheet_file(game_rows(club, told))
    yield "players.csv", spreadsheet_file(player_rows(frame.players, told))


def _players(session: Session, club: Club) -> tuple[club_schema.CarriedPlayer, ...]:
    of_club = select(ClubPlayerRow).where(ClubPlayerRow.club_id == club.id)
    left = {row.number: row.left_at for row in session.exec(of_club)}
    return tuple(
        club_schema.CarriedPlayer(
            number=player.number,
            name=player.name,
            nicknames=player.nicknames,
            colour=player.colour,
            same_as=player.same_as,
            left_at=left[player.number],
        )
        for player in club.players
    )


def _tables(
    session: Session,
    frame: _Frame,
    ids: Sequence[str],
    found: dict[str, GameInSheet],
    kept: Iterable[tuple[str, Made]],
) -> Iterator[tuple[str, bytes]]:
    """The records of some tables, each by its name; their details are added to the others.

    A table is left out if it was deleted, or left the club, since the export began.
    """
    of_club = select(TableRow).join(ClubTableRow).where(ClubTableRow.club_id == frame.club.id)
    rows = {row.id: row for row in session.exec(of_club.where(col(TableRow.id).in_(ids)))}
    scores = _scores(session, rows, kept)
    live = _live(session, rows)
    for table_id in (each for each in ids if each in rows):
        row, changes, place = rows[table_id], live[table_id], len(found)
        header, before = stored_header(row.header), found.get(row.again_from or "")
        options = TableOptions.read(row.table_options, row.consent_since)
        carried = club_schema.CarriedTable(
            record=f"records/{place + 1:05}.txt",
            seats=frame.tables[table_id],
            created_at=row.created_at,
            changed_at=row.changed_at,
            origin=row.origin or row.id,
            after=before.place if before is not None else None,
            options=club_schema.CarriedOptions(**options.model_dump()),
            pegs_only=row.is_pegs_only,
            asked=tuple(at for at, (_, is_asked) in enumerate(changes) if is_asked),
        )
        found[table_id] = GameInSheet(
            place, carried, header, header.seating, scores[table_id], row.winner, row.hand
        )
        record = [statement_by_name(said, header.players) for said, _ in changes]
        yield carried.record, write_record(header, record).encode()


def _scores(
    session: Session, rows: Mapping[str, TableRow], kept: Iterable[tuple[str, Made]]
) -> dict[str, tuple[int, ...]]:
    """What each side has scored, from valid kept figures, else from the hand that is on."""
    found = {
        table_id: made.figures.scores
        for table_id, made in kept
        if table_id in rows and made.version == rows[table_id].version
    }
    others = load_states(session.connection(), rows.keys() - found.keys())
    return found | {state.id: state.game.scores for state in others}


def _live(session: Session, ids: Collection[str]) -> Mapping[str, list[tuple[str, bool]]]:
    """What the records of these tables say, in order, and whether a count was asked for there."""
    found: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    query = select(ChangeRow.table_id, ChangeRow.statement, ChangeRow.is_asked)
    live = query.where(col(ChangeRow.table_id).in_(ids), ChangeRow.is_live)
    for table_id, said, is_asked in session.exec(live.order_by(col(ChangeRow.place))).all():
        found[table_id].append((said or "", is_asked))
    return found


def _carried_leagues(session: Session, club_id: str) -> Iterator[league_schema.CarriedLeague]:
    """The competitions of a club, the oldest first; their tables are named by their ids.

    No phone's signature is exported.
    """
    for row in session.exec(_leagues_of(club_id)).all():
        entrants = select(EntrantRow).where(EntrantRow.competition_id == row.id)
        fixtures = select(FixtureRow).where(FixtureRow.competition_id == row.id)
        tables = select(MatchTableRow).where(MatchTableRow.competition_id == row.id)
        by_board = tables.order_by(col(MatchTableRow.fixture), col(MatchTableRow.board))
        yield league_schema.CarriedLeague(
            competition=competition_of(row.kept),
            made_at=row.made_at,
            entrants=tuple(
                read_kept(Entrant, each.kept)
                for each in session.exec(entrants.order_by(col(EntrantRow.number)))
            ),
            fixtures=tuple(
                league_schema.CarriedFixture(
                    fixture=read_kept(Fixture, each.kept), revision=each.revision
                )
                for each in session.exec(fixtures.order_by(col(FixtureRow.number)))
            ),
            tables=tuple(
                league_schema.CarriedMatchTable(record=each.table_id, **each.model_dump())
                for each in session.exec(by_board)
            ),
        )


def _leagues_of(club_id: str) -> SelectOfScalar[CompetitionRow]:
    of_club = select(CompetitionRow).where(CompetitionRow.club_id == club_id)
    return of_club.order_by(col(CompetitionRow.made_at), col(CompetitionRow.id))


def _carried_events(session: Session, club_id: str) -> Iterator[ClubEvent]:
    """What happened in a club, the oldest first; no phone is exported."""
    places = {row.id: f"{place}" for place, row in enumerate(session.exec(_leagues_of(club_id)))}
    of_club = select(ClubEventRow).where(ClubEventRow.club_id == club_id)
    for row in session.exec(of_club.order_by(col(ClubEventRow.number))):
        match = places.get(row.competition_id, ""), row.fixture
        yield read_kept(ClubEvent, row.kept)._replace(device="", match=match)


def _carried_seasons(session: Session, club_id: str) -> Iterator[league_schema.CarriedSeason]:
    """The seasons of a club, the oldest first."""
    of_club = select(SeasonRow).where(SeasonRow.club_id == club_id)
    for row in session.exec(of_club.order_by(col(SeasonRow.made_at), col(SeasonRow.id))):
        yield league_schema.CarriedSeason(season=read_kept(Season, row.kept), made_at=row.made_at)
