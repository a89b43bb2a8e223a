"""Messages are put into words when somebody reads them, and not before."""

from markupsafe import Markup, escape

from companion.i18n import listed, message, sentences
from companion.rules.tile import Tile


def test_one_pip_and_two_pips() -> None:
    assert [str(message("unit.pips", count=pips)) for pips in (0, 1, 2)] == [
        "0 pips",
        "1 pip",
        "2 pips",
    ]


def test_things_are_listed_as_people_list_them() -> None:
    assert str(listed([6])) == "6"
    assert str(listed([6, 4])) == "6 and 4"
    assert str(listed([6, 4, 1], "or")) == "6, 4 or 1"


def test_the_same_message_about_the_same_things_is_equal() -> None:
    one = message("list.and", first=Tile(6, 4), last="Ana")
    assert one == message("list.and", first=Tile(6, 4), last="Ana")
    assert one["first"] == Tile(6, 4)


def test_a_name_is_never_markup() -> None:
    said = listed(["<b>Ana</b>", Markup("<b>Ben</b>")])
    assert escape(said) == "&lt;b&gt;Ana&lt;/b&gt; and <b>Ben</b>"


def test_a_name_that_runs_leftward_turns_nothing_round() -> None:
    assert escape(listed(["דנה", 3])) == "\u2068דנה\u2069 and 3"


def test_a_message_can_stand_in_an_attribute() -> None:
    assert '"' not in escape(message("list.and", first='"Ana"', last="Ben"))


def test_a_number_below_nought_has_a_minus_and_no_hyphen() -> None:
    assert str(listed([-3, 4])) == "−3 and 4"


def test_sentences_follow_one_another() -> None:
    pips = message("unit.pips", count=3)
    assert str(sentences(pips, None, pips)) == "3 pips 3 pips"
