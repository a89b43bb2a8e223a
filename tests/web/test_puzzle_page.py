"""The day's puzzle: one turn to find, the same for everybody, never that of a day to come."""

import html
import re
from datetime import UTC, date, datetime
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.coach.analysis.daily_puzzles import daily_puzzle
from companion.coach.analysis.puzzle import Puzzle
from companion.coach.analysis.surge import Surge
from companion.i18n import Text, message
from companion.web.coach.surge_page import describe_turn
from companion.web.ui.date_text import describe_date
from companion.web.ui.position_address import write_placements
from tests.thorough import some
from tests.web.phones import PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, bypass_csp=True)

DAY = date(2026, 2, 3)
PUZZLE = daily_puzzle(DAY).puzzle
ADDRESS = f"/puzzle/{DAY.isoformat()}"


@pytest.fixture(autouse=True)
def it_is_that_day(app: Flask) -> None:
    """Late on that day by UTC, and the next day already in the east."""
    app.config["NOW"] = lambda: datetime(2026, 2, 3, 23, 30, tzinfo=UTC)


def laying(surge: Surge, tiles: int | None = None) -> str:
    return write_placements([(step.tile, step.host) for step in surge.steps][:tiles])


def read(client: FlaskClient, address: str) -> str:
    """The words of a page."""
    answer = client.get(address)
    assert answer.status_code == 200
    main = answer.text.partition("<main>")[2]
    words = html.unescape(re.sub("<[^>]*>", " ", main)).replace("\u2060", "")
    return " ".join(words.split())


def test_everybody_has_the_same_puzzle_on_a_day(client: FlaskClient, stranger: FlaskClient) -> None:
    todays = read(client, "/puzzle")
    assert str(PUZZLE.question) in todays
    assert str(message("puzzle.today")) in todays
    assert read(stranger, ADDRESS) == todays
    labels = re.findall(r'id="tile-(\d-\d)"', client.get("/puzzle").text)
    assert labels == [str(tile) for tile in PUZZLE.held]


@pytest.mark.parametrize(
    ("day", "sentence"),
    [
        ("2026-02-04", message("puzzle.not-yet")),
        ("9999-12-31", message("puzzle.not-yet")),
        ("2025-12-31", message("puzzle.first", day="2026-01-01")),
        ("2026-02-30", None),
        ("tomorrow", None),
    ],
)
def test_a_day_that_has_not_come_has_no_puzzle(
    client: FlaskClient, day: str, sentence: Text | None
) -> None:
    answer = client.get(f"/puzzle/{day}")
    assert answer.status_code == 404
    assert sentence is None or str(sentence) in answer.text
    assert "why-felt" not in answer.text


def test_the_days_are_listed_from_today_back_to_the_first(app: Flask, client: FlaskClient) -> None:
    days = re.findall(r'href="/puzzle/([\d-]+)" class="day', client.get("/puzzle").text)
    assert (days[0], days[-1], len(days)) == ("2026-02-03", "2026-01-05", 30)
    app.config["NOW"] = lambda: datetime(2026, 1, 2, tzinfo=UTC)
    days = re.findall(r'href="/puzzle/([\d-]+)" class="day', client.get("/puzzle").text)
    assert days == ["2026-01-02", "2026-01-01"]


def test_the_turn_goes_on_while_a_tile_fits_and_is_judged_when_it_is_over(
    client: FlaskClient,
) -> None:
    best = PUZZLE.solution
    begun = read(client, f"{ADDRESS}?lay={laying(best, 1)}")
    assert str(best.steps[0].outcome.sentence) in begun
    assert str(message("puzzle.goes-on", name=PUZZLE.player)) in begun
    assert str(message("puzzle.show-solution")) not in begun
    done = read(client, f"{ADDRESS}?lay={laying(best)}")
    assert str(best.steps[-1].outcome.sentence) in done
    turn = describe_turn(PUZZLE.position.rules, best)
    assert str(message("puzzle.solved", turn=turn)) in done


