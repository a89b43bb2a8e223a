"""docs/club.md: what it says of Caddy and nginx is so, tried with both as it sets them up."""

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.clubs.transfer.club_file import LARGEST_FILE
from tests.test_club_page import blocks
from tests.web.serving import free_port

HOST = "dominoes.example.org"
SECRET = "kR28A-y-mVBd6h3UhH2LXg"
_PATIENCE = 120.0
#: In seconds: what is not there by then waits for something.
_A_WHILE = 1.0


class Proxy(NamedTuple):
    """A proxy on this machine, and the server behind it, which is a test's own socket."""

    port: int
    folder: Path
    behind: socket.socket
    by_https: bool

    def connect(self) -> socket.socket:
        """A phone's connection to it."""
        line = socket.create_connection(("127.0.0.1", self.port), timeout=_PATIENCE)
        if not self.by_https:
            return line
        # Its certificate is its own: there is nobody here to vouch for it.
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context.wrap_socket(line, server_hostname=HOST)

    def asked(self) -> socket.socket:
        """The connection of the proxy to the server."""
        line, _ = self.behind.accept()
        line.settimeout(_PATIENCE)
        return line

    def written(self) -> str:
        """All that it wrote down."""
        files = [path for path in self.folder.rglob("*") if path.suffix in (".log", ".output")]
        assert files
        return "".join(path.read_text(errors="replace") for path in files)


@pytest.fixture(params=["caddy", "nginx"])
def proxy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Proxy]:
    """Each as the page sets it up, but on other ports of this machine alone."""
    port = free_port()
    with closing(socket.create_server(("127.0.0.1", 0))) as behind:
        behind.settimeout(_A_WHILE)
        is_caddy = request.param == "caddy"
        upstream = behind.getsockname()[1]
        start = _caddy if is_caddy else _nginx
        with _running(tmp_path, start(tmp_path, port, upstream)):
            made = Proxy(port, tmp_path, behind, by_https=is_caddy)
            _wait_for(made)
            yield made


def _caddy(folder: Path, port: int, upstream: int) -> list[str]:
    (config,) = blocks("caddy")
    # A certificate of its own, no port for http, no way to steer it from outside.
    config = config.replace(
        "{\n", "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n", 1
    )
    config = config.replace(f"{HOST} {{", f"https://{HOST}:{port} {{\n\ttls internal\n", 1)
    config = config.replace("tls internal\n", "tls internal\n\tbind 127.0.0.1\n", 1)
    file = folder / "Caddyfile"
    file.write_text(config.replace("127.0.0.1:8000", f"127.0.0.1:{upstream}"))
    return [_program("caddy"), "run", "--adapter", "caddyfile", "--config", f"{file}"]


def _nginx(folder: Path, port: int, upstream: int) -> list[str]:
    (block,) = blocks("nginx")
    block = block.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("listen [::]:80;", "")
    block = block.replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    block = block.replace("/var/log/nginx", f"{folder}")
    kept = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{ access_log {folder}/access.log;\n{kept}{block}}}\n"
    )
    (folder / "error.log").touch()
    return [_program("nginx"), "-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log"]


def _program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None:
        pytest.fail(f"No {name}: install it, or let `./run test` do it.")
    return found


@contextmanager
def _running(folder: Path, command: list[str]) -> Iterator[None]:
    homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), f"{folder}")
    with (folder / "said.output").open("wb") as output:
        process = subprocess.Popen(
            command, env=os.environ | homes, cwd=folder, stdout=output, stderr=output
        )
    try:
        yield
    finally:
        process.kill()
        process.wait(timeout=_PATIENCE)


def _wait_for(proxy: Proxy) -> None:
    until = time.monotonic() + _PATIENCE
    while True:
        with suppress(OSError):
            proxy.connect().close()
            return
        assert time.monotonic() < until, proxy.written()
        time.sleep(0.05)


def request(path: str, *headers: str, method: str = "GET") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {HOST}", *headers, "", ""]).encode()


