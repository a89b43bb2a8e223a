"""Announcing: in the boxed game points go to who says them, and says them right."""

import pytest
from play import score

BOXED = "game: racehorse-1990\nplayers: Ana, Ben\nlead: Ana\n"


def test_the_exact_count_announced_earns_its_points_and_a_turn() -> None:
    told = score(BOXED + "Ana: 6-4, claims 10")
    assert (told.points, told.turn) == ([10], "Ana")


@pytest.mark.parametrize("claim", ["", ", claims 5", ", claims 15", ", claims 2", ", claims 0"])
def test_a_count_unannounced_or_announced_wrongly_earns_nothing(claim: str) -> None:
    told = score(f"{BOXED}Ana: 6-4{claim}")
    assert (told.counts, told.points, told.turn) == ([10], [0], "Ben")
    assert told.last["again"] is False


def test_without_credit_a_double_still_earns_another_turn() -> None:
    told = score(BOXED + "Ana: 5-5")
    assert (told.points, told.turn) == ([0], "Ana")
    assert score(BOXED + "Ana: 5-5, claims 10").points == [10]


def test_what_does_not_score_may_be_announced_for_nothing() -> None:
    told = score(BOXED + "Ana: 6-3, claims 9")
    assert (told.points, told.turn) == ([0], "Ben")


def test_a_claim_belongs_to_the_tile_just_set() -> None:
    told = score(BOXED + "Ana: 6-4\nBen: 6-1, claims 10")
    assert told.points == [0, 0]


def test_a_claim_means_nothing_where_the_game_does_not_ask_for_it() -> None:
    game = "game: race-horse\nplayers: Ana, Ben\nlead: Ana\n"
    for claim in ("", ", claims 10", ", claims 5"):
        assert score(f"{game}Ana: 6-4{claim}").points == [2]
    assert score(f"{game}Ana: 6-3, claims 10").points == [0]


def test_the_count_is_announced_and_not_the_points() -> None:
    game = "game: race-horse\nplayers: Ana, Ben\nrule: announce = required\nlead: Ana\n"
    assert score(f"{game}Ana: 6-4, claims 10").points == [2]
    assert score(f"{game}Ana: 6-4, claims 2").points == [0]


def test_a_house_need_not_ask_for_it() -> None:
    told = score(BOXED.replace("lead:", "rule: announce = no\nlead:") + "Ana: 6-4")
    assert (told.points, told.turn) == ([10], "Ana")


def test_nought_is_announced_where_nought_scores() -> None:
    rules = "rule: zero-scores = yes\nrule: another-turn = score\nlead:"
    game = BOXED.replace("lead:", rules)
    assert score(game + "Ana: 0-0").turn == "Ben"
    assert score(game + "Ana: 0-0, claims 0").turn == "Ana"
