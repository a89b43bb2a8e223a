"""A class or a module means one thing in the whole house."""

import ast
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

COMPANION = Path(__file__).parents[1] / "companion"
#: What every subject has one of.
EVERYWHERE = {"__init__", "__main__", "views", "forms", "errors", "models"}
MODULES = [path for path in COMPANION.rglob("*.py") if "migrations" not in path.parts]


def test_no_two_modules_share_a_name() -> None:
    named = ((path.stem, path) for path in MODULES if path.stem not in EVERYWHERE)
    assert not shared(named)


def test_no_module_is_called_as_a_room() -> None:
    rooms = {path.parent.name for path in MODULES if path.stem == "__init__"}
    assert not {path.stem for path in MODULES if path.stem in rooms}


def test_no_two_public_classes_share_a_name() -> None:
    assert not shared((name, path) for path in MODULES for name in public_types(path))


def public_types(path: Path) -> Iterable[str]:
    """The classes that a module makes, and its own names for types (`Option = TypeVar(…)`)."""
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.ClassDef):
            names = [node.name]
        elif isinstance(node, ast.Assign):
            names = [each.id for each in node.targets if isinstance(each, ast.Name)]
            names = [name for name in names if name[0].isupper() and not name.isupper()]
        else:
            continue
        yield from (name for name in names if not name.startswith("_"))


def shared(named: Iterable[tuple[str, Path]]) -> dict[str, list[str]]:
    """The names that several modules have, with where."""
    found = defaultdict(set)
    for name, path in named:
        found[name].add(f"{path.relative_to(COMPANION)}")
    return {name: sorted(where) for name, where in found.items() if len(where) > 1}
