"""The book of a table: every rule with its sentence and where it stands."""

import pytest

from companion.record.header import read_header
from companion.referee.book import LAWS, RECORD_FORMAT, Book, cite_law, title_of
from companion.rules.games import GAMES, HORSE_RACE, OURS, SEVEN_ROCKS, SEVEN_TOED_PETE, Partners
from companion.rules.rules import SETTINGS
from tests.referee.explaining import named

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
    assert str(rule.sentence).endswith(".")
    assert rule.source


def test_no_sentence_is_written_twice() -> None:
    sentences = [cite_law(name, OURS).sentence for name in LAWS]
    sentences += [told for setting in SETTINGS.values() for told in setting.values.values()]
    assert len({*sentences}) == len(sentences)


def test_no_two_rules_have_one_title() -> None:
    titles = list(map(title_of, [*SETTINGS, *LAWS, "first-lead"]))
    assert len({*titles}) == len(titles)


def test_a_setting_stands_in_the_source_of_its_game() -> None:
    rule = book_of("seven-toed-pete").rule("spinners")
    assert (rule.value, rule.source) == ("first", SEVEN_TOED_PETE)
    assert named(rule.sentence) == "setting.spinners.value.first"
    assert rule.because


def test_a_changed_setting_is_a_house_rule_of_the_table() -> None:
    rule = book(TWO + "rule: spinners = first\n").rule("spinners")
    assert named(rule.source) == "source.house-rule-instead own=all"
    assert not rule.because


def test_a_setting_changed_to_what_the_game_has_is_no_house_rule() -> None:
    assert book(TWO + "rule: spinners = all\n").rule("spinners").source == HORSE_RACE


def test_a_number_is_told_with_its_value_at_this_table() -> None:
    four = "game: race-horse\nplayers: Ana, Ben, Cyd, Dee\n"
    assert named(book(four).rule("tiles-each").sentence) == "setting.tiles-each.is each=(5)"
    assert (
        named(book(TWO + "target: 100\n").rule("target").sentence)
        == "setting.target.is points=(unit.pegs count=100)"
    )


def test_a_law_stands_in_the_games_own_source_or_is_our_decision() -> None:
    assert book_of("seven-rocks").rule("match").source == SEVEN_ROCKS
    assert book_of("seven-rocks").rule("covered-double").source == OURS
    assert book_of("seven-rocks").rule("draw").source == OURS
    assert book_of("racehorse-1990").rule("blocked").source == OURS
    assert cite_law("seats", OURS).source == RECORD_FORMAT
