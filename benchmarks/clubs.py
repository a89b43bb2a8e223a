"""What a club's pages cost when it has played for years, and a corrected entry in the middle of it.

Twelve people have played thousands of games. It is asked for a person's page, the ratings and the
evenings, then an entry of the first game is corrected, and asked again. A tap at one of its tables
is set beside one at a table of no club. Then a night of twelve leagues of 2,016 matches each, three
of them tonight: the page of tonight before and after each tap at one of its tables, and what a
phone costs that asks again where nothing changed.

    python benchmarks/clubs.py [--games 5000]
"""

import argparse
import re
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from datetime import time as clock
from pathlib import Path
from statistics import median

sys.path[:0] = [str(Path(__file__).parents[1])]
from flask import Flask  # noqa: E402
from flask.testing import FlaskClient  # noqa: E402

from companion.clubs.entrants import NewEntrant  # noqa: E402
from companion.clubs.services import Clubs  # noqa: E402
from companion.league.season import Season  # noqa: E402
from companion.record.statements import PointsRuled  # noqa: E402
from companion.tables.service import TableService  # noqa: E402
from companion.tables.state import RequestStamp  # noqa: E402
from companion.web.app import create_app  # noqa: E402
from tests.clubs.house import House  # noqa: E402
from tests.clubs.league_night import PLAYERS, begun  # noqa: E402
from tests.clubs.years import play_for_years  # noqa: E402
from tests.tables.scribe import correct, enter, opened  # noqa: E402
from tests.web.phones import ANAS_PHONE, phone  # noqa: E402

TIMES = 9


def told(what: str, ask: Callable[[], object], times: int = TIMES) -> float:
    """Print how long it takes the first time, in the middle and at most; in milliseconds."""
    spent = []
    for _ in range(times):
        started = time.perf_counter()
        ask()
        spent.append((time.perf_counter() - started) * 1000)
    later = spent[1:] or spent
    print(f"{what:<44}{spent[0]:8.0f}{median(later):10.1f}{max(later):10.1f}")
    return median(later)


def main() -> None:
    """Build the club, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5000)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"SECRET_KEY": "secret", "DATABASE_URL": f"sqlite:///{folder}/tables.db"})
        tables: TableService = app.extensions["table_service"]
        tables.database.migrate()
        clubs: Clubs = app.extensions["clubs"]
        club_id = clubs.service.open("Friday dominoes", ANAS_PHONE, zone="Europe/Lisbon")
        ids = play_for_years(tables, clubs, club_id, games)
        client = phone(app)

        def asks(path: str) -> Callable[[], object]:
            def ask() -> None:
                assert client.get(f"/club/{club_id}{path}").status_code == 200

            return ask

        print(f"{games} games, in ms{'':<31}first    median      most")
        told("the club's page", asks(""))
        person = told("a person's page", asks("/players/1"))
        told("a person's page, one year of it", asks("/players/1?period=2020"))
        told("the games behind a number", asks("/players/1/games?of=won"))
        told("ratings", asks("/ratings"))
        told("evenings", asks("/evenings"))
        season = Season("All", date(2020, 1, 1), date(2030, 12, 31))
        standings = asks(f"/season/{clubs.seasons.create(club_id, season)}")
        told("the standings of a season of all", standings)
        _correct(tables, ids[0])
        started = time.perf_counter()
        standings()
        asks("/ratings")()
        spent = (time.perf_counter() - started) * 1000
        print(f"an entry of the first game corrected: standings and ratings after {spent:.0f} ms")
        _tap(tables, clubs, club_id)
        _night(app, tables, clubs)
        print(f"A person's page of {games} games: {person:.0f} ms in the middle (asked: 200).")
        tables.database.close()


def _correct(tables: TableService, table_id: str) -> None:
    """Correct an entry of a game, so that another side has won it."""
    entry = str(tables.read(table_id).entries[-1].statement)
    side = tables.look(table_id).header.seating.side_names[0]
    correct(tables, table_id, entry, f"ruling: {side} +500, after all")


def _tap(tables: TableService, clubs: Clubs, club_id: str) -> None:
    """A tap at a table of a club beside one at a table of none, in turn."""
    mine, others = opened(tables, "lead: Ana"), opened(tables, "lead: Ana")
    clubs.tables.take_in(club_id, mine, [None, None])
    spent: dict[str, list[float]] = {mine: [], others: []}
    for number in range(200):
        for table_id, times in spent.items():
            stamp = RequestStamp(tables.look(table_id).version, f"tap {number}")
            started = time.perf_counter()
            tables.enter(table_id, PointsRuled("Ana", 1 if number % 2 else -1, "so"), stamp)
            times.append((time.perf_counter() - started) * 1000)
    ratio = median(spent[mine]) / median(spent[others])
    print(f"a tap at a club's table: {ratio:.2f} times one at a table of no club")


def _night(app: Flask, tables: TableService, clubs: Clubs) -> None:
    """A league night in a club of twelve large leagues."""
    house = House(tables, clubs, clubs.service.open("Large", ANAS_PHONE, zone="Europe/Lisbon"))
    people = house.join(*(f"Player {number}" for number in range(1, 65)))
    entrants = [NewEntrant((number,)) for number in people]
    nights = [begun(house, PLAYERS, entrants) for _ in range(12)]
    tonight = datetime.combine(house.club.day_of(datetime.now(UTC)), clock(20))
    for night in nights:
        for number in (1, 2, 3):
            clubs.matches.move(house.club_id, night.league_id, number, tonight)
    table_id = nights[0].open()
    enter(tables, table_id, f"lead: {house.club.called(people[0])}")
    client = phone(app)
    pages = {
        what: f"/club/{house.club_id}{path}"
        for what, path in (
            ("the page of tonight", "/tonight"),
            ("its big board", "/tonight/board"),
            ("a league of 2,016 matches", f"/league/{nights[0].league_id}"),
            ("a match of it", f"/league/{nights[0].league_id}/1"),
        )
    }
    print(f"12 leagues of 2,016 matches{'':<17}first    median      most")
    for what, path in pages.items():
        told(f"{what}, after a tap", lambda path=path: _tapped(tables, client, table_id, path))
    for what, path in pages.items():
        seen = re.search(r"seen=(\w+)", client.get(path).text)
        assert seen is not None
        again = f"{path}?seen={seen[1]}"
        told(f"{what}, nothing new", lambda again=again: _asked_again(client, again))


def _tapped(tables: TableService, client: FlaskClient, table_id: str, path: str) -> None:
    version = tables.look(table_id).version
    said = PointsRuled(tables.look(table_id).header.players[0], 1 if version % 2 else -1, "so")
    assert (
        tables.enter(table_id, said, RequestStamp(version, f"tonight {version}")).version > version
    )
    assert client.get(path).status_code == 200


def _asked_again(client: FlaskClient, path: str) -> None:
    assert client.get(path, headers={"HX-Request": "true"}).status_code == 204


if __name__ == "__main__":
    main()
