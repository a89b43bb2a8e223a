"""Imports go one way, and the rules need nothing but Python."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parent.parent
RULES = sorted((ROOT / "companion" / "rules").rglob("*.py"))


def test_imports_go_one_way() -> None:
    broken = lint_imports(str(ROOT / "pyproject.toml"), no_cache=True, no_logo=True)
    assert not broken, "see the broken contracts in the output below"


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_the_rules_need_nothing_but_the_standard_library(path: Path) -> None:
    allowed = {*sys.stdlib_module_names, "companion.rules", "companion.i18n"}
    foreign = [name for name in imports_of(path) if not allowed & prefixes(name)]
    assert not foreign


def imports_of(path: Path) -> Iterator[str]:
    package = ".".join(path.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            # `from . import tile` counts from its own folder, each further dot from one above.
            above = package.split(".")[: 1 - node.level or None] if node.level else []
            whole = ".".join([*above, *filter(None, [node.module])])
            # `from companion import rules` names the room only in what it takes.
            names = [f"{whole}.{alias.name}" for alias in node.names]
            yield from names if whole == "companion" else [whole]


def prefixes(name: str) -> set[str]:
    """`a`, `a.b` and `a.b.c` for `a.b.c`."""
    parts = name.split(".")
    return {".".join(parts[:length]) for length in range(1, len(parts) + 1)}


TEMPLATES = ROOT / "templates"
SUBJECTS = sorted(
    {folder.name for folder in TEMPLATES.iterdir() if folder.is_dir()} - {"offline", "ui"}
)


def test_no_subject_takes_a_template_of_another() -> None:
    for path in TEMPLATES.rglob("*/*.html"):
        taken = re.findall(r'(?:include|extends|import|from) "([\w-]+)/', path.read_text())
        assert {*taken} <= {path.parent.name, "ui"}, path


@pytest.mark.parametrize("folder", SUBJECTS)
def test_views_write_templates_of_their_own_subject(folder: str) -> None:
    sources = (ROOT / "companion" / "web" / folder).glob("*.py")
    taken = {
        name for path in sources for name in re.findall(r'"(\w+)/\w+\.html"', path.read_text())
    }
    assert taken <= {folder, "ui"}


#: Where SQL is not written with typed columns: what `benchmarks/tap.py` measures, and what copies
#: rows of any table.
CORE = {
    *("db/table_models.py", "tables/table_loader.py", "tables/table_reader.py"),
    *("tables/table_writer.py", "db/bulk_writes.py", "db/rebuild_tables.py"),
    *("upkeep/backup.py", "upkeep/backup_lines.py", "upkeep/merge_databases.py"),
    "db/migrations/versions/0003_practice.py",
}


def test_sql_is_written_with_typed_columns() -> None:
    core = re.compile(r"\.c\.\w|\.c\[|__table__|metadata\.tables|sqlalchemy import .*\btext\b")
    companion = ROOT / "companion"
    found = {
        str(path.relative_to(companion))
        for path in companion.rglob("*.py")
        if core.search(path.read_text())
    }
    assert found == CORE
