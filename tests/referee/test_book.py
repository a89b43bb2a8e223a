"""The book of a table: every rule with its sentence and what it stands on."""

from collections.abc import Iterator

import pytest

from companion.i18n import Message, message
from companion.record.header import read_header
from companion.referee.rule_book import Book, cite_record_law, describe_choice, matters, title_of
from companion.rules.games import GAMES
from companion.rules.laws import LAWS, RECORD_LAWS
from companion.rules.preset import Partners
from companion.rules.settings import SETTINGS
from companion.rules.sources import HORSE_RACE, RECORD_FORMAT, SEVEN_TOED_PETE, Basis
from tests.referee.explaining import named

TWO = "game: race-horse\nplayers: Ana, Ben\n"
#: The rules that are worded otherwise where a setting is changed.
FOLLOWS = {
    "spinners": {"match", "covered-double", "sides-first"},
    "spinner-first": {"match"},
    "spinner-count": {"covered-double"},
    "scores-on": {"points"},
    "drawing": {
        *("must-play", "draw", "pass", "blocked"),
        *("lead-tile", "last-tile", "spinner-first", "drawn-tile"),
    },
    "last-tile": {"domino"},
    "partners-out": {"domino"},
    "settlement": {"points", "lowest-wins", "all-told", "disregarded", "rounding"},
    "target-reached": {"tied-target"},
}
NUMBERS = {"target": ("10", "61", "200", "250"), "tiles-each": ("3", "5", "6", "7")}


def book(header: str) -> Book:
    return Book.of(read_header(header))


def book_of(game: str) -> Book:
    preset = GAMES[game]
    return Book(preset, preset.rules, 4 if preset.partners is Partners.ALWAYS else 2)


def values() -> Iterator[tuple[str, str]]:
    """Every setting with every value; some numbers for those that have one."""
    for name, setting in SETTINGS.items():
        yield from ((name, value) for value in setting.values or NUMBERS[name])


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_every_game_has_a_sentence_and_a_source(game: str) -> None:
    for name in (*SETTINGS, *LAWS):
        rule = book_of(game).rule(name)
        assert rule.name == name
        assert str(rule.sentence).endswith(".")
        assert rule.ground.work in GAMES[game].works


@pytest.mark.parametrize("game", GAMES)
def test_the_citation_is_about_the_value_in_force(game: str) -> None:
    for name, value in values():
        own = book_of(game)
        table = own._replace(rules=own.rules.with_setting(name, value))
        rule, written = table.rule(name), own.rule(name)
        assert rule.value == value
        if name in NUMBERS:
            assert value in str(rule.sentence)
        else:
            assert rule.sentence == describe_choice(table.rules, name)
        if value == written.value:
            assert rule == written and rule.ground.leg is not Basis.TABLE
            continue
        # A house rule: the work is cited only for what the game itself has.
        instead = message(
            f"leg.instead.{written.ground.leg}",
            game=GAMES[game].title,
            sentence=written.sentence,
        )
        assert (rule.ground.leg, rule.because) == (Basis.TABLE, instead)
        assert str(message("leg.table")) in str(rule.source)


@pytest.mark.parametrize("game", GAMES)
def test_a_house_rule_changes_what_no_other_rule_stands_on(game: str) -> None:
    for name, value in values():
        own = book_of(game)
        table = own._replace(rules=own.rules.with_setting(name, value))
        for other in {*SETTINGS, *LAWS} - {name}:
            rule, written = table.rule(other), own.rule(other)
            if other == "target":
                # Only its unit goes with the points.
                assert rule.ground == written.ground
                continue
            assert rule.sentence == written.sentence or other in FOLLOWS[name]
            # A law whose words follow a setting is the table's own where that has changed; a value
            # that the game has too stands where it stood.
            if rule.sentence != written.sentence and other in LAWS:
                assert rule.ground.leg is Basis.TABLE
                assert str(written.sentence) in str(rule.because)
            else:
                assert rule.ground == written.ground


def test_who_owes_a_tile_has_not_dominoed() -> None:
    free = book_of("race-horse").rule("domino")
    owing = book_of("seven-toed-pete").rule("domino")
    assert (named(free.sentence), named(owing.sentence)) == (
        "law.domino.sentence",
        "law.domino.owing",
    )
    assert owing.ground.leg is Basis.SAYS
    table = book(TWO + "rule: last-tile = washes-up\n").rule("domino")
    assert (named(table.sentence), table.ground.leg) == ("law.domino.owing", Basis.TABLE)


