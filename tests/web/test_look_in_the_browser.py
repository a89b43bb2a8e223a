"""How the table is laid out on every screen: sizes measured, and faces that change nothing else."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.tables.table_service import TableService
from tests.thorough import some, thorough
from tests.web.serving import Serving
from tests.web.thumb import laid

PHONE, LYING, TABLET, DESK = (360, 640), (640, 360), (768, 1024), (1280, 800)
TWO = "players: Ana, Ben"
FOUR = "players: Ana, Ben, Cyd, Dee"
PARTNERS = f"{FOUR}\nsides: Ana & Cyd, Ben & Dee"
LONG_NAMES = ("Grandma Josephine", "Uncle Bartholomew", "Anastasia", "Maximilian")
#: An open end that counts, one that is blank, and a spinner that is covered.
TIPS = ("6-6", "6-5 on 6-6", "6-4 on 6-6", "4-0 on 6-4")

#: How much of an element's words is cut off, across or down.
MISSING = """one => Math.max(one.scrollWidth - one.clientWidth,
    one.scrollHeight - one.clientHeight)"""

Box = dict[str, float]
Opens = Callable[..., Page]


@pytest.fixture
def at_size(page: Page, server: Serving, behind: TableService) -> Opens:
    """Opens a table at which those tiles lie, on a screen of that size, in place of the last."""

    def opened(
        header: str,
        size: tuple[int, int],
        look: str = "",
        tiles: tuple[str, ...] = TIPS,
    ) -> Page:
        if look:
            page.context.add_cookies([{"name": "look", "value": look, "url": server.address}])
        page.set_viewport_size({"width": size[0], "height": size[1]})
        game = header if "game:" in header else f"game: race-horse\n{header}"
        page.goto(f"{server.address}/t/{laid(behind, game, *tiles)}")
        return page

    return opened


def box(page: Page, selector: str) -> Box:
    found = page.locator(selector).first.bounding_box()
    assert found is not None
    return dict(found)


def tile_heights(page: Page) -> list[float]:
    heights = "all => all.map(tile => tile.getBoundingClientRect().height)"
    return list(page.locator(".tray button:enabled svg").evaluate_all(heights))


def fits(page: Page) -> None:
    """Nothing scrolls, and the tray and the turn line are on the screen."""
    width, height = page.evaluate("[innerWidth, innerHeight]")
    page_size = "[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]"
    across, down = page.evaluate(page_size)
    assert across <= width and down <= height + 1
    for part in (".tray", ".turn", ".actions"):
        seen = box(page, part)
        assert seen["x"] >= 0 and seen["x"] + seen["width"] <= width, part
        assert seen["y"] >= 0 and seen["y"] + seen["height"] <= height + 1, part


@pytest.mark.parametrize("size", some([PHONE, (390, 844), TABLET, DESK, LYING], 1), ids=str)
@pytest.mark.parametrize("header", some([PARTNERS, TWO, "players: Ana, Ben, Cyd", FOUR], 1))
def test_the_tiles_of_the_tray_fill_their_places_and_nothing_scrolls(
    at_size: Opens, size: tuple[int, int], header: str
) -> None:
    page = at_size(header, size)
    fits(page)
    assert min(tile_heights(page)) >= 36
    places = page.locator(".tray button").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"
    )
    assert min(min(place) for place in places) >= 44


@thorough
@pytest.mark.parametrize("game", some(["race-horse", "racehorse-1990"], 1))
def test_four_players_leave_the_felt_160_px_on_a_small_phone(at_size: Opens, game: str) -> None:
    page = at_size(f"game: {game}\n{FOUR}", PHONE)
    assert box(page, "#layout")["height"] >= 160
    fits(page)


@thorough
@pytest.mark.parametrize("size", some([PHONE, LYING], 1), ids=str)
def test_a_long_name_cuts_no_word_of_a_turn(at_size: Opens, size: tuple[int, int]) -> None:
    page = at_size("players: Grandma Josephine, Ben", size, tiles=("6-4",))
    for part in (".turn b", ".turn .why", ".undo .what"):
        assert page.locator(part).evaluate(MISSING) <= 2, part


@thorough
@pytest.mark.parametrize("size", [PHONE, LYING], ids=str)
def test_a_long_name_is_whole_where_its_tiles_are_asked_for(
    at_size: Opens, size: tuple[int, int]
) -> None:
    page = at_size("players: Ben, Grandma Josephine\nrule: tiles-each = 1", size, tiles=("6-3",))
    page.locator(".tray label").first.click()
    for part in (".ask", "[data-tell]"):
        assert page.locator(part).evaluate(MISSING) <= 2, part
    assert page.locator(".ask b").evaluate("name => getComputedStyle(name).overflow") == "visible"


@pytest.mark.parametrize("size", [LYING, *some([PHONE, DESK], 0)], ids=str)
def test_all_numbers_of_tiles_to_draw_are_on_the_screen(
    at_size: Opens, size: tuple[int, int]
) -> None:
    page = at_size(TWO, size)
    page.locator(".draw summary").click()
    numbers = box(page, ".numbers")
    assert numbers["x"] >= 0 and numbers["x"] + numbers["width"] <= size[0]


def test_larger_screens_have_larger_tiles(at_size: Opens) -> None:
    on_phone, on_tablet, on_desk = (
        min(tile_heights(at_size(TWO, size))) for size in (PHONE, TABLET, DESK)
    )
    assert on_tablet > 1.8 * on_phone
    assert on_desk > 1.4 * on_phone


@pytest.mark.parametrize("size", some([LYING, DESK], 1), ids=str)
def test_a_lying_screen_has_the_felt_beside_the_tray(at_size: Opens, size: tuple[int, int]) -> None:
    page = at_size(FOUR, size)
    felt, tray = box(page, "#layout"), box(page, ".tray")
    assert felt["x"] + felt["width"] <= tray["x"] + 1
    assert felt["height"] == size[1]


def test_a_glance_finds_the_hand_its_tiles_and_the_boneyard(at_size: Opens) -> None:
    page = at_size(TWO, PHONE)
    assert re.findall(r"\d+", page.locator("#stand").inner_text()) == ["61", "1", "14"]
    # Seven tiles each: the double and the ten earned another turn.
    assert page.locator(".holds").all_inner_texts() == ["4", "6"]


@thorough
@pytest.mark.parametrize("size", some([PHONE, TABLET, LYING], 1), ids=str)
def test_both_partners_can_be_told_by_their_names(at_size: Opens, size: tuple[int, int]) -> None:
    a, b, c, d = LONG_NAMES
    page = at_size(f"players: {a}, {b}, {c}, {d}\nsides: {a} & {c}, {b} & {d}", size)
    shown = page.locator(".player bdi").evaluate_all(
        "all => all.map(name => [name.clientWidth / name.scrollWidth, name.textContent])"
    )
    assert [name for _, name in shown] == [a, c, b, d]
    for share, name in shown:
        assert share > 0.75, name


# ---- Faces: a class of the page's root that something drawn has too would change what it is ----

STYLE = """mark => {
    const { strokeWidth, fill, stroke, strokeDasharray } = getComputedStyle(mark);
    return [strokeWidth, fill, stroke, strokeDasharray].join(" / ");
}"""
LOOKS = [f"{faces}.{colours}" for faces in ("pips", "digits") for colours in ("coloured", "plain")]


@pytest.mark.parametrize("theme", some(["light", "dark"], 1))
def test_what_is_drawn_looks_the_same_whatever_faces_are_chosen(at_size: Opens, theme: str) -> None:
    drawn = []
    for look in LOOKS:
        page = at_size(TWO, PHONE, look=f"{look}.{theme}")
        marks = ".ring .mark, .peg, .holes, .wood, .ring text, .skunk"
        drawn.append(page.locator(f"#table :is({marks})").evaluate_all(f"all => all.map({STYLE})"))
        expect(page.locator(".ring .mark").first).to_be_attached()
    assert drawn[0]
    assert drawn.count(drawn[0]) == len(LOOKS)


@thorough
def test_no_class_of_the_root_is_a_class_of_something_drawn(at_size: Opens) -> None:
    page = at_size(TWO, PHONE, look="digits.plain.dark")
    assert page.evaluate("document.documentElement.className") == ""
    root = page.evaluate("({ ...document.documentElement.dataset })")
    assert (root["faces"], root["colours"], root["theme"]) == ("digits", "plain", "dark")


@pytest.mark.parametrize("place", some(["t6-5", "tray-6-5"], 1))
@pytest.mark.parametrize(
    ("look", "drawn", "colours"), [("pips.coloured", "path.half", 2), ("digits.plain", "text", 1)]
)
def test_a_face_is_drawn_as_it_was_chosen_on_the_felt_and_in_the_tray(
    at_size: Opens, place: str, look: str, drawn: str, colours: int
) -> None:
    page = at_size(TWO, PHONE, look=f"{look}.light")
    halves = page.locator(f"#{place} :is(path.half, text)")
    assert halves.count() == page.locator(f"#{place} {drawn}").count() == 2
    inks = halves.evaluate_all("all => all.map(half => getComputedStyle(half).color)")
    assert len({*inks}) == colours
