"""The parts of the phone's Python: packages of exact versions, known by their hashes.

They come through the ordinary clients of their registries; `lock.toml` says which.
`python -m companion.offline.build.lock_packages` writes that again, as late as fits.
"""

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import companion
from companion.i18n import Text, message

LOCK = Path(__file__).with_name("lock.toml")
#: One that runs in a browser, else one that runs anywhere, else one without its compiled part.
PLATFORMS = ("pyemscripten_2026_0_wasm32", "manylinux_2_17_x86_64")


class BuildFailed(Exception):
    """The folder can't be made; `message` says why."""

    def __init__(self, message: Text) -> None:
        super().__init__(message)
        self.message = message


class Wheel(NamedTuple):
    """A package from PyPI."""

    name: str
    version: str
    sha256: str


class Lock(NamedTuple):
    """The versions that belong together."""

    #: Of the Python that Pyodide is, as `3.14`.
    python: str
    pyodide: str
    #: Of Pyodide's package, as npm writes it.
    integrity: str
    wheels: tuple[Wheel, ...]

    @classmethod
    def read(cls, file: Path = LOCK) -> "Lock":
        """The lock as it is kept."""
        kept = tomllib.loads(file.read_text())
        wheels = tuple(Wheel(name, **wheel) for name, wheel in kept["wheels"].items())
        return cls(kept["python"], kept["pyodide"], kept["integrity"], wheels)


def fetch(lock: Lock, folder: Path) -> tuple[Path, list[Path]]:
    """Pyodide's folder and the wheels, in this folder; raises `BuildFailed`."""
    folder.mkdir(parents=True, exist_ok=True)
    return _fetch_pyodide(lock, folder), _fetch_wheels(lock, folder / "wheels")


def run(what: Sequence[str | Path], **options: object) -> str:
    """The output of a program; raises `BuildFailed` with its last words if it fails."""
    quiet = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "NO_UPDATE_NOTIFIER": "1"}
    done = subprocess.run(
        [*map(str, what)], capture_output=True, text=True, env=quiet, check=False, **options
    )  # type: ignore[call-overload]
    if done.returncode:
        name = Path(what[0]).name
        raise BuildFailed(message("offline.failed", program=name, why=done.stderr[-2000:].strip()))
    return str(done.stdout)


def program(name: str) -> str:
    """The path of a program; raises `BuildFailed` if there is none."""
    # First the one of this environment: `companion[offline]` brings it.
    beside = Path(sys.executable).parent
    found = shutil.which(name, path=str(beside)) or shutil.which(name)
    if found is None:
        raise BuildFailed(message("offline.no-program", program=name))
    return found


def _fetch_pyodide(lock: Lock, folder: Path) -> Path:
    name = run([program("npm"), "pack", "--silent", f"pyodide@{lock.pyodide}"], cwd=folder).split()[
        -1
    ]
    packed = folder / name
    digest = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
    if f"sha512-{digest}" != lock.integrity:
        raise BuildFailed(message("offline.other-file", name=name))
    with tarfile.open(packed) as files:
        files.extractall(folder, filter="data")
    return folder / "package"


def _fetch_wheels(lock: Lock, folder: Path) -> list[Path]:
    folder.mkdir(exist_ok=True)
    wanted = folder.with_suffix(".txt")
    lines = (f"{name}=={version} --hash=sha256:{sha}\n" for name, version, sha in lock.wheels)
    wanted.write_text("".join(lines))
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--require-hashes", "--no-deps"]
    run(
        [
            *pip,
            "--only-binary",
            ":all:",
            *_made_for(lock.python),
            "--dest",
            folder,
            "--requirement",
            wanted,
        ]
    )
    return sorted(folder.glob("*.whl"))


def _made_for(python: str, platforms: Sequence[str] = PLATFORMS) -> list[str]:
    """The options of pip that choose packages for a Python, on one of these platforms."""
    abi = f"cp{python.replace('.', '')}"
    chosen = ["--python-version", python, "--implementation", "cp", "--abi", abi]
    return chosen + [f"--platform={platform}" for platform in platforms]


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
    project = Path(companion.__file__).parents[1] / "pyproject.toml"
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
            run([*pip, *asked, *_made_for(python, platforms), *what])
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
