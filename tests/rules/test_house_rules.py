"""House rules: every setting is independent, and every game is a choice of them."""

from collections.abc import Iterator

import pytest
from play import CAST, describe_refusal, honest_game, refusal, score

from companion.rules.errors import UnknownRule, WrongPlayers
from companion.rules.game import Game
from companion.rules.games import GAMES, game_named
from companion.rules.laws import LAWS
from companion.rules.rules import SETTINGS
from companion.words import listed, message

#: The games as the rules have them: setting by setting, `tiles-each` for 2 / 3 / 4 seats.
TABLE = """
                     race-horse       race-horse-celko  racehorse-1990   seven-toed-pete  seven-toed-pete-chips  seven-rocks
target               61               200               250              61               10                     250
spinners             all              all               all              first            first                  first
points               fifths           pips              pips             fifths           none                   pips
another-turn         score-or-double  score-or-double   score-or-double  score-or-double  score-or-double        none
drawn-tile           ends-turn        ends-turn         plays-on         plays-on         plays-on               ends-turn
last-tile            goes-out         goes-out          draws            washes-up        washes-up              goes-out
lead-tile            any              any               any              double-or-score  double-or-score        any
next-lead            dominoer         dominoer          dominoer         rotates          rotates                dominoer
settlement           winner-takes     own-hand          winner-takes     winner-takes     chips                  own-hand
rounding             sum              each-hand         sum              sum              sum                    each-hand
tied-block           all-hands        all-hands         all-hands        all-hands        all-hands              all-hands
partners-block       team             team              team             team             team                   hand
washed-up-in-block   out              out               out              out              out                    out
game-ends            at-once          after-hand        at-once          at-once          after-hand             after-hand
announce             no               no                required         no               no                     no
zero-scores          no               no                no               no               no                     no
exposed-double       both-halves      both-halves       both-halves      both-halves      both-halves            both-halves
"""  # noqa: E501
TILES_EACH = {
    "race-horse": (7, 6, 5),
    "race-horse-celko": (7, 6, 5),
    "racehorse-1990": (7, 6, 5),
    "seven-toed-pete": (7, 7, 7),
    "seven-toed-pete-chips": (7, 7, 7),
    "seven-rocks": (7, 7, 7),
}
SEATS = dict.fromkeys(TILES_EACH, (2, 3, 4)) | {"seven-rocks": (4,)}


def cells() -> Iterator[tuple[str, str, str]]:
    """Each (game, setting, value) of the table."""
    games, *rows = (line.split() for line in TABLE.strip().splitlines())
    for name, *values in rows:
        yield from ((game, name, value) for game, value in zip(games, values, strict=True))


@pytest.mark.parametrize(("game", "name", "value"), list(cells()))
def test_each_game_has_the_settings_of_its_sources(game: str, name: str, value: str) -> None:
    assert game_named(game).rules.written(name) == value


@pytest.mark.parametrize(("game", "each"), list(TILES_EACH.items()))
def test_each_game_deals_as_its_sources_do(game: str, each: tuple[int, int, int]) -> None:
    for seats in SEATS[game]:
        assert game_named(game).rules.tiles_for(seats) == each[seats - 2]


def test_the_games_are_those_of_the_table() -> None:
    assert set(GAMES) == {game for game, _, _ in cells()}
    assert set(SETTINGS) == {name for _, name, _ in cells()} | {"tiles-each"}


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
    assert all(grounds[name].told for name in SETTINGS)


def choices() -> Iterator[tuple[str, str]]:
    """Each (setting, value) of the record format; some numbers for those that have one."""
    for name, setting in SETTINGS.items():
        values = setting.values or {"target": ("1", "61"), "tiles-each": ("1", "5", "7")}[name]
        yield from ((name, value) for value in values)


@pytest.mark.parametrize(("name", "value"), list(choices()))
@pytest.mark.parametrize("game", GAMES)
def test_every_game_starts_and_plays_with_every_setting(game: str, name: str, value: str) -> None:
    for seats in SEATS[game]:
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
        "lead-tile": ["any", "double-or-score"],
        "next-lead": ["dominoer", "rotates"],
        "settlement": ["winner-takes", "own-hand", "chips"],
        "rounding": ["sum", "each-hand"],
        "tied-block": ["all-hands", "losers-hands", "nobody"],
        "partners-block": ["team", "hand"],
        "washed-up-in-block": ["out", "counts"],
        "game-ends": ["at-once", "after-hand"],
        "announce": ["no", "required"],
        "zero-scores": ["no", "yes"],
        "exposed-double": ["both-halves", "when-dead"],
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
            assert str(setting.brief(value)) != value, name
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
