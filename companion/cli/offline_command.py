"""`companion offline DIR`: the app as static files, for phones without a server."""

import argparse
from pathlib import Path

import companion
from companion.cli.terminal import Problem, reason
from companion.i18n import message
from companion.offline.build.build_folder import build
from companion.offline.build.lock_packages import BuildFailed

_MEGABYTE = 1_000_000
#: In the repository, the line after this mark tells what a phone downloads and keeps.
_DOCS = Path(companion.__file__).parents[1] / "docs" / "offline.md"
_MARK = "<!-- sizes: `companion offline` writes the next line -->"
_BEST = 11


def offline(options: argparse.Namespace) -> None:
    """Build the folder."""
    print(message("offline.making"), flush=True)
    try:
        release = build(options.folder, options.brotli_quality)
    except BuildFailed as failed:
        raise Problem(failed.message) from failed
    except OSError as error:
        raise Problem(f"{error.filename or options.folder}: {reason(error)}") from error
    gzipped, brotli = (f"{size / _MEGABYTE:.1f}" for size in release.sizes)
    kept = f"{release.kept / _MEGABYTE:.0f}"
    sizes = str(message("offline.sizes", gzip=gzipped, brotli=brotli, kept=kept))
    print(message("offline.made", folder=options.folder, version=release.version))
    print(sizes)
    if _DOCS.exists() and options.brotli_quality == _BEST:
        lines = _DOCS.read_text().splitlines()
        lines[lines.index(_MARK) + 1] = sizes
        _DOCS.write_text("\n".join([*lines, ""]))