@pytest.mark.parametrize(
    ("changes", "rule", "told"),
    [
        ("spinner-first = yes", "match", "law.match.spinner-first"),
        ("spinner-first = yes, spinners = none", "match", "law.match.sentence"),
        ("spinner-count = ends", "covered-double", "law.covered-double.ends"),
        ("spinner-count = ends, spinners = none", "covered-double", "law.covered-double.sentence"),
        ("drawing = none", "must-play", "law.must-play.knock"),
        ("drawing = none", "pass", "law.pass.knock"),
        ("drawing = none", "draw", "law.draw.none"),
        ("drawing = free", "must-play", "law.must-play.free"),
        ("drawing = free", "draw", "law.draw.free"),
        ("drawing = free", "pass", "law.pass.sentence"),
        ("drawing = free", "drawn-tile", "setting.drawn-tile.free.ends-turn"),
        ("drawing = none, lead-tile = double", "lead-tile", "setting.lead-tile.undrawn.double"),
        ("drawing = none, lead-tile = any", "lead-tile", "setting.lead-tile.value.any"),
        ("drawing = none, last-tile = draws", "last-tile", "setting.last-tile.undrawn.draws"),
        (
            "drawing = none, spinner-first = yes",
            "spinner-first",
            "setting.spinner-first.undrawn.yes",
        ),
        ("partners-out = both", "domino", "law.domino.both"),
        ("partners-out = both, last-tile = draws", "domino", "law.domino.owing-both"),
        ("settlement = one-point", "all-told", "law.all-told.untold"),
        ("settlement = one-point", "lowest-wins", "law.lowest-wins.untold"),
        ("settlement = one-point", "disregarded", "law.disregarded.one-point"),
        ("settlement = one-point", "points", "setting.points.unsettled.fifths"),
        ("settlement = difference", "points", "setting.points.value.fifths"),
        ("settlement = difference", "rounding", "setting.rounding.less-own.sum"),
        ("scores-on = threes-and-fives", "points", "setting.points.thirds.fifths"),
        ("scores-on = threes-and-fives, points = pips", "points", "setting.points.thirds.pips"),
        ("scores-on = threes-and-fives, points = none", "points", "setting.points.value.none"),
        ("target-reached = exactly", "tied-target", "law.tied-target.exactly"),
    ],
)
def test_no_rule_is_told_that_another_one_contradicts(changes: str, rule: str, told: str) -> None:
    lines = "".join(f"rule: {change}\n" for change in changes.split(", "))
    assert named(book(TWO + lines).rule(rule).sentence) == told


@pytest.mark.parametrize(
    ("game", "idle"),
    [
        ("five-up", {"last-tile", "all-washed-up", "washed-up-in-block", "disregarded"}),
        ("muggins", {"spinner-first", "spinner-count"}),
        ("sniff", {"own-hands", "wrong-claim"}),
        (
            "fives-and-threes",
            {
                *("spinner-first", "spinner-count", "draw", "boneyard-kept", "drawn-tile"),
                *("rounding", "nearest-five", "tied-block", "partners-block", "lowest-wins"),
                *("partner-spared", "all-told", "all-pips"),
            },
        ),
        ("merry-go-round", {"free-lead", "passed-over"}),
    ],
)
def test_what_changes_nothing_does_not_matter(game: str, idle: set[str]) -> None:
    rules = GAMES[game].rules
    told = {
        name
        for name in (*SETTINGS, *LAWS)
        if matters(rules, name, has_boneyard=True, may_be_partners=True)
    }
    assert not told & idle


@pytest.mark.parametrize("name", ["partners-out", "passed-over"])
def test_who_is_out_alone_matters_to_partners_only(name: str) -> None:
    rules = GAMES["fives-and-threes"].rules
    assert matters(rules, name, has_boneyard=True, may_be_partners=True)
    assert not matters(rules, name, has_boneyard=True, may_be_partners=False)


def test_what_is_drawn_matters_only_where_something_is_left_to_draw() -> None:
    rules = GAMES["five-up"].rules
    for name in ("drawing", "draw", "drawn-tile", "boneyard-kept"):
        assert matters(rules, name, has_boneyard=True, may_be_partners=False)
        assert not matters(rules, name, has_boneyard=False, may_be_partners=False)


def test_no_sentence_is_written_twice() -> None:
    laws = [name for name in LAWS if name != "first-lead"]
    sentences = [message(f"law.{name}.sentence") for name in (*laws, *RECORD_LAWS)]
    told = [str(each) for setting in SETTINGS.values() for each in setting.values.values()]
    told += map(str, sentences)
    assert len({*told}) == len(told)


def test_no_two_rules_have_one_title() -> None:
    titles = list(map(str, map(title_of, [*SETTINGS, *LAWS, *RECORD_LAWS])))
    assert len({*titles}) == len(titles)


def test_a_setting_stands_in_the_source_of_its_game() -> None:
    rule = book_of("seven-toed-pete").rule("spinners")
    assert (rule.value, rule.ground.work) == ("first", SEVEN_TOED_PETE)
    assert named(rule.sentence) == "setting.spinners.value.first"
    assert rule.because


def test_a_changed_setting_is_a_house_rule_of_the_table() -> None:
    rule = book(TWO + "rule: spinners = first\n").rule("spinners")
    assert rule.ground.leg is Basis.TABLE
    assert isinstance(rule.because, Message)
    assert rule.because.id == "leg.instead.says"
    assert named(rule.because["sentence"]) == "setting.spinners.value.all"


def test_a_setting_changed_to_what_the_game_has_is_no_house_rule() -> None:
    rule = book(TWO + "rule: spinners = all\n").rule("spinners")
    assert (rule.ground.leg, rule.ground.work) == (Basis.SAYS, HORSE_RACE)


def test_a_number_is_told_with_its_value_at_this_table() -> None:
    four = "game: race-horse\nplayers: Ana, Ben, Cyd, Dee\n"
    assert named(book(four).rule("tiles-each").sentence) == "setting.tiles-each.is each=(5)"
    assert (
        named(book(TWO + "target: 100\n").rule("target").sentence)
        == "setting.target.is points=(unit.pegs count=100)"
    )


def test_what_concerns_records_stands_in_the_record_format() -> None:
    for name in RECORD_LAWS:
        ground = cite_record_law(name).ground
        assert (ground.leg, ground.work) == (Basis.SAYS, RECORD_FORMAT)
