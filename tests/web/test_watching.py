"""How many only watch is told to all phones of a table: soon when one comes, late when one goes."""

import re
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.db.database import Database
from companion.db.notify import Revision
from companion.db.table_models import LeadsTo, Role
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from companion.web.live import audience
from companion.web.live.audience import MOST_TOLD, Audiences
from companion.web.live.channel import Subscription
from companion.web.live.events import Event
from companion.web.live.fragments import Topic
from tests.thorough import some, thorough
from tests.web.conftest import SECRET
from tests.web.network import cut_off
from tests.web.phones import ANAS_PHONE, as_phone
from tests.web.serving import Serving, serving
from tests.web.test_live_in_the_browser import TWO, is_live, keeps
from tests.web.thumb import laid
from tests.web.words import worded

BENS_PHONE = "bens-phone"


class Phone:
    """A phone that watches if it does not keep score, and the numbers it was told."""

    def __init__(
        self, name: str, view: str = "table", table: str = "here", role: Role = Role.WATCHER
    ) -> None:
        self.heard: list[int] = []
        topic = Topic(table, view, role, 0)
        self.subscription = Subscription(
            topic, Revision(-1), self.hear, name, "house", takes_changes=False
        )

    def hear(self, event: Event) -> None:
        found = re.fullmatch("event: watching\ndata: ([0-9]+)\n\n", event.text)
        assert found is not None, event.text
        self.heard.append(int(found[1]))


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody who leaves is waited for."""
    monkeypatch.setattr(audience, "_SECONDS_TO_COME_BACK", 0.0)


@pytest.fixture
def audiences() -> Audiences:
    return Audiences(knows_all=True)


def come(audiences: Audiences, *phones: Phone) -> None:
    for each in phones:
        audiences.gain(each.subscription)


def test_who_keeps_score_is_told_of_those_who_watch_and_is_none(audiences: Audiences) -> None:
    ana, ben = Phone("ana", role=Role.KEEPER), Phone("ben", role=Role.KEEPER)
    come(audiences, ana, ben)
    assert (ana.heard, ben.heard) == ([], [])
    zoe, dee = Phone("zoe"), Phone("dee", role=Role.ASKING)
    come(audiences, zoe)
    assert (ana.heard, ben.heard, zoe.heard) == ([1], [1], [1])
    audiences.lose(ben.subscription)
    come(audiences, dee)
    assert (ana.heard, ben.heard, dee.heard) == ([1, 2], [1], [2])


def test_the_big_board_watches_too_and_another_table_does_not(audiences: Audiences) -> None:
    ana, board, other = Phone("ana"), Phone("board", "board"), Phone("ben", table="there")
    come(audiences, ana, board, other)
    assert (ana.heard, board.heard, other.heard) == ([1, 2], [2], [1])


def test_a_phone_is_one_however_often_it_watches_and_without_a_name_each_stream_is(
    audiences: Audiences,
) -> None:
    ana, again = Phone("ana"), Phone("ana")
    come(audiences, ana, again)
    assert (ana.heard, again.heard) == ([1], [1])
    watchers = Phone(""), Phone("")
    come(audiences, *watchers)
    assert (ana.heard, again.heard) == ([1, 2, 3], [1, 2, 3])
    assert [each.heard for each in watchers] == [[2, 3], [3]]


@pytest.mark.usefixtures("at_once")
def test_who_goes_for_good_is_told(audiences: Audiences) -> None:
    ana, ben = Phone("ana"), Phone("ben")
    come(audiences, ana, ben)
    audiences.lose(ben.subscription)
    assert ana.heard == [1, 2]
    audiences.tell()
    assert (ana.heard, ben.heard) == ([1, 2, 1], [2])


def test_who_goes_and_soon_comes_back_was_never_away(
    audiences: Audiences, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben = Phone("ana"), Phone("ben")
    come(audiences, ana, ben)
    audiences.lose(ben.subscription)
    audiences.tell()
    back = Phone("ben")
    come(audiences, back)
    late = time.monotonic() + 120
    monkeypatch.setattr(time, "monotonic", lambda: late)
    audiences.tell()
    assert (ana.heard, back.heard) == ([1, 2], [2])


def test_who_comes_while_another_is_waited_for_hears_what_all_have_heard(
    audiences: Audiences, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben, cyd = Phone("ana"), Phone("ben"), Phone("cyd")
    come(audiences, ana, ben, cyd)
    for each in (ben, cyd):
        audiences.lose(each.subscription)
    dee = Phone("dee")
    come(audiences, dee)
    assert (ana.heard, dee.heard) == ([1, 2, 3], [3])
    late = time.monotonic() + 120
    monkeypatch.setattr(time, "monotonic", lambda: late)
    audiences.tell()
    assert (ana.heard, dee.heard) == ([1, 2, 3, 2], [3, 2])


@pytest.mark.usefixtures("at_once")
def test_of_many_more_than_are_told_nobody_hears_each(audiences: Audiences) -> None:
    ana, *others = (Phone(f"{number}") for number in range(MOST_TOLD + 50))
    come(audiences, ana, *others)
    assert ana.heard == [*range(1, MOST_TOLD + 1)]
    assert {phone.heard[-1] for phone in others} == {MOST_TOLD}
    assert others[-1].heard == [MOST_TOLD]
    for each in others[:50]:
        audiences.lose(each.subscription)
        audiences.tell()
    assert ana.heard[-1] == MOST_TOLD
    audiences.lose(others[50].subscription)
    audiences.tell()
    assert ana.heard[-1] == MOST_TOLD - 1


@pytest.mark.usefixtures("at_once")
def test_when_all_are_gone_nothing_is_kept(audiences: Audiences) -> None:
    ana, ben = Phone("ana"), Phone("ben")
    come(audiences, ana, ben)
    for each in (ana, ben):
        audiences.lose(each.subscription)
    audiences.tell()
    back = Phone("ana", role=Role.KEEPER)
    come(audiences, back)
    assert back.heard == []


def test_one_process_of_several_tells_nothing() -> None:
    audiences = Audiences(knows_all=False)
    ana, ben = Phone("ana"), Phone("ben")
    come(audiences, ana, ben)
    audiences.lose(ben.subscription)
    audiences.tell()
    assert ana.heard == ben.heard == []


# ---- In the browser ----------------------------------------------------------------------------


@pytest.fixture
def bens(browser: Browser) -> Iterator[Page]:
    """Ben's phone."""
    context = browser.new_context(storage_state=as_phone(SECRET, BENS_PHONE))  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


