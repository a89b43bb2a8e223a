"""Find the surge: the best turns with some tiles on any layout, told step by step."""

import html
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.coach.analysis.surge import TurnOutcome
from companion.coach.drills.practice_positions import Chance, play_hand, positions_of
from companion.i18n import Text, message
from companion.record.header import read_header
from companion.rules.choices import AnotherTurn
from companion.rules.game import Game
from companion.rules.games import GAMES
from companion.rules.tile import ALL_TILES, Tile
from companion.tables.table_service import TableService
from tests.tables.scribe import enter
from tests.thorough import some, thorough
from tests.web.phones import ANAS_PHONE, PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, bypass_csp=True)

#: The 6-6 is covered, the 4-4 has a free side.
LAID = "game=race-horse&lay=6-4.4-4.6-6.6-1@6-6"
HELD = "hold=6-5.5-5.5-4.1-1"


def words_of(page: str) -> str:
    main = page.partition("<main>")[2]
    words = html.unescape(re.sub("<[^>]*>", " ", main)).replace("\u2060", "")
    return " ".join(words.split())


def best(title: str, tiles: int, pegs: int) -> str:
    """The heading of a turn."""
    turn = message(
        "surge.comes-to",
        tiles=message("unit.tiles", count=tiles),
        points=message("unit.pegs", count=pegs),
    )
    return str(message("surge.best", title=message(f"surge.{title}"), turn=turn))


def on(high: int, low: int) -> Text:
    return message("surge.on", host=Tile(high, low))


def read(client: FlaskClient, asked: str, status: int = 200) -> str:
    """The words of the page."""
    answer = client.get(f"/surge?{asked}")
    assert answer.status_code == status
    return words_of(answer.text)


def test_the_best_turn_is_told_step_by_step(client: FlaskClient) -> None:
    words = read(client, f"{LAID}&{HELD}")
    assert best("most-of-both", 4, 9) in words
    double, score = TurnOutcome.SCORING_DOUBLE.sentence, TurnOutcome.SCORE.sentence
    steps = (
        f"8 + 2 = 10 {message('unit.pegs', count=2)} {on(6, 1)} {double}",
        f"8 + 2 + 5 = 15 {message('unit.pegs', count=3)} {on(6, 6)} {score}",
        f"8 + 2 + 10 = 20 {message('unit.pegs', count=4)} {on(6, 5)} {double}",
        f"2 + 10 + 5 = 17 {on(4, 4)}",
    )
    assert [step in words for step in steps] == [True] * 4


def test_where_the_longest_turn_pegs_less_both_are_told(client: FlaskClient) -> None:
    words = read(client, "game=race-horse&lay=6-3&hold=4-3.5-1.6-6.6-0.3-0")
    assert best("most-tiles", 3, 2) in words
    assert best("most-points", 2, 3) in words


def test_the_picture_follows_the_turn_step_by_step(client: FlaskClient) -> None:
    page = client.get(f"/surge?{LAID}&{HELD}&show=longest&step=2").text
    assert page.count('class="tile fresh"') == 1
    assert page.count('aria-current="step"') == 1
    whole = client.get(f"/surge?{LAID}&{HELD}").text
    assert whole.count('class="tile fresh"') == 3


def test_a_tile_of_the_hand_is_tapped_in_and_out(client: FlaskClient) -> None:
    page = client.get(f"/surge?{LAID}&into=hand").text
    (tapped,) = re.findall(r'id="tile-5-5" href="([^"]*)"', page)
    assert "hold=5-5" in tapped
    again = client.get(html.unescape(tapped)).text
    (back,) = re.findall(r'id="tile-5-5" href="([^"]*)"', again)
    assert "hold" not in back


def test_a_tile_with_several_places_asks_where_it_lies(client: FlaskClient) -> None:
    page = client.get("/surge?game=race-horse&lay=6-4.4-1&tile=6-1&hold=5-5").text
    assert re.findall(r'id="on-([^"]*)" class="place"', page) == ["6-4", "4-1"]
    laid = client.get("/surge?game=race-horse&lay=6-4.4-1.6-1@4-1&hold=6-5").text
    assert 'id="best-longest"' in laid


def test_house_rules_change_the_answer_and_the_address_holds_them(client: FlaskClient) -> None:
    said = f"{LAID}&{HELD}&rule-another-turn=none"
    answer = client.get(f"/surge?{said}")
    assert answer.status_code == 303
    address = answer.headers["Location"]
    assert "another-turn=none" in address and "hold=" in address and "rule-" not in address
    words = words_of(client.get(address).text)
    pegs = message("unit.pegs", count=2)
    turn = message("surge.one-tile", tile=Tile(1, 1), points=pegs)
    assert str(message("surge.best", title=message("surge.best-tile"), turn=turn)) in words
    assert 'id="best-leaves-least"' in client.get(address).text


def test_where_counts_give_no_points_only_tiles_are_told(client: FlaskClient) -> None:
    page = client.get(f"/surge?game=seven-toed-pete-chips&lay=6-4.4-4&{HELD}").text
    assert 'id="best-longest"' in page and 'id="best-most-points"' not in page
    assert 'class="earned"' not in page


