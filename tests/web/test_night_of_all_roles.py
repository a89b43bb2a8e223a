"""A league night by everybody who has a part in it: four phones and a board, all boards played.

Ana manages, Ben keeps score, Cyd is captain of the Anchor, Dee only watches, and a screen hangs on
the wall. Who is removed in the end tries every link that was ever on that phone.
"""

import re
from datetime import UTC, datetime, time
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from companion.clubs.all_services import Clubs
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.db.table_models import LeadsTo
from companion.league.match_format import MatchBoard, MatchFormat
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from tests.clubs.house import House
from tests.clubs.league_night import AT_ONCE, TEAMS, LeagueNight, begun
from tests.tables.scribe import enter
from tests.web.conftest import OPENS
from tests.web.phones import ANAS_PHONE
from tests.web.serving import Serving
from tests.web.words import shown

TWO_BOARDS = MatchFormat((MatchBoard(1, changes=AT_ONCE),) * 2)
#: The links of a table that let somebody in.
KINDS = (LeadsTo.KEEP, LeadsTo.WATCH, LeadsTo.BOARD)


@pytest.fixture
def night(behind: TableService) -> LeagueNight:
    """Tonight the Anchor meets the Bell at two boards, one game each."""
    clubs = Clubs(behind, lambda: datetime.now(UTC))
    club_id = clubs.service.open("Friday dominoes", ANAS_PHONE, zone="Europe/Lisbon")
    house = House(behind, clubs, club_id)
    squads = [
        NewEntrant(house.join("Ann", "Abe"), "The Anchor"),
        NewEntrant(house.join("Bea", "Bob"), "The Bell"),
    ]
    found = begun(house, TEAMS._replace(form=TWO_BOARDS), squads)
    tonight = datetime.combine(house.club.day_of(datetime.now(UTC)), time(20))
    clubs.matches.move((club_id, found.league_id, 1), tonight)
    return found


def link_on(page: Page, named: str) -> str:
    """The address behind the QR code of that link."""
    return page.get_by_label(shown("join.address", link=named)).input_value()


def follow(page: Page, link: str, name: str, role: str) -> None:
    """Scan a link and join by it."""
    page.goto(link)
    expect(page.get_by_text(shown(f"club.join-as-{role}"))).to_be_visible()
    page.get_by_label(shown("club.whose-phone")).fill(name)
    page.get_by_role("button", name=shown("club.join")).click()
    page.wait_for_url(re.compile("/club/[^/]+$"))


def press(page: Page, message_id: str, **arguments: object) -> None:
    """Tap the first button or link that says this."""
    words = shown(message_id, **arguments)
    page.get_by_role("button", name=words).or_(page.get_by_role("link", name=words)).first.click()
    page.wait_for_load_state()


class Night(NamedTuple):
    """Where the night is played, and who plays it."""

    club: str
    match: str
    of: LeagueNight
    ana: Page
    ben: Page
    cyd: Page
    dee: Page
    board: Page

    def enter(self, number: int, line: str) -> None:
        """Enter something at the table that was opened so many tables ago, on somebody's phone."""
        enter(self.of.house.tables, self.tables[number], line)

    @property
    def tables(self) -> list[str]:
        return [table.id for table in self.of.tables()]


def test_a_league_night_on_four_phones_and_a_board(
    opens: OPENS, server: Serving, night: LeagueNight
) -> None:
    club = f"{server.address}/club/{night.house.club_id}"
    phones = [opens(each) for each in (ANAS_PHONE, "bens", "cyds", "dees")]
    board = opens("screen", 1280, 720)
    here = Night(club, f"{club}/league/{night.league_id}/1", night, *phones, board)
    links = everybody_comes_in(here)
    somebody_else_plays(here)
    all_boards_are_played(here)
    links["card"] = the_result_is_in_dispute_until_it_is_settled(here)
    an_accepted_card_is_a_managers(here)
    who_is_removed_stays_out(here, links)


