"""A league night that nobody plays on a phone: its cards are entered from paper, with few taps."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.clubs.all_services import Clubs
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.db.club_models import ClubLink
from companion.league.match_format import READY
from companion.tables.table_service import TableService
from tests.clubs.house import House
from tests.clubs.league_night import TEAMS, LeagueNight, begun
from tests.web.conftest import OPENS
from tests.web.phones import ANAS_PHONE, PHONE
from tests.web.serving import Serving
from tests.web.words import shown

#: From the page of the match to the saved card of nine boards.
MOST_TAPS = 12
SQUADS = {
    "The Anchor": ("Ann", "Abe", "Art", "Amy", "Ava", "Axl"),
    "The Bell": ("Bea", "Bob", "Bud", "Bet", "Bil", "Bix"),
    "The Crown": ("Cal", "Cat", "Con", "Cas", "Cho", "Cor"),
}


@pytest.fixture
def night(behind: TableService) -> LeagueNight:
    """Three teams of six, who meet at nine boards; Ben keeps score, and Dee only watches."""
    clubs = Clubs(behind, lambda: datetime.now(UTC))
    club_id = clubs.service.open("Friday dominoes", ANAS_PHONE, zone="Europe/Lisbon")
    house = House(behind, clubs, club_id)
    nine, points = READY["six-singles-three-doubles"]
    squads = [NewEntrant(house.join(*names), team) for team, names in SQUADS.items()]
    found = begun(house, TEAMS._replace(form=nine, table=points), squads)
    links = clubs.access.links(club_id)
    clubs.access.join(links[ClubLink.SCORER], "bens", "Ben")
    clubs.access.join(links[ClubLink.WATCHER], "dees", "Dee")
    # The first team's captain.
    clubs.access.join(clubs.access.captain_link(club_id, found.league_id, 1), "cyds", "Cyd")
    return found


class Taps:
    """A thumb that counts its taps."""

    def __init__(self) -> None:
        self.number = 0

    def tap(self, found: Locator) -> None:
        found.click()
        self.number += 1


def numbers_of(night: LeagueNight, *teams: str) -> list[int]:
    """The matches of these teams, by number."""
    every = [
        (each.number, {*map(str, night.match(each.number).card.names)})
        for each in night.league.fixtures
    ]
    return [number for number, names in every if names.issuperset(teams)]


def won(page: Page, number: int, side: int) -> Locator:
    """What is tapped where the home side (0) or the other one (1) has won a board."""
    return page.locator(f"input[name='won-{number}-1']:not([value=''])").nth(side)


def test_a_night_on_paper_is_entered_with_twelve_taps_a_card(
    opens: OPENS, server: Serving, night: LeagueNight
) -> None:
    league = f"{server.address}/club/{night.house.club_id}/league/{night.league_id}"
    ((first,), (second,)) = (
        numbers_of(night, "The Anchor", other) for other in ("The Bell", "The Crown")
    )
    (foreign,) = numbers_of(night, "The Bell", "The Crown")
    ana, ben, cyd, dee = map(opens, (ANAS_PHONE, "bens", "cyds", "dees"))
    nine_boards_are_twelve_taps(cyd, f"{league}/{first}")
    # It is a captain's own match, and a scorer's; nobody else enters anything.
    for page, number in ((dee, first), (cyd, foreign)):
        assert page.context.request.get(f"{league}/{number}/paper").status == 403
        page.goto(f"{league}/{number}")
        expect(page.get_by_role("link", name=shown("league.paper"))).to_have_count(0)
    what_cannot_be_is_refused_at_its_field(ben, f"{league}/{second}")
    a_pub_that_keeps_no_boards(ana, f"{league}/{foreign}")
    # Who has still to say that the result is right.
    ana.goto(league)
    ana.locator("summary", has_text=shown("league.outstanding", count=2)).click()
    expect(ana.locator(".outstanding li", has_text="The Anchor")).to_contain_text("The Bell")


def nine_boards_are_twelve_taps(cyd: Page, match: str) -> None:
    """The usual line-up is proposed there, and saved with the card."""
    thumb = Taps()
    cyd.goto(match)
    thumb.tap(cyd.get_by_role("link", name=shown("league.paper")))
    cyd.wait_for_url("**/paper")
    assert cyd.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for number in range(1, 10):
        thumb.tap(won(cyd, number, int(number > 6)))
    thumb.tap(cyd.get_by_role("button", name=shown("league.keep-card")))
    expect(cyd.locator(".match-title")).to_contain_text("6–3")
    assert thumb.number <= MOST_TAPS
    # It is all there: who played, and who won.
    expect(cyd.locator(".board-card")).to_have_count(9)
    expect(cyd.locator(".board-card .games-played")).to_have_count(9)
    cyd.get_by_role("link", name=shown("league.card"), exact=True).click()
    cyd.get_by_role("button", name=shown("league.card.speak", name="The Anchor")).click()
    expect(cyd.get_by_text("Cyd’s phone")).to_be_visible()


def what_cannot_be_is_refused_at_its_field(ben: Page, match: str) -> None:
    """And what else was typed stays."""
    ben.goto(f"{match}/paper")
    ben.get_by_label(shown("league.with-points")).check()
    for number in (1, 2):
        won(ben, number, 0).click()
    home, away = (ben.locator(f"[name=points-{side}-1-1]") for side in ("home", "away"))
    home.fill("99")
    away.fill("-3")
    ben.get_by_role("button", name=shown("league.keep-card")).click()
    expect(ben.get_by_role("alert")).to_be_visible()
    expect(home).to_have_attribute("aria-invalid", "true")
    expect(home).to_have_value("99")
    expect(won(ben, 2, 0)).to_be_checked()
    home.fill("61")
    away.fill("40")
    ben.get_by_role("button", name=shown("league.keep-card")).click()
    expect(ben.locator(".match-title")).to_contain_text("2–0")
    expect(ben.get_by_text("61–40")).to_be_visible()


def a_pub_that_keeps_no_boards(ana: Page, match: str) -> None:
    """Only says how it ended."""
    ana.goto(match)
    ana.get_by_role("link", name=shown("league.paper")).click()
    ana.get_by_label(shown("league.only-result")).select_option("6–3")
    ana.get_by_role("button", name=shown("league.keep-card")).click()
    expect(ana.locator(".match-title")).to_contain_text("6–3")
    expect(ana.get_by_text(shown("league.no-boards"))).to_be_visible()