def watches(page: Page, server: Serving, behind: TableService, table_id: str) -> None:
    """Let a phone watch, by the link for that."""
    link = AccessService(behind.database).links(table_id)[LeadsTo.WATCH]
    page.goto(f"{server.address}/j/{link}")
    is_live(page)


@thorough
def test_a_phone_sees_that_another_watches_until_it_is_gone(
    page: Page, bens: Page, server: Serving, behind: TableService
) -> None:
    table_id = laid(behind, TWO, "6-4")
    page.goto(f"{server.address}/t/{table_id}")
    is_live(page)
    watching = page.locator(".line-watching")
    expect(watching).to_be_hidden()
    watches(bens, server, behind, table_id)
    expect(watching).to_have_text(worded("script.live.watching", count=1))
    expect(watching).to_be_visible()
    expect(bens.locator(".line-watching")).to_have_text("")
    # Read where somebody looks for it, and not at each change.
    assert page.locator(":is([aria-live], [role=status]) .line-watching").count() == 0
    bens.context.close()
    expect(watching).to_have_text("")
    expect(watching).to_be_hidden()


@thorough
def test_the_number_is_not_shown_while_the_page_is_not_live(
    page: Page, bens: Page, server: Serving, behind: TableService
) -> None:
    table_id = laid(behind, TWO, "6-4")
    page.goto(f"{server.address}/t/{table_id}")
    watches(bens, server, behind, table_id)
    watching = page.locator(".line-watching")
    expect(watching).to_be_visible()
    cut_off(page.context)
    expect(page.locator("html")).to_have_attribute("data-link", "reconnecting")
    expect(watching).to_be_hidden()
    page.context.set_offline(False)
    expect(watching).to_be_visible()


@thorough
@pytest.mark.parametrize("size", some([(320, 568), (360, 640)], 1))
def test_a_long_name_of_the_game_leaves_the_number_and_nothing_is_crowded(
    page: Page, bens: Page, server: Serving, behind: TableService, size: tuple[int, int]
) -> None:
    table_id = laid(behind, "game: seven-toed-pete-chips", "6-4")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{server.address}/t/{table_id}")
    watches(bens, server, behind, table_id)
    expect(page.locator(".line-watching")).to_be_visible()
    places = [page.locator(name).bounding_box() for name in (".head h1", "#line", ".menu summary")]
    for left, right in pairwise(places):
        assert left is not None
        assert right is not None
        assert left["x"] + left["width"] <= right["x"]


@thorough
def test_several_workers_show_no_number(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(SECRET)
    with serving(tmp_path, None, "--workers", "2") as started:
        database = Database(f"sqlite:///{tmp_path}/tables.db")
        service = TableService(database)
        table_id = laid(service, TWO, "6-4")
        keeps(service, table_id)
        contexts = [
            browser.new_context(storage_state=as_phone(SECRET, name))  # type: ignore[arg-type]
            for name in (ANAS_PHONE, BENS_PHONE)
        ]
        pages = [context.new_page() for context in contexts]
        for each in pages:
            each.goto(f"{started.address}/t/{table_id}")
        for each in pages:
            is_live(each)
            expect(each.locator(".line-watching")).to_be_hidden()
        for context in contexts:
            context.close()
        database.close()