def test_a_turn_that_falls_short_is_told_so_and_the_solution_is_shown_when_asked(
    client: FlaskClient,
) -> None:
    tried = laying(PUZZLE.first_thought)
    words = read(client, f"{ADDRESS}?lay={tried}")
    assert str(message("puzzle.there-is-better")) in words
    solution = message("puzzle.best", turn=describe_turn(PUZZLE.position.rules, PUZZLE.solution))
    assert str(solution) not in words
    page = client.get(f"{ADDRESS}?lay={tried}&told=yes").text
    assert str(solution) in page
    assert all(f'aria-labelledby="{part}"' in page for part in ("best", "first", "yours"))


def test_a_turn_that_is_the_solution_is_told_once(client: FlaskClient) -> None:
    page = client.get(f"{ADDRESS}?lay={laying(PUZZLE.solution)}&told=yes").text
    assert 'id="best"' in page and 'id="yours"' not in page


def test_the_picture_follows_the_solution_step_by_step(client: FlaskClient) -> None:
    for step in range(1, PUZZLE.solution.tiles + 1):
        page = client.get(f"{ADDRESS}?told=yes&step={step}").text
        marked = re.findall(r'class="tile (?:fresh|newest)"', page)
        assert len(marked) == step
        assert page.count('aria-current="step"') == 1


def test_a_tile_with_several_places_asks_which_and_with_none_is_told_why(
    client: FlaskClient,
) -> None:
    puzzle, address, page = _with_a_choice(client)
    layout = puzzle.position.hand.layout  # type: ignore[union-attr]
    several = next(tile for tile in puzzle.held if len(layout.choices_for(tile)) > 1)
    assert f'href="{address}?tile={several}"' in page
    words = read(client, f"{address}?tile={several}")
    assert str(message("puzzle.where", tile=several)) in words
    for end in layout.choices_for(several):
        assert str(message("coach.half-of", pips=end.pips, tile=end.host)) in words
        assert client.get(f"{address}?lay={several}@{end.host}").status_code == 200
    assert 'class="problem"' in client.get(f"{address}?lay={several}").text


def _with_a_choice(client: FlaskClient) -> tuple[Puzzle, str, str]:
    """A puzzle in which a tile of the hand has several places, its address and its page."""
    for day in range(1, 31):
        puzzle, address = daily_puzzle(date(2026, 1, day)).puzzle, f"/puzzle/2026-01-{day:02}"
        assert puzzle.position.hand is not None
        if any(len(puzzle.position.hand.layout.choices_for(tile)) > 1 for tile in puzzle.held):
            return puzzle, address, client.get(address).text
    raise AssertionError("no such puzzle in a month")


def test_a_tile_that_is_not_held_is_refused(client: FlaskClient) -> None:
    assert PUZZLE.position.hand is not None
    other = next(t for t in PUZZLE.position.hand.layout.unset if t not in PUZZLE.held)
    words = read(client, f"{ADDRESS}?lay={other}")
    assert str(message("coach.refused.not-held", tile=other, name=PUZZLE.player)) in words


def test_no_tile_follows_a_turn_that_is_over(client: FlaskClient) -> None:
    tried = PUZZLE.first_thought
    left = [tile for tile in PUZZLE.held if tile not in {step.tile for step in tried.steps}]
    if left:
        words = read(client, f"{ADDRESS}?lay={laying(tried)}.{left[0]}")
        assert str(message("coach.refused.turn-over", tile=left[0])) in words


@pytest.mark.parametrize("asked", ["lay=x", "lay=7-1", "lay=6-4@", "lay=" + ".".join(["6-4"] * 99)])
def test_an_address_that_lays_no_tiles_is_refused(client: FlaskClient, asked: str) -> None:
    answer = client.get(f"{ADDRESS}?{asked}")
    assert answer.status_code == 400


@pytest.mark.parametrize("asked", ["tile=6-9", "step=x", "step=-4", "step=99", "told=perhaps"])
def test_what_means_nothing_breaks_nothing(client: FlaskClient, asked: str) -> None:
    assert client.get(f"{ADDRESS}?{asked}").status_code in {200, 400}
    assert client.get(f"{ADDRESS}?told=yes&{asked}").status_code in {200, 400}


def solve(client: FlaskClient, day: int) -> None:
    """Solve the puzzle of a day of February."""
    best = daily_puzzle(date(2026, 2, day)).puzzle.solution
    client.get(f"/puzzle/2026-02-0{day}?lay={laying(best)}")