def head_of(line: socket.socket) -> tuple[str, dict[str, str]]:
    """The first line of a request, and its headers, each by its name in small letters."""
    came = b""
    while b"\r\n\r\n" not in came:
        part = line.recv(65536)
        assert part, came
        came += part
    first, *rest = came.partition(b"\r\n\r\n")[0].decode().split("\r\n")
    pairs = (header.partition(": ") for header in rest)
    return first, {name.lower(): value for name, _, value in pairs}


def test_a_proxy_tells_who_asks_whatever_they_claim(proxy: Proxy) -> None:
    claims = ("X-Forwarded-For: 192.0.2.7", "X-Forwarded-Host: evil.example")
    with proxy.connect() as phone:
        phone.sendall(request("/", *claims, "X-Forwarded-Proto: gopher"))
        with proxy.asked() as line:
            _, headers = head_of(line)
    assert headers["x-forwarded-for"].split(",")[-1].strip() == "127.0.0.1"
    assert headers["x-forwarded-host"] == HOST
    assert headers["x-forwarded-proto"] == ("https" if proxy.by_https else "http")
    assert headers["host"] == HOST


def test_a_slow_phone_is_waited_for_by_the_proxy_and_not_by_the_server(proxy: Proxy) -> None:
    with proxy.connect() as phone:
        phone.sendall(request("/code", "Content-Length: 40000", method="POST") + b"x" * 20000)
        with pytest.raises(TimeoutError):
            proxy.asked()
        phone.sendall(b"x" * 20000)
        with proxy.asked() as line:
            assert head_of(line)[0].startswith("POST /code ")


def test_what_other_phones_enter_is_handed_on_at_once(proxy: Proxy) -> None:
    with proxy.connect() as phone:
        phone.sendall(request("/t/table/live", "Accept: text/event-stream"))
        with proxy.asked() as line:
            head_of(line)
            line.sendall(
                b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                b"Transfer-Encoding: chunked\r\n\r\n9\r\ndata: 1\n\n\r\n"
            )
            came = b""
            while b"data: 1" not in came:
                came += phone.recv(65536)


def test_no_more_of_a_request_gets_through_than_the_server_takes(
    proxy: Proxy,
) -> None:
    with proxy.connect() as phone:
        phone.sendall(request("/import", f"Content-Length: {2 * LARGEST_FILE}", method="POST"))
        # Caddy leaves the rest unread.
        phone.settimeout(3 * _A_WHILE)
        with suppress(OSError):
            phone.sendall(b"x" * 2 * LARGEST_FILE)
        # nginx refuses it by itself; Caddy cuts it off.
        with suppress(TimeoutError), proxy.asked() as line:
            line.settimeout(_A_WHILE)
            came = 0
            while part := line.recv(65536):
                came += len(part)
                assert came < LARGEST_FILE + 100_000


def test_a_request_as_large_as_the_server_takes_gets_through(proxy: Proxy) -> None:
    with proxy.connect() as phone:
        phone.sendall(request("/import", f"Content-Length: {LARGEST_FILE}", method="POST"))
        phone.sendall(bytes(LARGEST_FILE))
        proxy.behind.settimeout(_PATIENCE)
        with proxy.asked() as line:
            assert head_of(line)[1]["content-length"] == f"{LARGEST_FILE}"


def test_no_proxy_writes_the_address_of_an_invitation_down(proxy: Proxy) -> None:
    with proxy.connect() as phone:
        phone.sendall(request(f"/j/{SECRET}", f"Referer: https://{HOST}/j/{SECRET}"))
        with proxy.asked() as line:
            head_of(line)
            line.sendall(b"HTTP/1.1 404 NOT FOUND\r\nContent-Length: 0\r\n\r\n")
        assert b" 404 " in phone.recv(65536)
    # Nor while the server is away.
    proxy.behind.close()
    with proxy.connect() as phone:
        phone.sendall(request(f"/j/{SECRET}"))
        assert re.search(rb" 50[234] ", phone.recv(65536))
    time.sleep(0.2)
    assert SECRET not in proxy.written()
