"""How many faults the tests catch: `python tests/faults.py --seed 24 --count 40 [--root DIR]`.

Each fault is one small change at a random place of the rooms below: a comparison turned round, a
condition negated, a number one too large. It is put into a copy of the code, and the tests that
should notice it run there, first those of its room, then all that need no browser. With
`--also DIR` faults are chosen where both versions have the same function, wherever it is by now,
so that the same faults can be put into both.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOMS = ("rules", "record", "referee", "tables", "clubs")
#: Where the tests of a room are that need not start with the rest.
FIRST = {"rules": ("tests/rules", "tests/record"), "record": ("tests/record", "tests/rules")}
#: A browser's tests have its name in theirs.
WITHOUT_BROWSER = "not chromium and not firefox and not postgresql"
#: So many minutes the tests of a room may take, and the others.
MINUTES_OF_ROOM, MINUTES_OF_REST = 20, 40

OTHER_WAY: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Place(NamedTuple):
    """A function: its file, its name with its class, and its form without the names in it."""

    file: Path
    name: str
    form: str


class Fault(NamedTuple):
    """What is changed: so many changes there are in the function, and this is the number of it."""

    room: str
    place: Place
    number: int

    def put_into(self, folder: Path) -> str:
        """Change the code of a copy; returns what was changed, and where."""
        path = folder / self.place.file
        tree = ast.parse(path.read_text(encoding="utf-8"))
        ((_, function),) = [each for each in functions(tree) if each[0] == self.place.name]
        changed = [*changes(function)][self.number]
        before, line = ast.unparse(changed), getattr(changed, "lineno", function.lineno)
        after = change(changed)
        path.write_text(ast.unparse(ast.fix_missing_locations(tree)), encoding="utf-8")
        return f"{self.place.file}:{line} {self.place.name}: {before[:60]!r} -> {after[:60]!r}"


def functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """The functions of a module and the methods of its classes, those in functions left out."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, Function):
                    yield f"{node.name}.{part.name}", part
        elif isinstance(node, Function):
            yield node.name, node


def changes(function: Function) -> Iterator[ast.AST]:
    """What can be changed in a function, in the order of its code."""
    for statement in function.body:
        for node in ast.walk(statement):
            if is_changeable(node):
                yield node


def is_changeable(node: ast.AST) -> bool:
    """Whether a change of it is a fault that tests can notice."""
    match node:
        case ast.Compare(ops=[op]):
            return type(op) in OTHER_WAY
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            return not any(_is_text(each) for each in (node.left, node.right))
        case ast.Constant(value=int(value)):
            return not isinstance(value, bool)
        case ast.Return(value=ast.Constant(value=bool())):
            return True
        case ast.Return(value=value):
            return value is not None and not isinstance(value, ast.Constant)
        case ast.If() | ast.IfExp() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
            return True
    return False


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def change(node: ast.AST) -> str:
    """Make the fault; returns how the code reads then."""
    match node:
        case ast.Compare():
            node.ops = [OTHER_WAY[type(node.ops[0])]()]  # type: ignore[list-item]
        case ast.BinOp() | ast.BoolOp():
            node.op = OTHER_WAY[type(node.op)]()  # type: ignore[assignment]
        case ast.Constant(value=int(value)):
            node.value = value + 1
        case ast.Return(value=ast.Constant(value=bool(value))):
            node.value = ast.Constant(not value)
        case ast.Return():
            node.value = ast.Constant(None)
        case ast.If() | ast.IfExp():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.UnaryOp(operand=operand):
            # What the `not` stood before, twice denied, is the same without it.
            node.operand = ast.UnaryOp(ast.Not(), operand)
    return ast.unparse(node)


def places(root: Path, rooms: tuple[str, ...]) -> Iterator[tuple[str, Place, int]]:
    """Each function of some rooms, with the number of its possible faults."""
    for room in rooms:
        for path in sorted((root / "companion" / room).rglob("*.py")):
            for name, function in functions(ast.parse(path.read_text(encoding="utf-8"))):
                number = len([*changes(function)])
                if number:
                    form = _form(function)
                    yield (
                        path.parts[len(root.parts) + 1],
                        Place(path.relative_to(root), name, form),
                        number,
                    )


def _form(function: Function) -> str:
    """What a function does, however it and what it uses are called."""
    told = []
    for node in [each for statement in function.body for each in ast.walk(statement)]:
        is_value = isinstance(node, ast.Constant) and not isinstance(node.value, str)
        told.append(f"{type(node).__name__}{node.value if is_value else ''}")  # type: ignore[attr-defined]
    return " ".join(told)


