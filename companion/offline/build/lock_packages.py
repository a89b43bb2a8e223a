"""The parts of the phone's Python: packages of exact versions, known by their hashes.

They come through the ordinary clients of their registries; `lock.toml` says which, and in the
repository `tools/lock_offline.py` writes that again.
"""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

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
    told = run([program("npm"), "pack", "--silent", f"pyodide@{lock.pyodide}"], cwd=folder)
    name = told.split()[-1]
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
    which = ["--only-binary", ":all:", *made_for(lock.python)]
    run([*pip, *which, "--dest", folder, "--requirement", wanted])
    return sorted(folder.glob("*.whl"))


def made_for(python: str, platforms: Sequence[str] = PLATFORMS) -> list[str]:
    """The options of pip that choose packages for a Python, on one of these platforms."""
    abi = f"cp{python.replace('.', '')}"
    chosen = ["--python-version", python, "--implementation", "cp", "--abi", abi]
    return chosen + [f"--platform={platform}" for platform in platforms]
