"""locks/: each set-up has every package that it needs, each with its hashes, and no address."""

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import requires, version
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = {"serve": (), "club": ("postgres",), "offline": ("offline",), "test": ("test",)}
LOCKS = {name: (ROOT / "locks" / f"{name}.txt").read_text("utf-8") for name in EXTRAS}
_HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def locked(lock: str) -> dict[str, list[Requirement]]:
    """What a lock names, by its name: one version, or one for each platform or Python."""
    found: dict[str, list[Requirement]] = {}
    for entry in entries(lock):
        requirement = Requirement(entry.partition(" \\")[0])
        found.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return found


def entries(lock: str) -> list[str]:
    lines = (line for line in LOCKS[lock].splitlines() if not line.startswith("#"))
    return [entry for entry in re.split(r"\n(?=\S)", "\n".join(lines)) if entry.strip()]


def wanted(lock: str) -> Iterator[Requirement]:
    """What pyproject.toml asks for."""
    extras = [*EXTRAS[lock]]
    yield from map(Requirement, PROJECT["build-system"]["requires"])
    yield from map(Requirement, PROJECT["project"]["dependencies"])
    while extras:
        for written in PROJECT["project"]["optional-dependencies"][extras.pop()]:
            requirement = Requirement(written)
            if requirement.name == PROJECT["project"]["name"]:
                extras.extend(requirement.extras)
            else:
                yield requirement


def pin(requirement: Requirement) -> str:
    (only,) = requirement.specifier
    assert only.operator == "==" and "*" not in only.version, requirement
    return only.version


def is_here(requirement: Requirement) -> bool:
    """Whether it is for this platform and this Python."""
    return requirement.marker is None or requirement.marker.evaluate({"extra": ""})


@pytest.mark.parametrize("lock", EXTRAS)
def test_a_lock_holds_what_the_project_asks_for(lock: str) -> None:
    named = locked(lock)
    for requirement in wanted(lock):
        pins = named.get(canonicalize_name(requirement.name), [])
        assert pins, f"{requirement} is missing: ./run lock"
        for each in pins:
            assert requirement.specifier.contains(pin(each)), f"{each}: ./run lock"


@pytest.mark.parametrize("lock", EXTRAS)
def test_every_package_has_hashes_and_none_an_address(lock: str) -> None:
    assert "://" not in LOCKS[lock] and "@" not in LOCKS[lock]
    for entry in entries(lock):
        first, *hashes = (line.strip(" \\") for line in entry.splitlines())
        pin(Requirement(first))
        assert hashes and all(_HASH.fullmatch(written) for written in hashes), first


@pytest.mark.parametrize("lock", EXTRAS)
def test_what_a_package_needs_is_in_the_lock_too(lock: str) -> None:
    named = locked(lock)
    here = {name for name, pins in named.items() if any(map(is_here, pins))}
    for name in here:
        for written in requires(name) or ():
            needed = Requirement(written)
            if is_here(needed):
                pins = [*filter(is_here, named.get(canonicalize_name(needed.name), []))]
                assert pins, f"{name} needs {needed}"
                assert all(needed.specifier.contains(pin(each)) for each in pins)


@pytest.mark.parametrize("lock", EXTRAS)
def test_all_set_ups_agree_and_are_what_was_installed(lock: str) -> None:
    tested = locked("test")
    for name, pins in locked(lock).items():
        assert {*map(pin, pins)} <= {*map(pin, tested[name])}
        for each in filter(is_here, pins):
            assert version(name) == pin(each), default_environment()["python_version"]
