"""The pages of leagues on a phone: clear to everybody, in light and in dark, and never too wide."""

from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.clubs.all_services import Clubs
from companion.clubs.club_history import By
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.league.competition import Competition, EntrantKind, Shape
from companion.league.fixture import Walkover
from companion.league.match_format import READY, MatchBoard, MatchFormat, Side
from companion.league.match_result import GameResult
from companion.league.standings import Season
from companion.tables.table_service import TableService
from tests.thorough import some
from tests.web.phones import ANAS_PHONE, PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import OPEN, is_clean

pytestmark = pytest.mark.browser_context_args(
    viewport=PHONE, bypass_csp=True, reduced_motion="reduce"
)

WIDE = "document.documentElement.scrollWidth"
PLAYERS = ("Ana", "Ben", "Bartholomew-Anastasia", "Dee", "Eva", "Fay")
OTHERS = ("Gus", "Hal", "Ida", "Jon", "Kim", "Lea")
ONE_GAME = MatchFormat((MatchBoard(1, 3),))
#: Among the pages, the line-up of a match whose captains name who plays.
NAMED = 9


@pytest.fixture
def pages(behind: TableService) -> list[str]:
    """A club with a league of teams, a ladder, a cup and a season; the addresses of its pages."""
    clubs = Clubs(behind, behind.now)
    club_id = clubs.service.open("Friday dominoes", ANAS_PHONE)
    ours, theirs = (clubs.players.add(club_id, names) for names in (PLAYERS, OTHERS))
    form, table = READY["three-drawn-pairs"]
    teams = Competition("Pairs", Shape.ROUND_ROBIN, EntrantKind.TEAM, form, table, times=2)
    squads = [NewEntrant(ours, "The Bell and Compasses"), NewEntrant(theirs, "The Anchor")]
    league_id = clubs.leagues.create(club_id, teams, squads, [date(2026, 1, 9)])
    where = (club_id, league_id, 1)
    home, away = clubs.leagues.look(club_id, league_id).squads(1)
    clubs.matches.draw(where, home, away)
    for _ in range(3):
        clubs.matches.enter_card(where, [(1, GameResult(Side.HOME, (61, 40)))])
    new = clubs.match_tables.new_table(where, 2)
    behind.open(new.header, keeper=ANAS_PHONE, then=new.then)
    clubs.matches.give((club_id, league_id, 2), Walkover.AWAY)
    shown = clubs.matches.look((club_id, league_id, 2)).fingerprint
    clubs.cards.by(By(ANAS_PHONE)).speak((club_id, league_id, 2), shown, Side.HOME)
    clubs.access.open_calendar(club_id)
    single = [NewEntrant((number,)) for number in ours]
    ladder = teams._replace(shape=Shape.LADDER, kind=EntrantKind.PLAYER, form=ONE_GAME)
    season = Season("Winter", date(2026, 1, 1), date(2026, 3, 31))
    nines, _ = READY["six-singles-three-doubles"]
    named_id = clubs.leagues.create(club_id, teams._replace(form=nines), squads)
    club = f"/club/{club_id}"
    league = f"{club}/league/{league_id}"
    others = [
        clubs.leagues.create(club_id, ladder._replace(shape=shape), single)
        for shape in (Shape.LADDER, Shape.KNOCK_OUT)
    ]
    return [
        f"{club}/leagues",
        f"{club}/leagues/new",
        league,
        *(f"{league}/{page}" for page in ("settings", "1", "1/lineup", "1/card", "2", "2/card")),
        f"{club}/league/{named_id}/1/lineup",
        *(f"{club}/league/{each}" for each in others),
        *(f"{club}/league/{named_id}/1/{page}" for page in ("paper", "substitute")),
        f"{club}/season/new",
        f"{club}/season/{clubs.seasons.create(club_id, season)}",
    ]


def test_every_page_of_a_league_is_clear_to_everybody(
    page: Page, server: Serving, pages: list[str]
) -> None:
    for address in some(pages, 7):
        answer: Any = page.goto(f"{server.address}{address}")
        assert answer.status == 200, address
        page.evaluate(OPEN)
        is_clean(page)
        assert page.evaluate(WIDE) <= 360, address


def test_who_takes_a_place_in_the_order_leaves_their_own_to_who_had_it(
    page: Page, server: Serving, pages: list[str]
) -> None:
    page.goto(f"{server.address}{pages[NAMED]}")
    order = page.locator("[data-order=home]")
    before = [each.input_value() for each in order.all()]
    order.nth(0).select_option(before[4])
    after = [each.input_value() for each in order.all()]
    assert after == [before[4], *before[1:4], before[0], before[5]]
    order.nth(1).select_option("0")
    order.nth(2).select_option("0")
    assert [each.input_value() for each in order.all()][1:3] == ["0", "0"]
