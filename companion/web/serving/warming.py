"""What the first phones would wait for, done before they come."""

import gc
import os
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from platformdirs import user_cache_path
from sqlalchemy.orm import configure_mappers

from companion.stats.ratings import load_model

_OWNER_ALONE = 0o700


def warm_up(app: Flask) -> Flask:
    """Compile and load what pages need; returns the app, which lasts as long as this process."""
    app.jinja_env.bytecode_cache = _compiled_templates()
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
    configure_mappers()
    load_model()
    # What was made so far is not searched for garbage again: each time all phones would wait for a
    # tenth of a second.
    gc.collect()
    gc.freeze()
    return app


class _CompiledTemplates(FileSystemBytecodeCache):
    """Templates as an earlier start compiled them; one that can't be kept is compiled again."""

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:
            # A machine that was switched off may have left half a file.
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def _compiled_templates() -> _CompiledTemplates | None:
    """The templates of this user; None if there is no place for them."""
    # Another version may compile the same source differently.
    folder = user_cache_path("companion") / f"templates-{version('jinja2')}"
    with suppress(OSError):
        folder.mkdir(mode=_OWNER_ALONE, parents=True, exist_ok=True)
        if _is_own(folder):
            return _CompiledTemplates(str(folder))
    return None


def _is_own(folder: Path) -> bool:
    """Whether nobody else could have put there what will run."""
    # Windows gives each user such a folder of their own.
    return not hasattr(os, "geteuid") or folder.stat().st_uid == os.geteuid()
