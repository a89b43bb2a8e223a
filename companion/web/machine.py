"""This machine: where it keeps tables and the secret, and how phones find it."""

import os
import secrets
import socket
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

from companion.db.private_files import close_to_others, create
from companion.i18n import message


def data_folder() -> Path:
    """The folder, made on first use, only for its owner; `COMPANION_DATA` moves it."""
    folder = Path(os.environ.get("COMPANION_DATA") or user_data_path("companion"))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def database_url() -> str:
    """The database that the environment names, else the SQLite file in the data folder."""
    return os.environ.get("DATABASE_URL") or f"sqlite:///{data_folder() / 'tables.db'}"


def secret_key() -> str:
    """The key that signs cookies, from the environment or from a file for its owner only."""
    if named := os.environ.get("SECRET_KEY"):
        return named
    file = data_folder() / "secret"
    if not file.exists():
        # Written whole under another name first: nobody may read half of a secret.
        draft = file.with_name(f"secret-{secrets.token_hex(4)}")
        with os.fdopen(create(draft), "w") as new:
            new.write(secrets.token_urlsafe(32))
        # If two try at once, the first one counts.
        with suppress(FileExistsError):
            os.link(draft, file)
        draft.unlink()
    close_to_others(file)
    return file.read_text()


def greet(host: str, port: int, public_url: str, *, shows_qr: bool) -> None:
    """Print where the pages are, for people and for their phones' cameras."""
    address = address_of(host, port, public_url)
    print(message("serve.address", address=address), flush=True)
    # Nobody else can open an address that only this machine has.
    if shows_qr and (public_url or host != "127.0.0.1"):
        print(message("serve.scan"), end="\n\n")
        print_qr(address)
    print(message("serve.stop"), flush=True)


def address_of(host: str, port: int, public_url: str) -> str:
    """The address of the first page."""
    return public_url or f"http://{_name(host)}:{port}/"


def print_qr(address: str) -> None:
    """Print a code for a phone's camera."""
    import segno

    segno.make(address, error="m").terminal(compact=True)


def _name(host: str) -> str:
    """This machine's address for a phone on the same network."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which of our addresses faces the network.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
