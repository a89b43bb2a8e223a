"""What a club's games come to, on its pages: evenings, a person's page, ratings."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete, event, select, update
from sqlmodel import col

from companion.clubs.all_services import Clubs
from companion.db.club_models import KeptFiguresRow
from companion.db.table_models import TableRow
from companion.tables.table_service import TableService
from tests.tables.scribe import correct, enter, opened
from tests.web.phones import ANAS_PHONE, phone

_PAIRS = "game: race-horse\nplayers: Ana, Ben, Cyd, Dee\nsides: Ana & Cyd, Ben & Dee"


@pytest.fixture
def clubs(app: Flask) -> Clubs:
    found: Clubs = app.extensions["clubs"]
    return found


@pytest.fixture
def club_id(clubs: Clubs) -> str:
    made = clubs.service.open("Friday dominoes", ANAS_PHONE)
    clubs.players.add(made, ["Ana", "Ben", "Cyd", "Dee", "<b>Eva</b>"])
    return made


@pytest.fixture
def games(clubs: Clubs, club_id: str, table_service: TableService) -> list[str]:
    """Two games that Ana won and one that Ben did, and pairs that are not over yet."""
    ids = []
    for winner in ("Ana", "Ana", "Ben"):
        table_id = opened(table_service, "lead: Ana", "Ana: 6-4", f"ruling: {winner} +305, quick")
        clubs.tables.take_in(club_id, table_id, [1, 2])
        ids.append(table_id)
    table_id = opened(table_service, "lead: Ana", "Ana: 6-4", header=_PAIRS)
    clubs.tables.take_in(club_id, table_id, [1, 2, 3, 4])
    return [*ids, table_id]


def two_more(clubs: Clubs, club_id: str, table_service: TableService) -> None:
    """Two games that Ben won."""
    for _ in range(2):
        table_id = opened(table_service, "lead: Ana", "ruling: Ben +305, quick")
        clubs.tables.take_in(club_id, table_id, [1, 2])


def linked(page: str) -> dict[str, str]:
    """The games that each number of a person's page leads to, by what it is about."""
    numbers = re.findall(r'class="of-games" href="([^"]*)">([^<]*)<', page)
    return {href.replace("&amp;", "&"): said for href, said in numbers}


