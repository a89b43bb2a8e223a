"""Writes `companion/offline/build/lock.toml` again, with the latest packages that fit the app.

`python -m tools.lock_offline`, with the environment of the tests.
"""

import json
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.offline.build.lock_packages import (
    LOCK,
    PLATFORMS,
    BuildFailed,
    Lock,
    Wheel,
    made_for,
    program,
    run,
)

#: The packages that the app doesn't need without a server.
NOT_THERE = ("flask-compress", "flask-limiter", "h11", "icalendar", "uvicorn")
#: What stands below the remarks with which the file begins.
_VERSIONS = """\
python = "{python}"
pyodide = "{pyodide}"
integrity = "{integrity}"

[wheels]
"""


def lock() -> Lock:
    """The latest packages that fit the app's own requirements, for the Python of the old lock."""
    python = Lock.read().python
    told = json.loads(
        run([program("npm"), "view", "pyodide", "version", "dist.integrity", "--json"])
    )
    wheels = {wheel.name: wheel for wheel in _resolved(_requirements(), python, PLATFORMS)}
    # A package that runs anywhere is better than one compiled for something else.
    for name, wheel in wheels.items():
        pure = [f"{name}=={wheel.version}", "--no-deps"]
        for same in _resolved(pure, python, PLATFORMS[:1], must=False):
            wheels[name] = same
    ordered = tuple(wheels[name] for name in sorted(wheels))
    return Lock(python, told["version"], told["dist.integrity"], ordered)


def _requirements() -> list[str]:
    project = Path(__file__).parents[1] / "pyproject.toml"
    named = tomllib.loads(project.read_text())["project"]["dependencies"]
    return [each for each in named if not each.startswith(NOT_THERE)]


def _resolved(
    what: list[str], python: str, platforms: tuple[str, ...], *, must: bool = True
) -> list[Wheel]:
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
        asked = ["--only-binary", ":all:", "--target", folder, "--report", str(report)]
        try:
            run([*pip, *asked, *made_for(python, platforms), *what])
        except BuildFailed:
            if must:
                raise
            return []
        return [_wheel(found) for found in json.loads(report.read_text())["install"]]


def _wheel(found: dict[str, Any]) -> Wheel:
    name = found["metadata"]["name"].lower().replace("_", "-")
    sha256 = found["download_info"]["archive_info"]["hashes"]["sha256"]
    return Wheel(name, found["metadata"]["version"], sha256)


if __name__ == "__main__":
    new = lock()
    wheels = (
        f'{name} = {{ version = "{version}", sha256 = "{sha256}" }}\n'
        for name, version, sha256 in new.wheels
    )
    remarks, *_ = LOCK.read_text().partition("python = ")
    LOCK.write_text("".join((remarks, _VERSIONS.format(**new._asdict()), *wheels)))
