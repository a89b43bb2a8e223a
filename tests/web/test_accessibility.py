"""Every page in light and in dark: axe finds nothing to object to.

The plain run looks at a page of each look; what it needs of any page's markup is in
`tests/words/markup.py`.
"""

from importlib.resources import files

import pytest
from playwright.sync_api import Page, Route, expect

from companion.clubs.all_services import Clubs
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DRILLS, DrillKind, has_drill
from companion.rules.games import GAMES
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_service import TableService
from tests.tables.scribe import amend, deleted, opened
from tests.thorough import is_thorough, some, thorough
from tests.web.phones import ANAS_PHONE, PHONE
from tests.web.serving import Serving
from tests.web.thumb import laid
from tests.web.words import shown

pytestmark = pytest.mark.browser_context_args(
    viewport=PHONE, bypass_csp=True, reduced_motion="reduce"
)

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
#: Whether it is there, or the tab kept it from the page before: half a megabyte is sent but once.
HAS_AXE = """() => {
    try {
        if (!window.axe && sessionStorage.axe) (0, eval)(sessionStorage.axe);
    } catch {} // A page that may store nothing.
    return Boolean(window.axe);
}"""
KEEP_AXE = "(axe) => { (0, eval)(axe); try { sessionStorage.axe = axe; } catch {} }"
#: Opens all that can be opened.
OPEN = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
RUN = """async (only) => {
    // Nothing is fetched once more, since no rule of these asks for it.
    const how = { runOnly: only, resultTypes: ["violations"], preload: false };
    const found = await axe.run(document, how);
    return found.violations.flatMap((rule) => rule.nodes.map((node) =>
        `${rule.id} (${rule.impact}): ${node.target.join(" ")}: ${node.failureSummary}`));
}"""
#: Answers ten questions in a row, for the page that comes after them.
ROUND = """async (address) => {
    for (let number = 0; number < 10; number++) {
        const text = await (await fetch(address)).text();
        const asked = new DOMParser().parseFromString(text, "text/html");
        const field = (name) => asked.querySelector(`[name='${name}']`).value;
        const said = asked.querySelector("[data-option]")?.value ?? "99";
        const body = new URLSearchParams({ said, milliseconds: 2000, round: 1 });
        for (const name of ["csrf_token", "question"]) body.set(name, field(name));
        await fetch(address, { method: "POST", body });
    }
}"""
EVERYTHING = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
#: What of it depends on the colours.
COLOURS = ["color-contrast", "link-in-text-block"]
#: The 3-0 goes on the 3-3 or on the 2-0.
TILES = ("6-3", "6-6 on 6-3", "3-3 on 6-3", "6-2 on 6-6", "2-0 on 6-2")
FOUR = "players: Ana, Ben, Cyd, Dee"
EXACT = f"game: fives-and-threes\n{FOUR}\nsides: Ana & Cyd, Ben & Dee\nrule: tiles-each = 1"
ONE_EACH = "game: race-horse\nrule: tiles-each = 1"

#: A drill with a number to type, one with tiles, with several of them, with numbers, with hands,
#: without a layout.
OF_EACH_FORM = (
    DrillKind.COUNT,
    DrillKind.SCORE,
    DrillKind.TILES,
    DrillKind.EXHAUSTED,
    DrillKind.SETTLEMENT,
    DrillKind.THREE_ENDS,
)


def is_clean(page: Page, *, in_dark: bool = False) -> None:
    """Axe finds nothing to object to in light, nor in dark, as the page stands.

    The colours of all pages are the same few: the plain run looks at them in dark on some pages.
    """
    if not page.evaluate(HAS_AXE):
        page.evaluate(KEEP_AXE, AXE)
    looked = {"light": EVERYTHING}
    if is_thorough():
        looked["dark"] = EVERYTHING
    elif in_dark:
        looked["dark"] = COLOURS
    for scheme, rules in looked.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        found = page.evaluate(RUN, rules)
        assert not found, "\n".join([f"in {scheme}:", *found])


