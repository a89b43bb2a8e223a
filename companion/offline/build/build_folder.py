"""What `companion offline DIR` does: it makes a folder of static files that is the whole app."""

import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from shutil import move, rmtree
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

import companion
from companion.assets import folder
from companion.db.database import Database
from companion.i18n import message
from companion.offline.build.lock_packages import BuildFailed, Lock, fetch, program, run
from companion.offline.build.release import ENGINE, Release
from companion.offline.build.trimming import needs_app, needs_package, needs_standard

_HERE = Path(__file__).parent
#: A file by its name on the phone.
_File = tuple[str, bytes]


def build(target: Path, brotli_quality: int = 11) -> Release:
    """Make the folder again; raises `BuildFailed`, `DatabaseTrouble` or `OSError`."""
    if target.exists() and any(target.iterdir()) and not (target / "release.js").exists():
        raise BuildFailed(message("offline.not-ours", folder=target))
    lock = Lock.read()
    with TemporaryDirectory() as scratch:
        # Beside the old one, which stays until the new one is complete.
        made = Path(scratch) / "made"
        parts, python = python_files(lock, Path(scratch))
        release = Release(made, python, brotli_quality)
        for name, data in parts.items():
            release.add(f"{ENGINE}{name}", data)
        release.finish()
        _replace(target, made)
    return release


def _replace(target: Path, made: Path) -> None:
    """Replace what was made before; everything else there stays."""
    target.mkdir(parents=True, exist_ok=True)
    for new in made.iterdir():
        old = target / new.name
        if old.is_dir():
            rmtree(old)
        move(new, old)


def python_files(lock: Lock, scratch: Path) -> tuple[dict[str, bytes], dict[str, Any]]:
    """Python as it is on the phone: the engine, three zips of byte code, and an empty database.

    Also what the worker must know: what Pyodide says about itself, and the compiled module.
    """
    pyodide, wheels = fetch(lock, scratch)
    packages = [file for file in _files_of_wheels(wheels) if needs_package(file[0])]
    (native,) = (file for file in packages if file[0].endswith(".so"))
    # Beside its compiled part, which is a plain file and so not in the zip of the others.
    beside = [file for file in packages if file[0].startswith("pydantic_core/") and file != native]
    zips = scratch / "zips"
    zips.mkdir()
    _write(zips / "std.zip", _files_of_library(pyodide / "python_stdlib.zip"))
    _write(zips / "lib.zip", (file for file in packages if file not in (*beside, native)))
    _write(zips / "app.zip", [*beside, *_files_of_app()])
    run([program("node"), _HERE / "compile.mjs", pyodide, _HERE / "byte_code.py", zips])
    info = json.loads((pyodide / "pyodide-lock.json").read_text())["info"]
    python = {"info": {**info, "version": lock.pyodide}, "native": native[0]}
    parts = {
        **{file.name: file.read_bytes() for file in sorted(zips.iterdir())},
        "pydantic_core.so": native[1],
        "pyodide.asm.wasm": (pyodide / "pyodide.asm.wasm").read_bytes(),
        "pyodide.js": (pyodide / "pyodide.js").read_bytes(),
        "pyodide.asm.js": _as_classic_script((pyodide / "pyodide.asm.mjs").read_text()),
        "empty.db": _empty_database(scratch / "empty.db"),
    }
    return parts, python


def _files_of_wheels(wheels: Iterable[Path]) -> Iterator[_File]:
    for wheel in wheels:
        with ZipFile(wheel) as files:
            for name in sorted(files.namelist()):
                if not name.endswith("/"):
                    yield name, files.read(name)


def _files_of_library(library: Path) -> Iterator[_File]:
    with ZipFile(library) as files:
        for name in sorted(files.namelist()):
            if not name.endswith("/") and needs_standard(name):
                yield name, files.read(name)


def _files_of_app() -> Iterator[_File]:
    package = Path(companion.__file__).parent
    yield from _files_below(package, "companion")
    for name in ("locale", "static", "templates"):
        if not (package / name).is_dir():
            yield from _files_below(folder(name), f"companion/{name}")


def _files_below(top: Path, named: str) -> Iterator[_File]:
    for path in sorted(top.rglob("*")):
        name = f"{named}/{path.relative_to(top).as_posix()}"
        if path.is_file() and needs_app(name):
            yield name, path.read_bytes()


def _write(target: Path, files: Iterable[_File]) -> None:
    with ZipFile(target, "w") as zipped:
        for name, data in files:
            zipped.writestr(name, data)


def _as_classic_script(module: str) -> bytes:
    # Not every browser has service workers that are modules.
    name = "_createPyodideModule"
    script = module.replace("import.meta.url", "self.location.href")
    return script.replace(f"export default {name}", f"self.{name}={name}").encode()


def _empty_database(file: Path) -> bytes:
    # So no phone needs the migration tools before there is something to migrate.
    with closing(Database(f"sqlite:///{file}", "MEMORY")) as database:
        database.migrate()
    return file.read_bytes()
