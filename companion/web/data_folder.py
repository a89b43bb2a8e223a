"""Where this machine keeps tables and the secret: the user's data directory."""

import os
import secrets
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
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return file.read_text()
    key = secrets.token_urlsafe(32)
    with os.fdopen(handle, "w") as new:
        new.write(key)
    return key