def test_tiles_that_fit_nowhere_are_told_so(client: FlaskClient) -> None:
    assert str(message("surge.stuck")) in read(client, "lay=6-4&hold=5-5.3-3")


@pytest.mark.parametrize(
    ("asked", "status", "sentence"),
    [
        ("hold=7-1", 400, message("answer.no-tile", word="“7-1”")),
        ("lay=6-4&hold=6-4", 400, message("surge.on-the-table", tile=Tile(6, 4))),
        ("hold=6-6.6-5.6-4.6-3.6-2.6-1.6-0.5-5", 400, message("surge.too-many", number=7)),
        ("game=whist", 400, message("answer.no-such-game", game="“whist”")),
        ("lay=6-4.x", 400, message("answer.ends-before", word="“x”")),
        ("lay=6-4.5-5", 422, "5-5"),
        ("game=race-horse&spinners=many", 400, "many"),
    ],
)
def test_what_cannot_be_is_told_and_the_rest_stands(
    client: FlaskClient, asked: str, status: int, sentence: Text | str
) -> None:
    assert str(sentence) in read(client, asked, status)


@pytest.mark.parametrize("asked", ["step=99999", "step=-1", "show=x", "into=pocket", "hold="])
def test_what_means_nothing_breaks_nothing(client: FlaskClient, asked: str) -> None:
    assert client.get(f"/surge?{asked}").status_code == 200
    assert client.get(f"/surge?{LAID}&{HELD}&{asked}").status_code in {200, 400}


def test_markup_in_the_address_stays_words(client: FlaskClient) -> None:
    page = client.get("/surge?hold=<b>x</b>&game=<i>y</i>").text
    assert "<b>x" not in page and "<i>y" not in page


@pytest.mark.parametrize("game", GAMES)
def test_every_layout_of_random_play_is_answered(client: FlaskClient, game: str) -> None:
    preset, chance = GAMES[game], Chance("surge page", game)
    start = Game.between(
        preset.seating(("Ana", "Ben", "Cyd", "Dee")[: preset.seats[0]]), preset.rules
    )
    for position in positions_of(play_hand(start, chance))[::4]:
        laid = ".".join(f"{t}@{host}" if host else f"{t}" for t, host in position.placements)
        lying = {tile for tile, _ in position.placements}
        held = [tile for tile in chance.shuffled(list(ALL_TILES)) if tile not in lying][:7]
        words = read(client, f"game={game}&lay={laid}&hold={'.'.join(map(str, held))}")
        goes_on = preset.rules.another_turn is not AnotherTurn.NONE
        best = message("surge.most-tiles" if goes_on else "surge.best-tile")
        assert str(best) in words or str(message("surge.stuck")) in words


def test_the_coach_leads_there_and_no_table_does(
    client: FlaskClient, table_service: TableService
) -> None:
    assert 'href="/surge"' in client.get("/puzzle").text
    table_id = table_service.open(
        read_header("game: race-horse\nplayers: Ana, Ben"), keeper=ANAS_PHONE
    )
    enter(table_service, table_id, "lead: Ana", "Ana: 6-4")
    for page in ("", "/audit", "/record", "/what-if", "/why/2"):
        assert "/surge" not in client.get(f"/t/{table_id}{page}").text


@pytest.mark.parametrize("has_script", some([True, False], 1))
def test_a_layout_and_a_hand_are_tapped_in(
    page: Page, server: Serving, new_context: Any, has_script: bool
) -> None:
    phone = page if has_script else new_context(java_script_enabled=False).new_page()
    phone.goto(f"{server.address}/surge")
    for tile in ("6-4", "4-1"):
        phone.locator(f"#tile-{tile}").click()
        expect(phone.locator(f"#tile-{tile}.gone")).to_be_attached()
    phone.locator("#tile-6-1").click()
    phone.locator("#on-4-1").click()
    expect(phone.locator("#tile-6-1.gone")).to_be_attached()
    phone.locator("#into-hand").click()
    expect(phone.locator("#into-hand[aria-current]")).to_be_visible()
    for tile in ("6-6", "6-5"):
        phone.locator(f"#tile-{tile}").focus()
        phone.keyboard.press("Enter")
        expect(phone.locator(f"#tile-{tile}.chosen")).to_be_visible()
    expect(phone.locator("#best-longest")).to_be_visible()
    expect(phone.locator(".steps .step")).not_to_have_count(0)


@thorough
def test_it_is_clear_to_everybody_and_fits_a_small_phone(page: Page, server: Serving) -> None:
    for asked in ("", f"?{LAID}&{HELD}&into=hand", "?lay=6-4.4-1&tile=6-1", "?hold=7-7"):
        page.goto(f"{server.address}/surge{asked}")
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        is_clean(page)
    page.goto(f"{server.address}/surge")
    box = page.locator(".tray").bounding_box()
    assert box is not None and box["y"] + box["height"] <= 640