def test_figures_can_be_read_where_nothing_can_be_written(
    client: FlaskClient, club_id: str, games: list[str], table_service: TableService
) -> None:
    database = table_service.database

    def only_reads(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        cursor.execute(
            "PRAGMA query_only = ON"
            if database.is_sqlite
            else "SET default_transaction_read_only = on"
        )
        cursor.close()
        connection.commit()

    with database.transaction() as connection:
        connection.execute(delete(KeptFiguresRow))
    database.engine.dispose()
    event.listen(database.engine, "connect", only_reads)
    try:
        for address in ("", "/evenings", "/ratings", "/players/1"):
            assert client.get(f"/club/{club_id}{address}").status_code == 200, address
        assert client.post(f"/club/{club_id}/players", data={"names": "Zoe"}).status_code == 503
    finally:
        event.remove(database.engine, "connect", only_reads)


def test_tonight_is_told_and_is_an_evening(
    client: FlaskClient,
    clubs: Clubs,
    club_id: str,
    games: list[str],
    table_service: TableService,
) -> None:
    clubs.players.change(club_id, 1, name="Ana", nicknames=(), colour=4)
    page = client.get(f"/club/{club_id}").text
    line = "3 games and 1 unfinished, Ana 2, Ben 1"
    # One line, whoever played.
    assert page.count(line) == page.count('class="tonight"') == 1
    assert line in client.get(f"/club/{club_id}/evenings").text
    # While a game is on, the line leads to it.
    assert f'<p class="tonight"><a href="/club/{club_id}/tonight"' in page
    assert f"/club/{club_id}/leagues" in page
    evenings = client.get(f"/club/{club_id}/evenings").text
    day = re.findall(rf'href="(/club/{club_id}/evenings/[\d-]+)"', evenings)[0]
    evening = client.get(day).text
    assert "An evening of 3 games" in evening and "1 unfinished" in evening
    won = [("Ana", "2 of 3"), ("Ben", "1 of 3")]
    assert re.findall(r"<bdi>(\w+)</bdi></a> <b>(\d of \d)</b>", evening) == won
    picture = client.get(f"{day}.svg")
    assert picture.mimetype == "image/svg+xml" and "Friday dominoes" in picture.text
    # Her colour is the fifth.
    assert re.findall(r'r="6" fill="(#\w+)"', picture.text) == ["#8a6100", "#1b5cae"]
    # Old addresses name a table.
    for old, new in ((games[2], day), (f"{games[0]}.svg", f"{day}.svg")):
        assert client.get(f"/club/{club_id}/evenings/{old}").location == new
    enter(table_service, games[3], "ruling: Ben & Dee +305, quick")
    assert f'<p class="tonight"><a href="{day}"' in client.get(f"/club/{club_id}").text
    # Between two games, the television has the score of the evening.
    board = client.get(f"/club/{club_id}/tonight/board").text
    won = [("Ana", "2"), ("Ben", "2"), ("Dee", "1")]
    assert re.findall(r"<bdi>(\w+)</bdi> </span>\s*<b>(\d)</b>", board) == won
    for nothing in ("nobody", "2026-13-40", "2019-02-03", "2019-02-03.svg"):
        assert client.get(f"/club/{club_id}/evenings/{nothing}").status_code == 404


def test_every_number_leads_to_the_games_that_it_comes_from(
    client: FlaskClient, club_id: str, games: list[str]
) -> None:
    page = client.get(f"/club/{club_id}/players/1").text
    numbers = linked(page)
    assert len(numbers) > 10
    for href, said in numbers.items():
        behind = client.get(href)
        assert behind.status_code == 200, href
        listed = re.findall(rf"/club/{club_id}/t/([\w-]+)", behind.text)
        assert listed and {*listed} <= {*games}, href
        if re.search(r"of=(games|won|met|beat|lost-to)\b", href):
            assert len(listed) == int(said), href
    won = client.get(f"/club/{club_id}/players/1/games?of=won").text
    assert re.findall(rf"/club/{club_id}/t/([\w-]+)", won) == [games[1], games[0]]


@pytest.mark.parametrize(
    "said", ["of=nothing", "of=", "period=26", "period=2026-13", "period=x", "period=2026-1-1"]
)
def test_a_number_or_period_that_there_is_not_is_no_page(
    client: FlaskClient, club_id: str, games: list[str], said: str
) -> None:
    assert client.get(f"/club/{club_id}/players/1/games?{said}").status_code == 404


def test_a_corrected_entry_changes_every_figure_after_it(
    client: FlaskClient,
    clubs: Clubs,
    club_id: str,
    games: list[str],
    table_service: TableService,
) -> None:
    two_more(clubs, club_id, table_service)
    before = client.get(f"/club/{club_id}/ratings").text
    correct(table_service, games[0], "ruling: Ana +305, quick", "ruling: Ben +305, quick")
    assert "5 games and 1 unfinished, Ben 4, Ana 1" in client.get(f"/club/{club_id}").text
    page = client.get(f"/club/{club_id}/players/1").text
    assert linked(page)[f"/club/{club_id}/players/1/games?of=won"] == "1"
    after = client.get(f"/club/{club_id}/ratings").text
    assert re.findall("<strong>([^<]*)", before) != re.findall("<strong>([^<]*)", after)


def test_a_year_or_a_month_is_shown_by_itself(
    client: FlaskClient, club_id: str, games: list[str], table_service: TableService
) -> None:
    with table_service.database.transaction() as connection:
        long_ago = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)
        this = col(TableRow.id) == games[0]
        connection.execute(update(TableRow).where(this).values(created_at=long_ago))
    where = f"/club/{club_id}/players/1"
    for period, count in (("2024", "1"), ("2024-02", "1"), ("2024-03", ""), ("", "3")):
        page = client.get(f"{where}?period={period}").text
        numbers = [said for href, said in linked(page).items() if "of=games" in href]
        assert numbers[:1] == ([count] if count else []), period
    assert 'period=2024-02"' in client.get(f"{where}?period=2024").text


