"""Debian's WebKit, the engine of iPhones, driven by WebDriver (w3.org/TR/webdriver2)."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.offline.driven import PATIENCE, BrowserError, DrivenPage, Process
from tests.web.serving import free_port

WINDOW = Path(__file__).with_name("webkit_window.py")
#: No desktop is there to be asked for anything.
ENVIRONMENT = {
    "DBUS_SESSION_BUS_ADDRESS": "disabled:",
    "GDK_BACKEND": "x11",
    "GSETTINGS_BACKEND": "memory",
    # The last step of compiling costs a third of a run, and is worth it only to who plays on.
    "JSC_useOMGJIT": "false",
    "NO_AT_BRIDGE": "1",
}
#: No iPhone's build leaves this directive out.
_UNKNOWN = "Unrecognized Content-Security-Policy directive 'manifest-src'"


class WebKit(DrivenPage):
    """A running WebKit with one window."""

    def __init__(self, port: int, profile: Path) -> None:
        self._log = profile / "log"
        self._port = port
        self._session = "/session"
        milliseconds = int(PATIENCE * 1000)
        wanted = {
            "timeouts": {"script": milliseconds, "pageLoad": milliseconds},
            "webkitgtk:browserOptions": {"binary": f"{WINDOW}", "args": [f"{profile}"]},
        }
        began = self._ask("POST", "", {"capabilities": {"alwaysMatch": wanted}})
        self._session += f"/{began['sessionId']}"

    def goto(self, address: str) -> None:
        self._ask("POST", "/url", {"url": address})

    def set_viewport_size(self, size: dict[str, int]) -> None:
        self._ask("POST", "/window/rect", size)
        self.wait_for_function("({ width }) => innerWidth === width", size)

    def errors(self) -> list[str]:
        said = re.findall(r"^CONSOLE .*\bERROR\b.*", self._log.read_text(), re.MULTILINE)
        return [each for each in said if _UNKNOWN not in each]

    def _call(self, function: str) -> Any:
        script = {"script": f"return ({function})();", "args": []}
        return self._ask("POST", "/execute/sync", script)

    def _act(self, source: dict[str, Any]) -> None:
        self._ask("POST", "/actions", {"actions": [source]})

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        answer = _answer(self._port, method, self._session + path, body)
        if isinstance(answer, dict) and "stacktrace" in answer:
            raise BrowserError(f"{path}: {answer['error']}: {answer['message']}")
        return answer


@contextmanager
def webkit(profile: Path) -> Iterator[WebKit]:
    """WebKit on a profile folder and a screen that nobody sees; at the end it is killed."""
    with _screen() as display:
        port = free_port()
        command = ["WebKitWebDriver", f"--port={port}"]
        process = Process(command, profile, ENVIRONMENT | {"DISPLAY": display})
        try:
            process.answer(lambda: _answer(port, "GET", "/status"), OSError)
            yield WebKit(port, profile)
        finally:
            process.kill()


@contextmanager
def _screen() -> Iterator[str]:
    """The number of a virtual one, which is free."""
    reads, writes = os.pipe()
    command = ["Xvfb", "-displayfd", f"{writes}", "-screen", "0", "1400x1000x24"]
    screen = subprocess.Popen(
        [*command, "-nolisten", "tcp"], pass_fds=[writes], stderr=subprocess.DEVNULL
    )
    os.close(writes)
    try:
        with open(reads) as told:
            # The whole line: who stops reading before its end ends the screen.
            yield f":{told.readline().strip()}"
    finally:
        screen.terminate()
        screen.wait(timeout=PATIENCE)


def _answer(port: int, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    with closing(HTTPConnection("127.0.0.1", port, timeout=2 * PATIENCE)) as line:
        line.request(method, path, json.dumps(body) if body else None)
        return json.loads(line.getresponse().read())["value"]
