"""What is installed from a wheel has its pages with it."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore")
FOLDERS = ("companion", "locale", "static", "templates")

LIST_FILES = """
import sys
from companion.assets import folder
place = folder(sys.argv[1])
print(place)
for path in place.rglob("*"):
    if path.is_file():
        print(path.relative_to(place).as_posix())
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what the wheel would install, built without the network."""
    source, wheels, target = (tmp_path_factory.mktemp(name) for name in ("repo", "dist", "target"))
    for name in SOURCES:
        shutil.copy(ROOT / name, source)
    for name in FOLDERS:
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, source / name, ignore=ignore)
    run("-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels), folder=source)
    (wheel,) = wheels.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


@pytest.mark.parametrize("name", ["locale", "static", "templates"])
def test_the_wheel_brings_every_page_and_picture(
    installed: Path, tmp_path: Path, name: str
) -> None:
    place, *found = run(
        "-S", "-c", LIST_FILES, name, folder=tmp_path, python_path=installed
    ).splitlines()
    assert Path(place) == installed / "companion" / name
    assert sorted(found) == files_below(ROOT / name)
    assert found


def test_the_wheel_brings_every_module_and_migration(installed: Path) -> None:
    ours = {path for path in files_below(ROOT / "companion") if "__pycache__" not in path}
    assert ours <= set(files_below(installed / "companion"))


def test_the_wheel_brings_nothing_but_the_package(installed: Path) -> None:
    assert {path.name for path in installed.iterdir() if path.suffix != ".dist-info"} == {
        "companion"
    }


def files_below(folder: Path) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )


def run(*arguments: str, folder: Path, python_path: Path | None = None) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if python_path:
        environment["PYTHONPATH"] = str(python_path)
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
