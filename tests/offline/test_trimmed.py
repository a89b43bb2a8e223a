"""Nothing that the app needs was left out of what a phone fetches.

That every address answers there is seen in `test_on_the_phone.py`.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.offline.phone import PATIENCE
from tests.offline.static_host import StaticHost
from tests.thorough import thorough

Runs = Callable[..., Any]
CASES = Path(__file__).parents[1] / "cases"
#: What the worker loads, in a page: there a test can say what Python is to do.
_PAGE = """<!doctype html><meta charset="utf-8"><title>Python</title>
<script src="release.js"></script><script src="files.js"></script><script src="storage.js"></script>
{scripts}<script src="engine.js"></script>"""
_IMPORT_ALL = """
import json
from importlib import import_module
from pkgutil import walk_packages
import companion

def _why_not(name):
    try:
        import_module(name)
    except Exception as error:
        return f"{name}: {error!r}"

names = [found.name for found in walk_packages(companion.__path__, "companion.")]
json.dumps([len(names), [*filter(None, map(_why_not, names))]])
"""
_MIGRATE_ALL = """
import json
from companion.db.database import LATEST, Database
database = Database("sqlite:////tmp/migrated.db", "MEMORY")
database.migrate()
with database.snapshot() as connection:
    told = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
json.dumps([told, LATEST])
"""
_VERDICTS = """
import json
from companion import Record
json.dumps([Record(text).verdict() for text in json.loads(texts)])
"""


@pytest.fixture(scope="module")
def runs(folder: Path, browser: Any) -> Iterator[Runs]:
    """Runs Python in the engine that phones have, and returns what its last line says in JSON."""
    host = StaticHost(folder)
    host.start()
    scripts = sorted((host.folder / "engine").glob("*.js"), key=lambda path: ".asm" in path.name)
    tags = "".join(f'<script src="engine/{path.name}"></script>' for path in scripts)
    host.extra["python.html"] = _PAGE.format(scripts=tags).encode()
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{host.address}python.html")
    page.evaluate("async () => { await files.fetchAll(RELEASE); await engine.start(); }")

    def run(code: str, **values: str) -> Any:
        told = page.evaluate(
            """async ([code, values]) => {
              const { python } = await engine.start();
              for (const [name, value] of Object.entries(values)) python.globals.set(name, value);
              return python.runPython(code);
            }""",
            [code, values],
        )
        return json.loads(told)

    yield run
    page.context.close()
    host.stop()


@thorough
def test_every_module_imports(runs: Runs) -> None:
    number, failures = runs(_IMPORT_ALL)
    assert failures == []
    assert number > 100


@thorough
def test_a_database_can_be_migrated_from_nothing(runs: Runs) -> None:
    told, latest = runs(_MIGRATE_ALL)
    assert told == latest


@thorough
def test_every_case_has_its_verdict(runs: Runs) -> None:
    records = sorted((CASES / "games").glob("*.record"))
    verdicts = runs(_VERDICTS, texts=json.dumps([path.read_text() for path in records]))
    for path, verdict in zip(records, verdicts, strict=True):
        expected = json.loads(path.with_suffix(".json").read_text())
        for key in expected.keys() - {"entries"}:
            assert verdict[key] == expected[key], (path.stem, key)
        for told, wanted in zip(verdict["entries"], expected["entries"], strict=True):
            assert {key: told[key] for key in wanted} == wanted, path.stem


@thorough
@pytest.mark.parametrize("kind", ["findings", "refused"])
def test_every_finding_and_refusal_is_told(runs: Runs, kind: str) -> None:
    cases = json.loads((CASES / f"{kind}.json").read_text())
    verdicts = runs(_VERDICTS, texts=json.dumps([case["record"] for case in cases]))
    for case, verdict in zip(cases, verdicts, strict=True):
        if kind == "refused":
            assert verdict["error"]["code"] == case["code"]
        else:
            assert [found["code"] for found in verdict["findings"]] == [
                found["code"] for found in case["findings"]
            ]
