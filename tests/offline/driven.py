"""A browser that Playwright does not drive; what can be asked of it has the names of Playwright."""

import json
import os
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

#: A machine with other work to do is slow; to wait costs nothing where all comes at once.
PATIENCE = 120.0
_SHORT_WHILE, _LONG_WHILE = 0.05, 0.5
#: Where the middle of the first is, once that is what a finger would meet there.
_MIDDLE = """([each]) => {
    each?.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { x, y, width, height } = each?.getBoundingClientRect() ?? {};
    const middle = [x + width / 2, y + height / 2].map(Math.round);
    const isMet = width && each.contains(document.elementFromPoint(...middle));
    return isMet && !each.disabled && middle;
}"""
_CHECKED = "([each]) => {{ if (each.checked !== {value}) each.click(); }}"
_FILLED = """([each]) => {{
    each.value = {text};
    each.dispatchEvent(new InputEvent("input", {{ bubbles: true }}));
}}"""


class BrowserError(Exception):
    """A browser refused a command, or a script threw."""


class Process:
    """A browser and all that it starts, on a profile folder where its log is too."""

    def __init__(self, command: list[str], profile: Path, environment: dict[str, str]) -> None:
        self.log = profile / "log"
        with self.log.open("ab") as log:
            self._started = subprocess.Popen(
                command,
                env=os.environ | environment | {"HOME": f"{profile}"},
                stdout=log,
                stderr=log,
                start_new_session=True,  # So that all its processes can be ended together.
            )

    def answer(self, ask: Callable[[], Any], *not_yet: type[Exception]) -> Any:
        """What it says, as soon as it does."""
        until = time.monotonic() + PATIENCE
        while True:
            with suppress(*not_yet):
                return ask()
            assert self._started.poll() is None, self.log.read_text()
            assert time.monotonic() < until, "the browser does not answer"
            time.sleep(_SHORT_WHILE)

    def kill(self) -> None:
        """End it on the spot, without a chance to save anything."""
        if self._started.poll() is None:
            os.killpg(self._started.pid, signal.SIGKILL)
            self._started.wait(timeout=PATIENCE)


class DrivenPage(ABC):
    """The one page of a running browser."""

    @abstractmethod
    def goto(self, address: str) -> None:
        """Open an address until it has loaded; raises BrowserError if nobody answers there."""

    @abstractmethod
    def set_viewport_size(self, size: dict[str, int]) -> None:
        """Let the page be so wide and high."""

    @abstractmethod
    def errors(self) -> list[str]:
        """What the console has called an error so far."""

    @abstractmethod
    def _call(self, function: str) -> Any:
        """What a function gives, awaited; raises BrowserError if it throws."""

    @abstractmethod
    def _act(self, source: dict[str, Any]) -> None:
        """Perform the actions of a pointer."""

    @property
    def url(self) -> str:
        """Where the page is."""
        return str(self.evaluate("location.href"))

    def reload(self) -> None:
        """Load the page again."""
        self.goto(self.url)

    def evaluate(self, expression: str, arg: Any = None) -> Any:
        """What an expression gives, as JSON has it: functions are called, promises awaited."""
        told = self._call(
            f"""async () => {{
                let given = ({expression});
                if (typeof given === "function") given = given({json.dumps(arg)});
                return JSON.stringify(await given) ?? "null";
            }}"""
        )
        return json.loads(told)

    def wait_for_function(self, expression: str, arg: Any = None) -> Any:
        """What an expression gives once that is true, whatever page comes; or TimeoutError."""
        until, pause = time.monotonic() + PATIENCE, _SHORT_WHILE
        while True:
            try:
                last = self.evaluate(expression, arg)
            except BrowserError as error:  # The page may be about to change.
                last = error
            if last and not isinstance(last, BrowserError):
                return last
            if time.monotonic() > until:
                raise TimeoutError(f"It is still {last!r}: {expression}")
            # Each look costs the browser some of what it needs to come there.
            time.sleep(pause)
            pause = min(1.5 * pause, _LONG_WHILE)

    def locator(self, selector: str) -> "Found":
        """All elements like that, whenever they are asked."""
        return Found(self, selector)

    def click_at(self, x: float, y: float) -> None:
        """Press and release there."""
        actions = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act({"type": "pointer", "id": "pointer", "actions": actions})


class Found:
    """The elements of a page that a selector finds; what is done, is done to the first."""

    def __init__(self, page: DrivenPage, selector: str) -> None:
        self._page = page
        self._selector, _, text = selector.partition(":has-text(")
        self._text = text.rstrip(")").strip("'")

    @property
    def first(self) -> "Found":
        """The same: nothing here minds that there are more."""
        return self

    def evaluate_all(self, function: str) -> Any:
        """What a function says of all of them."""
        return self._page.evaluate(self._of_all(function), [self._selector, self._text])

    def wait_for(self, function: str = "(all) => all.length > 0") -> Any:
        """What a function says of all of them, once that is true."""
        return self._page.wait_for_function(self._of_all(function), [self._selector, self._text])

    def count(self) -> int:
        """How many there are."""
        return int(self.evaluate_all("(all) => all.length"))

    def all_inner_texts(self) -> list[str]:
        """What each says."""
        return list(self.evaluate_all("(all) => all.map((each) => each.innerText)"))

    def get_attribute(self, name: str) -> str | None:
        """An attribute of the first, as soon as there is one."""
        self.wait_for()
        told = self.evaluate_all(f"([each]) => each.getAttribute({json.dumps(name)})")
        return None if told is None else str(told)

    def input_value(self) -> str:
        """What stands in the first field."""
        return str(self.evaluate_all("([each]) => each.value"))

    def click(self) -> None:
        """Tap the first, as soon as nothing covers it."""
        self._page.click_at(*self.wait_for(_MIDDLE))

    def set_checked(self, checked: bool, force: bool = False) -> None:
        """Check the first box or not, as a tap on its label does."""
        self.evaluate_all(_CHECKED.format(value=json.dumps(checked)))

    def fill(self, text: str) -> None:
        """Let the first field hold this text."""
        self.evaluate_all(_FILLED.format(text=json.dumps(text)))

    @staticmethod
    def _of_all(function: str) -> str:
        return f"""([selector, text]) => {{
            const all = [...document.querySelectorAll(selector)];
            return ({function})(all.filter((each) => each.textContent.includes(text)));
        }}"""
