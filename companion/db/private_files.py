"""Files that only their owner may read, from the first byte on."""

import os
import stat
from contextlib import suppress
from pathlib import Path

_OWNER_ALONE = 0o600
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
#: Windows has no links of that kind.
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


def create(file: Path) -> int:
    """Open a new file that only its owner may read; raises `FileExistsError`, also for a link."""
    return os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK, _OWNER_ALONE)


def close_to_others(file: Path) -> None:
    """Let only its owner read an existing file; a file of someone else stays as it is."""
    # SQLite lets everyone read what it makes.
    with suppress(OSError):
        mode = stat.S_IMODE(file.stat().st_mode)
        if mode & _OTHERS:
            file.chmod(mode & ~_OTHERS)
