"""What is told of an entry by the settings of the relatives."""

import pytest

from companion.record.replay import replay
from companion.referee.explain.entry_text import describe_entry
from companion.referee.scoring_text import describe_turn
from companion.rules.game import Game
from tests.referee.explaining import FOUR, named

THREES = "game: fives-and-threes\nplayers: Ana, Ben\n"
PAIRS = f"game: fives-and-threes\n{FOUR}sides: Ana & Cyd, Ben & Dee\n"
PILE = "game: five-up\nplayers: Ana, Ben\n"


def game(record: str) -> Game:
    transcript = replay(record)
    assert transcript.refused is None and transcript.game is not None, transcript.refused
    return transcript.game


def told(record: str) -> str:
    """What is said of the last line of a record."""
    assert game(record)
    return named(describe_entry(replay(record).entries[-1]))


def turn(record: str) -> str:
    """What whoever acts next can do."""
    return named(describe_turn(game(record))[1])


# Threes and fives


@pytest.mark.parametrize(
    ("tile", "total", "earned"),
    [
        ("6-6", "12 = 4 × 3", "(unit.pegs count=4)"),
        ("5-5", "10 = 2 × 5", "(unit.pegs count=2)"),
        ("2-1", "2 + 1 = 3 = 1 × 3", "(unit.pegs count=1)"),
    ],
)
def test_a_count_is_told_as_the_multiple_that_it_is(tile: str, total: str, earned: str) -> None:
    record = f"{THREES}lead: Ana\nAna: {tile}\n"
    expected = f"entry.counts-and-earns total={total} earned={earned} / next.turn player=Ben"
    assert told(record) == expected


def test_fifteen_is_told_as_threes_and_as_fives() -> None:
    record = f"{THREES}lead: Ana\nAna: 6-6\nBen: 6-3\n"
    fifteen = "12 + 3 = 15 = 3 × 5 = 5 × 3"
    assert f"total={fifteen} earned=(earned.sum terms=3 + 5 points=(unit.pegs count=8))" in told(
        record
    )
    pips = record.replace("lead:", "rule: points = pips\nlead:")
    assert f"total={fifteen} earned=(earned.sum terms=15 + 15 points=(unit.points count=30))" in (
        told(pips)
    )
    nothing = record.replace("lead:", "rule: points = none\nlead:")
    assert told(nothing).startswith(f"entry.counts total={fifteen} /")


def test_where_only_fives_score_the_count_is_told_as_ever() -> None:
    assert "total=6 + 4 = 10 earned" in told(f"{PILE}lead: Ana\nAna: 6-4\n")


def test_a_count_that_is_no_multiple_is_told_as_a_sum() -> None:
    assert told(f"{THREES}lead: Ana\nAna: 6-1\n").startswith("entry.counts total=6 + 1 = 7 /")


# Exactly


def test_a_score_past_an_exact_target_is_told_with_what_it_would_make() -> None:
    record = f"{THREES}target: 7\nlead: Ana\nAna: 6-6\nBen: 6-3\n"
    assert "but=(earned.disregarded points=8 would=8)" in told(record)
    or_passed = record.replace("lead:", "rule: target-reached = or-passed\nlead:")
    assert "earned=(earned.sum" in told(or_passed)


#: Ana and Ben hold two tiles; 6-3 pegs three, 3-1 is her last.
LAST = (
    f"{THREES}rule: tiles-each = 2\ntarget: {{target}}\nlead: Ana\nAna: 6-3\nBen: 6-5\nAna: 3-1\n"
)


def test_a_last_tile_and_the_point_for_going_out_are_one_score() -> None:
    # 5 + 1 = 6 gives two; she has three already, and with the point for going out six.
    assert "but=(earned.going-out-disregarded points=2 would=6)" in told(LAST.format(target=5))
    assert "settled." not in told(LAST.format(target=5))
    assert "(unit.pegs count=2)" in told(LAST.format(target=6))
    assert told(LAST.format(target=6)).endswith(
        "settled.going-out side=Ana points=(unit.pegs count=1) count=1"
        " / next.won side=Ana score=6 count=1"
    )


def test_a_settlement_past_an_exact_target_counts_nothing() -> None:
    record = (
        "game: five-up\nplayers: Ana, Ben\ntarget: 3\nrule: target-reached = exactly\n"
        "rule: tiles-each = 2\nlead: Ana\nAna: 6-4\nBen: 6-1\nAna: 3-1\nBen: left 6-6\n"
    )
    assert told(record).endswith(
        "points=(unit.pegs count=2) count=1 / settled.disregarded side=Ana would=4 count=1"
    )
    assert game(record).scores == (2, 1)


# Knocks, and tiles that nobody draws


