"""`companion score --under`: the command that compares a record with other rules."""

import json
import textwrap
from pathlib import Path

import pytest

from companion.cli import main
from companion.i18n import message
from companion.referee.rule_book import title_of
from companion.rules.games import GAMES
from tests.referee.test_comparison import SCORED
from tests.web.words import worded


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "game.record"
    file.write_text(textwrap.dedent(SCORED).lstrip("\n"))
    return str(file)


def test_the_command_prints_where_they_part_and_both_scores(
    record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", record, "--under", "race-horse-celko", "--rule", "tiles-each=2"]) == 0
    told = capsys.readouterr().out
    assert str(message("under.line.parts", line=5, statement="Ana: 6-4")) in told
    assert str(title_of("points")) in told
    assert "10 · -10" in told
    first_hand = message("under.hand", number=1)
    assert told.index(str(first_hand)) < told.index(str(message("under.scores")))


def test_the_command_prints_the_same_as_data(
    record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", record, "--rule", "another-turn = none", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["parting"]["line"] == 5
    assert [cause["name"] for cause in told["parting"]["because"]] == ["another-turn"]
    assert (told["refused"]["line"], told["refused"]["code"]) == (6, "not-your-turn")
    assert told["here"]["scores"] == {"Ana": 4, "Ben": 0}
    assert told["as_played"]["left_out"][0]["name"] == "another-turn"


def test_the_command_says_plainly_where_the_other_game_cannot_tell_it(
    record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", record, "--under", "seven-rocks"]) == 1
    assert capsys.readouterr().out.startswith(str(GAMES["seven-rocks"].title))
    assert main(["score", record, "--under", "seven-rocks", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "players"
    assert main(["score", record, "--under", "whist"]) == 2
    with pytest.raises(SystemExit, match="2"):
        main(["score", record, "--rule", "spinners"])


def test_a_record_that_its_own_game_refuses_is_compared_up_to_there(
    record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(record).write_text(Path(record).read_text() + "Zoe: passes\n")
    assert main(["score", record, "--under", "race-horse-celko"]) == 1
    refused = worded("under.line.refused-here", line=8)
    assert refused.search(capsys.readouterr().out)
    assert main(["score", record, "--under", "race-horse-celko", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["line"] == 8
