"""What people call the games at home: every name leads somewhere, however it is written."""

import pytest

from companion.rules.games import GAMES
from companion.rules.nicknames import LIKE_A_NAME, NICKNAMES, games_called, names_in, typed_words


def games(name: str) -> tuple[str, ...]:
    called = games_called(name)
    return called.games if called else ()


@pytest.mark.parametrize("name", NICKNAMES)
def test_every_nickname_leads_to_games_that_there_are(name: str) -> None:
    called = games_called(name)
    assert called is not None and called.name == name
    assert called.games and set(called.games) <= set(GAMES)
    assert len(set(called.games)) == len(called.games)


@pytest.mark.parametrize("id", GAMES)
def test_every_game_is_found_by_its_title_and_by_its_id(id: str) -> None:
    assert id in games(str(GAMES[id].title))
    assert id in games(id)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("texas dominoes", "Texas Dominoes"),
        ("TEXAS DOMINO", "Texas Dominoes"),
        ("Horse-Race", "Horse Race"),
        ("horse races", "Horse Race"),
        ("racehorse", "Race Horse"),
        ("five up", "Five-Up"),
        ("5-Up", "Five-Up"),
        ("5up", "Five-Up"),
        ("all 5s", "All Fives"),
        ("Muggin", "Muggins"),
        ("Muggins dominoes", "Muggins"),
        ("the bones", "Bones"),
        ("5s and 3s", "Fives and Threes"),
        ("5's & 3's", "Fives and Threes"),
        ("Fives 'n' Threes", "Fives and Threes"),
        ("fives/threes", "Fives and Threes"),
        ("3s & 5s", "Threes and Fives"),
        ("merry go round", "Merry-Go-Round"),
        ("Merrygoround", "Merry-Go-Round"),
        ("7-toed Pété", "Seven-Toed Pete"),
        ("  sniff!  ", "Sniff"),
    ],
)
def test_how_it_is_written_makes_no_difference(typed: str, found: str) -> None:
    called = games_called(typed)
    assert called is not None and called.name == found


def test_names_of_several_games_lead_to_all_of_them() -> None:
    assert set(games("Muggins")) == set(games("All Fives")) == set(games("Five-Up"))
    assert set(games("Muggins")) == {"five-up", "all-fives", "muggins"}
    assert games("Single Spinner") == ("seven-rocks", "all-fives")


def test_the_game_of_that_title_comes_first() -> None:
    for id, preset in GAMES.items():
        if (found := games(str(preset.title)))[0] != id:
            # What no other game is called so.
            assert found == (id,)


@pytest.mark.parametrize(
    "typed", ["", "  ", "and", "domino", "chess", "42", "&", "\x00", "王" * 900]
)
def test_nobody_calls_a_game_so(typed: str) -> None:
    assert games_called(typed) is None


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("mugins", ["Muggins"]),
        ("sniffle", ["Sniff"]),
        ("like sniff, or mugins?", ["Sniff", "Muggins"]),
        ("crazy 5s", ["Fives"]),
        ("the west coast one", ["West Coast Dominoes"]),
        ("chess", []),
        ("dominoes", []),
        ("", []),
    ],
)
def test_names_are_found_among_other_words_and_misspelt(typed: str, found: list[str]) -> None:
    assert [called.name for called, _, _ in names_in([*typed_words(typed)], LIKE_A_NAME)] == found
