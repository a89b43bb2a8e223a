"""What people can be called: by their name, in any script, as long as it can be seen."""

import pytest

from companion.rules.errors import WrongPlayers
from companion.rules.player_names import check_apart, check_name, name_key, without_unseen

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
RAINBOW_FLAG = "\U0001f3f3\ufe0f\u200d\U0001f308"


@pytest.mark.parametrize(
    "name",
    [
        "Ana",
        "Ana Maria",
        "José",
        "O’Neil",
        "Zoë 2",
        "王小明",
        "Дмитрий",
        "Ελένη",
        "עדנה",
        "عائشة",
        # Persian parts what would join; Devanagari and Sinhala choose how consonants meet.
        "علی\u200cرضا",
        "क्\u200dष",
        "ක්\u200dරිස්",
        "র\u200d্যাচেল",
        "ᠮᠣᠩᠭᠣᠯ",
        FAMILY,
        f"Ana {RAINBOW_FLAG}",
        "❤\ufe0f",
        "\U0001f44d\U0001f3fd",
        "1\ufe0f\u20e3",
    ],
)
def test_a_name_in_any_script_is_a_name(name: str) -> None:
    check_name(name)
    assert without_unseen(name) == name


@pytest.mark.parametrize(
    "unseen",
    [
        "\u200b",  # zero-width space
        "\u2060",  # word joiner
        "\ufeff",  # byte order mark
        "\u00ad",  # soft hyphen
        "\u034f",  # combining grapheme joiner
        "\u3164",  # Hangul filler
        "\u2800",  # blank Braille
        "\u200e",  # left-to-right mark
        "\u202e",  # right-to-left override
        "\u202b",  # embedding
        "\u2067",  # isolate
        "\u061c",  # Arabic letter mark
        "\U000e0041",  # tag
        "\U000e0100",  # variation selector
        "\ufe00",
        "\ufe0f",  # an emoji's, on a letter
        "\u200d",  # joiners between letters that need none
        "\u200c",
        "\u2028",
        "\ue000",  # private use
        "\uffff",
    ],
)
def test_a_character_that_nobody_sees_is_in_no_name(unseen: str) -> None:
    with pytest.raises(WrongPlayers) as refused:
        check_name(f"An{unseen}a")
    assert refused.value.message.id == "refused.name-unseen"  # type: ignore[attr-defined]
    assert without_unseen(f"An{unseen}a") == ("An a" if unseen.isspace() else "Ana")


@pytest.mark.parametrize("control", ["\0", "\t", "\x1b", "\x7f", "\x85"])
def test_a_control_character_is_in_no_name(control: str) -> None:
    with pytest.raises(WrongPlayers):
        check_name(f"An{control}a")


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("José", "Jose\u0301"),
        ("Ana", "Ａｎａ"),
        ("Ana B", "Ana\u00a0B"),
        ("Ana B", "Ana  B"),
        ("❤", "❤\ufe0f"),
        ("علی\u200cرضا", "علیرضا"),
        ("क्\u200dष", "क्ष"),
    ],
)
def test_two_names_that_look_the_same_are_told_apart_nowhere(name: str, other: str) -> None:
    assert name_key(name) == name_key(other)
    with pytest.raises(WrongPlayers) as refused:
        check_apart((name, "Ben", other))
    assert refused.value.message.id == "refused.names-alike"  # type: ignore[attr-defined]


@pytest.mark.parametrize(("name", "other"), [("Ana", "ANA"), ("Weiß", "WEISS")])
def test_capitals_are_the_same_name_to_who_practises_and_two_at_a_table(
    name: str, other: str
) -> None:
    assert name_key(name) == name_key(other)
    check_apart((name, other))


@pytest.mark.parametrize(
    ("name", "other"), [("Ana", "Anna"), ("José", "Jose"), ("Ana", "Аnа"), ("Ana", "Ana 2")]
)
def test_other_names_are_other_people(name: str, other: str) -> None:
    check_apart((name, other))


def test_what_was_taken_out_leaves_no_joiner_behind() -> None:
    assert without_unseen("a\ufe0f\u200d❤") == "a❤"
    assert without_unseen("a\u200d\u200d\u200db") == "ab"