def test_a_solved_day_is_remembered_on_this_device_alone(
    client: FlaskClient, stranger: FlaskClient
) -> None:
    for day in (2, 3):
        solve(client, day)
    page = client.get("/puzzle").text
    solved = f'aria-label="{message("puzzle.is-solved")}"'
    assert page.count(solved) == 2
    assert solved not in stranger.get("/puzzle").text


def test_the_tap_that_solves_a_puzzle_ticks_its_day(client: FlaskClient) -> None:
    page = client.get(f"{ADDRESS}?lay={laying(PUZZLE.solution)}").text
    # Beside what is asked, the tap brings the days along.
    assert 'hx-select-oob="#other-days"' in page
    days = page.partition('id="other-days"')[2]
    assert f'aria-label="{message("puzzle.is-solved")}"' in days


def test_a_streak_grows_by_what_is_solved_on_its_day_before_it_is_told(
    app: Flask, client: FlaskClient
) -> None:
    def streaks() -> set[int]:
        page = client.get("/puzzle").text
        told = {number: str(message("puzzle.streak", number=number)) for number in range(2, 9)}
        return {number for number, sentence in told.items() if sentence in page}

    with client.session_transaction() as session:
        session["solved"] = session["in-time"] = [date(2026, 2, 2).toordinal(), "3"]
    assert streaks() == {2}
    solve(client, 3)
    assert streaks() == {3}
    app.config["NOW"] = lambda: datetime(2026, 2, 6, 12, tzinfo=UTC)
    for day in (4, 5):
        solve(client, day)
    client.get("/puzzle/2026-02-06?told=yes")
    solve(client, 6)
    assert streaks() == set()
    app.config["NOW"] = lambda: datetime(2026, 2, 5, 12, tzinfo=UTC)
    assert streaks() == {3}


def test_the_line_to_share_says_how_it_went_and_gives_nothing_away(client: FlaskClient) -> None:
    page = client.get(f"{ADDRESS}?lay={laying(PUZZLE.solution)}").text
    (share,) = re.findall(r'id="share">([^<]*)<', page)
    assert str(describe_date(DAY)) in share and "●" * PUZZLE.solution.tiles in share
    assert share.endswith(f" http://localhost{ADDRESS}")
    assert not re.search(r"\d-\d\b(?!-)", share.replace(ADDRESS, ""))


def test_the_coach_leads_there(client: FlaskClient) -> None:
    assert 'href="/puzzle"' in client.get("/practise").text


@pytest.mark.parametrize("has_script", some([True, False], 1))
def test_it_is_solved_by_tapping_or_with_the_keyboard(
    page: Page, server: Serving, new_context: Any, has_script: bool
) -> None:
    phone = page if has_script else new_context(java_script_enabled=False).new_page()
    phone.goto(f"{server.address}{ADDRESS}")
    for step in PUZZLE.solution.steps:
        tile = phone.locator(f"#tile-{step.tile}")
        tile.focus()
        phone.keyboard.press("Enter")
        places = phone.locator(".places-for")
        laid = phone.locator(".step", has=phone.get_by_role("img", name=f"{step.tile}"))
        expect(places.or_(laid).first).to_be_visible()
        if places.count():
            places.get_by_text(re.compile(f"of the {_unbroken(step.host)}$")).click()
        expect(laid).to_be_visible()
    expect(phone.locator("#solution")).to_be_visible()


def _unbroken(tile: object) -> str:
    return str(tile).replace("-", "\u2060?-\u2060?")


def test_it_is_clear_to_everybody_and_fits_a_small_phone(page: Page, server: Serving) -> None:
    thought = laying(PUZZLE.first_thought)
    every = (f"?lay={thought}", "", f"?lay={thought}&told=yes&step=1", "?lay=6-4")
    for asked in some(every, 2):
        page.goto(f"{server.address}{ADDRESS}{asked}")
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        is_clean(page)
    page.goto(f"{server.address}{ADDRESS}")
    box = page.locator(".held-tiles").bounding_box()
    assert box is not None and box["y"] + box["height"] <= 640
    sizes = [tile.bounding_box() for tile in page.locator(".held-tiles a").all()]
    assert all(size and min(size["width"], size["height"]) >= 44 for size in sizes)
