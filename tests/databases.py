"""Databases of one's own, in which there is nothing yet."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from sqlalchemy import create_engine, make_url, text
from sqlalchemy.schema import CreateSchema, DropSchema

KINDS = ("sqlite", "postgresql")


@contextmanager
def fresh(kind: str, folder: Path, cluster: Callable[[], str]) -> Iterator[str]:
    """The address of one: a file in a folder, or a schema in the cluster, gone afterwards."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/tables.db"
        return
    server = make_url(cluster()).set(drivername="postgresql+psycopg")
    engine = create_engine(server, pool_pre_ping=True)
    schema = f"test_{uuid4().hex}"
    with engine.begin() as connection:
        connection.execute(CreateSchema(schema))
    alone = server.update_query_dict({"options": f"-csearch_path={schema}"})
    yield alone.render_as_string(hide_password=False)
    with engine.begin() as connection:
        connection.execute(DropSchema(schema, cascade=True))
    engine.dispose()


@contextmanager
def away(url: str) -> Iterator[None]:
    """A database that cannot be reached for the length of a block, and loses who was there.

    Of SQLite that needs an engine without open connections.
    """
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
