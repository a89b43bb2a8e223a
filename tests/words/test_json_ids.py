"""Programs read no words: beside each text of JSON stand the id and arguments of its message."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.cli import main
from companion.db.table_models import LeadsTo
from companion.i18n import Catalogue, Signed, Text, listed, message, sentences, speaking
from tests.tables.scribe import opened
from tests.web.phones import ANAS_PHONE, phone
from tests.words.pseudo import pseudo

CASES = Path(__file__).parents[1] / "cases"
#: Letters that only words of the catalogue have here.
SPOKEN = set(pseudo("abcdefghijklmnopqrstuvwxyz"))
OTHER_RULES = (["--under", "seven-rocks"], ["--under", "muggins"], ["--rule", "spinners=none"])
WON = ("lead: Ana", "Ana: 6-4", "ruling: Ana +61, agreed")
#: Ana draws with 6 and 0 open, and then plays a 5-0.
CHEATED = (
    *("lead: Ben", "Ben: 6-0", "Ana: draws 2", "Ana: 6-4 on 6-0", "Ben: 4-0 on 6-4"),
    *("Ana: 5-0 on 6-0", "Ana: 3-0 on 4-0"),
)


def text_of(id: str, args: dict[str, Any]) -> Text:
    """A text again, by its id and arguments: what a program with a catalogue of its own does."""
    named = {name: again(value) for name, value in args.items()}
    match id.split("."):
        case ["sentences"]:
            return sentences(*named["parts"])
        case ["signed"]:
            return Signed(named["number"])
        case ["list", joint]:
            return listed(named["things"], joint)
    return message(id, **named)


def again(value: Any) -> Any:
    match value:
        case {"id": id, "args": args}:
            return text_of(id, args)
        case list():
            return [*map(again, value)]
    return value


def plain_words(args: Any) -> Iterator[str]:
    """The strings among arguments."""
    if isinstance(args, dict | list):
        for value in args.values() if isinstance(args, dict) else args:
            yield from plain_words(value)
    elif isinstance(args, str):
        yield args


def check(data: Any) -> int:
    """Check all texts of JSON; how many there are."""
    if isinstance(data, list):
        return sum(map(check, data))
    if not isinstance(data, dict):
        return 0
    number = 0
    for key, value in data.items():
        if key.endswith("_args") or key == "record":
            continue
        number += check(value)
        id, args = data.get(f"{key}_id"), data.get(f"{key}_args")
        if id is None:
            assert not (isinstance(value, str) and SPOKEN & set(value)), f"{key}: {value}"
            assert not args
        else:
            assert str(text_of(id, args)) == value
            assert not [each for each in plain_words(args) if SPOKEN & set(each)], value
            number += 1
    return number


def records() -> Iterator[str]:
    """Whole games, refused ones, and what passes and draws prove."""
    for path in sorted(CASES.glob("*/*.record"))[::20]:
        yield path.read_text("utf-8")
    for name in ("refused.json", "findings.json", "family/refused.json", "family/findings.json"):
        if (CASES / name).exists():
            yield from (case["record"] for case in json.loads((CASES / name).read_text("utf-8")))


def test_every_text_of_every_command_stands_with_its_id_and_arguments(
    spoken: Catalogue, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, number = tmp_path / "record", 0
    for at, record in enumerate(records()):
        file.write_text(record, "utf-8")
        lines = range(1, record.count("\n") + 1)
        asked = [[], OTHER_RULES[at % 3], *(["--why", str(line)] for line in [*lines][-1:])]
        for options in asked:
            with speaking(spoken):
                status = main(["score", str(file), "--json", *options])
                # Wrong usage has no JSON.
                told = capsys.readouterr().out if status < 2 else "{}"
                number += check(json.loads(told or "{}"))
    assert number > 500


def test_every_text_of_a_page_of_json_stands_with_its_id_and_arguments(
    app: Flask, spoken: Catalogue
) -> None:
    table_service = app.extensions["table_service"]
    cheated, won = opened(table_service, *CHEATED), opened(table_service, *WON)
    access = app.extensions["access_service"]
    for table_id in (cheated, won):
        access.keep(access.links(table_id)[LeadsTo.KEEP], ANAS_PHONE, "Ana")
    with speaking(spoken):
        assert check(phone(app).get(f"/t/{cheated}/record.json").json) == 1
        assert check(phone(app).get(f"/t/{won}/end.json").json) == 2
