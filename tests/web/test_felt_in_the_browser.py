"""The felt of a phone: it keeps its size while tiles are played, and its tiles can be read."""

from base64 import b64encode

from playwright.sync_api import Page, expect

from companion.record.statements import HandLed
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from tests.random_play import honest_game
from tests.web.boxes import boxes
from tests.web.phones import PHONE
from tests.web.serving import Serving
from tests.web.thumb import laid

HORSE = "game: race-horse\nplayers: Grandma Josephine, Uncle Bartholomew"
#: Hands that nobody empties.
LONG = "\nrule: tiles-each = 14"
#: A six in four arms, and two more doubles with an arm on each side: seven ends.
SEVEN = (
    *("6-6", "6-5 on 6-6", "6-4 on 6-6", "6-3 on 6-6", "6-2 on 6-6", "5-5 on 6-5", "5-1 on 5-5"),
    *("5-3 on 5-5", "5-0 on 5-5", "4-4 on 6-4", "4-1 on 4-4", "4-2 on 4-4"),
)
#: Thirteen in one line.
LINE = (
    *("6-5", "5-4", "4-3", "3-2", "2-1", "1-0", "6-0 on 1-0", "6-4 on 6-0", "4-2 on 6-4"),
    *("2-0 on 4-2", "5-0 on 2-0", "5-3 on 5-0", "3-1 on 5-3"),
)
TALL = {"width": 390, "height": 844}

#: Parts of a picture, each as it is and turned by one to three quarters.
SEEN = """async ([shot, boxes]) => {
    const bytes = Uint8Array.from(atob(shot), (each) => each.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes]));
    return boxes.map(({ x, y, width, height }) => [0, 1, 2, 3].map((quarters) => {
        const size = 16, canvas = new OffscreenCanvas(size, size), to = canvas.getContext("2d");
        to.translate(size / 2, size / 2);
        to.rotate(quarters * Math.PI / 2);
        to.drawImage(picture, x, y, width, height, -size / 2, -size / 2, size, size);
        return [...to.getImageData(0, 0, size, size).data].filter((_, at) => at % 4 === 1);
    }));
}"""


def felt_of(page: Page) -> list[dict[str, float]]:
    return boxes(page.locator("#layout"))


def short_sides(page: Page) -> list[float]:
    return [min(each["width"], each["height"]) for each in boxes(page.locator("#felt .tile"))]


def test_the_felt_keeps_its_size_while_tiles_are_played(
    page: Page, server: Serving, behind: TableService
) -> None:
    page.set_viewport_size(PHONE)

    def visit(table_id: str, way: str = "", tap: str = "", then: str = "#table") -> None:
        page.goto(f"{server.address}/t/{table_id}{way}")
        if tap:
            page.locator(tap).click()
        page.locator(then).first.wait_for()

    visit(laid(behind, HORSE, "6-4"))
    felt = felt_of(page)
    drawn = laid(behind, HORSE, "6-4", "4-1", "draws 2")
    visit(drawn)
    assert felt_of(page) == felt, "after a draw"
    expect(page.locator(".count .settled")).to_have_text("Drew 2 · 12 left")
    visit(drawn, tap="#tile-5-3", then=".problem")
    assert felt_of(page) == felt, "a refusal"
    visit(drawn, "?about=2", then=".of-one")
    assert felt_of(page) == felt, "a tile that is asked about"
    visit(drawn, "?on=6-4", then=".never-mind")
    assert felt_of(page) == felt, "an end that was picked up"
    visit(laid(behind, HORSE, "6-5", "5-1", "4-1 on 5-1"), tap="#tile-6-4", then=".chooser")
    assert felt_of(page) == felt, "which end?"
    visit(laid(behind, f"{HORSE}{LONG}", *SEVEN))
    assert page.locator(".sum").inner_text().count("+") == 6
    assert felt_of(page) == felt, "a long sum"
    (line,) = boxes(page.locator(".sum"))
    assert line["height"] < 20, "on one line"
    options = TableOptions(counting=frozenset({0}), muggins=True)
    called = laid(behind, "game: muggins\nplayers: Ana, Ben", table_options=options)
    visit(called)
    felt = felt_of(page)
    visit(called, tap="#tile-6-4", then=".asks")
    assert felt_of(page) == felt, "what does it make?"
    page.locator(".asks .none").click()
    page.locator(".phase-claim").wait_for()
    assert felt_of(page) == felt, "a count that can be claimed"
    page.locator(".go-on").click()
    page.locator(".phase-play .counted").wait_for()
    assert felt_of(page) == felt, "what was called"


def test_a_long_line_turns_at_the_edge_of_a_phone_and_its_tiles_stay_large(
    page: Page, server: Serving, behind: TableService
) -> None:
    line = laid(behind, f"{HORSE}\nrule: spinners = none{LONG}", *LINE)
    for size, least in ((PHONE, 20), (TALL, 23)):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.goto(f"{server.address}/t/{line}")
        assert min(short_sides(page)) >= least, size


def test_four_players_settle_their_hands_beside_a_felt_that_can_be_read(
    page: Page, server: Serving, behind: TableService
) -> None:
    header = "game: race-horse\nplayers: Ana, Ben, Cyd, Dee"
    played = honest_game(7, header=header, hands=1).moments
    assert played[0].statement == HandLed("Ana")
    # All have said what they have left but one.
    said = [m.statement for m in played[1:] if not m.game.hand or len(m.game.hand.must_show) != 1]
    page.set_viewport_size(PHONE)
    page.goto(f"{server.address}/t/{laid(behind, header, *map(str, said))}")
    page.locator(".phase-left .last-count").wait_for()
    (felt,) = felt_of(page)
    assert felt["height"] >= 160
    assert min(short_sides(page)) >= 14
    assert len(boxes(page.locator(".tile"))) == 24


def test_digits_stand_upright_whichever_way_their_tile_lies(
    page: Page, server: Serving, behind: TableService
) -> None:
    look = {"name": "look", "value": "digits.coloured.auto.off.on", "url": server.address}
    page.context.add_cookies([look])  # type: ignore[list-item]
    page.set_viewport_size(TALL)  # type: ignore[arg-type]
    page.goto(f"{server.address}/t/{laid(behind, HORSE, '6-4', '4-4', '6-2')}")
    level, across, turned = boxes(page.locator("#felt .tile"))
    half = level["height"]
    sixes = [level, turned | {"x": turned["x"] + half}]
    fours = [level | {"x": level["x"] + half}, across]
    shot = b64encode(page.screenshot()).decode()
    for digits in (sixes, fours):
        halves = [{**each, "width": half, "height": half} for each in digits]
        (upright, *_), seen = page.evaluate(SEEN, [shot, halves])
        unlike = [sum(abs(a - b) for a, b in zip(upright, each, strict=True)) for each in seen]
        assert unlike[0] == min(unlike), "no turned digit is more alike"