def chosen(
    root: Path, also: Path | None, seed: int, count: int
) -> list[tuple[Fault, Fault | None]]:
    """Random faults of one version, each with the same fault of the other."""
    here = [*places(root, ROOMS)]
    there: dict[str, list[Place]] = {}
    if also is not None:
        for _, place, _ in places(also, ("",)):
            there.setdefault(place.form, []).append(place)
        forms = Counter(place.form for _, place, _ in places(root, ("",)))
        here = [
            each
            for each in here
            if forms[each[1].form] == 1 and len(there.get(each[1].form, ())) == 1
        ]
    all_of_them = [(room, place, at) for room, place, number in here for at in range(number)]
    picked = []
    for room, place, at in Random(seed).sample(all_of_them, count):
        same = Fault(room, there[place.form][0], at) if also is not None else None
        picked.append((Fault(room, place, at), same))
    return picked


def copied(root: Path, target: Path) -> None:
    """Copy what git knows of a version."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached"], cwd=root, check=True, capture_output=True
    ).stdout.decode()
    for name in filter(None, names.split("\0")):
        if (root / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / name, target / name)


def is_caught(root: Path, folder: Path, room: str, workers: int, *, is_room_enough: bool) -> str:
    """By which tests the fault in a copy is caught: those of the room, the rest or none."""
    first = FIRST.get(room, (f"tests/{room}",))
    rest = ["tests", "--ignore=tests/offline", *(f"--ignore={each}" for each in first)]
    for name, arguments, minutes in (
        ("room", [*first], MINUTES_OF_ROOM),
        ("rest", rest, MINUTES_OF_REST),
    )[: 1 if is_room_enough else 2]:
        if not _passes(root, folder, [*arguments, "-k", WITHOUT_BROWSER], workers, minutes):
            return name
    return "none"


def _passes(root: Path, folder: Path, arguments: list[str], workers: int, minutes: float) -> bool:
    python = root / ".venv" / "bin" / "python"
    command = [f"{python}", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    spread = ["-n", f"{workers}", "--dist", "worksteal"] if workers > 1 else ["-n", "0"]
    path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
    try:
        done = subprocess.run(
            [*command, *spread, *arguments],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": f"{folder}", "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=minutes * 60,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False  # A fault that never ends is noticed.
    print(done.stdout.decode(errors="replace").strip().rpartition("\n")[2], flush=True)
    if done.returncode not in (0, 1, 2):
        raise SystemExit(done.stdout.decode(errors="replace"))
    return done.returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=24)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[1])
    parser.add_argument("--also", type=Path, help="a version that has to have the same functions")
    parser.add_argument("--there", action="store_true", help="put them into that version instead")
    parser.add_argument("--only", type=int, nargs="*", help="the numbers of those to try")
    parser.add_argument("--list", action="store_true", help="say what they are, and run nothing")
    parser.add_argument("--room", action="store_true", help="ask only the tests of its own room")
    parser.add_argument("--workers", type=int, default=1)
    told = parser.parse_args()
    root = (told.also if told.there else told.root).resolve()
    caught: Counter[tuple[str, str]] = Counter()
    faults = chosen(told.root.resolve(), told.also and told.also.resolve(), told.seed, told.count)
    with tempfile.TemporaryDirectory() as scratch:
        whole = Path(scratch) / "whole"
        copied(root, whole)
        for number, (here, there) in enumerate(faults):
            if told.only is not None and number not in told.only:
                continue
            fault = here if not told.there else there
            assert fault is not None
            file = whole / fault.place.file
            honest = file.read_bytes()
            what = fault.put_into(whole)
            print(f"{number:3} {what}", flush=True)
            if not told.list:
                by = is_caught(root, whole, fault.room, told.workers, is_room_enough=told.room)
                print(f"    {'missed' if by == 'none' else f'caught by the tests of the {by}'}")
                caught[f"{fault.place.file}", by] += 1
            file.write_bytes(honest)
    for (file, by), number in sorted(caught.items()):
        print(f"{number:3} {by:5} {file}")
    missed = sum(number for (_, by), number in caught.items() if by == "none")
    print(f"caught {sum(caught.values()) - missed} of {sum(caught.values())}")


if __name__ == "__main__":
    sys.exit(main())
