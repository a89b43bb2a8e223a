"""What a club's pages cost when it has played for years, and a corrected entry in the middle of it.

Twelve people have played thousands of games. Each page is asked for in a process of its own, which
was made as the server's are and knows nothing of the club yet. Then an entry of the first game is
corrected, and asked again. A tap at one of its tables is set beside one at a table of no club. The
club is saved as a file, while somebody asks for pages. With `--remake` all figures are made anew.

    python benchmarks/clubs.py [--games 5000] [--remake]
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from multiprocessing import get_context
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from threading import Event, Thread

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
from companion.clubs.all_services import Clubs  # noqa: E402
from companion.clubs.club_games import remake_figures  # noqa: E402
from companion.league.standings import Season  # noqa: E402
from companion.record.statements import PointsRuled  # noqa: E402
from companion.tables.request_stamp import RequestStamp  # noqa: E402
from companion.tables.table_service import TableService  # noqa: E402
from companion.web.app import create_app  # noqa: E402
from companion.web.serving.warming import warm_up  # noqa: E402
from tests.clubs.years import play_for_years  # noqa: E402
from tests.tables.scribe import correct, opened  # noqa: E402
from tests.web.phones import ANAS_PHONE, phone  # noqa: E402

#: In bytes: what the server sends in one piece.
PORTION = 128 * 1024
TIMES = 9
#: So many processes are asked for the first time.
PROCESSES = 3


def asker(database: str, path: str) -> Callable[[], object]:
    """Asks for a page of an app that was made as the server's is."""
    settings = {"SECRET_KEY": "secret", "DATABASE_URL": database}
    client = phone(warm_up(create_app(settings)))

    def ask() -> None:
        assert client.get(path).status_code == 200

    return ask


def spent(database: str, path: str, times: int) -> list[float]:
    """How long a process takes that knows nothing yet, each time, in milliseconds."""
    ask = asker(database, path)
    return [_ms(ask) for _ in range(times)]


def told(what: str, database: str, path: str, processes: int = PROCESSES) -> None:
    """Print how long a page takes the first time, later in the middle, and at most."""
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        found = [pool.apply(spent, (database, path, TIMES)) for _ in range(processes)]
    first, later = [each[0] for each in found], [ms for each in found for ms in each[1:]]
    print(f"{what:<40}{median(first):7.0f}{max(first):7.0f}{median(later):9.1f}{max(later):8.1f}")


def main() -> None:
    """Build the club, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--remake", action="store_true")
    options = parser.parse_args()
    games = options.games
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/tables.db"
        app = create_app({"SECRET_KEY": "secret", "DATABASE_URL": database})
        tables: TableService = app.extensions["table_service"]
        tables.database.migrate()
        clubs: Clubs = app.extensions["clubs"]
        club_id = clubs.service.open("Friday dominoes", ANAS_PHONE, zone="Europe/Lisbon")
        ids = play_for_years(tables, clubs, club_id, games)
        day = clubs.service.look(club_id).day_of(tables.look(ids[0]).opened_at)
        season = Season("All", date(2020, 1, 1), date(2030, 12, 31))
        standings = f"/club/{club_id}/season/{clubs.seasons.create(club_id, season)}"
        ratings = f"/club/{club_id}/ratings"
        print(f"{games} games, in ms{'':<26} first   most   median    most")
        told("ratings, before anything is kept of them", database, ratings, processes=1)
        for what, path in {
            "the club's page": "",
            "a person's page": "/players/1",
            "a person's page, one year of it": "/players/1?period=2020",
            "the games behind a number": "/players/1/games?of=won",
            "ratings": "/ratings",
            "evenings": "/evenings",
            "an evening": f"/evenings/{day}",
            "tonight": "/tonight",
        }.items():
            told(what, database, f"/club/{club_id}{path}")
        told("the standings of a season of all", database, standings)
        asks = [asker(database, each) for each in (standings, ratings)]
        for ask in asks:
            ask()
        _correct(tables, ids[0])
        both = sum(_ms(ask) for ask in asks)
        print(f"an entry of the first game corrected: standings and ratings after {both:.0f} ms")
        _tap(tables, clubs, club_id)
        _export(database, club_id)
        if options.remake:
            seconds = _ms(lambda: list(remake_figures(clubs.games))) / 1000
            print(f"all figures made anew in {seconds:.0f} s, {games / seconds:.0f} games a second")
        tables.database.close()


def _ms(ask: Callable[[], object]) -> float:
    started = time.perf_counter()
    ask()
    return (time.perf_counter() - started) * 1000


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


def _export(database: str, club_id: str) -> None:
    """The club as a file, and a page that somebody else asks for meanwhile, over and over."""
    settings = {"SECRET_KEY": "secret", "DATABASE_URL": database}
    app = warm_up(create_app(settings))
    page, times, is_done = phone(app), list[float](), Event()

    def ask() -> None:
        while not is_done.wait(0.05):
            times.append(_ms(lambda: page.get(f"/club/{club_id}/players")))

    thread = Thread(target=ask)
    thread.start()
    started = time.perf_counter()
    size, first = 0, 0.0
    for part in phone(app).get(f"/club/{club_id}/export").iter_encoded():
        size += len(part)
        # So much goes out at once.
        if not first and size >= PORTION:
            first = time.perf_counter() - started
    whole = time.perf_counter() - started
    is_done.set()
    thread.join()
    times.sort()
    print(
        f"the club as a file of {size / 1e6:.1f} MB: its beginning after {first * 1000:.0f} ms,"
        f" all of it after {whole:.1f} s; a page meanwhile {median(times):.0f} ms,"
        f" {times[-1]:.0f} at most, the process {_memory()} MB"
    )


def _memory() -> int:
    """What this process took at most, in MB."""
    return getrusage(RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
