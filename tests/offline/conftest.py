"""The folder of static files, made once for all workers, and a phone that has the app from it."""

import fcntl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright

from companion.offline.build.build_folder import build
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
            build(made, brotli_quality=0)
    return made


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
