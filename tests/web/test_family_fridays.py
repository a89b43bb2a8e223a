"""Three Fridays of a family on one phone, by its clock: each is one evening, whoever played."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, Route, expect

from companion.tables.table_service import TableService
from tests.tables.scribe import enter
from tests.web.phones import PHONE, phone
from tests.web.words import shown

HOME = "http://phone.test"
FIRST, SECOND, THIRD = (datetime(2026, 11, day, 20, tzinfo=UTC) for day in (6, 13, 20))


class Clock:
    """The time of day, as a test says."""

    def __init__(self) -> None:
        self.now = FIRST


class Kitchen(NamedTuple):
    """The phone on the table, the app that it asks, and the time."""

    phone: Page
    client: FlaskClient
    clock: Clock
    tables: TableService

    def is_now(self, moment: datetime) -> None:
        """Let the app's clock say so."""
        self.clock.now = moment

    def opens(self, *names: str) -> None:
        """Type who plays, and tap the button."""
        for seat, name in enumerate(names):
            self.phone.locator(f"#name-{seat}").fill(name)
        self.phone.get_by_role("button", name=shown("new.open")).click()
        self.phone.wait_for_url("**/t/*")

    def wins(self, name: str) -> None:
        """Let somebody win the game that is on the phone, twenty minutes later."""
        self.clock.now += timedelta(minutes=20)
        enter(self.tables, self.phone.url.rpartition("/")[2], f"ruling: {name} +61")

    def plays(self, club: str, names: str, winner: str) -> str:
        """A game as the phone would open and end it; its table's id."""
        seats = {f"name-{seat}": name for seat, name in enumerate(names.split(", "))}
        form = {"game": "race-horse", "lead": "0", "club": club.rpartition("/")[2], **seats}
        table_id = str(self.client.post("/new", data=form).location.rpartition("/")[2])
        self.clock.now += timedelta(minutes=20)
        enter(self.tables, table_id, f"ruling: {winner} +61")
        return table_id


@pytest.fixture
def clock(made: Flask) -> Iterator[Clock]:
    """What the app takes for the time."""
    told, before = Clock(), made.config["NOW"]
    made.config["NOW"] = lambda: told.now
    yield told
    made.config["NOW"] = before


@pytest.fixture
def kitchen(clock: Clock, app: Flask, browser: Browser) -> Iterator[Kitchen]:
    """Ana's phone, and the app in this process: nobody else could set its clock."""
    service: TableService = app.extensions["table_service"]
    service.now = lambda: clock.now
    context = browser.new_context(
        viewport=PHONE,  # type: ignore[arg-type]
        service_workers="block",
        reduced_motion="reduce",
    )
    page, client = context.new_page(), phone(app)

    def answer(route: Route) -> None:
        asked = route.request
        at, sent = urlsplit(asked.url), asked.post_data_buffer
        said = client.open(
            f"{at.path}?{at.query}",
            method=asked.method,
            data=sent,
            headers={"Content-Type": asked.headers.get("content-type", "")},
        )
        with said:
            if said.status_code == 303:
                # A redirect would leave this process.
                there = f'<meta http-equiv="refresh" content="0;url={said.location}">'
                route.fulfill(content_type="text/html", body=there)
            else:
                route.fulfill(status=said.status_code, headers=dict(said.headers), body=said.data)

    page.route(f"{HOME}/**", answer)
    yield Kitchen(page, client, clock, service)
    context.close()


def test_a_family_keeps_three_fridays(kitchen: Kitchen) -> None:
    page = kitchen.phone
    club = the_first_game_of_a_new_club(kitchen)
    the_second_follows_and_others_join(kitchen, club)
    page.goto(club)
    expect(page.locator(".tonight")).to_have_text("Tonight 3 games, Ana 2, Ben 1")
    kitchen.is_now(SECOND)
    page.goto(club)
    # That was last week.
    expect(page.locator(".tonight")).to_have_count(0)
    for names, winner in (("Ben, Cyd", "Cyd"), ("Ana, Cyd", "Ana"), ("Ana, Ben, Cyd, Dee", "Dee")):
        kitchen.plays(club, names, winner)
    # Long after midnight it is the same evening still.
    kitchen.is_now(SECOND + timedelta(hours=5))
    kitchen.plays(club, "Dee, Ben", "Ben")
    kitchen.is_now(THIRD)
    last = [kitchen.plays(club, names, "Ana") for names in ("Ana, Ben", "Ana, Ben", "Ana, Dee")][-1]
    three_evenings_are_kept(kitchen, club, last)
    ratings_are_for_who_has_played_five(kitchen, club)


def the_first_game_of_a_new_club(kitchen: Kitchen) -> str:
    """An empty club says what to do first, and nothing that needs games; its address."""
    page = kitchen.phone
    page.goto(f"{HOME}/clubs")
    page.get_by_label(shown("club.name")).fill("Family")
    page.get_by_role("button", name=shown("club.open")).click()
    first = page.get_by_role("link", name=shown("club.begin-play"))
    expect(first).to_be_visible()
    club = page.url
    for empty in ("tonight.title", "league.leagues", "club.evenings", "club.ratings"):
        expect(page.get_by_role("link", name=shown(empty), exact=True)).to_have_count(0)
    first.click()
    kitchen.opens("Ana", "Ben")
    kitchen.wins("Ana")
    return club


def the_second_follows_and_others_join(kitchen: Kitchen, club: str) -> None:
    """By *Play again*, and at a table that is opened anew: all of it is one evening."""
    page = kitchen.phone
    page.reload()
    before = page.url
    page.get_by_role("button", name=shown("over.again")).click()
    page.wait_for_url(lambda url: "/t/" in url and not url.startswith(before))
    kitchen.wins("Ana")
    page.goto(club)
    page.get_by_role("link", name=shown("home.other-people")).click()
    page.get_by_role("radio", name=shown("new.seats", count=3), exact=True).check()
    kitchen.opens("Ana", "Ben", "Cyd")
    kitchen.wins("Ben")


def three_evenings_are_kept(kitchen: Kitchen, club: str, last: str) -> None:
    """One for each Friday, with everybody who played."""
    page = kitchen.phone
    page.goto(club)
    page.get_by_role("link", name=shown("club.evenings")).click()
    rows = page.locator("main ul.rows li")
    expect(rows).to_have_count(3)
    for at, day in enumerate((THIRD, SECOND, FIRST)):
        expect(rows.nth(at)).to_contain_text(f"{day.day} November 2026")
    rows.nth(1).locator("a").click()
    expect(page.locator("h1")).to_have_text(shown("club.evening-title", count=4))
    people = page.locator(".evening-scores li")
    expect(people).to_have_count(4)
    expect(people.filter(has_text="Cyd")).to_contain_text(shown("club.won-of", won=1, played=3))
    # An address of before leads to its day.
    page.goto(f"{club}/evenings/{last}")
    expect(page.get_by_text(f"{THIRD.day} November 2026").first).to_be_visible()


def ratings_are_for_who_has_played_five(kitchen: Kitchen, club: str) -> None:
    """Others learn on their page how many games are missing."""
    page = kitchen.phone
    page.goto(f"{club}/ratings")
    rated = page.locator("ol.rated li")
    expect(rated).to_have_count(2)
    for name in ("Ana", "Ben"):
        expect(rated.filter(has_text=name)).to_have_count(1)
    page.goto(club)
    page.get_by_role("link", name=shown("club.players")).click()
    page.get_by_role("link", name="Cyd").click()
    expect(page.get_by_text(shown("club.rating-after", count=1))).to_be_visible()
