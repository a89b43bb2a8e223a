"""The folder of static files, made once for all workers, and a phone that has the app from it."""

import fcntl
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import pytest
from playwright.sync_api import Playwright

from companion.offline.build.build_folder import build
from tests.offline.newer import newer_at
from tests.offline.phone import Phone, install
from tests.offline.static_host import StaticHost, hosting


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `companion offline` makes, but that Brotli does not try hard."""
    shared = tmp_path_factory.getbasetemp()
    if shared.name.startswith("popen-"):
        shared = shared.parent
    with (shared / "pocket.lock").open("w") as lock:
        # Of several workers the first makes it, and the others wait.
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = shared / "pocket"
        if not (made / "release.js").exists():
            copytree(_built(), made)
    return made


#: A folder for each version of what it is made of; the latest few are kept.
_BUILT, _KEPT = Path(sys.prefix) / "offline-folders", 3


def _built() -> Path:
    """The folder, from an earlier run if nothing that it is made of has changed since."""
    folder = _BUILT / _made_of()
    if not (folder / "release.js").exists():
        build(folder, brotli_quality=0)
        older = sorted(_BUILT.iterdir(), key=lambda each: each.stat().st_mtime, reverse=True)
        for each in older[_KEPT:]:
            rmtree(each, ignore_errors=True)
    return folder


def _made_of() -> str:
    """What all files come to that the folder is made of or by, and the packages of this Python."""
    root = Path(__file__).parents[2]
    made_of = sha256(f"{sys.version} {sys.prefix}".encode())
    parts = [root / name for name in ("companion", "locale", "static", "templates", "locks")]
    for path in sorted(path for part in parts for path in part.rglob("*") if path.is_file()):
        if "__pycache__" not in path.parts and path.suffix != ".mo":
            made_of.update(
                f"{path.relative_to(root)} ".encode() + sha256(path.read_bytes()).digest()
            )
    return made_of.hexdigest()[:32]


@pytest.fixture(scope="session")
def host(folder: Path) -> Iterator[StaticHost]:
    """Where the phones of these tests have the app from; its address is theirs."""
    with hosting(folder) as started:
        yield started


@pytest.fixture(scope="session")
def phone_options(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return browser_type_launch_args


@pytest.fixture(scope="session")
def installed(
    playwright: Playwright,
    host: StaticHost,
    phone_options: dict[str, Any],
    tmp_path_factory: pytest.TempPathFactory,
) -> Phone:
    """A phone after its first visit, that no test uses: each has a twin of it."""
    phone = Phone(playwright, tmp_path_factory.mktemp("installed") / "profile", phone_options)
    install(phone.open(host.address))
    phone.close()
    return phone


@pytest.fixture
def phone(installed: Phone, host: StaticHost, tmp_path: Path) -> Iterator[Phone]:
    """A phone that has the app, in a kitchen without network."""
    host.stop()
    twin = installed.twin(tmp_path / "profile")
    yield twin
    twin.close()


@pytest.fixture
def newer(host: StaticHost, tmp_path: Path) -> Iterator[StaticHost]:
    """The host of that phone, where a newer version lies now."""
    with newer_at(host, tmp_path / "newer"):
        yield host
