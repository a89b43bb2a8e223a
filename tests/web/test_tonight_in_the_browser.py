"""A league night of two matches: three phones and a board, each as it stands at the tables."""

from datetime import UTC, datetime, time

import pytest
from playwright.sync_api import Page, expect

from companion.clubs.all_services import Clubs
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.db.club_models import ClubLink
from companion.i18n import message
from companion.league.match_format import MatchBoard, MatchFormat
from companion.tables.table_service import TableService
from tests.clubs.house import House
from tests.clubs.league_night import AT_ONCE, PLAYERS, LeagueNight, begun
from tests.tables.scribe import opened, said
from tests.thorough import thorough
from tests.web.conftest import OPENS
from tests.web.network import cut_off
from tests.web.phones import ANAS_PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.thumb import Thumb

#: The second tile wins: 12 and 3 make 15, three fives and five threes.
SHORT = MatchFormat((MatchBoard(1, changes=(("target", "8"), *AT_ONCE)),))
#: A page asks every four seconds; what else there is to do may take its time.
PATIENCE = 120_000


@pytest.fixture
def night(behind: TableService) -> LeagueNight:
    """Tonight Ana meets Dee, and Ben meets Cyd, in one game each."""
    clubs = Clubs(behind, lambda: datetime.now(UTC))
    club_id = clubs.service.open("Friday dominoes", ANAS_PHONE, zone="Europe/Lisbon")
    house = House(behind, clubs, club_id)
    people = house.join("Ana", "Ben", "Cyd", "Dee")
    found = begun(house, PLAYERS._replace(form=SHORT), [NewEntrant((number,)) for number in people])
    tonight = datetime.combine(house.club.day_of(datetime.now(UTC)), time(20))
    for number in (1, 2):
        clubs.matches.move((club_id, found.league_id, number), tonight)
    links = clubs.access.links(club_id)
    clubs.access.join(links[ClubLink.MANAGER], "bens-phone", "Ben")
    for device in ("cyds-phone", "television"):
        clubs.access.join(links[ClubLink.WATCHER], device, "")
    return found


def win(thumb: Thumb, night: LeagueNight, number: int) -> str:
    """Play the game of a match on a phone: whoever sets the second tile wins it. Their name."""
    (table,) = night.tables(number)
    game = night.house.tables.look(table.id).game
    # The lot has said who leads.
    assert game.turn is not None
    first, second = (game.seating.players[(game.turn + each) % 2] for each in (0, 1))
    thumb.enter(said(f"{first}: 6-6"))
    thumb.enter(said(f"{second}: 6-3 on 6-6"))
    return second


