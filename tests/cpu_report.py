"""CPU seconds by test file: `pytest -p tests.cpu_report --cpu-report FILE`.

Each worker adds up what it and every process below it, such as browsers and servers, have used,
before and after each test. What a worker uses before its first test is `(start)`, what it uses
after its last one `(end)`, and pytest's own process is `(pytest)`. A fixture that several tests
share counts for the first one that asks for it.
"""

import json
import os
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

_TICK = os.sysconf("SC_CLK_TCK")
#: So many seconds between two looks: a process that ends takes with it what it used since the last.
_BETWEEN = 0.2
#: A server that leaves its starter's tree, as PostgreSQL does, says who it is in this file.
_POSTGRES = "postgres_url"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cpu-report", metavar="FILE", help="write CPU seconds by file and by test to this file"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--cpu-report"):
        config.pluginmanager.register(CpuReport(config), "cpu-report-itself")


class CpuReport:
    """What each file used; workers send theirs to pytest's own process, which writes the report."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._own: Counter[str] = Counter()
        self._tests: Counter[str] = Counter()
        self._before = 0.0
        self._family = Family(os.getpid())
        self._is_over = threading.Event()
        self._watch = threading.Thread(target=self._look_often, daemon=True)

    def pytest_collection_finish(self) -> None:
        """From here on, each test has its own share."""
        self._before = self._family.used()
        self._own["(start)"] = self._before
        self._watch.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, Any, Any]:
        result = yield
        used = self._since_before()
        self._own[item.location[0]] += used
        self._tests[item.nodeid] += used
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
    ) -> Generator[None, Any, Any]:
        result = yield
        if fixturedef.argname == _POSTGRES:
            from urllib.parse import parse_qs, urlsplit

            home = parse_qs(urlsplit(result).query)["host"][0]
            self._family.take_in(int(Path(home, "data/postmaster.pid").read_text().split()[0]))
        return result

    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """A worker is done: what it used, by file and by test."""
        told = getattr(node, "workeroutput", {})  # One that was killed tells nothing.
        self._own.update(told.get("cpu-own", {}))
        self._tests.update(told.get("cpu-tests", {}))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        self._is_over.set()
        if self._watch.is_alive():
            self._watch.join()
        if hasattr(self._config, "workeroutput"):
            self._own["(end)"] += self._since_before()
            self._config.workeroutput["cpu-own"] = dict(self._own)
            self._config.workeroutput["cpu-tests"] = dict(self._tests)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Write the file, and show what used most."""
        if self._config.getoption("-n", None):
            mine = os.times()
            # Workers are no children that were waited for yet, or they would count twice.
            self._own["(pytest)"] = mine.user + mine.system
            self._own["(start)"] -= min(self._own["(start)"], self._before)
        total = sum(self._own.values())
        report = {
            "total": round(total, 1),
            "files": {name: round(used, 2) for name, used in self._own.most_common()},
            "tests": {name: round(used, 3) for name, used in self._tests.most_common()},
        }
        path = Path(self._config.getoption("--cpu-report"))
        path.write_text(json.dumps(report, indent=1) + "\n")
        terminalreporter.section(f"{total:.0f} CPU seconds")
        for name, used in self._own.most_common(40):
            terminalreporter.write_line(f"{used:8.1f}  {name}")

    def _since_before(self) -> float:
        now = self._family.used()
        used = now - self._before
        self._before = now
        return used

    def _look_often(self) -> None:
        while not self._is_over.wait(_BETWEEN):
            self._family.used()


class _Process(NamedTuple):
    """What a look finds of one; its number alone may be another's by the next look."""

    number: int
    parent: int
    began: bytes
    own: float
    #: What its children had used when it waited for them; nobody waits for some.
    waited_for: float

    @property
    def used(self) -> float:
        return self.own + self.waited_for


class Family:
    """A process and all that were ever found below it, also when who began them has ended."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._adopted: set[int] = set()
        self._last: dict[int, _Process] = {}
        self._gone = 0.0
        self._looking = 0.0
        self._lock = threading.Lock()

    def take_in(self, number: int) -> None:
        """Let that process belong to it, which is not below it."""
        self._adopted.add(number)

    def used(self) -> float:
        """The CPU seconds that all of them have used, without what it costs to look."""
        with self._lock:
            before = time.thread_time()
            now = self._look()
            self._gone += _lost(self._last, now)
            self._last = now
            self._looking += time.thread_time() - before
            return self._gone + sum(each.used for each in now.values()) - self._looking

    def _look(self) -> dict[int, _Process]:
        everybody = _everybody()
        children: dict[int, list[int]] = defaultdict(list)
        for each in everybody.values():
            children[each.parent].append(each.number)
        known = (
            number
            for number, each in self._last.items()
            if number in everybody and everybody[number].began == each.began
        )
        found: dict[int, _Process] = {}
        left = [self._root, *self._adopted, *known]
        while left:
            number = left.pop()
            if number in everybody and number not in found:
                found[number] = everybody[number]
                left.extend(children[number])
        return found


def _lost(last: dict[int, _Process], now: dict[int, _Process]) -> float:
    """What those that ended had used, if none that is left has waited for it."""
    gone: Counter[int] = Counter()
    for each in last.values():
        if not _is_same(each, now.get(each.number)):
            heir = each.parent
            while heir in last and not _is_same(last[heir], now.get(heir)):
                heir = last[heir].parent
            gone[heir] += each.used
    return sum(
        max(0.0, used - (now[heir].waited_for - last[heir].waited_for if heir in last else 0.0))
        for heir, used in gone.items()
    )


def _is_same(one: _Process, other: _Process | None) -> bool:
    return other is not None and one.began == other.began


def _everybody() -> dict[int, _Process]:
    """All processes of this machine."""
    found = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", "rb", buffering=0) as file:
                    stat = file.read()
            except OSError:  # It has just ended.
                continue
            fields = stat[stat.rindex(b")") + 2 :].split()
            own, waited_for = ((int(fields[at]) + int(fields[at + 1])) / _TICK for at in (11, 13))
            number = int(entry)
            found[number] = _Process(number, int(fields[1]), fields[19], own, waited_for)
    return found