#: What lies on a table, what is asked of its page, and what it then shows.
TABLES = {
    "lead": (ONE_EACH, ("6-3", "Ben: left 6-5"), "", "phase-lead"),
    "bare": ("game: race-horse", (), "", "phase-play"),
    "play": ("game: race-horse", TILES, "", "phase-play"),
    "play of four": (f"game: seven-rocks\n{FOUR}", ("6-3", "6-1 on 6-3"), "", "phase-play"),
    "announce": (f"game: racehorse-1990\n{FOUR}", TILES, "", "phase-play"),
    "chooser": ("game: race-horse", TILES, "?tile=3-0", "phase-play"),
    "end first": ("game: race-horse", TILES, "?on=2-0", "phase-play"),
    "spinner first": ("game: merry-go-round", ("6-6", "6-1"), "", "phase-play"),
    # Ana is out, and what she pegs would be too much.
    "exact": (EXACT, ("ruling: Ana & Cyd +60", "6-6"), "", "phase-play"),
    "left": (ONE_EACH, ("6-3",), "", "phase-left"),
    "over": ("game: race-horse\ntarget: 2", ("6-4",), "", "phase-over"),
}


@pytest.mark.parametrize("name", some(TABLES, 2))
def test_a_table_is_clear_to_everybody(
    page: Page, server: Serving, behind: TableService, name: str
) -> None:
    header, tiles, asked, phase = TABLES[name]
    page.goto(f"{server.address}/t/{laid(behind, header, *tiles)}{asked}")
    expect(page.locator(f"#table.{phase}")).to_be_attached()
    is_clean(page, in_dark=True)


def test_the_pages_of_a_club_are_clear_to_everybody(
    page: Page, server: Serving, behind: TableService
) -> None:
    clubs = Clubs(behind, behind.now)
    club_id = clubs.service.open("Friday dominoes", ANAS_PHONE, zone="Europe/Lisbon")
    numbers = clubs.players.add(club_id, ["Ana", "Ben", "Cyd", "Dee", "Eva", "Fay", "Gus", "小明"])
    for winner in ("Ana & Cyd", "Ben & Dee", "Ana & Cyd"):
        header = f"game: race-horse\n{FOUR}\nsides: Ana & Cyd, Ben & Dee"
        table_id = opened(behind, "lead: Ana", "Ana: 6-4", f"ruling: {winner} +305", header=header)
        clubs.tables.take_in(club_id, table_id, numbers[:4])
    running = laid(behind, "game: race-horse", "6-4")
    clubs.tables.take_in(club_id, running, numbers[:2])
    clubs.players.leave(club_id, numbers[7])
    club = f"{server.address}/club/{club_id}"
    every = [
        *("", "/settings", "/phones", "/players", "/players/1", "/players/1/edit", "/ratings"),
        *("/players/1/games?of=won", "/evenings", f"/evenings/{table_id}", "/tonight"),
    ]
    for address in some(every, 6):
        page.goto(f"{club}{address}")
        page.evaluate(OPEN)
        is_clean(page)
        # Nothing is wider than the phone.
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address
    for address in ("/clubs", f"/new?club={club_id}", f"/t/{running}/club"):
        page.goto(f"{server.address}{address}")
        is_clean(page)


@thorough
@pytest.mark.parametrize("header", some(["game: race-horse", f"game: racehorse-1990\n{FOUR}"], 1))
def test_a_table_of_pegs_alone_is_clear_to_everybody(
    page: Page, server: Serving, behind: TableService, header: str
) -> None:
    page.goto(f"{server.address}/t/{laid(behind, header, 'ruling: Ana +5', is_pegs_only=True)}")
    expect(page.locator("#table.phase-pegs")).to_be_attached()
    is_clean(page)


