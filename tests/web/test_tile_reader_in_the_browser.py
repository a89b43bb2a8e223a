"""static/tile-reader.js: what it says of rendered photos, whatever lies there."""

import base64
import io
import json
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, expect

from tests.web.serving import Serving
from tests.web.words import worded
from tools.camera.photo import photo

SIZE = (640, 480)
#: A hand that is plain to see, as in tests/web/test_camera_in_the_browser.py.
SEED = 23
READ = """async ([picture, knowledge]) => {
  const { readTiles } = await import("/static/tile-reader.js");
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  pen.drawImage(bitmap, 0, 0);
  const image = pen.getImageData(0, 0, bitmap.width, bitmap.height);
  return (await readTiles(image, knowledge)).tiles.map((seen) => JSON.parse(JSON.stringify(seen)));
}"""


def test_a_picture_is_read_and_where_no_tile_lies_none_is_certain(
    page: Page, server: Serving
) -> None:
    page.goto(f"{server.address}/camera")
    pixels, truth = photo(SEED, "hand", SIZE, tiles=[(5, 0), (3, 1), (2, 2), (6, 3)])
    tiles = read(page, Image.fromarray(pixels))
    assert {each["tile"] for each in tiles} == {each["tile"] for each in truth["tiles"]}
    for each in tiles:
        # Each lies in the middle of its own, its halves as they lie, and is among its likeliest.
        (own,) = (tile for tile in truth["tiles"] if tile["tile"] == each["tile"])
        assert distance(middle(each["corners"]), middle(own["corners"])) < 10
        assert sorted(each["halves"]) == sorted(own["halves"]) and len(each["likely"]) == 4
        assert each["likely"][0] == each["tile"]
    kept_after_another_file(page, Image.fromarray(pixels))
    read_again_without_the_own_set(page)
    # The same picture is read the same again, and one tile of a set lies there once.
    assert read(page, Image.fromarray(pixels)) == tiles
    twice, _ = photo(SEED, "hand", SIZE, tiles=[(5, 0), (5, 0), (2, 2), (6, 3)])
    certain = [each["tile"] for each in read(page, Image.fromarray(twice)) if not each["doubt"]]
    assert len(certain) == len(set(certain)) and "5-0" not in certain
    nothing = [Image.new("RGB", size, "gray") for size in ((1, 1), (7, 3000), SIZE)]
    nothing.append(Image.fromarray(photo(3, "none", SIZE)[0]))
    assert not [seen for empty in nothing for seen in read(page, empty) if not seen["doubt"]]


def kept_after_another_file(page: Page, image: Image.Image) -> None:
    """A file that is no photo leaves what was read, and a set isn't learnt from four tiles."""
    file, photos = io.BytesIO(), page.locator("input[name=photo]")
    image.save(file, "PNG")
    page.locator("[data-part=set] summary").click()
    photos.focus()
    photos.set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": file.getvalue()})
    expect(page.locator("ol [data-tile]")).to_have_count(4)
    expect(page.locator("[data-part=learnt]")).to_have_text(
        worded("script.camera.set-few", found=4)
    )
    expect(photos).to_be_focused()
    photos.set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"Ana"})
    expect(page.get_by_text(worded("script.camera.error.no-picture"))).to_be_visible()
    expect(page.locator("ol [data-tile]")).to_have_count(4)


def read_again_without_the_own_set(page: Page) -> None:
    """Switching a set off reads the picture again, and is remembered. Both readings are saved."""
    page.evaluate("localStorage.setItem('my-set', JSON.stringify({ mark: 'of another net' }))")
    is_used, tiles = page.locator("[data-part=use]"), page.locator("ol [data-tile]")
    tiles.first.locator("button").click()
    page.get_by_role("button", name=worded("script.camera.not-a-tile")).click()
    expect(tiles).to_have_count(3)
    page.get_by_text(worded("camera.set-use")).click()
    expect(is_used).not_to_be_checked()
    expect(tiles).to_have_count(4)
    assert page.evaluate("JSON.parse(localStorage['my-set']).isOff")
    page.locator("[data-part=how] summary").click()
    with page.expect_download() as saved:
        page.locator("[data-part=save]").click()
    told = json.loads(Path(saved.value.path()).read_text())
    assert [len(each["tiles"]) for each in told["readings"]] == [4, 4]
    assert len(told["corrected"]) == 4
    page.locator("[data-part=forget]").dispatch_event("click")


def read(page: Page, image: Image.Image, **knowledge: Any) -> list[dict[str, Any]]:
    file = io.BytesIO()
    image.save(file, "PNG")
    picture = base64.b64encode(file.getvalue()).decode()
    return list(page.evaluate(READ, [picture, knowledge]))


def middle(corners: list[list[float]]) -> tuple[float, float]:
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(abs(complex(*one) - complex(*other)))
