"""Debian's Firefox without a window, driven by WebDriver BiDi (w3.org/TR/webdriver-bidi)."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.offline.driven import PATIENCE, BrowserError, DrivenPage, Process

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
#: It says so of a stream that ends with its page, without an address.
_ENDED = "Failed to load ‘’."


class Firefox(DrivenPage):
    """A running Firefox with one tab."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = count(1)
        self._errors: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def goto(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def set_viewport_size(self, size: dict[str, int]) -> None:
        self._ask("browsingContext.setViewport", context=self._tab, viewport=size)

    def errors(self) -> list[str]:
        return [each for each in self._errors if not each.startswith(_ENDED)]

    def _call(self, function: str) -> Any:
        target = {"context": self._tab}
        answer = self._ask(
            "script.callFunction", functionDeclaration=function, target=target, awaitPromise=True
        )
        if answer["type"] == "exception":
            raise BrowserError(answer["exceptionDetails"]["text"])
        return answer["result"]["value"]

    def _act(self, source: dict[str, Any]) -> None:
        self._ask("input.performActions", context=self._tab, actions=[source])

    def _ask(self, method: str, **parameters: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        answer: dict[str, Any] = {}
        while answer.get("id") != number:  # One that came too late may be before it.
            answer = json.loads(self._socket.recv(timeout=PATIENCE))
            if answer["type"] == "event" and answer["params"]["level"] == "error":
                self._errors.append(answer["params"]["text"])
        if answer["type"] == "error":
            raise BrowserError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """Firefox on a profile folder for the length of a block; then it is killed."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert browser is not None, "No Firefox on PATH: install firefox-esr."
    said = [f"user_pref({json.dumps(key)}, {json.dumps(PREFERENCES[key])});" for key in PREFERENCES]
    (profile / "user.js").write_text("\n".join(said))
    listens = profile / "WebDriverBiDiServer.json"
    listens.unlink(missing_ok=True)  # One that was killed left it behind.
    command = [browser, "--headless", "--remote-debugging-port=0", "--profile", f"{profile}"]
    process = Process(command, profile, ENVIRONMENT)
    try:
        told = process.answer(
            lambda: json.loads(listens.read_text()),
            *(FileNotFoundError, json.JSONDecodeError),  # Not there, or half written.
        )
        address = f"ws://127.0.0.1:{told['ws_port']}/session"
        # A busy browser may be late to answer a ping, and some answers are long.
        with connect(address, proxy=None, ping_interval=None, max_size=None) as socket:
            yield Firefox(socket)
            process.kill()  # Before it hears that nobody asks any more.
    finally:
        process.kill()
