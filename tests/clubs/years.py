"""A club that has played for years: some games played out by random play, copied over the days."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

from sqlalchemy import Connection, delete, insert
from sqlmodel import SQLModel, col, select

from companion.clubs.all_services import Clubs
from companion.db.bulk_writes import insert_all
from companion.db.club_models import ClubTableRow, KeptFiguresRow
from companion.db.table_models import ChangeRow, HandStartRow, TableRow
from companion.record.replay import replay
from companion.stats.game_figures import METHOD, figures_of
from companion.tables.table_service import TableService
from tests.play import CAST
from tests.random_play import honest_game

_HEADERS = (
    "game: race-horse\nplayers: Ana, Ben",
    "game: race-horse\nplayers: Ana, Ben, Cyd, Dee\nsides: Ana & Cyd, Ben & Dee",
    "game: five-up\nplayers: Ana, Ben, Cyd",
    "game: muggins\nplayers: Ben, Cyd",
)
_START = datetime(2020, 1, 3, 18, 0, tzinfo=UTC)


def play_for_years(
    tables: TableService, clubs: Clubs, club_id: str, games: int, *, different: int = 24
) -> list[str]:
    """Let a club play so many games, of which so many are different; returns their ids.

    Up to twelve people change seats from game to game; six games are an evening. What is made
    from the records is kept already.
    """
    clubs.players.add(club_id, [*CAST, "Eva", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea"])
    random, made = Random(7), [*_played(tables, different)]
    records = {like: tables.read(like) for like, _ in made}
    figures = {
        like: figures_of(record.header, record.start, record.entries).kept
        for like, record in records.items()
    }
    ids = [f"game-{number}" for number in range(games)]
    with tables.database.transaction() as connection:
        for number, table_id in enumerate(ids):
            like, seats = made[number % different]
            at = _START + timedelta(days=number // 6, minutes=40 * (number % 6))
            _copy(connection, like, table_id, at)
            people = random.sample(range(1, 13), seats)
            row = {"table_id": table_id, "club_id": club_id, "seats": people}
            connection.execute(insert(ClubTableRow), row)
            version = connection.scalar(select(TableRow.version).where(TableRow.id == table_id))
            kept = {"table_id": table_id, "version": version, "method": METHOD}
            connection.execute(insert(KeptFiguresRow), kept | {"figures": figures[like]})
        for like, _ in made:
            for rows in reversed(SQLModel.metadata.sorted_tables):
                if "table_id" in rows.c:
                    connection.execute(rows.delete().where(rows.c.table_id == like))
            connection.execute(delete(TableRow).where(col(TableRow.id) == like))
    return ids


def _played(tables: TableService, different: int) -> Iterator[tuple[str, int]]:
    """Games until somebody wins, each with its number of seats."""
    for number in range(different):
        header = _HEADERS[number % len(_HEADERS)]
        transcript = replay(honest_game(number, header=header, hands=12).text)
        assert transcript.header is not None
        yield (
            tables.open(transcript.header, transcript.entries),
            len(transcript.header.players),
        )


def _copy(connection: Connection, like: str, table_id: str, at: datetime) -> None:
    row = connection.execute(select(TableRow).where(TableRow.id == like)).mappings().one()
    moved = {"id": table_id, "created_at": at, "changed_at": at}
    connection.execute(insert(TableRow), dict(row) | moved)
    models: tuple[type[ChangeRow | HandStartRow], ...] = (ChangeRow, HandStartRow)
    for rows in models:
        found = connection.execute(select(rows).where(rows.table_id == like)).mappings()
        insert_all(connection, rows, [dict(each) | {"table_id": table_id} for each in found])
