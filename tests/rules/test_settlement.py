"""Settlement: what the tiles left are worth, and how they are told."""

from play import refusal, score

from companion.i18n import message
from companion.record.replay import replay

#: Ana dominoes at once; the others hold one tile each.
THREE = "game: {}\nplayers: Ana, Ben, Cyd\nrule: tiles-each = 1\n{}lead: Ana\nAna: 6-3\n"
LEFT = "Ben: left 6-1\nCyd: left 5-1\n"


def points(game: str, rules: str = "", left: str = LEFT) -> dict[str, int]:
    """The settlement's points."""
    told: dict[str, int] = score(THREE.format(game, rules) + left).hand["points"]
    return told


def test_the_winner_pegs_the_pips_of_the_others_summed_then_rounded() -> None:
    assert points("race-horse") == {"Ana": 3, "Ben": 0, "Cyd": 0}


def test_the_winner_of_the_boxed_game_takes_them_undivided() -> None:
    assert points("racehorse-1990") == {"Ana": 15, "Ben": 0, "Cyd": 0}


def test_each_hand_is_rounded_by_itself_where_the_house_says_so() -> None:
    assert points("race-horse", "rule: rounding = each-hand\n") == {"Ana": 2, "Ben": 0, "Cyd": 0}


def test_each_loses_its_own_hand_rounded_by_itself() -> None:
    assert points("race-horse-celko") == {"Ana": 0, "Ben": -5, "Cyd": -5}
    assert points("race-horse-celko", "rule: rounding = sum\n") == {"Ana": 0, "Ben": -5, "Cyd": -5}


def test_a_score_may_fall_below_nothing() -> None:
    told = score(THREE.format("race-horse-celko", "") + LEFT)
    assert told.scores == {"Ana": 0, "Ben": -5, "Cyd": -5}


def test_own_hands_are_taken_in_fifths_where_counts_peg_fifths() -> None:
    rule = "rule: settlement = own-hand\n"
    assert points("race-horse", rule) == {"Ana": 0, "Ben": -1, "Cyd": -1}


def test_settlements_are_undivided_where_counts_earn_turns_only() -> None:
    rules = "rule: points = none\n"
    assert points("race-horse", rules) == {"Ana": 15, "Ben": 0, "Cyd": 0}
    rules += "rule: settlement = own-hand\n"
    assert points("race-horse", rules) == {"Ana": 0, "Ben": -5, "Cyd": -5}


def test_a_chip_is_a_chip_however_counts_are_pegged() -> None:
    for pegged in ("fifths", "pips", "none"):
        rules = f"rule: points = {pegged}\nrule: settlement = chips\n"
        assert points("race-horse", rules) == {"Ana": 1, "Ben": 0, "Cyd": 0}


def test_a_hand_is_told_by_its_tiles_or_only_by_its_pips() -> None:
    assert points("race-horse", left="Ben: left 7 pips\nCyd: left 1-5\n")["Ana"] == 3
    assert points("race-horse", left="Cyd: left 6 pips\nBen: left 7 pips\n")["Ana"] == 3


def test_the_last_hand_told_settles() -> None:
    told = score(THREE.format("race-horse", "") + "Ben: left 6-1\n")
    assert told.verdict["hands"] == []
    assert told.scores == {"Ana": 0, "Ben": 0, "Cyd": 0}


def test_nothing_is_left_before_the_hand_is_over() -> None:
    game = "game: race-horse\nplayers: Ana, Ben\nlead: Ana\nAna: 6-3\n"
    assert refusal(game + "Ben: left 7 pips") == (5, "hand-not-over")


def test_nothing_is_left_once_the_hand_is_settled() -> None:
    game = THREE.format("race-horse", "") + LEFT
    assert refusal(game + "Ben: left 6-1") == (8, "hand-over")


def test_a_hand_is_told_once_and_with_as_many_tiles_as_it_holds() -> None:
    game = THREE.format("race-horse", "")
    assert refusal(game + "Ben: left 6-1\nBen: left 6-1") == (7, "left-count")
    assert refusal(game + "Ben: left 6-1 6-2") == (6, "left-count")
    assert refusal(game + "Ana: left 6-1") == (6, "left-count")
    assert refusal(game + "Ana: left 7 pips") == (6, "left-count")


def test_a_tile_left_is_neither_on_the_table_nor_in_another_hand() -> None:
    game = THREE.format("race-horse", "")
    assert refusal(game + "Ben: left 6-3") == (6, "already-set")
    assert refusal(game + "Ben: left 6-1\nCyd: left 1-6") == (7, "already-set")


def test_a_tile_is_not_named_twice_in_one_hand() -> None:
    game = "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 2\nlead: Ana\n"
    over = game + "Ana: 6-3\nBen: draws 1\nBen: 6-2\nAna: 2-1\n"
    assert refusal(over + "Ben: left 5-5 5-5") == (9, "already-set")
    assert refusal(over + "Ben: left 5-4 4-5") == (9, "already-set")
    assert score(over + "Ben: left 5-5 5-4").scores == {"Ana": 4, "Ben": 1}


def test_the_pips_told_have_to_be_possible() -> None:
    game = THREE.format("race-horse", "")
    assert refusal(game + "Ben: left 13 pips") == (6, "left-pips")
    assert score(game + "Ben: left 12 pips").last["pips"] == 12
    assert refusal(game + "Ben: left 6-6\nCyd: left 12 pips") == (7, "left-pips")


def test_with_the_boneyard_empty_the_pips_told_are_the_pips_unseen() -> None:
    game = "game: seven-toed-pete\nplayers: Ana, Ben\nrule: tiles-each = 14\nlead: Ana\n"
    game += "Ana: 6-4\nAna: passes\nBen: passes\nAna: left 70 pips\n"
    assert refusal(game + "Ben: left 87 pips") == (9, "left-total")
    assert score(game + "Ben: left 88 pips").hand["winners"] == ["Ana"]


def test_with_a_boneyard_any_possible_pips_will_do() -> None:
    game = THREE.format("race-horse", "")
    assert score(game + "Ben: left 0 pips\nCyd: left 1 pips").hand["points"]["Ana"] == 0


def test_pips_that_cannot_be_left_hear_which_can() -> None:
    lead = "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 1\nlead: Ana\nAna: 6-5\n"
    told = {"count": 1, "unseen": 27}
    one = replay(lead + "Ben: left 13 pips\n").refused
    between = message("refused.left-pips", pips=13, least=0, most=12, **told)
    assert one and one.refusal.message == between
    # Only the 6-5 has eleven.
    other = replay(lead + "Ben: left 11 pips\n").refused
    assert other and other.refusal.message == message("refused.left-pips-never", pips=11, **told)
