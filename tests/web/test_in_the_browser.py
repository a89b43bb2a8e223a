"""The table page under a thumb: a phone of 360 by 640, a keyboard, and no scripts at all."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.i18n import message
from companion.record.header import read_header
from companion.record.statements import Statement, TileSet
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from companion.web.ui.tray import TRAY_ORDER
from tests.thorough import is_thorough, some, thorough
from tests.web.boxes import boxes
from tests.web.network import deafen
from tests.web.phones import ANAS_PHONE, PHONE
from tests.web.serving import Serving
from tests.web.thumb import Thumb, laid, shows, transcript_of
from tests.web.words import shown, worded

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, has_touch=True)

CAST = ("Ana", "Ben", "Cyd", "Dee")
#: As wide as names come, a face of several characters, and a script from right to left.
STRANGE = ("W" * 24, "👩‍🚀 👨‍👩‍👧‍👦 Zoë", "عبد الرحمن بن عبد العزيز", "M" * 24)
#: Where the 3-0 goes on any of four hosts that are not alike.
FOUR_PLACES = (
    *("3-3", "3-1 on 3-3", "1-0 on 3-1", "0-0 on 1-0", "2-0 on 0-0"),
    *("4-3 on 3-3", "3-2 on 2-0", "4-0 on 4-3"),
)
#: Where the 3-0 goes on the 3-3 or on the 2-0.
TWO_PLACES = ("6-3", "6-6 on 6-3", "3-3 on 6-3", "6-2 on 6-6", "2-0 on 6-2")
TWO = "game: race-horse"
ONE_EACH = "game: race-horse\nrule: tiles-each = 1"


class Table:
    """A table in the browser, and what the desk keeps of it."""

    def __init__(
        self, page: Page, server: Serving, table_service: TableService, table_id: str
    ) -> None:
        self.page = page
        self.table_service = table_service
        self.id = table_id
        self.address = f"{server.address}/t/{table_id}"
        page.goto(self.address)

    @property
    def record(self) -> list[str]:
        return [str(entry.statement) for entry in self.table_service.read(self.id).entries]

    def tile(self, tile: str) -> Locator:
        return self.page.locator(f"#tile-{tile}")

    def ring(self, host: str) -> Locator:
        return self.page.locator(f".ring[data-on='{host}']").first

    def is_at(self, version: int) -> None:
        """Wait until the page shows this version."""
        shows(self.page, version)

    @property
    def version(self) -> int:
        return int(self.page.locator("#table").get_attribute("data-version") or "")


Opens = Callable[..., Table]


@pytest.fixture
def table(page: Page, server: Serving, behind: TableService) -> Opens:
    """Opens tables at which tiles lie already."""

    def opened(header: str, *tiles: str, is_pegs_only: bool = False) -> Table:
        return Table(page, server, behind, laid(behind, header, *tiles, is_pegs_only=is_pegs_only))

    return opened


# ---- Nothing scrolls ---------------------------------------------------------------------------

#: What is wrong with where things are: scrolling, or something to tap that cannot be tapped.
MEASURE = """() => {
    const wrong = [];
    const page = document.scrollingElement;
    if (page.scrollHeight > innerHeight + 1) wrong.push(`scrolls down to ${page.scrollHeight}`);
    if (page.scrollWidth > innerWidth) wrong.push(`scrolls across to ${page.scrollWidth}`);
    for (const part of document.querySelectorAll("#table > *, .score b, .turn b, .count > *")) {
        const box = part.getBoundingClientRect();
        const name = `${part.tagName}.${part.getAttribute("class") ?? ""}`;
        if (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
            wrong.push(`${name} reaches ${Math.round(box.right)}, ${Math.round(box.bottom)}`);
        if (box.height < 8 && part.textContent.trim()) wrong.push(`${name} is squeezed`);
    }
    for (const part of document.querySelectorAll(".turn, .count, .ask")) {
        const missing = part.scrollHeight - part.clientHeight;
        if (missing > 2) wrong.push(`${part.className} is cut off by ${missing}`);
    }
    for (const part of document.querySelectorAll("#table :is(a, button, summary, input)")) {
        if (part.closest(".ring, details:not([open]) > :not(summary)") || part.disabled) continue;
        if (part.type === "hidden" || part.type === "radio" || part.type === "checkbox") continue;
        const box = part.getBoundingClientRect();
        const name = part.getAttribute("aria-label") || part.textContent.trim() || part.name;
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2].map(Math.round);
        const there = document.elementFromPoint(x, y);
        if (!there || !(part.contains(there) || part.closest("label")?.contains(there)))
            wrong.push(`${name} cannot be tapped at ${x}, ${y}`);
    }
    return wrong;
}"""


def stands_still(page: Page) -> None:
    expect(page.locator(".is-new")).to_have_count(0)
    assert page.evaluate(MEASURE) == []


#: Those that need most room; by `--thorough` those that people have too.
NAMES = (CAST, STRANGE) if is_thorough() else (STRANGE,)


def headers() -> list[Any]:
    found = []
    for game in ("race-horse", "racehorse-1990"):
        for seats in (2, 3, 4):
            for names in NAMES:
                kind = "strange names" if names is STRANGE else "names"
                players = ", ".join(names[:seats])
                header = f"game: {game}\nplayers: {players}"
                found.append(pytest.param(header, id=f"{game}, {seats} {kind}"))
    for names in NAMES:
        a, b, c, d = names
        header = f"game: race-horse\nplayers: {a}, {b}, {c}, {d}\nsides: {a} & {c}, {b} & {d}"
        kind = "partners" if names is CAST else "partners, strange names"
        found.append(pytest.param(header, id=kind))
    return found


@pytest.mark.parametrize("header", some(headers(), 1))
def test_nothing_scrolls_from_the_lead_to_the_end_and_all_can_be_tapped(
    table: Opens, header: str
) -> None:
    led = table(header)
    page: Page = led.page
    stands_still(page)
    table(header, *FOUR_PLACES)
    stands_still(page)
    sizes = "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"
    for size in page.locator(".tray button").evaluate_all(sizes):
        assert min(size) >= 44, size
    page.locator("#tile-5-5").tap()
    expect(page.locator(".problem")).to_be_visible()
    stands_still(page)
    page.locator("#tile-3-0").tap()
    expect(page.locator(".chooser .option:not(.cancel)")).to_have_count(4)
    stands_still(page)
    page.locator(".chooser .option").nth(1).tap()
    expect(page.locator("#table.phase-play .tray")).to_be_attached()
    stands_still(page)
    page.locator(".undo").tap()
    expect(page.locator(".redo")).to_be_attached()
    stands_still(page)


@pytest.mark.parametrize("header", some(headers(), 1))
def test_nothing_scrolls_while_a_hand_is_settled_and_when_the_game_is_over(
    table: Opens,
    header: str,
) -> None:
    names = re.search("players: (.*)", header)[1].split(", ")  # type: ignore[index]
    settling = table(f"{header}\nrule: tiles-each = 1\ntarget: 999", "6-3")
    page: Page = settling.page
    stands_still(page)
    for number in range(len(names) - 1):
        page.locator("input[name=pips]").fill("3")
        page.locator("[data-tell]").tap()
        settling.is_at(3 + number)
        stands_still(page)
    expect(page.locator("#table.phase-lead")).to_be_attached()
    side = names[0] if "sides:" not in header else f"{names[0]} & {names[2]}"
    table(f"{header}\ntarget: 61", f"ruling: {side} +61")
    expect(page.locator("#table.phase-over")).to_be_attached()
    stands_still(page)


#: As the names begin to turn: whether a tap would reach a tile, and what tells who leads.
TURNING = """() => document.addEventListener("animationstart", ({ animationName }) => {
  if (animationName !== "lot-turns") return;
  const { left, top } = document.getElementById("tile-6-4").getBoundingClientRect();
  const seen = (name) => getComputedStyle(document.querySelector(name)).visibility;
  const bold = [...document.querySelectorAll(".player bdi")]
    .filter((name) => Number(getComputedStyle(name).fontWeight) > 400).length;
  const reached = document.elementFromPoint(left + 9, top + 9).closest(".tray") !== null;
  window.turning = [reached, seen(".turn"), seen(".undo"), bold];
})"""


def test_while_a_leader_is_picked_nothing_is_tapped_and_nothing_tells_who_it_is(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = behind.open(read_header(f"{TWO}\nplayers: Ana, Ben"), keeper=ANAS_PHONE)
    at = Table(page, server, behind, table_id)
    page.evaluate(TURNING)
    page.locator("button[value=lot]").tap()
    turning = page.wait_for_function("() => window.turning").json_value()
    assert turning == [False, "hidden", "hidden", 0]
    at.tile("6-4").tap()
    at.is_at(2)
    expect(page.locator(".turn")).to_be_visible()


@pytest.mark.parametrize("seats", some([4, 3, 2], 1))
@pytest.mark.parametrize("names", NAMES)
def test_nothing_scrolls_where_points_are_pegged_without_tiles(
    table: Opens,
    seats: int,
    names: tuple[str, ...],
) -> None:
    header = f"game: race-horse\nplayers: {', '.join(names[:seats])}"
    pegged = table(header, is_pegs_only=True)
    stands_still(pegged.page)
    pegged.page.locator("button[name=sign]").first.tap()
    expect(pegged.page.locator(".problem")).to_be_visible()
    stands_still(pegged.page)
    pegged.page.get_by_role("button", name=worded("pegs.for", number=4)).last.tap()
    pegged.is_at(2)
    stands_still(pegged.page)
    assert pegged.table_service.look(pegged.id).game.scores == (*(0,) * (seats - 1), 4)
    pegged.page.locator(".undo").tap()
    pegged.is_at(3)
    assert pegged.table_service.look(pegged.id).game.scores == (0,) * seats
    stands_still(pegged.page)


@pytest.mark.parametrize("size", some([(360, 640), (740, 360)], 1), ids=str)
@pytest.mark.parametrize("seats", some([4, 2], 1))
def test_nothing_scrolls_while_somebody_asks_to_keep_score(
    table: Opens, server: Serving, behind: TableService, size: tuple[int, int], seats: int
) -> None:
    at = table(f"game: race-horse\nplayers: {', '.join(CAST[:seats])}", *FOUR_PLACES)
    AccessService(behind.database).ask(at.id, "zoes-phone", STRANGE[0])
    at.page.set_viewport_size({"width": size[0], "height": size[1]})
    at.page.reload()
    expect(at.page.locator("#asking")).to_be_visible()
    stands_still(at.page)


# ---- One tap, or two ---------------------------------------------------------------------------


@thorough
def test_a_tile_of_one_place_is_one_tap(table: Opens) -> None:
    at = table(TWO, "6-3")
    at.tile("3-1").tap()
    at.is_at(3)
    assert at.record[-1] == "Ben: 3-1 on 6-3"


def test_a_tile_of_two_places_that_are_alike_is_one_tap(table: Opens) -> None:
    at = table(TWO, "6-6", "6-1 on 6-6", "6-2 on 6-6", "2-1 on 6-2")
    at.tile("1-0").tap()
    at.is_at(6)
    expect(at.page.locator(".chooser")).to_have_count(0)


@thorough
@pytest.mark.parametrize("host", some(["3-2", "3-3", "4-0", "0-0"], 1))
def test_a_tile_of_several_places_is_two_taps_of_which_the_second_is_a_button(
    table: Opens, host: str
) -> None:
    at = table(TWO, *FOUR_PLACES)
    before = at.version
    at.tile("3-0").tap()
    at.page.locator(f".chooser button[value='{host}']").tap()
    at.is_at(before + 1)
    assert at.record[-1].endswith(f"3-0 on {host}")


@pytest.mark.parametrize("host", some(["4-0", "0-0", "3-2", "3-3"], 1))
def test_a_tile_of_several_places_is_two_taps_of_which_the_second_is_a_ring(
    table: Opens, host: str
) -> None:
    at = table(TWO, *FOUR_PLACES)
    before = at.version
    at.tile("3-0").tap()
    expect(at.page.locator(".chooser")).to_be_attached()
    expect(at.ring(host)).to_contain_class("takes")
    at.ring(host).tap()
    at.is_at(before + 1)
    assert at.record[-1].endswith(f"3-0 on {host}")


@pytest.mark.parametrize("host", some(["4-0", "0-0", "3-2", "3-3"], 1))
def test_an_end_can_be_tapped_first_and_then_the_tile(table: Opens, host: str) -> None:
    at = table(TWO, *FOUR_PLACES)
    before = at.version
    at.ring(host).tap()
    expect(at.page.locator(".count")).to_contain_text(shown("count.what-goes-on", host=host))
    expect(at.tile("5-4")).to_contain_class("dim")
    at.tile("3-0").tap()
    at.is_at(before + 1)
    assert at.record[-1].endswith(f"3-0 on {host}")


def test_a_tile_or_an_end_that_was_picked_up_can_be_put_back(table: Opens) -> None:
    at = table(TWO, *TWO_PLACES)
    before = at.version
    at.tile("3-0").tap()
    at.page.get_by_text(worded("play.not-tile", tile="3-0")).tap()
    expect(at.page.locator(".tray")).to_be_visible()
    at.ring("2-0").tap()
    at.page.get_by_text(shown("count.never-mind")).tap()
    expect(at.page.locator(".never-mind")).to_have_count(0)
    assert at.version == before


@thorough
def test_any_number_of_tiles_is_drawn_with_two_taps(table: Opens) -> None:
    at = table(TWO, "6-3")
    several = at.page.get_by_label(shown("play.draw-several"))
    several.tap()
    for box in boxes(at.page.locator(".numbers button")):
        assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"], box
    at.page.get_by_label(shown("play.drew-so-many", number=5)).tap()
    at.is_at(3)
    assert at.record[-1] == "Ben: draws 5"


def test_two_quick_taps_are_not_two_tiles(table: Opens) -> None:
    at = table(TWO, "6-3")
    at.page.evaluate(
        "() => { for (const id of ['tile-3-1', 'tile-6-1']) document.getElementById(id).click(); }"
    )
    at.is_at(3)
    assert at.record[2:] == ["Ben: 3-1 on 6-3"]
    at.tile("1-0").tap()
    at.is_at(4)


#: What lies where a button was, at the moment when the table has changed.
UNDER = """(button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    document.addEventListener("htmx:afterSwap", () => {
        const under = document.elementFromPoint(x + width / 2, y + height / 2);
        document.body.dataset.under = under.closest("button, a")?.textContent ?? "nothing";
    }, { once: true });
}"""


def test_who_presses_twice_has_chosen_once(table: Opens) -> None:
    at = table(TWO, *FOUR_PLACES)
    for press in (at.tile("3-0"), at.page.locator(".chooser button").first):
        press.evaluate(UNDER)
        press.tap()
        # Whoever presses again at once means what was there before.
        expect(at.page.locator("body[data-under]")).to_have_attribute("data-under", "nothing")
        at.page.evaluate("() => { delete document.body.dataset.under; }")


def test_undo_and_redo_by_tapping(table: Opens) -> None:
    at = table(TWO, "6-4")
    undo, redo = at.page.locator(".undo"), at.page.locator(".redo")
    change = message("change.tile", player="Ana", tile="6-4")
    expect(undo).to_have_text(worded("change.undo", change=change))
    expect(redo).to_have_count(0)
    undo.tap()
    expect(redo).to_have_accessible_name(worded("change.redo", change=change))
    expect(at.page.locator("#felt")).to_have_count(0)
    assert Thumb(at.page, "").scores() == [0, 0]
    redo.tap()
    at.is_at(4)
    assert Thumb(at.page, "").scores() == [2, 0]
    assert at.record == ["lead: Ana", "Ana: 6-4"]


def test_a_refusal_says_why_and_leaves_the_table_as_it_is(table: Opens) -> None:
    at = table(TWO, "6-3")
    lies = at.page.locator("#felt").inner_html()
    with at.page.expect_response("**/set") as answer:
        at.tile("5-5").tap()
    assert answer.value.status == 422
    no_match = worded("refused.no-match", tile="5-5")
    expect(at.page.locator(".count [role=alert]")).to_contain_text(no_match)
    expect(at.page.locator("#heard")).to_contain_text(no_match)
    assert at.page.locator("#felt").inner_html() == lies
    assert at.version == 2
    at.tile("3-1").tap()
    at.is_at(3)
    expect(at.page.locator(".problem")).to_have_count(0)


def test_an_old_page_is_told_so_and_shown_the_table_as_it_is(
    table: Opens, behind: TableService
) -> None:
    at = table(TWO, "6-3")
    deafen(at.page)
    Thumb(at.page.context.new_page(), "").page.goto(at.address)
    other = at.page.context.pages[-1]
    other.locator("#tile-3-1").tap()
    expect(other.locator("#table[data-version='3']")).to_be_attached()
    with at.page.expect_response("**/set") as answer:
        at.tile("6-1").tap()
    assert answer.value.status == 409
    at.is_at(3)
    expect(at.page.locator(".problem")).to_contain_text(worded("refused.stale-after"))


# ---- Settlement --------------------------------------------------------------------------------


def test_a_hand_is_settled_by_its_tiles_and_the_button_counts_along(table: Opens) -> None:
    at = table("game: race-horse\nrule: tiles-each = 2", "6-3", "3-1 on 6-3", "1-0 on 3-1")
    tell = at.page.locator("[data-tell]")
    expect(tell).to_be_disabled()
    expect(tell).to_have_text(picked(0, 1, 0))
    pick(at.page, "6-5")
    expect(tell).to_have_text(picked(1, 1, 11))
    expect(tell).to_be_enabled()
    expect(at.page.locator(".audit")).to_be_hidden()
    pick(at.page, "5-5")
    expect(tell).to_have_text(picked(2, 1, 21))
    expect(tell).to_be_disabled()
    pick(at.page, "6-5")
    expect(tell).to_have_text(picked(1, 1, 10))
    tell.tap()
    at.is_at(5)
    assert at.record[-1] == "Ben: left 5-5"
    expect(at.page.locator(".count")).to_contain_text(worded("settled.takes", count=1, side="Ana"))


@thorough
def test_a_hand_is_settled_by_its_pips_alone(table: Opens) -> None:
    at = table(ONE_EACH, "6-3")
    at.page.locator("input[name=pips]").fill("12")
    saves = shown("script.left-save", name="Ben", count=12)
    expect(at.page.locator("[data-tell]")).to_have_text(saves)
    at.page.locator("[data-tell]").tap()
    at.is_at(3)
    assert at.record[-1] == "Ben: left 12 pips"


@thorough
def test_all_pips_are_written_out_where_they_cannot_be(table: Opens) -> None:
    at = table(ONE_EACH, "6-3")
    expect(at.page.locator(".audit")).to_be_hidden()
    at.page.locator("input[name=pips]").fill("160")
    expect(at.page.locator(".audit")).to_be_visible()


@thorough
def test_hands_are_told_in_any_order(table: Opens) -> None:
    at = table(f"{ONE_EACH}\nplayers: Ana, Ben, Cyd", "6-3")
    expect(at.page.locator(".ask b")).to_have_text("Ben")
    at.page.get_by_role("link", name="Cyd", exact=True).tap()
    expect(at.page.locator(".ask b")).to_have_text("Cyd")
    pick(at.page, "1-0")
    at.page.locator("[data-tell]").tap()
    at.is_at(3)
    expect(at.page.locator(".ask b")).to_have_text("Ben")
    assert at.record[-1] == "Cyd: left 1-0"


def picked(tiles: int, held: int, pips: int) -> str:
    """What the button says while the tiles of a hand are picked."""
    if tiles == held:
        return str(message("script.left-save", name="Ben", count=pips))
    return str(message("script.left-picked", picked=tiles, held=held))


def pick(page: Page, tile: str) -> None:
    page.locator(f".pick:has(input[value='{tile}'])").tap()


# ---- The layout under two fingers --------------------------------------------------------------


def box_of(page: Page) -> list[float]:
    """Left, top, width and height of what is seen of the layout."""
    return [float(side) for side in (page.locator("#felt").get_attribute("viewBox") or "").split()]


def middle_of(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@thorough
def test_a_wheel_looks_closer_and_a_double_click_goes_back(table: Opens) -> None:
    page: Page = table(TWO, *TWO_PLACES).page
    whole = box_of(page)
    x, y = middle_of(page, "#felt")
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    page.wait_for_function("width => felt.viewBox.baseVal.width < width", arg=whole[2])
    closer = box_of(page)
    assert closer[3] < whole[3]
    page.mouse.wheel(0, 3000)
    page.wait_for_function("width => felt.viewBox.baseVal.width === width", arg=whole[2])
    page.mouse.wheel(0, -300)
    page.wait_for_function("width => felt.viewBox.baseVal.width < width", arg=whole[2])
    page.mouse.dblclick(x, y)
    page.wait_for_function("width => felt.viewBox.baseVal.width === width", arg=whole[2])
    assert box_of(page) == whole


@thorough
def test_a_layout_seen_closely_is_moved_and_never_off_its_table(table: Opens) -> None:
    page: Page = table(TWO, *TWO_PLACES).page
    whole = box_of(page)
    x, y = middle_of(page, "#felt")
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    page.wait_for_function("width => felt.viewBox.baseVal.width < width", arg=whole[2])
    closer = box_of(page)
    page.mouse.down()
    page.mouse.move(x + 40, y + 5, steps=4)
    page.mouse.up()
    page.wait_for_function("left => felt.viewBox.baseVal.x < left", arg=closer[0])
    moved = box_of(page)
    assert moved[2:] == closer[2:]
    page.mouse.down()
    page.mouse.move(x + 4000, y + 4000, steps=4)
    page.mouse.up()
    assert box_of(page)[0] >= whole[0] - 0.01 and box_of(page)[1] >= whole[1] - 0.01


@thorough
def test_two_fingers_look_closer(table: Opens, page: Page) -> None:
    table(TWO, *TWO_PLACES)
    whole = box_of(page)
    x, y = middle_of(page, "#felt")
    fingers = page.context.new_cdp_session(page)
    for kind, apart in (
        ("touchStart", 20),
        ("touchMove", 40),
        ("touchMove", 70),
        ("touchEnd", None),
    ):
        points = [] if apart is None else [{"x": x - apart, "y": y}, {"x": x + apart, "y": y}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.wait_for_function("width => felt.viewBox.baseVal.width < width * .7", arg=whole[2])
    assert page.evaluate("visualViewport.scale") == 1


def test_a_pan_that_starts_on_a_ring_is_no_tap(table: Opens) -> None:
    at = table(TWO, *TWO_PLACES)
    page: Page = at.page
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    whole, before = box_of(page), at.version
    x, y = middle_of(page, ".ring[data-on='2-0'] .mark")
    page.mouse.move(x, y)
    page.mouse.wheel(0, -150)
    page.wait_for_function("width => felt.viewBox.baseVal.width < width", arg=whole[2])
    x, y = middle_of(page, ".ring[data-on='2-0'] .mark")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 30, y, steps=5)
    page.mouse.up()
    # Whatever the pan would have asked for was asked before this tap.
    at.tile("1-0").tap()
    at.is_at(before + 1)
    assert [url for url in asked if "on=" in url] == []


@thorough
def test_after_a_pan_a_ring_can_be_tapped_again(table: Opens) -> None:
    at = table(TWO, *TWO_PLACES)
    x, y = middle_of(at.page, "#felt")
    at.page.mouse.move(x, y)
    at.page.mouse.down()
    at.page.mouse.move(x + 30, y, steps=4)
    at.page.mouse.up()
    at.ring("2-0").tap()
    expect(at.page.locator(".count")).to_contain_text(shown("count.what-goes-on", host="2-0"))


# ---- What is said, and what is asked of whom ---------------------------------------------------


@thorough
def test_every_tile_is_told_to_who_listens(table: Opens) -> None:
    at = table(TWO)
    heard = at.page.locator("#heard[aria-live=polite]")
    pegs, goes_on = message("unit.pegs", count=2), message("next.goes-on", player="Ana")
    scored = message("entry.counts-and-earns", total="6 + 4 = 10", earned=pegs)
    turn = message("next.turn", player="Ben")
    last = f"{message('entry.counts', total='8 + 1 = 9')} {turn}"
    for tile, sentence in (
        ("6-4", f"{scored} {goes_on}"),
        ("4-4", f"{message('entry.counts', total='6 + 8 = 14')} {goes_on}"),
        ("6-1", last),
    ):
        at.tile(tile).tap()
        expect(heard).to_have_text(sentence)
    at.page.locator(".undo").tap()
    at.is_at(5)
    expect(heard).not_to_have_text(last)


# ---- The keyboard alone ------------------------------------------------------------------------


class Keys:
    """Plays with Tab, the arrows, Enter and Space."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def focus(self, selector: str) -> None:
        """Tab to something."""
        for _ in range(80):
            if self._is_on(selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {selector}")

    def press(self, selector: str) -> None:
        self.focus(selector)
        before = int(self.page.locator("#table").get_attribute("data-version") or "")
        self.page.keyboard.press("Enter")
        expect(self.page.locator(f"#table[data-version='{before + 1}']")).to_be_attached()

    def walk_to(self, tile: str, selector: str) -> None:
        """Tab into the tray, then the arrows lead to the tile."""
        self.focus(selector)
        order = [str(tile) for tile in TRAY_ORDER]
        for _ in range(28):
            at = self.page.evaluate("document.activeElement.value")
            if at == tile:
                return
            far = order.index(tile) - order.index(at)
            self.page.keyboard.press("ArrowRight" if far > 0 else "ArrowLeft")
        raise AssertionError(f"no arrow leads to the {tile}")

    def _is_on(self, selector: str) -> bool:
        is_on: bool = self.page.evaluate(
            "selector => document.activeElement?.matches(selector) ?? false", selector
        )
        return is_on


def test_a_game_is_played_with_the_keyboard_alone(table: Opens) -> None:
    at = table("game: race-horse\nrule: tiles-each = 2\ntarget: 7")
    page, keys = at.page, Keys(at.page)

    def set_tile(tile: str) -> None:
        before = at.version
        keys.walk_to(tile, ".tray button")
        page.keyboard.press("Enter")
        at.is_at(before + 1)

    set_tile("6-4")
    set_tile("4-4")
    keys.walk_to("1-0", ".tray input")
    page.keyboard.press("Space")
    keys.walk_to("0-0", ".tray input")
    page.keyboard.press("Space")
    keys.press("[data-tell]")
    keys.press("button[name=who]")
    set_tile("3-1")
    keys.press(".draw > button")
    set_tile("4-3")
    keys.press(".undo")
    keys.press(".redo")
    set_tile("6-1")
    keys.focus("input[name=pips]")
    page.keyboard.type("22")
    keys.press("[data-tell]")
    expect(page.locator("#table.phase-over")).to_be_attached()
    assert at.table_service.look(at.id).game.winner == 0


def test_an_end_is_chosen_with_the_keyboard(table: Opens) -> None:
    at = table(TWO, *TWO_PLACES)
    before = at.version
    keys = Keys(at.page)
    keys.walk_to("3-0", ".tray button")
    at.page.keyboard.press("Enter")
    expect(at.page.locator(".chooser button").first).to_be_focused()
    at.page.keyboard.press("Tab")
    at.page.keyboard.press("Enter")
    at.is_at(before + 1)
    assert at.record[-1].endswith("3-0 on 2-0")


@thorough
def test_an_end_is_picked_first_with_the_keyboard(table: Opens) -> None:
    at = table(TWO, *TWO_PLACES)
    keys = Keys(at.page)
    keys.focus(".ring[data-on='2-0']")
    at.page.keyboard.press("Enter")
    expect(at.page.locator(".count")).to_contain_text(shown("count.what-goes-on", host="2-0"))


@thorough
def test_the_arrows_lead_over_the_tray_and_past_the_tiles_that_are_gone(table: Opens) -> None:
    page: Page = table(TWO, "6-4").page
    page.locator("#tile-6-5").focus()
    for key, tile in (
        ("ArrowRight", "6-3"),
        ("ArrowLeft", "6-5"),
        ("ArrowDown", "5-4"),
        ("ArrowRight", "5-3"),
        ("ArrowDown", "4-2"),
        ("ArrowUp", "5-3"),
    ):
        page.keyboard.press(key)
        expect(page.locator(f"#tile-{tile}")).to_be_focused()


# ---- No scripts --------------------------------------------------------------------------------


class ScriptlessThumb(Thumb):
    """Taps on pages that are loaded anew each time."""

    def enter(self, statement: Statement) -> None:
        if not isinstance(statement, TileSet):
            super().enter(statement)
            return
        self._announce(statement.claim)
        self._stamp(f"#tile-{statement.tile}")
        if self.page.locator(".chooser").count():
            self._stamp(f".chooser button[value='{statement.host}']")

    def _stamp(self, selector: str) -> None:
        # To look at each frame is no use: where scripts are off, frames are not told.
        with self.page.expect_navigation():
            self.page.locator(selector).first.click()


@pytest.mark.parametrize("name", some(["thin-spinners-none", "thin-ended-domino"], 1))
def test_a_game_is_played_without_scripts(
    browser: Browser, server: Serving, browser_context_args: dict[str, Any], name: str
) -> None:
    args = {**browser_context_args, "java_script_enabled": False, "has_touch": False}
    context = browser.new_context(**args)
    try:
        record = transcript_of(name)
        assert record.header is not None and record.game is not None
        thumb = ScriptlessThumb(context.new_page(), server.address)
        thumb.open_table(record.header)
        for entry in record.entries:
            thumb.enter(entry.statement)
            assert thumb.scores() == list(entry.game.scores)
        assert thumb.scores() == list(record.game.scores)
    finally:
        context.close()


@thorough
def test_an_end_is_picked_first_and_a_refusal_is_told_without_scripts(
    browser: Browser, server: Serving, behind: TableService, browser_context_args: dict[str, Any]
) -> None:
    args = {**browser_context_args, "java_script_enabled": False, "has_touch": False}
    context = browser.new_context(**args)
    try:
        at = Table(context.new_page(), server, behind, laid(behind, TWO, *TWO_PLACES))
        before = at.version
        at.tile("5-5").click()
        no_match = worded("refused.no-match", tile="5-5")
        expect(at.page.locator(".problem")).to_contain_text(no_match)
        at.ring("2-0").click()
        expect(at.page.locator(".count")).to_contain_text(shown("count.what-goes-on", host="2-0"))
        at.tile("3-0").click()
        at.is_at(before + 1)
        assert at.record[-1].endswith("3-0 on 2-0")
    finally:
        context.close()


# ---- How it looks ------------------------------------------------------------------------------


@thorough
def test_nothing_moves_where_no_motion_is_wanted(table: Opens) -> None:
    at = table(TWO)
    at.page.emulate_media(reduced_motion="reduce")
    started = "document.addEventListener('animationstart', () => { document.title = 'moved'; })"
    at.page.evaluate(f"() => {{ {started} }}")
    at.tile("6-4").tap()
    at.is_at(2)
    assert at.page.evaluate("document.getAnimations().length") == 0
    expect(at.page).not_to_have_title("moved")


@thorough
@pytest.mark.parametrize("scheme", some(["dark", "light"], 1))
def test_light_and_dark_follow_the_device_until_the_settings_say_otherwise(
    table: Opens,
    scheme: str,
) -> None:
    page: Page = table(TWO, "6-3").page
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    other = "light" if scheme == "dark" else "dark"
    assert is_dark(page) is (scheme == "dark")
    choose(page, other)
    assert is_dark(page) is (scheme != "dark")
    page.reload()
    assert is_dark(page) is (scheme != "dark")
    choose(page, "auto")
    assert is_dark(page) is (scheme == "dark")


@thorough
def test_tiles_have_digits_and_plain_colours_where_the_settings_say_so(table: Opens) -> None:
    page: Page = table(TWO, "6-3").page
    tile = page.locator("#tile-3-1")
    coloured = tile.screenshot()
    choose(page, "digits")
    in_digits = tile.screenshot()
    choose(page, "plain")
    assert len({coloured, in_digits, tile.screenshot()}) == 3


def choose(page: Page, value: str) -> None:
    page.goto(f"{page.url}/customs")
    page.locator(f"button[value='{value}']").click()
    chosen = ", ".join(f":root[data-{name}='{value}']" for name in ("faces", "colours", "theme"))
    expect(page.locator(chosen)).to_be_attached()
    page.goto(page.url.partition("/customs")[0])


def is_dark(page: Page) -> bool:
    """Whether the ink is lighter than the paper."""
    dark: bool = page.evaluate(
        """() => {
            const style = getComputedStyle(document.body);
            const light = (colour) => colour.match(/[0-9.]+/g).slice(0, 3)
                .reduce((sum, part) => sum + Number(part), 0);
            return light(style.color) > light(style.backgroundColor);
        }"""
    )
    return dark
