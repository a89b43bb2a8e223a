"""A release: the files as they are on a static host, and the list by which a phone fetches them."""

import gzip
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask, render_template

from companion.assets import folder
from companion.web.app import create_app
from companion.web.home.pocket_views import WORKER_POLICY

ENGINE = "engine/"
_WORKER = Path(__file__).parents[1] / "worker"
#: The scripts that the worker runs itself; browsers keep these with it.
_SCRIPTS = ("engine/pyodide.js", "engine/pyodide.asm.js")
#: Phones keep these packed: they unpack in no time, and a start from a copy of the memory reads
#: only the first two.
_PACKED = ("engine/app.zip", "engine/pydantic_core.so", "engine/lib.zip", "engine/std.zip")
#: What a phone keeps besides the files, in bytes: the copy of the memory, and the worker's scripts.
#: `tests/offline/test_healing.py` measures whether that is still so.
_KEPT_BESIDE = 69_000_000
#: These come within the app's zip, and not once more.
_STATIC = "static/"
_SHORT = 12
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".so": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
#: The headers for some static hosts (Netlify, Cloudflare Pages); others ignore the file.
_HEADERS = """\
/*
  X-Content-Type-Options: nosniff
  Referrer-Policy: same-origin
/worker.js
  Cache-Control: no-cache
  Content-Security-Policy: {policy}
/release.js
  Cache-Control: no-cache
/engine/*
  Cache-Control: public, max-age=31536000, immutable
"""
#: The app's own worker, which keeps pages of a server.
_LEFT_OUT = frozenset({"worker.js", "words.js"})
#: What the worker shows by itself, even if it finds no file.
_PLAIN_PAGES = ("needs-network", "not-started", "starting")


class _File(NamedTuple):
    at: str
    data: bytes
    #: The bytes sent with gzip and with Brotli, if the host has the compressed file too.
    travels: tuple[int, int] | None = None


class Release:
    """A folder being made; `python` has what Pyodide says about itself, and the compiled module."""

    def __init__(self, folder: Path, python: Mapping[str, Any], brotli_quality: int) -> None:
        self._folder = folder
        self._python = python
        self._quality = brotli_quality
        self._files: dict[str, _File] = {}
        self._scripts: dict[str, _File] = {}
        self._app = create_app(
            {"DATABASE_URL": "sqlite://", "SECRET_KEY": "nobody's", "IS_ALONE": True}
        )
        with self._app.test_request_context():
            self._pages = {name: render_template(f"offline/{name}.html") for name in _PLAIN_PAGES}

    @property
    def version(self) -> str:
        """The mark of this release: it depends on its files and the worker's scripts."""
        all_files = sorted((self._files | self._scripts).items())
        told = [f"{name} {_sha(file.data)}" for name, file in all_files]
        told += [_sha(script.read_bytes()) for script in sorted(_WORKER.iterdir())]
        told += [_sha(page.encode()) for page in self._pages.values()]
        return _sha("\n".join(told).encode())[:_SHORT]

    @property
    def sizes(self) -> tuple[int, int]:
        """The bytes of a first visit, by gzip and by Brotli."""
        fetched = [file for name, file in self._files.items() if not name.startswith(_STATIC)]
        fetched += self._scripts.values()
        each = [file.travels or (len(file.data),) * 2 for file in fetched]
        return sum(gzipped for gzipped, _ in each), sum(brotli for _, brotli in each)

    @property
    def kept(self) -> int:
        """The bytes that it takes on a phone."""
        return _KEPT_BESIDE + sum(
            file.travels[0] if file.travels and name in _PACKED else len(file.data)
            for name, file in self._files.items()
        )

    def add(self, name: str, data: bytes) -> None:
        """Add a file that the phone keeps, by its name there."""
        at = name
        if name.startswith(ENGINE):
            # Hosts and browsers may keep it for good: its address changes with its contents.
            stem, dot, ending = name.rpartition(".")
            at = f"{stem}-{_sha(data)[:_SHORT]}{dot}{ending}"
        self._write(at, data)
        # Browsers keep a worker's own scripts with it.
        kept = self._scripts if name in _SCRIPTS else self._files
        kept[name] = _File(at, data)

    def finish(self) -> None:
        """Add the pages and the worker, compress large files, and write the list."""
        for name, data in _pages(self._app).items():
            self.add(name, data)
        for kept in (self._files, self._scripts):
            large = [file for name, file in kept.items() if name.startswith(ENGINE)]
            with ThreadPoolExecutor() as pool:
                compressed = {file.at: file for file in pool.map(self._compressed, large)}
            kept |= {name: compressed.get(file.at, file) for name, file in kept.items()}
        for script in sorted(_WORKER.iterdir()):
            self._write(script.name, script.read_bytes())
        # If nothing is installed yet, the browser asks for the folder itself.
        self._write("index.html", self._files["first-visit.html"].data)
        self._write("_headers", _HEADERS.format(policy=WORKER_POLICY).encode())
        self._write(".nojekyll", b"")
        self._write("release.js", f"const RELEASE = {json.dumps(self._list())};\n".encode())

    def _list(self) -> dict[str, Any]:
        files = {
            name: {
                "at": file.at,
                "sha": _sha(file.data),
                "size": len(file.data),
                "type": _TYPES.get(Path(name).suffix, "application/octet-stream"),
                "isPacked": name in _PACKED,
                **({"gzip": file.travels[0], "brotli": file.travels[1]} if file.travels else {}),
                **({"inside": f"companion/{name}"} if name.startswith(_STATIC) else {}),
            }
            for name, file in sorted(self._files.items())
        }
        # Files that an older or a newer Python can run with: these only change with Pyodide.
        engine = _sha(b"".join(self._scripts[name].data for name in _SCRIPTS))[:_SHORT]
        return {
            "version": self.version,
            "python": self._python,
            "engine": engine,
            "scripts": [self._scripts[name].at for name in _SCRIPTS],
            "pages": self._pages,
            "files": files,
        }

    def _compressed(self, file: _File) -> _File:
        import brotli

        at, data, _ = file
        # Where Brotli need not try hard, neither need gzip.
        gzipped = gzip.compress(data, 9 if self._quality else 6, mtime=0)
        squeezed = brotli.compress(data, quality=self._quality)
        self._write(f"{at}.gz", gzipped)
        self._write(f"{at}.br", squeezed)
        return _File(at, data, (len(gzipped), len(squeezed)))

    def _write(self, path: str, data: bytes) -> None:
        file = self._folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


def _sha(data: bytes) -> str:
    return sha256(data).hexdigest()


def _pages(app: Flask) -> dict[str, bytes]:
    """Every such file, by its path below the folder."""
    found = {
        f"static/{path.name}": path.read_bytes()
        for path in sorted(folder("static").iterdir())
        if path.name not in _LEFT_OUT
    }
    asker = app.test_client()
    htmx = f"library/htmx-{version('django-js-lib-htmx')}.js"
    for path in (htmx, "library/words.js"):
        found[path] = asker.get(f"/{path}").data
    manifest = json.loads(asker.get("/app.webmanifest").data, object_hook=_below_the_folder)
    found["app.webmanifest"] = json.dumps(manifest, ensure_ascii=False).encode()
    with app.test_request_context():
        found["first-visit.html"] = render_template("offline/first-visit.html").encode()
    return found


def _below_the_folder(values: dict[str, object]) -> dict[str, object]:
    """The same addresses wherever the folder is."""
    return {
        name: f".{value}" if isinstance(value, str) and value.startswith("/") else value
        for name, value in values.items()
    }
