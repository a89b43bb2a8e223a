"""`companion score --why LINE`: one line of a record, explained."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.i18n import in_json, message
from companion.rules.games import GAMES

RECORD = """\
game: race-horse               # Friday
players: Ana, Ben
rule: spinners = first

lead: Ana
Ana: 6-4                       # 10
Ana: 4-4
Ana: draws 2
Ana: 6-2
Ben: 5-5
"""


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "friday.record"
    path.write_text(RECORD, "utf-8")
    return str(path)


def words_of(key: str) -> tuple[str, ...]:
    """The keys of a sentence: its words, its id, its arguments."""
    return key, f"{key}_id", f"{key}_args"


def test_wording_people_read_the_count_the_change_and_the_rules(
    record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", "--why", "7", record]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Line 7  Ana: 4-4\n6 + 8 = 14. Ana goes again.\n")
    assert "   8  One side of the 4-4 is free, so both its halves count: 4 + 4 = 8.\n" in told
    assert "It was 10. Take off the 4, add a double-4: 10 − 4 + 8 = 14.\n" in told
    assert "The 4-4 is a double, which earns another turn.\n" in told
    assert "\x1b" not in told, "no colours in a pipe"


def test_programs_read_the_same_as_one_json_object(
    record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", "--json", "--why", "7", record]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["line", "said", "laid", *words_of("told"), "verdict", "count", "answers"]
    assert told["laid"] == [{"tile": "6-4", "on": None}, {"tile": "4-4", "on": "6-4"}]
    assert told["verdict"]["total"] == told["count"]["total"] == 14
    assert told["count"]["change"] == {
        "before": 10,
        "went": [{"on": "6-4", "pips": 4, "counts": 4, "places": 1}],
        "came": [{"on": "4-4", "pips": 4, "counts": 8, "places": 3}],
        "total": 14,
        **{key: told["count"]["change"][key] for key in words_of("sentence")},
    }
    assert [answer["about"] for answer in told["answers"]] == ["allowed", "points", "turn"]
    assert told["answers"][1]["reasons"][0] == {
        **in_json("sentence", message("why.between-fives", total=14, below=10, above=15)),
        "rule": "scores-on",
        "value": "fives",
        **in_json("rule_sentence", message("setting.scores-on.value.fives")),
        **in_json("because", message("because.race-horse.scores-on")),
        "leg": "says",
        **in_json("source", GAMES["race-horse"].grounds["scores-on"].cited),
        "ends": [],
        "amounts": [14],
    }


def test_a_refused_line_says_why_and_exits_with_1(
    record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", "--why", "10", record]) == 1
    told = capsys.readouterr().out
    asked = message("cli.line", line=10, written="Ben: 5-5")
    assert told.startswith(f"{asked}\n{message('cli.refused', code='no-match')}\n")
    assert main(["score", "--json", "--why", "10", record]) == 1
    refused = json.loads(capsys.readouterr().out)["refused"]
    assert refused["code"] == "no-match"
    assert refused["message"] == refused["reasons"][0]["sentence"]
    assert refused["reasons"][0]["rule"] == "match"


def test_a_refused_header_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty.record"
    path.write_text("game: race-horse\n", "utf-8")
    assert main(["score", "--json", "--why", "1", str(path)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["line"], told["laid"], told["refused"]["code"]) == (1, [], "syntax")


@pytest.mark.parametrize("line", ["1", "4", "99", "0"])
def test_a_line_without_an_entry_says_so_and_exits_with_2(
    line: str, record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", f"--why={line}", record]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    why = message("cli.no-entry", line=line)
    if line == "99":
        why = message("cli.line-not-read", line=99, refused=10)
    assert told.err == f"companion: {why}\n"


def test_a_line_that_is_no_number_is_wrong_usage(record: str) -> None:
    with pytest.raises(SystemExit) as left:
        main(["score", "--why", "seven", record])
    assert left.value.code == 2


def test_a_line_is_explained_by_the_rules_of_its_own_record(
    record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", "--why", "7", "--under", "seven-rocks", record]) == 2
    assert str(message("cli.why-by-own-rules")) in capsys.readouterr().err
