"""House rules on their way: a game and what is changed in it, there and back."""

from random import Random

import pytest
from hypothesis import given
from random_play import random_header, seeds

from companion.record.header import HouseRules, read_header
from companion.rules.errors import Refusal
from companion.rules.games import GAMES
from companion.rules.settings import SETTINGS


@given(seeds)
def test_the_rules_of_every_table_come_back_as_they_were(seed: int) -> None:
    header = read_header(random_header(Random(seed), changes=len(SETTINGS)))
    told = HouseRules.of(header.preset, header.rules)
    assert told.rules == header.rules
    assert HouseRules.read(told.game, told.changes) == told
    assert len(told.changes) <= len(header.changes)


@given(seeds)
def test_as_lines_of_a_record_they_say_the_same(seed: int) -> None:
    header = read_header(random_header(Random(seed), changes=len(SETTINGS)))
    told = HouseRules.of(header.preset, header.rules)
    again = read_header(f"{told.lines}\nplayers: {', '.join(header.players)}")
    assert again.rules == header.rules and again.game == header.game


@pytest.mark.parametrize("id", GAMES)
def test_a_game_without_house_rules_is_its_name_alone(id: str) -> None:
    assert HouseRules.of(GAMES[id], GAMES[id].rules) == HouseRules(id)
    assert HouseRules(id).lines == f"game: {id}"


def test_only_what_differs_is_told_in_the_order_of_the_settings() -> None:
    said = [("zero-scores", "yes"), ("target", "0121"), ("spinners", "none"), ("tiles-each", "9")]
    told = HouseRules.read("fives-and-threes", said)
    assert told.changes == (("target", "121"), ("tiles-each", "9"), ("zero-scores", "yes"))
    assert told.lines == (
        "game: fives-and-threes\ntarget: 121\nrule: tiles-each = 9\nrule: zero-scores = yes"
    )


@pytest.mark.parametrize(
    ("game", "said", "code"),
    [
        ("whist", [], "unknown-game"),
        ("muggins", [("spinner", "all")], "unknown-rule"),
        ("muggins", [("players", "Ana, Ben")], "unknown-rule"),
        ("muggins", [("spinners", "some")], "unknown-rule"),
        ("muggins", [("target", "-1")], "unknown-rule"),
        ("muggins", [("target", "")], "unknown-rule"),
        ("muggins", [("target", "100"), ("target", "200")], "syntax"),
        ("muggins", [("tiles-each", "15")], "players"),
        ("muggins", [("tiles-each", "0")], "players"),
        # Four play it, always.
        ("seven-rocks", [("tiles-each", "8")], "players"),
    ],
)
def test_what_nobody_can_play_by_is_refused(
    game: str, said: list[tuple[str, str]], code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        HouseRules.read(game, said)
    assert refused.value.code == code


def test_more_tiles_than_four_could_have_are_for_fewer() -> None:
    assert HouseRules.read("muggins", [("tiles-each", "14")]).rules.tiles_for(2) == 14