def test_ratings_are_shown_only_where_the_club_does(
    client: FlaskClient,
    clubs: Clubs,
    club_id: str,
    games: list[str],
    table_service: TableService,
) -> None:
    # From five games on; before, their pages say how many are missing.
    assert "Nobody yet" in client.get(f"/club/{club_id}/ratings").text
    assert '/ratings"' not in client.get(f"/club/{club_id}").text
    assert "2 more games until it shows" in client.get(f"/club/{club_id}/players/1").text
    two_more(clubs, club_id, table_service)
    header = "game: sniff\nplayers: Ana, Ben"
    once = opened(table_service, "lead: Ana", "ruling: Ben +305, quick", header=header)
    clubs.tables.take_in(club_id, once, [1, 2])
    assert '/ratings"' in client.get(f"/club/{club_id}").text
    # Of a game that nobody has played five times there is no list, and a page doesn't count down.
    assert "more games until" not in client.get(f"/club/{club_id}/players/1").text
    page = client.get(f"/club/{club_id}/ratings").text
    assert 'class="kinds"' not in page
    assert re.findall(r"<bdi>(\w+)</bdi></b> <strong>", page) == ["Ben", "Ana"]
    assert client.get(f"/club/{club_id}/ratings?kind=five-up").status_code == 404
    clubs.service.change(club_id, name="Friday", zone="UTC", shows_ratings=False)
    assert client.get(f"/club/{club_id}/ratings").status_code == 404
    for address in (f"/club/{club_id}", f"/club/{club_id}/players/1"):
        page = client.get(address).text
        assert "ratings" not in page.casefold().replace("show_ratings", ""), address


def test_markup_in_a_name_is_shown_as_it_was_typed(
    client: FlaskClient, clubs: Clubs, club_id: str, table_service: TableService
) -> None:
    # So many that her rating shows.
    for _ in range(5):
        table_id = opened(table_service, header="game: race-horse\nplayers: Ana, <b>Eva</b>")
        enter(table_service, table_id, "lead: Ana", "Ana: 6-4", "ruling: <b>Eva</b> +305, quick")
        clubs.tables.take_in(club_id, table_id, [1, 5])
    day = clubs.service.look(club_id).day_of(datetime.now(UTC))
    for address in (
        *("", "/evenings", f"/evenings/{day}", f"/evenings/{day}.svg", "/ratings"),
        *("/players", "/players/5", "/players/1", "/players/5/edit", "/players/5/games?of=won"),
    ):
        page = client.get(f"/club/{club_id}{address}")
        assert page.status_code == 200
        assert "<b>Eva" not in page.text and "&lt;b&gt;Eva" in page.text, address
    # Whoever was deleted is ranked no more.
    client.post(f"/club/{club_id}/players/5/forget")
    ranked = client.get(f"/club/{club_id}/ratings").text
    assert '/players/1"' in ranked and "/players/5" not in ranked


def test_what_is_still_to_be_counted_is_said(
    client: FlaskClient, clubs: Clubs, club_id: str, games: list[str], table_service: TableService
) -> None:
    clubs.games.clock = iter(timedelta(days=1).total_seconds() * n for n in range(99)).__next__
    page = client.get(f"/club/{club_id}").text
    assert "0 of 4 games counted." in page
    with table_service.database.snapshot() as connection:
        assert len(connection.execute(select(KeptFiguresRow)).all()) == 0


def test_somebody_who_never_played_has_a_page(client: FlaskClient, club_id: str) -> None:
    page = client.get(f"/club/{club_id}/players/4")
    assert page.status_code == 200 and "Dee has no games here yet" in page.text
    assert client.get(f"/club/{club_id}/evenings").status_code == 200
    assert "Nobody yet" in client.get(f"/club/{club_id}/ratings").text


