"""Replaces sources by byte code, in every zip of a folder.

It runs in Pyodide's Python (`compile.mjs`). Byte code has its source's name: so Python finds it
without the source, and never compares the two.
"""

from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

#: Any moment, the same each time.
_MADE = (2026, 1, 1, 0, 0, 0)
#: Alembic reads migrations as sources.
_READ_AS_SOURCE = "migrations/"


def _compiled(name: str, data: bytes) -> tuple[str, bytes]:
    if not name.endswith(".py") or _READ_AS_SOURCE in name:
        return name, data
    code = compile(data, name, "exec", dont_inherit=True, optimize=2)
    return f"{name}c", bytes(_code_to_hash_pyc(code, bytes(8), False))


for _zip in sorted(Path("/zips").iterdir()):
    with ZipFile(_zip) as _sources:
        _files = [_compiled(name, _sources.read(name)) for name in _sources.namelist()]
    with ZipFile(_zip, "w", ZIP_STORED) as _target:
        for _name, _data in _files:
            _target.writestr(ZipInfo(_name, _MADE), _data)
