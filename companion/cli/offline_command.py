"""`companion offline DIR`: the app as static files, for phones without a server."""

import argparse

from companion.cli.terminal import Problem, reason
from companion.i18n import message
from companion.offline.build.build_folder import build
from companion.offline.build.lock_packages import BuildFailed

_MEGABYTE = 1_000_000


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
    print(message("offline.made", folder=options.folder, version=release.version))
    print(message("offline.sizes", gzip=gzipped, brotli=brotli))
