"""Competitions as rows: loaded as they are now, and saved within a transaction."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from sqlalchemy import ColumnElement, delete, or_
from sqlmodel import Session, col, select

from companion.clubs.club import Club
from companion.clubs.club_service import club_row, load_club
from companion.clubs.errors import NoSuchLeague
from companion.clubs.leagues.club_league import League
from companion.clubs.leagues.club_match import as_it_stands, without_results
from companion.clubs.leagues.league_loader import LeagueRows, competition_of, read_leagues
from companion.db.database import Database
from companion.db.league_models import CompetitionRow, EntrantRow, FixtureRow, MatchTableRow
from companion.db.table_models import may_exist
from companion.league.competition import Entrant, EntrantKind
from companion.league.fixture import Fixture
from companion.league.kept_json import read_kept, write_kept
from companion.league.lineup import Pairing
from companion.league.result_owners import with_owners


def read_league(
    session: Session, club_id: str, league_id: str, number: int | None = None
) -> tuple[Club, LeagueRows]:
    """The rows of a competition of a club, or of one match; raises `NoSuchClub`, `NoSuchLeague`.

    Teams that are not lined up yet come with their other matches.
    """
    if number is None:
        return _read(session, club_id, league_id)
    of_match = col(FixtureRow.number) == number
    club, rows = _read(session, club_id, league_id, of_match)
    if competition_of(rows.kept).kind is not EntrantKind.TEAM:
        return club, rows
    open_ones = (read_kept(Fixture, kept) for _, _, kept in rows.fixtures)
    sides = {
        slot.entrant for each in open_ones if not each.lineup for slot in (each.home, each.away)
    }
    if not sides:
        return club, rows
    # How a team usually plays follows from its other matches.
    of_sides = col(FixtureRow.home).in_(sides), col(FixtureRow.away).in_(sides)
    return _read(session, club_id, league_id, or_(of_match, *of_sides))


def held_league(
    session: Session, club_id: str, league_id: str, number: int | None = None
) -> League:
    """A competition, or one match of it; the transaction locks its club until the end.

    Results from before results had owners belong to those who are through until now.
    """
    club_row(session, club_id, for_update=True)
    league = league_of(*read_league(session, club_id, league_id, number))
    for each in league.fixtures:
        kept = without_results(league.competition, each)
        if with_owners(kept, league.opponents[each.number]) != kept:
            save_fixture(session, league, each)
    return league


@contextmanager
def changing(
    database: Database, club_id: str, league_id: str, number: int | None = None
) -> Iterator[tuple[Session, League]]:
    """A session that writes in a competition or in one match of it, and what it is now."""
    with database.writing() as session:
        yield session, held_league(session, club_id, league_id, number)


def give_owners(database: Database) -> None:
    """Give their owners to all results of knock-outs that have none yet."""
    kept, opens = col(FixtureRow.kept), or_(col(FixtureRow.home) == 0, col(FixtureRow.away) == 0)
    is_played = or_(kept.contains('"boards"'), kept.contains('"walkover"'))
    leagues = select(CompetitionRow.club_id, CompetitionRow.id).join(FixtureRow).distinct()
    with database.reading() as session:
        lacking = leagues.where(opens, is_played, ~kept.contains('"by"'))
        found = session.exec(lacking).all()
    for club_id, league_id in found:
        with changing(database, club_id, league_id):
            pass


def load_leagues(session: Session, club: Club, which: ColumnElement[bool]) -> tuple[League, ...]:
    """Competitions of a club within a transaction, the latest first."""
    return tuple(league_of(club, rows) for rows in read_leagues(session, club, which))


def competition_row(session: Session, club_id: str, league_id: str) -> CompetitionRow:
    """The row of a competition; raises `NoSuchLeague` if it belongs to another club."""
    row = session.get(CompetitionRow, league_id) if may_exist(league_id) else None
    if row is None or row.club_id != club_id:
        raise NoSuchLeague(league_id)
    return row


def add_entrants(session: Session, league_id: str, entrants: Iterable[Entrant]) -> None:
    """New entrants of a competition."""
    for each in entrants:
        session.add(EntrantRow(competition_id=league_id, number=each.number, kept=write_kept(each)))


def save_entrant(session: Session, club: Club, league_id: str, entrant: Entrant) -> None:
    """An entrant as it is from now on."""
    row = session.get(EntrantRow, (league_id, entrant.number))
    assert row is not None
    before = read_kept(Entrant, row.kept)
    # Players who were merged may be separated again.
    if _persons(club, before.players) == entrant.players:
        entrant = entrant._replace(players=before.players)
    if _persons(club, before.substitutes) == entrant.substitutes:
        entrant = entrant._replace(substitutes=before.substitutes)
    row.kept = write_kept(entrant)


def add_fixtures(session: Session, league_id: str, fixtures: Iterable[Fixture]) -> None:
    """New matches of a competition."""
    for each in fixtures:
        session.add(FixtureRow.of(league_id, each))


def save_fixture(session: Session, league: League, fixture: Fixture) -> None:
    """A match as it is from now on: what was decided and entered, not what tables say."""
    row = session.get(FixtureRow, (league.id, fixture.number))
    assert row is not None
    kept = without_results(league.competition, fixture)
    said = read_kept(Fixture, row.kept).lineup
    if _lineup(league.club, said) == kept.lineup:
        # Players who were merged may be separated again.
        kept = kept._replace(lineup=said)
    kept = with_owners(kept, league.opponents[fixture.number])
    if row.kept != write_kept(kept):
        row.keep(kept)
        row.revision += 1
    boards = (board for result in fixture.results for board in result.boards)
    counted = [game.table for board in boards for game in board.games if game.table]
    # A table that doesn't count any more is free for another board.
    others = delete(MatchTableRow).where(
        col(MatchTableRow.competition_id) == league.id,
        col(MatchTableRow.fixture) == fixture.number,
        col(MatchTableRow.table_id).not_in(counted),
    )
    session.execute(others)


def _read(
    session: Session, club_id: str, league_id: str, some: ColumnElement[bool] | None = None
) -> tuple[Club, LeagueRows]:
    club = load_club(session, club_id)
    # Databases are not asked for an id that nothing can have.
    if may_exist(league_id):
        which = col(CompetitionRow.id) == league_id
        for rows in read_leagues(session, club, which, some):
            return club, rows
    raise NoSuchLeague(league_id)


def league_of(club: Club, rows: LeagueRows) -> League:
    """A competition as its rows are now."""
    competition = competition_of(rows.kept)
    entrants = tuple(_as_persons(club, read_kept(Entrant, kept)) for kept in rows.entrants)
    tables = {each.id: each for each in rows.tables}
    kept = [read_kept(Fixture, kept) for _, _, kept in rows.fixtures]
    of_persons = [each._replace(lineup=_lineup(club, each.lineup)) for each in kept]
    fixtures = as_it_stands(competition, entrants, of_persons, tables)
    return League(
        rows.id,
        club,
        competition,
        entrants,
        fixtures,
        {
            each.number: {said.by: said.lineup for said in each.results}.get(now.by, ())
            for each, now in zip(kept, fixtures, strict=True)
        },
        {number: revision for number, revision, _ in rows.fixtures},
        tables,
        rows.cards,
        rows.mark(club),
    )


def _as_persons(club: Club, entrant: Entrant) -> Entrant:
    """An entrant, each player by one number, even if players were merged."""
    players, substitutes = (_persons(club, each) for each in (entrant.players, entrant.substitutes))
    return entrant._replace(players=players, substitutes=substitutes)


def _lineup(club: Club, said: Iterable[Pairing]) -> tuple[Pairing, ...]:
    return tuple(Pairing(_persons(club, each.home), _persons(club, each.away)) for each in said)


def _persons(club: Club, numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(club.person(number) for number in numbers))