@pytest.mark.parametrize(
    ("header", "word"),
    [
        (THREES, "knocks"),
        (f"{PILE}rule: tiles-each = 13\nrule: boneyard-kept = 2\n", "knocks"),
        (f"{PILE}rule: tiles-each = 14\n", "knocks"),
    ],
)
def test_a_pass_where_nothing_is_ever_drawn_is_a_knock(header: str, word: str) -> None:
    record = f"{header}lead: Ana\nAna: 6-4\n"
    assert turn(record) == f"turn.sets-or-{word}"
    assert told(record + "Ben: passes\n") == f"entry.{word} player=Ben / next.turn player=Ana"


def test_a_pass_with_the_boneyard_drawn_empty_is_none() -> None:
    record = f"{PILE}rule: tiles-each = 13\nlead: Ana\nAna: 6-4\nBen: draws 2\n"
    assert told(record + "Ben: passes\n").startswith("entry.passes player=Ben")


def test_a_hand_in_which_everybody_knocked_is_worth_nothing_where_one_point_is_all() -> None:
    record = f"{THREES}lead: Ana\nAna: 6-4\nBen: passes\nAna: passes\n"
    assert told(record) == (
        "entry.knocks player=Ana / entry.blocked-by-knocks / settled.blocked-for-nothing"
    )


def test_a_draw_tells_how_many_are_left_and_may_be_drawn() -> None:
    kept = f"{PILE}rule: boneyard-kept = 2\nlead: Ana\nAna: 6-4\n"
    drew = "tiles=(unit.tiles count=16)"
    assert told(kept + "Ben: draws 16\n") == (
        f"entry.draws-some player=Ben {drew} left=2 drawable=0"
    )
    assert turn(kept + "Ben: draws 16\n") == "turn.sets-it-or-passes"
    all_of_them = kept.replace("kept = 2", "kept = 0")
    assert told(all_of_them + "Ben: draws 16\n") == f"entry.draws player=Ben {drew} left=2"
    assert turn(all_of_them + "Ben: draws 16\n") == "turn.sets-or-draws-on"


def test_who_leads_a_double_is_told_so() -> None:
    assert turn("game: merry-go-round\nplayers: Ana, Ben\nlead: Ana\n") == "turn.leads-double"


# Both partners out


OUT = f"{PAIRS}rule: tiles-each = 2\nlead: Ana\nAna: 6-4\nBen: 6-1\nCyd: 4-3\nDee: 3-3\nAna: 2-1\n"


def test_who_is_out_while_the_partner_plays_on_is_told_so() -> None:
    assert told(OUT).endswith("entry.out player=Ana / next.turn player=Ben")
    assert turn(OUT) == "turn.others-out players=(Ana) can=(turn.sets-or-knocks)"
    assert told(OUT + "Ben: passes\nCyd: 3-2 on 3-3\n").endswith(
        "entry.dominoes player=Cyd / "
        "settled.going-out side=Ana & Cyd points=(unit.pegs count=1) count=2"
    )


def test_where_one_is_enough_the_hand_ends_with_the_first() -> None:
    one = OUT.replace("lead:", "rule: partners-out = one\nlead:", 1)
    assert "entry.dominoes player=Ana" in told(one)


# The difference


def blocked(rules: str) -> str:
    return (
        f"game: five-up\n{FOUR}sides: Ana & Cyd, Ben & Dee\nrule: settlement = difference\n{rules}"
        "rule: tiles-each = 7\nlead: Ana\nAna: 6-4\nBen: passes\nCyd: passes\nDee: passes\n"
        "Ana: passes\nAna: left 30 pips\nBen: left 31 pips\nCyd: left 40 pips\nDee: left 57 pips\n"
    )


def test_the_difference_is_told_with_what_the_own_side_still_held() -> None:
    assert told(blocked("")).endswith(
        "settled.takes-rounded pips=(settled.sum-of-pips terms=31 + 57 − 30 − 40 count=18) "
        "rounded=20 side=Ana & Cyd points=(unit.pegs count=4) count=2"
    )
    assert told(blocked("rule: rounding = each-hand\n")).endswith(
        "settled.takes-each-less-own each=31 → 30, 57 → 55 own=30 → 30, 40 → 40 "
        "side=Ana & Cyd points=(unit.pegs count=3) count=2"
    )


def test_who_goes_out_has_nothing_to_take_off() -> None:
    record = (
        f"{PILE}rule: settlement = difference\nrule: tiles-each = 2\nlead: Ana\nAna: 6-4\n"
        "Ben: 6-1\nAna: 3-1\nBen: left 6-6\n"
    )
    assert "settled.takes-rounded pips=(unit.pips count=12)" in told(record)
