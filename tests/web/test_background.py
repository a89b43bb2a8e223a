"""What a server does when nobody asks: games are counted, and what was left over goes."""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete, func, select

from companion.clubs.all_services import Clubs
from companion.db.club_models import ClubRow, KeptFiguresRow
from companion.tables.table_service import TableService
from companion.web.serving.background import background
from tests.tables.scribe import opened
from tests.web.phones import ANAS_PHONE

_LONGEST = 120.0


def count(tables: TableService, model: type[KeptFiguresRow | ClubRow]) -> int:
    with tables.database.snapshot() as connection:
        return connection.scalar(select(func.count()).select_from(model)) or 0


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + _LONGEST
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_games_are_counted_without_a_visit_and_what_was_interrupted_goes(
    app: Flask, client: FlaskClient, url: str, table_service: TableService
) -> None:
    clubs: Clubs = app.extensions["clubs"]
    club_id = clubs.service.open("Friday dominoes", ANAS_PHONE)
    for points in (305, 306, 1):
        table_id = opened(table_service, "lead: Ana", "Ana: 6-4", f"ruling: Ana +{points}, quick")
        clubs.tables.take_in(club_id, table_id, [None, None])
    # Whoever asks before that waits for nothing, and reads how far it has come.
    clubs.games.patience = 0.0
    page = client.get(f"/club/{club_id}").text
    assert "0 of 3 games counted." in page
    # What somebody types there meanwhile stays: that form is not asked for again.
    part = page[page.index('<div id="figures">') : page.index("\n</div>\n")]
    assert 'hx-target="#figures"' in part and 'id="whose"' in page.removeprefix(part)
    assert 'id="whose"' not in part and ">Save</button>" in page
    with table_service.database.writing() as session:
        long_ago = datetime.now(UTC) - timedelta(minutes=2)
        half = ClubRow(id="half", name="Half", zone="UTC", opened_at=long_ago, arriving_at=long_ago)
        session.add(half)
    with background(url, at_first=0.0):
        wait_until(lambda: count(table_service, ClubRow) == 1)
        # The third game is on, and someone taps there: it is counted by whoever looks.
        assert count(table_service, KeptFiguresRow) == 2
    assert "background" not in [thread.name for thread in threading.enumerate()]
    assert "2 of 3 games counted." in client.get(f"/club/{club_id}").text
    clubs.games.patience = 2.0
    clubs.games.clock = lambda: 0.0
    page = client.get(f"/club/{club_id}").text
    assert "counted." not in page
    # Once the game has rested, it is the background's too.
    with table_service.database.transaction() as connection:
        connection.execute(delete(KeptFiguresRow))
    later = datetime.now(UTC) + timedelta(minutes=2)
    assert [clubs.games.make_waiting(later) for _ in range(2)] == [3, 0]