def everybody_comes_in(night: Night) -> dict[str, str]:
    """By a link of their own, which the manager shows; the links."""
    ana = night.ana
    ana.goto(night.club)
    ana.get_by_label(shown("join.whose-this")).fill("Ana")
    press(ana, "club.agree")
    press(ana, "club.invite")
    links = {role: link_on(ana, shown(f"club.link-{role}")) for role in ("scores", "watches")}
    ana.goto(f"{night.club}/league/{night.of.league_id}/captains")
    ana.get_by_role("link", name="The Anchor").click()
    expect(ana.get_by_text(shown("club.meaning-captains", team="The Anchor"))).to_be_visible()
    links["captains"] = link_on(ana, shown("club.captain-of", team="The Anchor"))
    follow(night.ben, links["scores"], "Ben", "scores")
    follow(night.cyd, links["captains"], "Cyd", "captains")
    for page, name in ((night.dee, "Dee"), (night.board, "Screen")):
        follow(page, links["watches"], name, "watches")
    night.board.goto(f"{night.club}/tonight/board")
    expect(night.board.get_by_text("The Anchor")).to_be_visible()
    return links


def somebody_else_plays(night: Night) -> None:
    """The captain names who plays, and takes in somebody who just came along."""
    cyd, dee = night.cyd, night.dee
    dee.goto(night.match)
    expect(dee.get_by_role("link", name=shown("league.lineup"), exact=True)).to_have_count(0)
    cyd.goto(night.match)
    press(cyd, "league.lineup")
    press(cyd, "league.keep-lineup")
    expect(cyd.get_by_role("heading", name=shown("league.board", number=2))).to_be_visible()
    press(cyd, "league.substitute")
    cyd.get_by_label(shown("league.who-steps-in")).fill("Sam")
    places = cyd.get_by_label(shown("league.in-place-of"))
    places.select_option(places.locator("option", has_text="Abe").inner_text())
    press(cyd, "league.keep-card")
    expect(cyd.get_by_text("Sam")).to_be_visible()
    # Everybody sees it by themselves, on the screen too.
    expect(night.board.get_by_text("Sam")).to_be_visible()


def all_boards_are_played(night: Night) -> None:
    """Ben opens the boards one after the other; who watches opens none."""
    ben, dee = night.ben, night.dee
    for page in (ben, dee):
        page.goto(f"{night.club}/tonight")
    expect(dee.get_by_text("Bob – Sam")).to_be_visible()
    expect(dee.get_by_role("button", name=shown("tonight.open"))).to_have_count(0)
    press(ben, "tonight.open")
    expect(ben.locator("#table")).to_be_attached()
    night.enter(0, "ruling: Bea +61")
    # The match goes on: that is the big button, and to play again is a friendly.
    expect(ben.get_by_role("button", name=shown("over.again-friendly"))).to_be_visible()
    press(ben, "over.next-board", people="Bob and Sam")
    expect(ben.locator("#table:not(.has-ended)")).to_be_attached()
    night.enter(1, "ruling: Sam +61")
    expect(ben.get_by_role("link", name=shown("over.to-match")).first).to_be_visible()
    for page in (dee, night.board):
        expect(page.get_by_text(shown("league.state.over")).first).to_be_visible()


def the_result_is_in_dispute_until_it_is_settled(night: Night) -> str:
    """Cyd accepts it for the Anchor, and Dee, who speaks for the Bell, does not; Dee's link."""
    ana, ben, cyd, dee = night.ana, night.ben, night.cyd, night.dee
    for page in (cyd, ben):
        page.goto(f"{night.match}/card")
    press(cyd, "league.card.speak", name="The Anchor")
    # A captain's phone never has the link of the other side.
    expect(cyd.get_by_text(shown("league.card.handed", name="The Bell"))).to_have_count(0)
    ben.reload()
    handed = link_on(ben, shown("league.card.handed", name="The Bell"))
    dee.goto(handed)
    dee.locator("summary", has_text=shown("league.card.wrong")).click()
    dee.get_by_label(shown("league.card.what-is-wrong")).fill("Bob won board 2")
    press(dee, "league.card.wrong")
    said = shown("league.alert.disputed", one="Dee’s phone")
    expect(dee.get_by_text(said)).to_be_visible()
    for address in (f"{night.club}/tonight", night.match.rpartition("/")[0]):
        cyd.goto(address)
        expect(cyd.get_by_text(said)).to_be_visible()
    expect(night.board.get_by_text(shown("league.alert.in-dispute"))).to_be_visible()
    ana.goto(f"{night.match}/card")
    ana.locator("summary", has_text=shown("league.card.settle")).click()
    ana.get_by_label(shown("league.card.settled-how")).fill("Both saw it")
    press(ana, "league.card.settle")
    expect(night.board.get_by_text(shown("league.alert.in-dispute"))).to_have_count(0)
    dee.reload()
    for page in (ana, dee):
        expect(page.get_by_text(said)).to_have_count(0)
    press(dee, "league.card.speak", name="The Bell")
    return handed


