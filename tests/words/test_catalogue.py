"""The catalogue has every message that is asked for, and no other."""

import re
from pathlib import Path

import pytest
from babel.messages.checkers import checkers

from companion.i18n import message
from hatch_build import LOCALE, read_catalogue
from tests.words.used import used_patterns

FOLDERS = sorted(LOCALE.glob("*/LC_MESSAGES"))
_NAMED = re.compile(r"\{(\w*)\}")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_every_message_that_is_asked_for_is_worded(folder: Path) -> None:
    ids = [entry_id(entry) for entry in read_catalogue(folder) if entry.id]
    # Nearly all are asked for by the whole id.
    missing = {
        pattern
        for pattern in used_patterns() - {*map(re.escape, ids)}
        if not any(re.fullmatch(pattern, name) for name in ids)
    }
    assert not missing


def test_nothing_is_worded_that_nobody_asks_for() -> None:
    patterns = [re.compile(pattern) for pattern in used_patterns()]
    ids = (entry_id(entry) for entry in read_catalogue(LOCALE / "en" / "LC_MESSAGES") if entry.id)
    # A row of things asks for its joints by name.
    idle = {
        name
        for name in ids
        if not name.startswith("list.")
        and re.escape(name) not in used_patterns()
        and not any(each.fullmatch(name) for each in patterns)
    }
    assert not idle


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_every_wording_stands_and_its_plurals_name_the_same_things(folder: Path) -> None:
    catalogue = read_catalogue(folder)
    for entry in filter(lambda entry: entry.id, catalogue):
        wordings = entry.string if isinstance(entry.string, tuple) else (entry.string,)
        assert all(wordings), entry.id
        named = {frozenset(_NAMED.findall(wording)) - {"count"} for wording in wordings}
        assert len(named) == 1, entry.id
        for check in checkers:
            check(catalogue, entry)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_no_message_is_worded_twice(folder: Path) -> None:
    ids = re.findall(r'^msgid "(.+)"', (folder / "companion.po").read_text(), re.MULTILINE)
    assert len(ids) > 1000
    assert sorted(ids) == sorted(set(ids))


def test_a_message_that_nobody_worded_is_a_mistake_of_ours() -> None:
    with pytest.raises(LookupError, match=r"no message 'nobody\.said-so'"):
        str(message("nobody.said-so"))


def entry_id(entry: object) -> str:
    found = entry.id  # type: ignore[attr-defined]
    return str(found[0]) if isinstance(found, tuple) else str(found)