@thorough
def test_a_league_night_of_two_matches_on_three_phones_and_a_board(
    opens: OPENS, server: Serving, night: LeagueNight
) -> None:
    where = f"{server.address}/club/{night.house.club_id}/tonight"
    anas, bens, cyds = opens(ANAS_PHONE), opens("bens-phone"), opens("cyds-phone")
    board = opens("television", 1920, 1080)
    for page in (anas, bens, cyds):
        page.goto(where)
        expect(page.locator(".nexts li")).to_have_count(2)
    cyds.get_by_role("link", name=str(message("tonight.to-board"))).click()
    expect(cyds).to_have_url(f"{where}/board")
    cyds.go_back()
    board.goto(f"{where}/board")
    expect(board.locator(".night-next")).to_have_count(2)
    # Who only looks on opens nothing.
    expect(cyds.locator(".nexts button")).to_have_count(0)
    for number, page in enumerate((anas, bens), 1):
        page.locator(f"#open-{night.league_id}-{number}-1").click()
        expect(page.locator("#table")).to_be_attached()
    # The board and Cyd's phone learn of it by themselves.
    expect(board.locator(".night-table:not(.is-match)")).to_have_count(2, timeout=PATIENCE)
    expect(cyds.locator("#tonight .table-card")).to_have_count(2, timeout=PATIENCE)
    expect(cyds.locator(".nexts")).to_have_count(0, timeout=PATIENCE)
    winners = {win(Thumb(anas, server.address), night, 1)}
    expect(board.locator(".night-result .has-won")).to_have_count(1, timeout=PATIENCE)
    expect(board.locator(".night-table:not(.is-match)")).to_have_count(1, timeout=PATIENCE)
    for page in (board, cyds):
        is_clean(page)
    winners.add(win(Thumb(bens, server.address), night, 2))
    expect(board.locator(".night-result .has-won")).to_have_count(2, timeout=PATIENCE)
    expect(board.locator(".night-table:not(.is-match)")).to_have_count(0, timeout=PATIENCE)
    # Nobody can be called to a game any more, so nobody is free for one.
    expect(cyds.locator(".free span")).to_have_count(0, timeout=PATIENCE)
    assert {*board.locator(".night-result .has-won bdi").all_inner_texts()} == winners
    # A phone without a server says since when it stands as it does, and goes on by itself.
    cut_off(cyds.context)
    expect(cyds.locator(".last-seen")).to_be_visible(timeout=PATIENCE)
    cyds.context.set_offline(False)
    expect(cyds.locator(".last-seen")).to_have_count(0, timeout=PATIENCE)
    # Nothing of it is cut off, and nothing scrolls.
    for page, width in ((board, 1920), (cyds, 360)):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert board.evaluate("document.documentElement.scrollHeight") <= 1080
    # Who is let out sees that at once, and no night that stands still.
    night.house.clubs.phones.leave(night.house.club_id, "cyds-phone")
    expect(cyds.locator("#tonight")).to_have_count(0, timeout=PATIENCE)


def is_seen(board: Page) -> list[str]:
    """The tables and results that are wholly on the screen."""
    shown: list[str] = board.evaluate(
        """() => [...document.querySelectorAll(".night-table, .night-rest li")].filter((each) => {
          const part = each.closest("[data-turns]").getBoundingClientRect();
          const { top, bottom, left, right } = each.getBoundingClientRect();
          const isHigh = top >= part.top - 1 && bottom <= part.bottom + 1;
          return isHigh && left >= part.left - 1 && right <= part.right + 1;
        }).map((each) => each.innerText)"""
    )
    return shown


@thorough
def test_every_table_and_result_comes_to_a_board_that_has_no_room_for_all(
    opens: OPENS, server: Serving, night: LeagueNight
) -> None:
    house = night.house
    for number in range(32):
        won = (f"ruling: {('Ana', 'Ben')[number % 2]} +{305 + number}",) if number > 15 else ()
        table_id = opened(house.tables, "lead: Ana", f"ruling: Ana +{number}", *won)
        house.clubs.tables.take_in(house.club_id, table_id, [1, 2])
    board = opens("television", 1280, 720)
    board.emulate_media(reduced_motion="reduce")
    board.clock.install()
    board.goto(f"{server.address}/club/{house.club_id}/tonight/board")
    dots = board.locator("#night-tables-dots i")
    expect(dots).to_have_count(2)
    seen = {*is_seen(board)}
    assert len(seen) < 32
    for _ in range(board.locator("#night-rest-dots i").count()):
        board.keyboard.press("ArrowRight")
        seen |= {*is_seen(board)}
    everything = board.locator(".night-table, .night-rest li").all_inner_texts()
    assert seen == {*everything} and len(everything) >= 32
    is_clean(board)
    # They turn by themselves, unless somebody stops them.
    shown = board.locator("#night-tables-dots .is-shown")
    before = dots.first.get_attribute("class")
    board.clock.fast_forward(30_000)
    expect(dots.first).not_to_have_class(before or "")
    # What is at hand hides while nobody is at the board.
    board.mouse.move(9, 9)
    board.locator("[data-turning]").click()
    after = dots.first.get_attribute("class")
    board.clock.fast_forward(30_000)
    expect(board.locator("[data-turning]")).to_have_text(str(message("script.turning.go-on")))
    assert dots.first.get_attribute("class") == after
    expect(shown).to_have_count(1)
