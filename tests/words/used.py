"""Which messages the code, the templates and the scripts ask the catalogue for."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: In a template `_("home.title")`; in a script `words("queue.waits")`.
_IN_TEMPLATE = re.compile(r"""\b_\(\s*(["'])([\w.-]+)\1\s*(~)?""")
_IN_SCRIPT = re.compile(r"""\bwords\(\s*(["'`])([\w.$\{\}-]+)\1""")


@cache
def used_patterns() -> frozenset[str]:
    """A regular expression for each id that is asked for, most of them plain words."""
    found = {pattern for path in _python() for pattern in _in_python(path)}
    for path in (ROOT / "templates").rglob("*.*"):
        for _, name, goes_on in _IN_TEMPLATE.findall(path.read_text()):
            found.add(re.escape(name) + (".+" if goes_on else ""))
    for path in (ROOT / "static").glob("*.js"):
        for _, name in _IN_SCRIPT.findall(path.read_text()):
            found.add(".+".join(map(re.escape, re.split(r"\$\{.*?\}", f"script.{name}"))))
    return frozenset(found)


def _python() -> Iterator[Path]:
    return (ROOT / "companion").rglob("*.py")


def _in_python(path: Path) -> Iterator[str]:
    """The ids that are written as such in calls of `message`, and those of its f-strings."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = node.func.id if isinstance(node.func, ast.Name) else None
        if called == "message":
            yield from _patterns(node.args[0])


def _patterns(argument: ast.expr) -> Iterator[str]:
    match argument:
        case ast.Constant(str(name)):
            yield re.escape(name)
        case ast.JoinedStr(parts):
            yield "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"
                for part in parts
            )
        case ast.IfExp(_, one, other):
            yield from _patterns(one)
            yield from _patterns(other)
