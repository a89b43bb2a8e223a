"""What figures say, in the words of the page."""

import pytest

from companion.stats.game_figures import SeatFigures
from companion.stats.person_stats import person
from companion.stats.ratings import Rating
from companion.stats.stats_text import (
    describe_play,
    describe_rating,
    explain_luck_and_skill,
    explain_ratings,
)
from tests.stats.club import ANA, BEN, game


def told(seat: SeatFigures, *, unit: str = "pegs", known: int = 12) -> list[str]:
    games = [game([ANA, BEN], unit=unit, known=known, seats=[seat, SeatFigures(turns=3)])]
    return [*map(str, describe_play("Ana", unit, person(games, ANA).play[unit]))]


def test_what_was_taken_and_what_the_tiles_owed() -> None:
    assert told(SeatFigures(78, 78, 104, owed=9.125, turns=40)) == [
        "Ana scored 78 of a possible 104 pegs (75%).",
        "Luck cost Ana 9 pegs over 12 hands.",
    ]


def test_tiles_that_were_kind_and_tiles_that_were_even() -> None:
    kind, even = SeatFigures(turns=4, owed=-1.25), SeatFigures(turns=4, owed=0.25)
    assert told(kind) == ["Luck gave Ana 1 peg over 12 hands."]
    assert told(even, known=1) == ["Luck made no difference to Ana over 1 hand."]


def test_where_a_turn_is_one_tile_what_was_kept_is_told_too() -> None:
    seat = SeatFigures(40, 40, 50, spared=15, sparable=10, turns=20)
    assert told(seat, unit="points")[1] == (
        "Counting what Ana kept from the next player, that is 92% of the best play."
    )


def test_where_no_hand_is_known_nothing_is_said_of_the_tiles() -> None:
    assert told(SeatFigures(turns=4), known=0) == [
        "Nobody can say how lucky Ana was: no hand ended with every tile shown."
    ]


@pytest.mark.parametrize(("taken", "percent"), [(0, 0), (1, 1), (999, 99), (1000, 100)])
def test_all_is_said_only_of_all_and_nothing_only_of_nothing(taken: int, percent: int) -> None:
    first, *_ = told(SeatFigures(taken, taken, 1000, turns=40))
    assert first == f"Ana scored {taken} of a possible 1000 pegs ({percent}%)."


def test_a_rating_is_told_with_how_sure_it_is() -> None:
    assert str(describe_rating(Rating())) == "1000 ± 653"
    assert str(describe_rating(Rating(28.8, 1.5, 40))) == "1152 ± 118"


def test_what_ratings_and_shares_mean_is_said_in_plain_sentences() -> None:
    for sentence in (*explain_ratings(), *explain_luck_and_skill()):
        assert str(sentence).endswith(".")
