"""Databases of one's own, in which there is nothing yet."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from sqlalchemy import create_engine, make_url
from sqlalchemy.schema import CreateSchema, DropSchema

KINDS = ("sqlite", "postgresql")


@contextmanager
def fresh(kind: str, folder: Path, cluster: Callable[[], str]) -> Iterator[str]:
    """The address of one: a file in a folder, or a schema in the cluster, gone afterwards."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/tables.db"
        return
    server = make_url(cluster()).set(drivername="postgresql+psycopg")
    engine = create_engine(server)
    schema = f"test_{uuid4().hex}"
    with engine.begin() as connection:
        connection.execute(CreateSchema(schema))
    alone = server.update_query_dict({"options": f"-csearch_path={schema}"})
    yield alone.render_as_string(hide_password=False)
    with engine.begin() as connection:
        connection.execute(DropSchema(schema, cascade=True))
    engine.dispose()