def test_a_table_after_a_refusal_and_with_its_menus_open_is_clear_to_everybody(
    page: Page, server: Serving, behind: TableService
) -> None:
    page.goto(f"{server.address}/t/{laid(behind, 'game: race-horse', '6-3')}")
    page.locator("#tile-5-5").click()
    expect(page.locator(".problem")).to_be_visible()
    is_clean(page)
    page.locator(".menu summary").click()
    is_clean(page)
    page.locator(".menu summary").click()
    page.get_by_label(shown("play.draw-several")).click()
    is_clean(page)


@thorough
def test_a_table_with_taps_that_wait_or_were_handed_over_is_clear_to_everybody(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = laid(behind, "game: race-horse", "6-3")
    page.goto(f"{server.address}/t/{table_id}")
    page.route("**/set", lambda route: route.abort())
    for taps in (["3-1"], ["3-1", "1-0"]):
        page.locator(f"#tile-{taps[-1]}").click()
        expect(page.locator("#waiting li")).to_have_text(taps)
    is_clean(page)
    behind.undo(table_id, RequestStamp(2, "elsewhere"))
    page.unroute("**/set")
    expect(page.get_by_role("button", name=shown("script.enter", count=2))).to_be_visible()
    is_clean(page)


@thorough
def test_a_table_as_last_seen_is_clear_to_everybody(
    page: Page, server: Serving, behind: TableService
) -> None:
    address = f"{server.address}/t/{laid(behind, 'game: race-horse', *TILES)}"

    def as_last_seen(route: Route) -> None:
        answer = route.fetch()
        seen = '<html data-last-seen="2026-01-02T20:14:00Z" '
        route.fulfill(response=answer, body=answer.text().replace("<html ", seen))

    page.route(address, lambda route: route.abort())
    page.route(address, as_last_seen, times=1)
    page.goto(address)
    expect(page.locator(".last-seen")).to_be_visible()
    is_clean(page)


@thorough
def test_a_table_to_be_mended_is_clear_to_everybody(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = broken(behind)
    page.goto(f"{server.address}/t/{table_id}")
    expect(page.locator("#table.phase-mend")).to_be_attached()
    is_clean(page)
    page.goto(f"{server.address}/t/{table_id}/record#mend")
    expect(page.locator("#mend")).to_be_visible()
    is_clean(page)


def broken(table_service: TableService) -> str:
    """A table whose third entry no longer holds."""
    table_id = laid(table_service, "game: race-horse", "6-3", "3-1 on 6-3", "1-0 on 3-1")
    amend(
        table_service,
        table_id,
        deleted(2),
        RequestStamp(table_service.look(table_id).version, "strike the lead"),
    )
    assert table_service.look(table_id).refused is not None
    return table_id


def test_the_pages_of_a_table_are_clear_to_everybody(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = laid(behind, f"game: race-horse\n{FOUR}", *TILES)
    for asked in (
        *("/customs", "/record", "/record/3"),
        *some(["/audit", "/held?pips=5", "/rules", "/record/3/before"], 0),
        *some(["/record/3?as=draw", "/held"], 0),
        *some(["/held?tile=5-3&who=1"], 0),
    ):
        page.goto(f"{server.address}/t/{table_id}{asked}")
        page.evaluate(OPEN)
        is_clean(page)


def test_the_end_of_a_game_is_clear_to_everybody(
    page: Page, server: Serving, behind: TableService
) -> None:
    settled = ("6-3", "Ben: left 6-5", "lead: Ana", "6-4")
    table_id = laid(behind, f"{ONE_EACH}\ntarget: 4", *settled)
    page.goto(f"{server.address}/t/{table_id}")
    page.get_by_role("link", name=shown("page.finish"), exact=True).click()
    expect(page.locator("h1")).to_be_visible()
    is_clean(page)


def test_home_with_tables_is_clear_to_everybody(
    page: Page, server: Serving, behind: TableService
) -> None:
    page.goto(server.address)
    is_clean(page)
    for header, tiles in (("game: race-horse\ntarget: 2", ("6-4",)), (ONE_EACH, ("6-3",))):
        page.goto(f"{server.address}/t/{laid(behind, header, *tiles)}")
    page.goto(server.address)
    expect(page.get_by_text(shown("home.tables"))).to_be_visible()
    is_clean(page)


#: What is read before a game; those that look like one of the first two come last.
BEFORE_A_GAME = (
    *("/new?game=seven-toed-pete", "/rules", "/rules/race-horse", "/which?doubles=first"),
    "/by/fives-and-threes?target=121&tiles-each=9",
    *("/new", "/new?by=seven-rocks&target=100", "/rules/seven-toed-pete", "/which"),
    *("/which?doubles=first&points=3&another=no", "/which?doubles=none&points=8"),
    *("/which?name=muggins", "/which?name=chess", "/by/muggins", "/by/muggins?target=no"),
)


def test_what_is_read_before_a_game_is_clear_to_everybody(page: Page, server: Serving) -> None:
    for address in BEFORE_A_GAME if is_thorough() else BEFORE_A_GAME[:2]:
        page.goto(f"{server.address}{address}")
        page.evaluate(OPEN)
        is_clean(page)


@thorough
def test_a_refused_new_table_is_clear_to_everybody(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/new")
    page.locator("#name-0").fill("Ana, Ben")
    page.get_by_role("button", name=shown("new.open")).click()
    expect(page.locator(".problem")).to_be_visible()
    is_clean(page)


@thorough
@pytest.mark.parametrize("address", ["/nothing", "/t/nowhere", "/rules/whist"])
def test_a_page_that_is_not_there_is_clear_to_everybody(
    page: Page, server: Serving, address: str
) -> None:
    answer = page.goto(f"{server.address}{address}")
    assert answer is not None and answer.status == 404
    is_clean(page)


@thorough
@pytest.mark.parametrize("address", ["/storm", "/ladders/complement"])
def test_a_run_against_the_clock_is_clear_to_everybody(
    page: Page, server: Serving, address: str
) -> None:
    page.goto(f"{server.address}{address}")
    start = page.locator("[data-start]")
    expect(start).to_be_enabled()
    is_clean(page)
    start.click()
    is_clean(page)
    page.evaluate("run.judge('')")
    page.evaluate("run.end()")
    expect(page.locator("[data-end] h1")).to_be_visible()
    is_clean(page)
    page.goto(f"{server.address}/ladders")
    is_clean(page)


def test_drills_and_progress_are_clear_to_everybody(page: Page, server: Serving) -> None:
    for kind in DRILLS if is_thorough() else some(OF_EACH_FORM, 1):
        skills = DRILLS[kind]
        game = "race-horse" if has_drill(GAMES["race-horse"].rules, kind) else "fives-and-threes"
        key = QuestionKey(kind, skills[-1], game, 3, 3)
        page.goto(f"{server.address}/practise/{kind}?question={key}")
        is_clean(page)
        if page.locator("#said").count():
            page.locator("#said").fill("99")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("a")
            # One choice is an answer; Enter would go on to the next question.
            if page.get_by_role("button", name=shown("practise.done")).count():
                page.keyboard.press("Enter")
        expect(page.locator(".outcome")).to_be_visible()
        is_clean(page)
    page.evaluate(ROUND, f"{server.address}/practise/rounding")
    page.goto(f"{server.address}/practise/rounding/round")
    expect(page.locator(".round-board")).to_be_visible()
    is_clean(page)
    for address in ("/practise", "/practise/progress"):
        page.goto(f"{server.address}{address}")
        page.evaluate(OPEN)
        is_clean(page)


@thorough
def test_lessons_are_clear_to_everybody(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/lessons")
    is_clean(page)
    for address in some(["settlement/3", "ends/1", "doubles/1"], 1):
        page.goto(f"{server.address}/lessons/{address}")
        is_clean(page)
        page.locator("button[data-option]").first.click()
        expect(page.locator(".outcome")).to_be_visible()
        is_clean(page)
