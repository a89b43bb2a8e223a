"""An app that speaks the pseudo-language."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.i18n import Catalogue
from companion.web.app import create_app
from tests.words.pseudo import LANGUAGE, write_pseudo


@pytest.fixture
def spoken(tmp_path: Path) -> Catalogue:
    """The pseudo-language."""
    return Catalogue.read(LANGUAGE, write_pseudo(tmp_path / "spoken"))


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app(
        {
            "DATABASE_URL": f"sqlite:///{tmp_path}/tables.db",
            "LANGUAGE": LANGUAGE,
            "LOCALE": str(write_pseudo(tmp_path / "locale")),
            "SECRET_KEY": "test",
            "TESTING": True,
            "WTF_CSRF_ENABLED": False,
        }
    )
    database = made.extensions["table_service"].database
    database.migrate()
    yield made
    database.close()
