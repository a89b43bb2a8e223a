"""CPU seconds by test file: `pytest -p tests.cpu_report --cpu-report FILE`.

Each worker adds up what it and every process below it, such as browsers and servers, have used,
before and after each test. What a worker uses before its first test is `(start)`, and pytest's own
process is `(pytest)`. A fixture that several tests share counts for the first one that asks for it.
"""

import json
import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

_TICK = os.sysconf("SC_CLK_TCK")
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
        self._apart: set[int] = set()
        self._looking = 0.0
        self._before = 0.0

    def pytest_collection_finish(self) -> None:
        """From here on, each test has its own share."""
        self._before = self._now()
        self._own["(start)"] = self._before

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, Any, Any]:
        result = yield
        now = self._now()
        # A process that was killed takes with it what nobody asked after: never less than nothing.
        used = max(0.0, now - self._before)
        self._before = now
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
            self._apart.add(int(Path(home, "data/postmaster.pid").read_text().split()[0]))
        return result

    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """A worker is done: what it used, by file and by test."""
        told = getattr(node, "workeroutput", {})  # One that was killed tells nothing.
        self._own.update(told.get("cpu-own", {}))
        self._tests.update(told.get("cpu-tests", {}))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        if hasattr(self._config, "workeroutput"):
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

    def _now(self) -> float:
        """What this process and all below it have used, without what this report costs."""
        before = _itself()
        below = _tree(os.getpid(), self._apart)
        self._looking += _itself() - before
        times = os.times()
        own = times.user + times.system + times.children_user + times.children_system
        return own + below - self._looking


def _itself() -> float:
    times = os.times()
    return times.user + times.system


def _tree(root: int, apart: set[int]) -> float:
    """The CPU seconds of all processes below one, and of those apart with all below them."""
    children: dict[int, list[int]] = {}
    used: dict[int, float] = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", "rb") as file:
                stat = file.read()
        except OSError:  # It has just ended.
            continue
        fields = stat[stat.rindex(b")") + 2 :].split()
        children.setdefault(int(fields[1]), []).append(int(entry))
        used[int(entry)] = sum(map(int, fields[11:15])) / _TICK
    below = [*children.get(root, ()), *apart]
    total = 0.0
    seen: set[int] = set()
    while below:
        each = below.pop()
        if each in used and each not in seen:
            seen.add(each)
            total += used[each]
            below.extend(children.get(each, ()))
    return total
