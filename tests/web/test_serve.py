"""`companion serve`: the address it prints, a taken port, and how it ends."""

import os
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.cli import main
from companion.i18n import message
from tests.thorough import some, thorough
from tests.web.serving import free_port

_PATIENCE = 120
#: What a QR code on a terminal is drawn with.
_BLOCKS = "█▀▄"


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "companion.cli", "serve", *arguments]


def surroundings(folder: Path) -> dict[str, str]:
    return os.environ | {
        "COMPANION_DATA": str(folder),
        "DATABASE_URL": "",
        "PYTHONIOENCODING": "utf-8",
    }


class Started:
    """A server in a process of its own, and what it printed until it was ready."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.output = ""

    def wait_for(self, words: str) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.output += line
            if words in line:
                return
        raise AssertionError(f"it ended without a word of {words!r}:\n{self.output}")

    def family(self) -> list[int]:
        """The process and its workers, once there is one."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children")
        until = time.monotonic() + _PATIENCE
        while not (workers := children.read_text().split()):
            assert time.monotonic() < until, "no worker ever started"
            time.sleep(0.02)
        return [pid, *map(int, workers)]


@contextmanager
def started(folder: Path, *arguments: str) -> Iterator[Started]:
    process = subprocess.Popen(
        command(*arguments),
        env=surroundings(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    server = Started(process)
    try:
        server.wait_for(str(message("serve.stop")))
        yield server
    finally:
        process.terminate()
        process.wait(timeout=_PATIENCE)
        if process.stdout is not None:
            process.stdout.close()


@pytest.fixture
def refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    """Starts one that cannot be; the exit status and what is printed.

    In this process: it is refused before it would begin to serve.
    """
    monkeypatch.setenv("COMPANION_DATA", f"{tmp_path}")
    monkeypatch.setenv("DATABASE_URL", "")

    def start(*arguments: str) -> tuple[int, str]:
        status = main(["serve", *arguments])
        printed, error = capsys.readouterr()
        assert printed == ""
        return status, error

    return start


def page_at(address: str) -> str:
    """Home, once the worker answers."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                page: str = answer.read().decode()
                return page
        except OSError:
            assert time.monotonic() < until, f"{address} does not answer"
            time.sleep(0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends processes in another way")
@pytest.mark.parametrize("name", some(["SIGINT", "SIGTERM"], 1))
def test_it_answers_where_it_says_and_ends_at_once_though_a_phone_keeps_its_connection_open(
    tmp_path: Path, name: str
) -> None:
    port, folder = free_port(), tmp_path / "not" / "there"
    folder.parent.mkdir()
    with started(folder, "--local", "--port", f"{port}") as server:
        address = f"http://127.0.0.1:{port}/"
        assert server.output.startswith(f"{message('serve.address', address=address)}\n")
        assert str(message("home.title")) in page_at(address)
        # Nobody else can scan an address of this machine alone.
        assert not any(block in server.output for block in _BLOCKS)
        page_at(f"{address}new")
        all_is_kept_in(folder)
        assert [path.name for path in tmp_path.iterdir()] == ["not"]
        family = server.family()
        with socket.create_connection(("127.0.0.1", port)) as phone:
            phone.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert phone.recv(64).startswith(b"HTTP/1.1 200")
            server.process.send_signal(getattr(signal, name))
            # On a busy machine it takes a while; what hangs is killed after half a minute.
            assert server.process.wait(timeout=_PATIENCE) == 0
        assert not [pid for pid in family if is_running(pid)]
        assert server.process.stdout is not None
        rest = server.process.stdout.read()
        assert "SIGKILL" not in rest and "Traceback" not in rest


def all_is_kept_in(folder: Path) -> None:
    """The one folder is its owner's alone, and holds a secret and SQLite's files."""
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "secret").stat().st_mode) == 0o600
    names = {path.name for path in folder.iterdir()}
    beside = {"tables.db-wal", "tables.db-shm"}
    assert {"secret", "tables.db"} <= names <= {"secret", "tables.db", *beside}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends processes in another way")
def test_an_address_for_others_comes_as_a_qr_code_and_workers_end_with_who_started_them(
    tmp_path: Path,
) -> None:
    port = free_port()
    with started(tmp_path, "--host", "127.0.0.2", "--port", f"{port}") as server:
        address = f"http://127.0.0.2:{port}/"
        assert str(message("serve.address", address=address)) in server.output
        assert all(block in server.output for block in _BLOCKS)
        page_at(address)
        family = server.family()
        server.process.kill()
        until = time.monotonic() + _PATIENCE
        while [pid for pid in family if is_running(pid)]:
            assert time.monotonic() < until, "they go on"
            time.sleep(0.05)


@thorough
def test_the_qr_code_can_be_left_out(tmp_path: Path) -> None:
    port = free_port()
    with started(tmp_path, "--host", "127.0.0.2", "--port", f"{port}", "--no-qr") as server:
        address = f"http://127.0.0.2:{port}/"
        assert str(message("serve.address", address=address)) in server.output
        assert not any(block in server.output for block in _BLOCKS)


def test_help_shows_its_options() -> None:
    shown = subprocess.run(command("--help"), capture_output=True, check=True, text=True).stdout
    for option in ("--host", "--port", "--local", "--no-qr"):
        assert option in shown


def test_a_port_that_is_taken_is_explained(
    tmp_path: Path, refused: Callable[..., tuple[int, str]]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        status, error = refused("--local", "--port", f"{port}")
    assert status == 1
    assert error == f"companion: {message('serve.port-taken', port=port, other=port + 1)}\n"
    assert not (tmp_path / "tables.db").exists()


def test_a_port_that_there_is_not_is_explained(refused: Callable[..., tuple[int, str]]) -> None:
    status, error = refused("--local", "--port", "70000")
    assert status == 1
    assert error == f"companion: {message('serve.no-port', port=70000, most=65_535)}\n"


@pytest.mark.parametrize("host", some(["192.0.2.1", "nowhere.invalid"], 1))
def test_an_address_that_is_not_of_this_machine_is_not_called_a_taken_port(
    refused: Callable[..., tuple[int, str]], host: str
) -> None:
    port = free_port()
    status, error = refused("--host", host, "--port", f"{port}")
    assert status == 1
    sentence = str(message("serve.cannot-listen", host=host, port=port, why="…"))
    assert error.startswith(f"companion: {sentence.partition('…')[0]}")


def is_running(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status")
    try:
        # A process that waits for its parent to ask how it ended runs no more.
        return "State:\tZ" not in status.read_text()
    except OSError:
        return False
