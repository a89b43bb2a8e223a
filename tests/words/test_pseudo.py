"""In the pseudo-language, what has plain letters was not taken from the catalogue."""

import json
import re
from pathlib import Path

import pytest

from companion.cli import main
from companion.i18n import Catalogue, speaking
from companion.record.replay import replay
from companion.rules.games import GAMES
from companion.rules.settings import SETTINGS
from tests.words.pseudo import plain_words, pseudo

CASES = Path(__file__).parents[1] / "cases"
#: Names, and the words of a record, which are the same in every language.
KNOWN = {"ana", "ben", "cyd", "dee", "zoe", "companion", "slip", "localhost", "local"}
RECORD = {"game", "players", "sides", "target", "rule", "lead", "draws", "passes", "left"}
RECORD |= {"pips", "ruling", "on", "claims", *GAMES, *SETTINGS}
RECORD |= {value for setting in SETTINGS.values() for value in setting.values}


@pytest.mark.parametrize(
    "arguments",
    [
        "games",
        "games race-horse",
        "score {}",
        "score --why 5 {}",
        "score --under seven-rocks {}",
        "serve --port 70000",
        "serve --public-url 0.0",
    ],
)
def test_no_command_prints_a_word_that_is_not_from_the_catalogue(
    arguments: str, spoken: Catalogue, capsys: pytest.CaptureFixture[str]
) -> None:
    leaks: set[str] = set()
    for record in sorted(CASES.glob("games/*.record"))[::6]:
        with speaking(spoken):
            main(arguments.format(record).split())
        printed = capsys.readouterr()
        lines = (*printed.out.splitlines(), *printed.err.splitlines())
        own = KNOWN | RECORD | set(re.findall(r"[a-z'-]+", record.read_text().lower()))
        leaks |= {line for line in lines if plain_words(line, own)}
        if "{}" not in arguments:
            break
    assert not leaks, "\n".join(leaks)


def test_no_refusal_says_a_word_that_is_not_from_the_catalogue(spoken: Catalogue) -> None:
    leaks: dict[str, str] = {}
    for case in json.loads((CASES / "refused.json").read_text()):
        refused = replay(case["record"]).refused
        assert refused is not None
        with speaking(spoken):
            said = str(refused.refusal.message)
        own = KNOWN | RECORD | set(re.findall(r"[a-z'-]+", case["record"].lower()))
        if plain_words(said, own):
            leaks[case["code"]] = said
    assert not leaks


def test_the_pseudo_language_is_a_third_longer_and_keeps_what_a_wording_names() -> None:
    said = pseudo("The {tile} is already on the table.")
    assert "{tile}" in said
    assert len(said) >= 1.25 * len("The {tile} is already on the table.")
    assert not plain_words(said.replace("{tile}", ""), set())
