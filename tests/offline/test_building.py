"""The folder: the same from the same, nothing of others in it that is not locked."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from companion.offline.build.build_folder import build, python_files
from companion.offline.build.lock_packages import BuildFailed, Lock
from companion.offline.build.trimming import needs_app, needs_package, needs_standard
from tests.thorough import thorough
from tools.lock_offline import NOT_THERE

ROOT = Path(__file__).parents[2]


@thorough
def test_made_twice_it_is_the_same(folder: Path, tmp_path: Path) -> None:
    release = json.loads((folder / "release.js").read_text().partition("= ")[2].rstrip("\n;"))
    again = tmp_path / "again"
    build(again, brotli_quality=0)
    files = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}
    assert {path.relative_to(again): path.read_bytes() for path in again.rglob("*.*")} == files
    assert release["version"] in (again / "release.js").read_text()


def test_the_docs_tell_what_a_first_visit_downloads(folder: Path) -> None:
    text = (ROOT / "docs/offline.md").read_text()
    ((brotli, gzip),) = re.findall(
        r"downloads ([\d.]+) MB if .* Brotli, otherwise ([\d.]+) MB", text
    )
    release = json.loads((folder / "release.js").read_text().partition("= ")[2].rstrip("\n;"))
    files = [each for each in release["files"].values() if "inside" not in each]
    # The scripts of Pyodide come beside these.
    sent = sum(each.get("gzip", each["size"]) for each in files) / 1e6
    assert abs(float(gzip) - sent) < 0.8
    assert float(brotli) <= 10


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ana")
    with pytest.raises(BuildFailed):
        build(tmp_path)
    assert (tmp_path / "letter.txt").read_text() == "Dear Ana"


def test_a_package_that_is_another_than_was_locked_is_refused(tmp_path: Path) -> None:
    lock = Lock.read()
    (click,) = (each for each in lock.wheels if each.name == "click")
    forged = lock._replace(wheels=(click._replace(sha256="0" * 64),))
    with pytest.raises(BuildFailed):
        python_files(forged, tmp_path)


def test_the_lock_has_what_the_app_requires() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    locked = {wheel.name: wheel.version for wheel in Lock.read().wheels}
    required = [Requirement(each) for each in project["dependencies"]]
    for each in required:
        if each.name not in NOT_THERE:
            assert each.specifier.contains(locked[each.name]), each


@pytest.mark.parametrize(
    ("name", "is_needed"),
    [("json/decoder.py", True), ("unittest/case.py", False), ("encodings/utf_8.py", True)],
)
def test_what_no_phone_asks_for_is_left_out_of_the_library(name: str, is_needed: bool) -> None:
    assert needs_standard(name) is is_needed


@pytest.mark.parametrize(
    ("name", "is_needed"),
    [
        ("sqlalchemy/dialects/sqlite/base.py", True),
        ("sqlalchemy/dialects/mysql/base.py", False),
        ("markupsafe/_speedups.cpython-314-x86_64-linux-gnu.so", False),
        ("pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so", True),
    ],
)
def test_what_no_phone_asks_for_is_left_out_of_packages(name: str, is_needed: bool) -> None:
    assert needs_package(name) is is_needed


@pytest.mark.parametrize(
    ("name", "is_needed"),
    [
        ("companion/rules/tile.py", True),
        ("companion/offline/phone/start_app.py", True),
        ("companion/offline/build/build_folder.py", False),
        ("companion/web/serving/server.py", False),
    ],
)
def test_what_serves_others_is_left_out_of_the_app(name: str, is_needed: bool) -> None:
    assert needs_app(name) is is_needed