def an_accepted_card_is_a_managers(night: Night) -> None:
    """Nobody changes it any more but a manager, who must say why; both sides see what it was."""
    ana, ben = night.ana, night.ben
    ben.goto(night.match)
    expect(ben.get_by_text(shown("league.card.locked"))).to_be_visible()
    expect(ben.get_by_text(shown("league.take-out"))).to_have_count(0)
    ana.goto(f"{night.match}/card")
    ana.locator("summary", has_text=shown("league.card.reopen")).click()
    ana.get_by_label(shown("league.card.reopen-why")).fill("Sam was late")
    press(ana, "league.card.reopen")
    ana.locator(".board-card", has_text="Sam").get_by_text(shown("league.take-out")).first.click()
    press(ana, "league.take-out-sure")
    press(ana, "league.paper")
    ana.get_by_role("radio", name=shown("league.game-won", who="Bob")).check()
    press(ana, "league.keep-card")
    for page in (night.cyd, night.dee):
        page.goto(f"{night.match}/card")
        told = page.locator(".trouble")
        for words in ("won by ", "Ana’s phone", "Sam was late"):
            expect(told).to_contain_text(words)
    press(night.cyd, "league.card.speak", name="The Anchor")
    ana.goto(f"{night.match}/card")
    press(ana, "league.card.speak", name="The Bell")
    expect(ana.locator(".trouble")).to_have_count(0)


def who_is_removed_stays_out(night: Night, links: dict[str, str]) -> None:
    """Ben, whom Ana removes, by every link that his phone ever had; the others stay in."""
    ana, ben = night.ana, night.ben
    access = AccessService(night.of.house.tables.database)
    before = access.links(night.tables[0])
    ana.goto(f"{night.club}/phones")
    bens = ana.locator(".phones > li", has_text="Ben’s phone")
    bens.locator("summary").first.click()
    bens.locator("summary", has_text=shown("club.let-out")).click()
    expect(bens.get_by_label(shown("club.renew"))).to_be_checked()
    bens.get_by_role("button", name=shown("club.let-out-yes")).click()
    expect(ana.get_by_role("heading", name=shown("club.removed"))).to_be_visible()
    new = link_on(ana, shown("club.link-scores"))
    assert new != links["scores"]
    root = night.club.partition("/club/")[0]
    after = access.links(night.tables[0])
    secrets = [each[kind] for each in (before, after) for kind in KINDS]
    tried = [*(f"{root}/j/{each}" for each in secrets), new]
    tried += [*(f"{root}/t/{table}" for table in night.tables)]
    tried += [links["captains"], links["card"], night.club, night.match]
    said = shown("problem.removed.sentence", name="Friday dominoes")
    for address in tried:
        answer = ben.context.request.get(address)
        assert answer.status == 403 and said in answer.text(), address
    for kind in ("scores", "watches"):
        assert ben.context.request.get(links[kind]).status == 404
    # By the code that is read out, too.
    ben.goto(root)
    ben.locator("#code").fill(after[LeadsTo.CODE])
    ben.locator("#code").press("Enter")
    expect(ben.get_by_text(said)).to_be_visible()
    for page in (night.cyd, night.dee):
        page.goto(night.match)
        expect(page.get_by_text(shown("league.state.over")).first).to_be_visible()
