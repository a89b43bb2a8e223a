"""The book of a table: every rule with its sentence and where it stands."""

import pytest

from companion.record.header import read_header
from companion.referee.book import Book, rule_of_the_record, title_of
from companion.referee.laws import LAWS
from companion.rules.games import GAMES, OURS, Partners
from companion.rules.settings import SETTINGS

TWO = "game: race-horse\nplayers: Ana, Ben\n"


def book(header: str) -> Book:
    return Book.of(read_header(header))


def book_of(game: str) -> Book:
    preset = GAMES[game]
    return Book(preset, preset.rules, 4 if preset.partners is Partners.ALWAYS else 2)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", [*SETTINGS, *LAWS, "first-lead"])
def test_every_rule_of_every_game_has_a_sentence_and_a_source(game: str, name: str) -> None:
    rule = book_of(game).rule(name)
    assert rule.name == name
    assert rule.sentence.endswith(".")
    assert rule.source


def test_no_sentence_is_written_twice() -> None:
    sentences = [law.sentence for law in LAWS.values()]
    sentences += [told for setting in SETTINGS.values() for told in setting.values.values()]
    assert len({*sentences}) == len(sentences)


def test_no_two_rules_have_one_title() -> None:
    titles = list(map(title_of, [*SETTINGS, *LAWS, "first-lead"]))
    assert len({*titles}) == len(titles)


def test_a_setting_stands_in_the_source_of_its_game() -> None:
    rule = book_of("seven-toed-pete").rule("spinners")
    assert (rule.value, rule.source) == ("first", "Seven-Toed Pete")
    assert rule.sentence.startswith("Only the first double set in a hand")
    assert rule.because


def test_a_changed_setting_is_a_house_rule_of_the_table() -> None:
    rule = book(TWO + "rule: spinners = first\n").rule("spinners")
    assert rule.source == "House rule of this table (the game has all)"
    assert not rule.because


def test_a_setting_changed_to_what_the_game_has_is_no_house_rule() -> None:
    assert book(TWO + "rule: spinners = all\n").rule("spinners").source == "Race Horse; Horse Race"


def test_a_number_is_told_with_its_value_at_this_table() -> None:
    four = "game: race-horse\nplayers: Ana, Ben, Cyd, Dee\n"
    assert book(four).rule("tiles-each").sentence == "5 tiles each."
    assert book(TWO + "target: 100\n").rule("target").sentence == "100 pegs win the game."


def test_a_law_stands_in_the_games_own_source_or_is_our_decision() -> None:
    assert book_of("seven-rocks").rule("match").source == "Seven Rocks"
    assert book_of("seven-rocks").rule("covered-double").source == OURS
    assert book_of("seven-rocks").rule("draw").source == OURS
    assert book_of("racehorse-1990").rule("blocked").source == OURS
    assert rule_of_the_record("seats").source == "The record format"
