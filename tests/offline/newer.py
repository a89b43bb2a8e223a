"""A new version of the app: who serves it, and what a phone says of it."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from playwright.sync_api import Page

from tests.offline.phone import ask_worker
from tests.offline.static_host import StaticHost

#: What it is called.
NEWER = "0123456789ab"


@contextmanager
def newer_at(host: StaticHost, other: Path) -> Iterator[None]:
    """At the same address lies a version, in this folder, in which one script is another."""
    shutil.copytree(host.folder, other)
    listed = json.loads((other / "release.js").read_text().partition("= ")[2].rstrip().rstrip(";"))
    script = other / "static/table.js"
    script.write_bytes(script.read_bytes() + b"\n// newer\n")
    of_script = listed["files"]["static/table.js"]
    of_script["sha"] = sha256(script.read_bytes()).hexdigest()
    of_script["size"] = script.stat().st_size
    del of_script["inside"]
    listed["version"] = NEWER
    (other / "release.js").write_text(f"const RELEASE = {json.dumps(listed)};\n")
    host.stop()
    kept, host.folder = host.folder, other
    yield
    host.stop()
    host.folder = kept


def version(page: Page) -> str:
    """Which version answers."""
    return str(ask_worker(page, "state")["version"])


def look_for_a_newer_one(page: Page) -> None:
    page.evaluate("() => { navigator.serviceWorker.ready.then((found) => found.update()); }")


def it_waits(page: Page) -> None:
    """Until the newer version is fetched and has started once."""
    page.evaluate(
        """async () => {
          const found = await navigator.serviceWorker.ready;
          while (found.waiting?.state !== "installed") {
            await new Promise((resolve) => setTimeout(resolve, 100));
          }
        }"""
    )
