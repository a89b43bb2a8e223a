"""House rules: every setting is independent, and every game is a choice of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from play import CAST, describe_refusal, refusal, score
from random_play import honest_game

from companion.i18n import listed, message
from companion.rules.errors import UnknownRule, WrongPlayers
from companion.rules.game import Game
from companion.rules.games import GAMES, game_named
from companion.rules.laws import LAWS
from companion.rules.settings import SETTINGS
from tests.thorough import is_thorough, some

SEATS = dict.fromkeys(GAMES, (2, 3, 4)) | {"seven-rocks": (4,)}


def cells() -> Iterator[tuple[str, str, str]]:
    """Each (game, setting, value) of `games.txt`."""
    lines = Path(__file__).with_name("games.txt").read_text("utf-8").splitlines()
    games, *rows = (line.split() for line in lines if not line.startswith("#"))
    for name, *values in rows:
        yield from ((game, name, value) for game, value in zip(games, values, strict=True))


def test_each_game_has_the_settings_of_its_sources() -> None:
    for game, name, value in cells():
        rules = game_named(game).rules
        if name == "tiles-each":
            assert [rules.tiles_for(seats) for seats in SEATS[game]] == [
                int(each) for each in value.split("/") if each != "–"
            ]
        else:
            assert rules.written(name) == value


def test_the_games_are_those_of_the_table() -> None:
    assert set(GAMES) == {game for game, _, _ in cells()}
    assert set(SETTINGS) == {name for _, name, _ in cells()}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_game_takes_the_players_of_its_sources(game: str, seats: int) -> None:
    header = f"game: {game}\nplayers: {', '.join(CAST[:seats])}\n"
    if seats in SEATS[game]:
        assert len(score(header).game.seating.players) == seats
    else:
        assert refusal(header)[1] == "players"


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_a_game_stands_on_something(game: str) -> None:
    grounds = game_named(game).grounds
    assert {*grounds} == {*SETTINGS, *LAWS, "players"}
    assert all(grounds[name].explanation for name in SETTINGS)


def choices() -> Iterator[tuple[str, str]]:
    """Each (setting, value) of the record format; some numbers for those that have one."""
    for name, setting in SETTINGS.items():
        values = setting.values or {"target": ("1", "61"), "tiles-each": ("1", "5", "7")}[name]
        yield from ((name, value) for value in values)


def seats_to_try(game: str, name: str, value: str) -> tuple[int, ...]:
    """All that the game is for, or one of them: each number of seats with every choice in turn."""
    seats = SEATS[game]
    at = list(GAMES).index(game) + list(choices()).index((name, value))
    return seats if is_thorough() else (seats[at % len(seats)],)


@pytest.mark.parametrize("game", some(GAMES, 6))
def test_every_game_starts_and_plays_with_every_setting(game: str) -> None:
    for name, value in choices():
        for seats in seats_to_try(game, name, value):
            header = f"game: {game}\nplayers: {', '.join(CAST[:seats])}\nrule: {name} = {value}"
            told = score(honest_game(seats, header=header, hands=2).text)
            assert told.game.rules.written(name, seats) == value
            assert told.verdict["hands"]
            assert told.verdict["findings"] == []


@pytest.mark.parametrize("name", [name for name, setting in SETTINGS.items() if setting.values])
def test_a_setting_has_the_values_of_the_record_format_and_no_other(name: str) -> None:
    header = "game: race-horse\nplayers: Ana, Ben\n"
    assert refusal(f"{header}rule: {name} = sometimes") == (3, "unknown-rule")
    refused = describe_refusal(f"{header}rule: {name} = sometimes")
    assert refused.id == "refused.no-such-value"
    assert refused["values"] == listed(SETTINGS[name].values, "or")


def test_the_values_are_those_of_the_record_format() -> None:
    assert {name: list(setting.values) for name, setting in SETTINGS.items()} == {
        "target": [],
        "tiles-each": [],
        "spinners": ["all", "first", "none"],
        "points": ["fifths", "pips", "none"],
        "another-turn": ["score-or-double", "score", "double", "none"],
        "drawn-tile": ["ends-turn", "plays-on"],
        "last-tile": ["goes-out", "draws", "washes-up"],
        "lead-tile": ["any", "double-or-score", "double"],
        "next-lead": ["dominoer", "rotates"],
        "settlement": ["winner-takes", "own-hand", "chips", "one-point", "difference"],
        "rounding": ["sum", "each-hand"],
        "tied-block": ["all-hands", "losers-hands", "nobody"],
        "partners-block": ["team", "hand"],
        "washed-up-in-block": ["out", "counts"],
        "game-ends": ["at-once", "after-hand"],
        "announce": ["no", "required"],
        "zero-scores": ["no", "yes"],
        "exposed-double": ["both-halves", "when-dead"],
        "scores-on": ["fives", "threes-and-fives"],
        "target-reached": ["or-passed", "exactly"],
        "partners-out": ["one", "both"],
        "drawing": ["until-it-plays", "free", "none"],
        "boneyard-kept": ["0", "1", "2"],
        "spinner-count": ["sides", "ends"],
        "spinner-first": ["no", "yes"],
    }


def test_there_is_no_other_rule() -> None:
    assert refusal("game: race-horse\nplayers: Ana, Ben\nrule: jokers = yes") == (3, "unknown-rule")


@pytest.mark.parametrize("number", ["0", "-1", "many", "6.5", "1e3", "٦١"])
def test_a_target_is_a_number_of_one_or_more(number: str) -> None:
    header = "game: race-horse\nplayers: Ana, Ben\n"
    assert refusal(f"{header}rule: target = {number}") == (3, "unknown-rule")


@pytest.mark.parametrize("setting", ["target", "tiles-each"])
def test_a_number_that_cannot_be_hears_which_can(setting: str) -> None:
    with pytest.raises(UnknownRule) as refused:
        SETTINGS[setting].read("none")
    assert refused.value.message["allowed"] == message(f"setting.{setting}.allowed")


def test_a_deal_that_is_too_large_hears_how_many_there_can_be() -> None:
    preset = game_named("race-horse")
    with pytest.raises(WrongPlayers) as refused:
        Game.between(preset.seating(CAST[:3]), preset.rules.with_setting("tiles-each", "10"))
    assert refused.value.message == message("refused.deal", players=3, each=10, most=9)


def test_every_value_has_plain_words() -> None:
    for name, setting in SETTINGS.items():
        for value in setting.values:
            assert str(setting.brief(value)) != value or value.isalpha(), name
    assert SETTINGS["target"].brief("61") == "61"


@pytest.mark.parametrize(("seats", "most"), [(2, 14), (3, 9), (4, 7)])
def test_the_deal_takes_28_tiles_at_most(seats: int, most: int) -> None:
    header = f"game: race-horse\nplayers: {', '.join(CAST[:seats])}\nrule: tiles-each = "
    assert score(f"{header}{most}").game.rules.boneyard_for(seats) == 28 - seats * most
    assert refusal(f"{header}{most + 1}")[1] == "players"
    assert refusal(f"{header}0")[1] == "players"


def test_settings_do_not_depend_on_each_other() -> None:
    told = score(
        """
        game: seven-rocks
        players: Ana, Ben, Cyd, Dee
        rule: another-turn = score-or-double
        rule: points = fifths
        rule: announce = required
        rule: spinners = none
        lead: Ana
        Ana: 5-5, claims 10
        """
    )
    assert (told.points, told.turn) == ([2], "Ana")
