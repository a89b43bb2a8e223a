"""What a club's pages cost when it has played for years, and a corrected entry in the middle of it.

Twelve people have played thousands of games. It is asked for a person's page, the ratings and the
evenings, then an entry of the first game is corrected, and asked again. A tap at one of its tables
is set beside one at a table of no club.

    python benchmarks/clubs.py [--games 5000]
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from statistics import median

sys.path[:0] = [str(Path(__file__).parents[1])]
from companion.clubs.services import Clubs  # noqa: E402
from companion.league.season import Season  # noqa: E402
from companion.record.statements import PointsRuled  # noqa: E402
from companion.tables.service import TableService  # noqa: E402
from companion.tables.state import RequestStamp  # noqa: E402
from companion.web.app import create_app  # noqa: E402
from tests.clubs.years import play_for_years  # noqa: E402
from tests.tables.scribe import correct, opened  # noqa: E402
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


if __name__ == "__main__":
    main()
