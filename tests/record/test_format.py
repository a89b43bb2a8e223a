"""How a record may be written: names, lines and headers."""

import pytest
from play import describe_refusal, refusal, score

HEADER = "game: race-horse\nplayers: Ana, Ben\n"
LED = HEADER + "lead: Ana\n"


# Names


@pytest.mark.parametrize("name", ["game", "players", "sides", "target", "rule", "lead", "ruling"])
def test_nobody_is_called_by_a_word_that_starts_a_statement(name: str) -> None:
    assert refusal(f"game: race-horse\nplayers: {name}, Ben") == (2, "players")
    assert score(f"game: race-horse\nplayers: {name.title()}, Ben").game.awaits_lead


@pytest.mark.parametrize("name", ["A" * 25, "A&B", "A:B", "A\tB", "A\x00B", "A\x7fB", "A\x1fB"])
def test_a_name_has_24_characters_at_most_and_nothing_that_the_record_uses(name: str) -> None:
    assert refusal(f"game: race-horse\nplayers: {name}, Ben") == (2, "players")


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "A" * 24,
        "Ana Lucía",
        "Ørjan",
        "Παύλος",
        "山田太郎",
        "أنا",
        "अनु",
        "🐎",
        "O'Neil-2",
        "passes",
    ],
)
def test_a_name_can_be_of_any_script(name: str) -> None:
    told = score(f"game: race-horse\nplayers: {name}, Ben\nlead: {name}\n{name}: 6-4\n")
    assert told.scores == {name: 2, "Ben": 0}


def test_names_are_trimmed() -> None:
    told = score("game:race-horse\nplayers:  Ana ,Ben\t\nlead:  Ana\nAna  :  6-4  \n")
    assert told.scores == {"Ana": 2, "Ben": 0}


def test_names_that_nobody_could_tell_apart_are_told_with_both() -> None:
    told = describe_refusal("game: race-horse\nplayers: Zoé, Ben, Zoe\u0301")
    assert told.id == "refused.names-alike"
    assert (told["name"], told["other"]) == ("“Zoé”", "“Zoe\u0301”")


def test_capitals_tell_names_apart() -> None:
    told = score("game: race-horse\nplayers: Ana, ana\nlead: ana\nana: 6-4\n")
    assert told.scores == {"Ana": 0, "ana": 2}


# Lines


def test_lines_may_end_as_on_any_machine() -> None:
    unix = LED + "Ana: 6-4\nAna: 6-1\n"
    assert score(unix.replace("\n", "\r\n")).verdict == score(unix).verdict
    assert score(unix.rstrip("\n")).verdict == score(unix).verdict


def test_comments_and_blank_lines_mean_nothing_but_count() -> None:
    told = score(
        "# Friday\n\n"
        "game: race-horse # at the kitchen table\n"
        "   \n"
        "players: Ana, Ben\n"
        "lead: Ana#\n"
        "\t# nobody saw it\n"
        "Ana: 6-4   # 10, 2 pegs\n"
    )
    assert told.last["line"] == 8
    assert refusal("# one\n\ngame: race-horse\nplayers: Ana, Ben\n\n\nlead: Zoe") == (
        7,
        "unknown-player",
    )


def test_spaces_do_not_matter_where_words_are_apart() -> None:
    game = LED + "Ana:6-4\nAna:   6-6   on   6-4\nAna: 6-1 on 6-6  ,claims   9\n"
    assert score(game).points == [2, 0, 1]


def test_either_order_of_pips_is_the_same_tile() -> None:
    assert score(LED + "Ana: 4-6").last["tile"] == "6-4"


# Headers


def test_header_lines_come_in_any_order_after_the_game() -> None:
    told = score(
        "game: race-horse\nrule: spinners = none\ntarget: 100\nsides: Ana & Cyd, Ben & Dee\n"
        "rule: points = pips\nplayers: Ana, Ben, Cyd, Dee\n"
    )
    assert told.scores == {"Ana & Cyd": 0, "Ben & Dee": 0}
    assert told.game.rules.target == 100


def test_a_header_without_a_hand_is_a_record() -> None:
    verdict = score(HEADER).verdict
    assert verdict == {
        "game": "race-horse",
        "entries": [],
        "hands": [],
        "findings": [],
        "scores": {"Ana": 0, "Ben": 0},
        "over": False,
        "winner": None,
    }