def test_the_end_of_a_game_leads_to_the_whole_evening(
    app: Flask, client: FlaskClient, club_id: str, games: list[str]
) -> None:
    client.get(f"/club/{club_id}/t/{games[0]}")
    way = f'href="/club/{club_id}/evenings/{games[0]}"'
    assert way in client.get(f"/t/{games[0]}/end").text
    # Whoever is at the table alone does not hear of the club.
    access = app.extensions["access_service"]
    zoe = phone(app, "zoes-phone")
    zoe.get(f"/j/{access.links(games[0])['watch']}")
    assert "/club/" not in zoe.get(f"/t/{games[0]}/end").text


def end_of(client: FlaskClient, club_id: str, table_id: str) -> str:
    """How a game ended, for a phone that comes through the club."""
    client.get(f"/club/{club_id}/t/{table_id}")
    return client.get(f"/t/{table_id}/end").text


def test_the_end_of_a_game_says_what_the_evening_of_its_club_says(
    client: FlaskClient, club_id: str, games: list[str], table_service: TableService
) -> None:
    # Nobody tapped Play again: each table was started anew.
    for table_id in games[:3]:
        assert "Ana 2, Ben 1 tonight" in end_of(client, club_id, table_id)
        assert "Ana 2, Ben 1 tonight" in client.get(f"/t/{table_id}").text
    assert "Ana 2, Ben 1" in client.get(f"/club/{club_id}/evenings").text
    # The picture that is shared says the same.
    assert "Ana 2, Ben 1 tonight" in client.get(f"/t/{games[0]}/end.svg").text
    correct(table_service, games[0], "ruling: Ana +305, quick", "ruling: Ben +305, quick")
    assert "Ben 2, Ana 1 tonight" in end_of(client, club_id, games[2])
    assert "Ben 2, Ana 1" in client.get(f"/club/{club_id}/evenings").text


def test_an_evening_at_a_table_is_what_its_people_won_on_its_day_in_its_club(
    client: FlaskClient,
    clubs: Clubs,
    club_id: str,
    games: list[str],
    table_service: TableService,
) -> None:
    assert "Ana 2, Ben 1, Cyd 0, Dee 0 tonight" in end_of(client, club_id, games[3])
    enter(table_service, games[3], "ruling: Ben & Dee +305, quick")
    # Each for themselves: they were not partners all the time.
    assert "Ana 2, Ben 2, Dee 1, Cyd 0 tonight" in end_of(client, club_id, games[3])
    clubs.tables.let_go(club_id, games[3])
    before = datetime.now(UTC) - timedelta(days=1)
    with table_service.database.transaction() as connection:
        earlier = update(TableRow).where(col(TableRow.id) == games[0])
        connection.execute(earlier.values(created_at=before))
    assert "tonight" not in end_of(client, club_id, games[0])
    assert "Ana 1, Ben 1 tonight" in end_of(client, club_id, games[1])
    clubs.tables.let_go(club_id, games[1])
    # Two tables of no club go by names: this phone keeps score at both.
    assert "Ana 1, Ben 1 tonight" in client.get(f"/t/{games[1]}/end").text
    assert "tonight" not in end_of(client, club_id, games[2])


def test_a_game_that_is_played_again_on_the_next_day_of_the_club_is_another_evening(
    client: FlaskClient,
    clubs: Clubs,
    club_id: str,
    table_service: TableService,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = opened(table_service, "lead: Ana", "ruling: Ana +305, quick")
    clubs.tables.take_in(club_id, first, [1, 2])
    assert "tonight" not in end_of(client, club_id, first)
    again = client.post(f"/t/{first}/again").location
    enter(table_service, again.removeprefix("/t/"), "ruling: Ana +305, quick")
    assert "Ana 2, Ben 0 tonight" in client.get(f"{again}/end").text
    with monkeypatch.context() as later:
        tomorrow = datetime.now(UTC) + timedelta(days=1)
        later.setitem(client.application.config, "NOW", lambda: tomorrow)
        assert "Ana 2, Ben 0 that evening" in client.get(f"{again}/end").text
    with table_service.database.transaction() as connection:
        earlier = update(TableRow).where(col(TableRow.id) == first)
        connection.execute(earlier.values(created_at=datetime.now(UTC) - timedelta(days=1)))
    assert "tonight" not in client.get(f"{again}/end").text
