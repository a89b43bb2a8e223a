"""Where this machine keeps tables and the secret: the user's data directory."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """The folder, made on first use for its owner alone; `COMPANION_DATA` moves it."""
    named = os.environ.get("COMPANION_DATA")
    folder = Path(named) if named else user_data_path("companion")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def database_url() -> str:
    """The SQLite file in the data folder."""
    return f"sqlite:///{data_folder() / 'tables.db'}"


def secret_key() -> str:
    """The key that signs cookies, made on first start and readable by its owner only."""
    file = data_folder() / "secret"
    if not file.exists():
        _make_secret(file)
    return file.read_text()


def _make_secret(file: Path) -> None:
    """Write it whole under another name first: nobody may read half of a secret."""
    draft = file.with_name(f"secret-{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as new:
        new.write(secrets.token_urlsafe(32))
    # Of two that try at once, the first one counts.
    with suppress(FileExistsError):
        os.link(draft, file)
    draft.unlink()
