"""How quick the camera's page is: a photo of 12 megapixels, the live view, and what it loads.

The photo is rendered by seed, and so is the film of the live view: seven tiles, and now and then a
hand. `--slow` holds each thread of its page and its worker to a quarter of a core by control groups
(Linux, version 1, as root), a stand-in for a phone: Chromium's own throttling slows the page and
not the worker.

    python benchmarks/camera_speed.py [--runs 7] [--tiles 7] [--slow]
"""

import argparse
import io
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from phone import held_back, renderers, threads_of
from PIL import Image
from playwright.sync_api import Page, Request, sync_playwright

from tests.conftest import BROWSERS
from tests.web.serving import serving
from tools.camera.photo import photo
from tools.camera.scenes import Halves
from tools.camera.video import film

SIZE = (4000, 3000)
FILMED = 23
HAND: list[Halves] = [(5, 0), (3, 1), (2, 2), (6, 3), (6, 4), (1, 0), (5, 5)]
#: Beside the page itself, what works on a picture: the worker, and who decodes JPEG.
THREADS = ("DedicatedWorker", "ThreadPoolForeg")
FLAGS = ("--no-sandbox", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")
#: From the choice of a file to its list, in ms, the reading in it, and the tiles read.
READING = """() => new Promise((done) => {
  const began = performance.now();
  let decoded = began;
  document.addEventListener("companion:read", function heard({ target }) {
    const { state } = target.dataset;
    if (state === "reading") decoded = performance.now();
    if (state !== "done") return;
    document.removeEventListener("companion:read", heard);
    const now = performance.now();
    done([now - began, now - decoded, target.querySelectorAll("ol > li").length]);
  });
})"""
#: How often a second the live view has been read. When it is sure it begins anew.
LIVE = """async () => {
  const { openEye } = await import("/static/camera-eye.js");
  let readings = 0;
  const onSeen = (_, { isFixed }) => {
    readings += 1;
    if (isFixed) setTimeout(() => eye.again());
  };
  const eye = await openEye({ video: document.createElement("video"), onSeen });
  const ticks = () => new Promise((done) => setTimeout(done, 6000));
  await ticks();
  readings = 0;
  await ticks();
  eye.stop();
  return readings / 6;
}"""


def main(runs: int, tiles: int, is_slow: bool) -> None:
    """Print a row a figure."""
    picture = jpeg(tiles)
    print(f"photo: {SIZE[0]} × {SIZE[1]}, {len(picture) / 1e6:.1f} MB, {tiles} tiles", flush=True)
    path = next(filter(None, map(shutil.which, BROWSERS)))
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
        held_back(threads) if is_slow else nullcontext(),
    ):
        video = Path(folder, "table.y4m")
        film(video, [FILMED], (1280, 960), [HAND])
        flags = [*FLAGS, f"--use-file-for-fake-video-capture={video}"]
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        page = browser.new_page(viewport={"width": 360, "height": 640}, service_workers="block")
        page.set_default_timeout(120_000)
        loaded: list[Request] = []

        def note(request: Request) -> None:
            loaded.append(request)

        page.on("requestfinished", note)
        page.goto(f"{server.address}/ask")
        page.wait_for_load_state("networkidle")
        before = {request.url for request in loaded}
        page.goto(f"{server.address}/camera")
        page.locator("input[name=photo]").wait_for(state="attached")
        taken = [chosen(page, picture) for _ in range(runs)]
        more = {each.url: size_of(each) for each in loaded if each.url not in before}
        print(f"loaded on opening: {sum(more.values()) / 1000:.1f} KB in {len(more)} files")
        tell("first photo, its files too", [taken[0][0]], "ms")
        tell("a photo, from choice to list", [each[0] for each in taken[1:]], "ms")
        tell("the reading of it alone", [each[1] for each in taken[1:]], "ms")
        print(f"tiles read: {taken[-1][2]} of {tiles}")
        tell("live view, pictures read", [page.evaluate(LIVE)], "a second")
        browser.close()


def jpeg(tiles: int) -> bytes:
    pixels, _ = photo(1, "hand", size=SIZE, count=tiles)
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=90)
    return file.getvalue()


def size_of(request: Request) -> int:
    """The bytes that came over the wire."""
    sizes = request.sizes()
    return sizes["responseHeadersSize"] + sizes["responseBodySize"]


def chosen(page: Page, picture: bytes) -> list[float]:
    page.evaluate(f"() => {{ window.read = ({READING})(); }}")
    file = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": picture}
    page.locator("input[name=photo]").set_input_files(file)  # type: ignore[arg-type]
    return list(page.evaluate("() => window.read"))


def threads() -> Iterator[int]:
    """The threads of this program's pages."""
    return threads_of(filter(is_ours, renderers()), THREADS)


def is_ours(process: int) -> bool:
    """Was it started by this program, or by what it has started?"""
    own = Path("/proc/self").resolve().name
    while process > 1:
        if str(process) == own:
            return True
        with suppress(OSError):
            process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
            continue
        return False
    return False


def tell(what: str, figures: list[float], unit: str) -> None:
    print(f"{what:30}{median(figures):9.1f} {unit}, at most {max(figures):.1f}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--tiles", type=int, default=7)
    parser.add_argument("--slow", action="store_true")
    options = parser.parse_args()
    main(options.runs, options.tiles, options.slow)
