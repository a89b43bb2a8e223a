"""Debian's Firefox without a window, driven by WebDriver BiDi (w3.org/TR/webdriver-bidi)."""

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

BROWSERS = ("firefox-esr", "firefox")
PREFERENCES: dict[str, bool | int | str] = {
    # It starts with an empty page, however it ended.
    "browser.newtabpage.enabled": False,
    "browser.sessionstore.resume_from_crash": False,
    "browser.startup.page": 0,
    "toolkit.startup.max_resumed_crashes": -1,
    # Nobody is there to be asked whether a site may keep its data for good.
    "dom.storageManager.prompt.testing": True,
    "dom.storageManager.prompt.testing.allow": True,
    # While driven, it leaves most that it would ask the world by itself, but not these.
    "media.gmp-manager.updateEnabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    # Whatever a later one thinks of: nobody has a name but this machine.
    "network.dns.disabled": True,
}
ENVIRONMENT = {
    "MOZ_CRASHREPORTER_DISABLE": "1",
    "MOZ_REMOTE_SETTINGS_DEVTOOLS": "1",  # A release heeds `services.settings.server` only so.
}
# A machine with other work to do is slow; to wait costs nothing where all comes at once.
_PATIENCE = 60.0
_SHORT_WHILE = 0.05
_LISTENS = "WebDriverBiDiServer.json"


class FirefoxError(Exception):
    """Firefox refused a command, or a script threw."""


class Firefox:
    """A running Firefox with one tab."""

    def __init__(self, process: subprocess.Popen[bytes], socket: ClientConnection) -> None:
        self._process = process
        self._socket = socket
        self._numbers = count(1)
        self._ask("session.new", capabilities={})
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def go(self, address: str) -> None:
        """Open an address until it has loaded; raises FirefoxError if nobody answers there."""
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def reload(self) -> None:
        """Load the page again."""
        self._ask("browsingContext.reload", context=self._tab, wait="complete")

    def evaluate(self, javascript: str) -> Any:
        """What an expression gives, as JSON has it: functions are called, promises awaited.

        Raises FirefoxError if it throws, TimeoutError if a promise stays open.
        """
        script = f"""async () => {{
            const given = ({javascript});
            return JSON.stringify(await (typeof given === "function" ? given() : given)) ?? "null";
        }}"""
        target = {"context": self._tab}
        answer = self._ask(
            "script.callFunction", functionDeclaration=script, target=target, awaitPromise=True
        )
        if answer["type"] == "exception":
            raise FirefoxError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def wait_for(self, condition: str, seconds: float = 20) -> None:
        """Wait until an expression is true, whatever page comes; raises TimeoutError."""
        until = time.monotonic() + seconds
        while True:
            try:
                last = self.evaluate(condition)
            except FirefoxError as error:  # The page may be about to change.
                last = error
            if last and not isinstance(last, FirefoxError):
                return
            if time.monotonic() > until:
                raise TimeoutError(f"After {seconds} s it is still {last!r}: {condition}")
            time.sleep(_SHORT_WHILE)

    def click(self, selector: str) -> None:
        """Click with the mouse on the first such element, as soon as it can be clicked."""
        element = f"document.querySelector({json.dumps(selector)})"
        self.wait_for(f"{element}.checkVisibility() && !{element}.disabled")
        self.evaluate(f"{element}.scrollIntoView({{ block: 'center', behavior: 'instant' }})")
        locator = {"type": "css", "value": selector}
        found = self._ask("browsingContext.locateNodes", context=self._tab, locator=locator)
        middle = {"type": "element", "element": {"sharedId": found["nodes"][0]["sharedId"]}}
        self._act(
            "pointer",
            {"type": "pointerMove", "x": 0, "y": 0, "origin": middle},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        )

    def fill(self, selector: str, text: str) -> None:
        """Type into the first such field, in place of what it holds."""
        self.click(selector)
        self.evaluate("document.activeElement.select()")
        self._act(
            "key",
            *({"type": way, "value": key} for key in text for way in ("keyDown", "keyUp")),
        )

    def close(self) -> None:
        """Quit as people do, so that all is saved."""
        self._ask("browser.close")
        self._process.wait(timeout=_PATIENCE)

    def kill(self) -> None:
        """End it on the spot with all its processes, without a chance to save anything."""
        _kill(self._process)

    def _act(self, device: str, *actions: dict[str, Any]) -> None:
        source = {"type": device, "id": device, "actions": actions}
        self._ask("input.performActions", context=self._tab, actions=[source])

    def _ask(self, method: str, **parameters: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        answer: dict[str, Any] = {}
        while answer.get("id") != number:  # One that came too late may be before it.
            answer = json.loads(self._socket.recv(timeout=_PATIENCE))
        if answer["type"] == "error":
            raise FirefoxError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """Firefox on a profile folder for the length of a block; unless closed before, it is killed."""
    process = _start(profile)
    try:
        address = f"ws://127.0.0.1:{_port(process, profile)}/session"
        # A busy browser may be late to answer a ping, and some answers are long.
        with connect(address, proxy=None, ping_interval=None, max_size=None) as socket:
            yield Firefox(process, socket)
    finally:
        _kill(process)


def _start(profile: Path) -> subprocess.Popen[bytes]:
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert browser is not None, "No Firefox on PATH: install firefox-esr."
    said = [f"user_pref({json.dumps(key)}, {json.dumps(PREFERENCES[key])});" for key in PREFERENCES]
    (profile / "user.js").write_text("\n".join(said))
    (profile / _LISTENS).unlink(missing_ok=True)  # One that was killed left it behind.
    with (profile / "log").open("ab") as log:
        return subprocess.Popen(
            [browser, "--headless", "--remote-debugging-port=0", "--profile", f"{profile}"],
            env=os.environ | ENVIRONMENT | {"HOME": f"{profile}"},
            stdout=log,
            stderr=log,
            start_new_session=True,  # So that all its processes can be ended together.
        )


def _port(process: subprocess.Popen[bytes], profile: Path) -> int:
    until = time.monotonic() + _PATIENCE
    while True:
        with suppress(FileNotFoundError, json.JSONDecodeError):  # Not there, or half written.
            return int(json.loads((profile / _LISTENS).read_text())["ws_port"])
        assert process.poll() is None, (profile / "log").read_text()
        assert time.monotonic() < until, "Firefox does not listen"
        time.sleep(_SHORT_WHILE)


def _kill(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(timeout=_PATIENCE)
