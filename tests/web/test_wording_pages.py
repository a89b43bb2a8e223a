"""How home, the rules, the record and what goes wrong are worded, as somebody reads them."""

from companion.i18n import Signed, message
from companion.rules.games import game_named
from companion.web.home.rules_page import describe_players, facts_of


def test_who_can_play_a_game_and_how_far() -> None:
    assert str(describe_players(game_named("race-horse"))) == "2 to 4 players"
    assert str(describe_players(game_named("seven-rocks"))) == "4 players, two against two"
    assert str(facts_of(game_named("race-horse"))[1]) == "to 61 pegs"


def test_one_wins_and_two_win() -> None:
    assert str(message("finish.wins", name="Ana", count=1)) == "Ana wins"
    assert str(message("finish.wins", name="Ana & Cyd", count=2)) == "Ana & Cyd win"


def test_one_entry_waits_and_two_wait() -> None:
    assert (
        str(message("record.more-waits", count=1))
        == "1 more entry is waiting behind it. Nothing is lost."
    )
    assert (
        str(message("record.more-waits", count=2))
        == "2 more entries are waiting behind it. Nothing is lost."
    )


def test_points_by_agreement_have_their_sign() -> None:
    assert str(message("entry.by-agreement", points=Signed(3))) == "+3 by agreement"
    assert str(message("entry.by-agreement", points=Signed(-3))) == "−3 by agreement"


def test_a_page_that_was_open_for_too_long() -> None:
    assert str(message("problem.old-page.sentence")) == (
        "This page was open too long, or came from somewhere else. Nothing was changed."
    )
