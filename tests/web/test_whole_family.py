"""The sample games of the family on every page: brought in, shown, saved, carried, gone on with."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.record.record_link import unpack
from companion.record.replay import replay
from companion.tables.play_again import play_again
from companion.tables.table_service import TableService
from tests.thorough import is_thorough
from tests.web.phones import ANAS_PHONE
from tests.web.thumb import FAMILY

RECORDS = sorted(FAMILY.glob("*.record"))
#: Some of them; by `--thorough` all.
TRIED = RECORDS if is_thorough() else [path for path in RECORDS if path.stem[-2:] != "-3"][::3]
PAGES = (
    "",
    "/board",
    "/record",
    "/record.json",
    "/end",
    "/end.svg",
    "/customs",
    "/rules",
    "/turn",
)
#: Where a table is that waits for nobody's turn.
IDLE = ("/turn",)


def brought(client: FlaskClient, text: str) -> str:
    """The address of the table that a record becomes."""
    answer = client.post("/import", data={"record": text})
    assert answer.status_code == 303, answer.text
    return str(answer.location)


@pytest.mark.parametrize("path", TRIED, ids=lambda path: path.stem)
def test_a_game_of_the_family_is_at_home_on_every_page(
    client: FlaskClient, table_service: TableService, path: Path
) -> None:
    told = replay(path.read_text(encoding="utf-8"))
    table = brought(client, path.read_text(encoding="utf-8"))
    state = table_service.look(table.removeprefix("/t/"))
    assert state.game == told.game
    for page in PAGES:
        if page not in IDLE or state.game.turn is not None:
            assert client.get(f"{table}{page}").status_code == 200, page
    # What was saved, and what a link carries, is the same game again.
    saved = client.get(f"{table}/record.txt").text
    letters = re.search(r"#table=([\w.~-]+)", client.get(f"{table}/hand-over").text)
    assert letters is not None
    for text in (saved, unpack(letters[1]).record):
        again = replay(text)
        assert (again.header, again.game) == (told.header, told.game)
    following = table_service.look(play_again(table_service, state, ANAS_PHONE))
    assert following.header == told.header
