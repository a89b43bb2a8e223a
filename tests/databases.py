"""Databases of one's own, in which there is nothing yet."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copy
from uuid import uuid4

from sqlalchemy import URL, create_engine, make_url, text
from sqlalchemy.schema import CreateSchema, DropSchema
from sqlmodel import SQLModel

from companion.db.database import Database

KINDS = ("sqlite", "postgresql")


@contextmanager
def fresh(kind: str, folder: Path, cluster: Callable[[], str]) -> Iterator[str]:
    """The address of one: a file in a folder, or a schema in the cluster, gone afterwards."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/tables.db"
        return
    engine = create_engine(_driven(cluster()), pool_pre_ping=True)
    alone = schema_of_its_own(cluster())
    yield alone
    with engine.begin() as connection:
        schema = make_url(alone).query["options"].removeprefix("-csearch_path=")
        connection.execute(DropSchema(schema, cascade=True))
    engine.dispose()


def schema_of_its_own(cluster: str) -> str:
    """The address of a new schema in a cluster."""
    engine = create_engine(_driven(cluster))
    schema = f"test_{uuid4().hex}"
    with engine.begin() as connection:
        connection.execute(CreateSchema(schema))
    engine.dispose()
    alone = _driven(cluster).update_query_dict({"options": f"-csearch_path={schema}"})
    return alone.render_as_string(hide_password=False)


def _driven(cluster: str) -> URL:
    return make_url(cluster).set(drivername="postgresql+psycopg")


class Ready:
    """A database that was brought to the present version once, and is emptied for each test.

    Migrating takes longer than most tests.
    """

    def __init__(self, kind: str, url: str) -> None:
        self.kind = kind
        self.url = url
        # A connection costs more than what it sweeps: it stays. Some tests end those of everybody.
        self._broom = create_engine(url, pool_size=1, pool_pre_ping=True)
        database = Database(url)
        database.migrate()
        database.close()

    def close(self) -> None:
        """Let go of the connection."""
        self._broom.dispose()

    @contextmanager
    def emptied(self, folder: Path) -> Iterator[str]:
        """The address of one without a row: a copy in a folder, or the same schema, swept."""
        if self.kind == "sqlite":
            copy(self.url.removeprefix("sqlite:///"), folder / "tables.db")
            yield f"sqlite:///{folder}/tables.db"
            return
        yield self.url
        with self._broom.begin() as connection:
            # Of few rows; truncating makes a new file for each table and each index.
            for table in reversed(SQLModel.metadata.sorted_tables):
                connection.execute(table.delete())


#: The database of that kind.
MakesReady = Callable[[str], Ready]


@contextmanager
def away(url: str) -> Iterator[None]:
    """A database that cannot be reached for the length of a block, and loses who was there."""
    address = make_url(url)
    if address.database is not None and address.get_backend_name() == "sqlite":
        file = Path(address.database)
        kept = [part.rename(f"{part}.away") for part in file.parent.glob(f"{file.name}*")]
        file.mkdir()
        yield
        file.rmdir()
        for part in kept:
            part.rename(str(part).removesuffix(".away"))
        return
    elsewhere = address.set(database="postgres", query={**address.query, "options": ""})
    engine = create_engine(elsewhere, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"ALTER DATABASE {address.database} ALLOW_CONNECTIONS false"))
        ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"
        connection.execute(text(ends), {"name": address.database})
        yield
        connection.execute(text(f"ALTER DATABASE {address.database} ALLOW_CONNECTIONS true"))
    engine.dispose()
