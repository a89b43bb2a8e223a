"""Whole games: two entered on a phone-sized page in a real browser, each kind by its forms."""

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from companion.record.replay import replay
from companion.record.statements import PointsRuled, TilesDrawn, TileSet, TurnPassed
from companion.tables.table_service import TableService
from tests.databases import KINDS, fresh
from tests.thorough import is_thorough, some, thorough
from tests.web.keeper import tap_for
from tests.web.phones import ANAS_PHONE, PHONE, phone
from tests.web.serving import Serving, serving
from tests.web.thumb import CASES, FAMILY, Thumb, transcript_of
from tests.web.words import shown

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, has_touch=True)

RECORDS = [
    path.stem
    for path in (*sorted(CASES.glob("*.record")), *sorted(FAMILY.glob("*.record")))
    if "ruling" not in path.stem and not path.stem.startswith("house")
]
#: A short one of pairs; three who knock play in `test_restart.py`.
TAPPED = ["thin-lead-drawn"]
BY_TAPPING = RECORDS if is_thorough() else TAPPED
ENTERED = some(RECORDS, 8)


@pytest.fixture(scope="module", params=KINDS if is_thorough() else KINDS[:1])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Serving]:
    if not is_thorough():
        # The one that other tests in a browser share.
        yield request.getfixturevalue("server")
        return
    folder = tmp_path_factory.mktemp("serving")
    with (
        fresh(request.param, folder, lambda: request.getfixturevalue("postgres_url")) as url,
        serving(folder, DATABASE_URL=url) as started,
    ):
        yield started


@pytest.mark.parametrize("name", BY_TAPPING)
def test_a_game_played_to_its_end_by_tapping_has_the_scores_of_its_record(
    page: Page, server: Serving, name: str
) -> None:
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on(
        "console",
        lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None,
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    record = transcript_of(name)
    assert record.header is not None and record.game is not None
    page.goto(server.address)
    thumb = Thumb(page, server.address)
    thumb.open_table(record.header)
    for entry in record.entries:
        thumb.play(entry)
        if not isinstance(entry.statement, TurnPassed):
            assert thumb.scores() == list(entry.game.scores)
    assert thumb.scores() == list(record.game.scores)
    for address in ("record", "end", "rules", "customs"):
        page.goto(f"{page.url.split('?')[0].rstrip('/')}/{address}")
        page.go_back()
    page.goto(f"{server.address}/rules")
    # Nothing was asked of other hosts, and the console stayed empty.
    assert [url for url in asked if not url.startswith(server.address)] == []
    # The question which end is an answer of 422, which the browser notes by itself.
    # That no copies are kept here is the tests' own doing.
    expected = ("422", "Service Worker registration blocked by Playwright")
    assert [said for said in complaints if not any(part in said for part in expected)] == []


@pytest.mark.parametrize("counts_first", [True, False])
@thorough
def test_a_game_of_muggins_is_played_to_its_end_with_a_claim(
    page: Page, server: Serving, *, counts_first: bool
) -> None:
    told = (FAMILY / "muggins-2.record").read_text(encoding="utf-8")
    # Ben says nothing of his 15, and Ana does.
    missed = "Ben: 5-5 on 5-2\n"
    assert missed in told
    why = shown("claim.because-not-said", total=15)
    record = replay(told.replace(missed, f"{missed}ruling: Ana +15, {why}\n"))
    assert record.header is not None and record.game is not None
    thumb = Thumb(page, server.address)
    thumb.open_table(record.header)
    table = page.url.partition("?")[0]
    page.goto(f"{table}/customs")
    # It is on without anybody's doing.
    expect(page.locator("input[name=muggins]")).to_be_checked()
    if counts_first:
        # Ana may claim what Ben said.
        page.locator("input[name=counts][value='1']").check()
    page.get_by_role("button", name=shown("options.agree")).click()
    for number, entry in enumerate(record.entries):
        following = record.entries[number + 1 : number + 2]
        if isinstance(entry.statement, PointsRuled):
            thumb.claim(15)
            assert thumb.scores() == list(entry.game.scores)
            continue
        thumb.enter(entry.statement)
        is_claimed = any(isinstance(each.statement, PointsRuled) for each in following)
        if page.locator(".phase-claim").count() and not is_claimed:
            thumb.claim(None)
        if isinstance(entry.statement, TileSet) and not is_claimed:
            assert thumb.scores() == list(entry.game.scores)
    assert thumb.scores() == list(record.game.scores) == [35, 40]


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        *[("sqlite", name) for name in some(RECORDS, 8)],
        *[("postgresql", name) for name in some(RECORDS, 3)],
    ],
    indirect=["kind"],
)
def test_a_game_entered_by_its_forms_has_the_scores_of_its_record(app: Flask, name: str) -> None:
    record = transcript_of(name)
    assert record.header is not None and record.game is not None
    service: TableService = app.extensions["table_service"]
    table_id = service.open(record.header, keeper=ANAS_PHONE)
    client = phone(app)
    for seen, entry in enumerate(record.entries):
        where, form = tap_for(entry.statement, record.header.players)
        stamp = {"seen": f"{seen}", "key": f"tap {seen}"}
        answer = client.post(f"/t/{table_id}/{where}", data={**form, **stamp})
        assert answer.status_code == 303, answer.text
        assert service.look(table_id).game.scores == entry.game.scores
    assert service.look(table_id).game.winner == record.game.winner


@thorough
def test_a_game_with_slips_undone_and_put_right_has_the_scores_of_its_record(
    page: Page, server: Serving
) -> None:
    record = transcript_of("race-horse-3")
    assert record.header is not None and record.game is not None
    thumb = Thumb(page, server.address)
    thumb.open_table(record.header)
    slip = next(
        number
        for number, entry in enumerate(record.entries)
        if isinstance(entry.statement, TilesDrawn)
    )
    for number, entry in enumerate(record.entries):
        statement = entry.statement
        if number == slip and isinstance(statement, TilesDrawn):
            # One tile too many was told; nobody notices until some tiles later.
            statement = statement._replace(tiles=statement.tiles + 1)
            wrong = thumb.version() + 1
        thumb.enter(statement)
        if number == slip + 1:
            _undo_and_redo(page)
        if number == slip + 4:
            _correct_the_number_drawn(page, wrong, thumb)
    assert thumb.scores() == list(record.game.scores)


def _undo_and_redo(page: Page) -> None:
    for button in (".undo", ".undo", ".redo", ".redo"):
        before = page.locator("#table").get_attribute("data-version") or ""
        page.locator(button).click()
        expect(page.locator("#table")).not_to_have_attribute("data-version", before)


def _correct_the_number_drawn(page: Page, seq: int, thumb: Thumb) -> None:
    table = page.url.partition("?")[0]
    page.goto(f"{table}/record")
    page.locator(f"#e{seq} a.line").click()
    page.get_by_role("link", name=shown("ways.fix")).click()
    field = page.get_by_label(shown("entry.drawn"))
    field.fill(str(int(field.input_value()) - 1))
    page.get_by_role("button", name=shown("effect.see")).click()
    page.get_by_role("button", name=shown("entry.put-right")).click()
    expect(page.locator("h1")).to_have_text(shown("page.record"))
    page.goto(table)
