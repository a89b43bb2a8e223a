"""What a league night costs in a club of twelve leagues of 2,016 matches each.

Three matches of each are tonight, and one of them is on. It is asked for the page of tonight, its
big board, a league and a match after a tap at that table, and again where nothing changed.

    python benchmarks/league_night.py
"""

import re
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from datetime import time as clock
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
from flask import Flask  # noqa: E402
from flask.testing import FlaskClient  # noqa: E402

from companion.clubs.all_services import Clubs  # noqa: E402
from companion.clubs.leagues.entrant_input import NewEntrant  # noqa: E402
from companion.record.statements import PointsRuled  # noqa: E402
from companion.tables.request_stamp import RequestStamp  # noqa: E402
from companion.tables.table_service import TableService  # noqa: E402
from companion.web.app import create_app  # noqa: E402
from tests.clubs.house import House  # noqa: E402
from tests.clubs.league_night import PLAYERS, LeagueNight, begun  # noqa: E402
from tests.tables.scribe import enter  # noqa: E402
from tests.web.phones import ANAS_PHONE, phone  # noqa: E402

LEAGUES, PLAYERS_EACH, TONIGHT, TIMES = 12, 64, 3, 9


def told(what: str, ask: Callable[[], object]) -> None:
    """Print how long it takes the first time, later in the middle, and at most; in milliseconds."""
    spent = []
    for _ in range(TIMES):
        started = time.perf_counter()
        ask()
        spent.append((time.perf_counter() - started) * 1000)
    print(f"{what:<40}{spent[0]:7.0f}{median(spent[1:]):9.1f}{max(spent[1:]):8.1f}")


def filled(app: Flask) -> LeagueNight:
    """The club: the first of its leagues."""
    tables: TableService = app.extensions["table_service"]
    tables.database.migrate()
    clubs: Clubs = app.extensions["clubs"]
    house = House(tables, clubs, clubs.service.open("Large", ANAS_PHONE, zone="Europe/Lisbon"))
    people = house.join(*(f"Player {number}" for number in range(1, PLAYERS_EACH + 1)))
    entrants = [NewEntrant((number,)) for number in people]
    nights = [begun(house, PLAYERS, entrants) for _ in range(LEAGUES)]
    tonight = datetime.combine(house.club.day_of(datetime.now(UTC)), clock(20))
    for night in nights:
        for number in range(1, TONIGHT + 1):
            clubs.matches.move((house.club_id, night.league_id, number), tonight)
    return nights[0]


def tap(tables: TableService, table_id: str) -> None:
    """One more entry at a table."""
    state = tables.look(table_id)
    said = PointsRuled(state.header.players[0], 1 if state.version % 2 else -1, "so")
    stamp = RequestStamp(state.version, f"tonight {state.version}")
    assert tables.enter(table_id, said, stamp).version > state.version


def again(client: FlaskClient, path: str) -> None:
    """Ask as a phone does that has seen a page as it is."""
    assert client.get(path, headers={"HX-Request": "true"}).status_code == 204


def main() -> None:
    """Build the club, and measure."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"SECRET_KEY": "secret", "DATABASE_URL": f"sqlite:///{folder}/tables.db"})
        night, client = filled(app), phone(app)
        tables, table_id = night.house.tables, night.open()
        enter(tables, table_id, f"lead: {tables.look(table_id).header.players[0]}")
        club = f"/club/{night.house.club_id}"
        pages = {
            "the page of tonight": f"{club}/tonight",
            "its big board": f"{club}/tonight/board",
            "a league": f"{club}/league/{night.league_id}",
            "a match": f"{club}/league/{night.league_id}/1",
        }
        print(f"12 leagues of 2,016 matches, in ms{'':<6}  first   median    most")
        for what, path in pages.items():

            def tapped(path: str = path) -> None:
                tap(tables, table_id)
                assert client.get(path).status_code == 200

            told(f"{what}, after a tap", tapped)
        for what, path in pages.items():
            seen = re.search(r"seen=(\w+)", client.get(path).text)
            assert seen is not None
            asked = f"{path}?seen={seen[1]}"
            told(f"{what}, nothing new", lambda asked=asked: again(client, asked))
        tables.database.close()


if __name__ == "__main__":
    main()
