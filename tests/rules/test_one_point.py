"""Settlements of the relatives: one point for going out, and the difference."""

import pytest
from play import refusal, score

ONE = "settlement = one-point"


def record(lines: str, *rules: str, players: str = "Ana, Ben", game: str = "five-up") -> str:
    """A hand of so many tiles as the lines want; Ana leads."""
    header = [f"game: {game}", f"players: {players}"]
    header += [f"rule: {rule}" for rule in rules]
    return "\n".join([*header, "lead: Ana", *map(str.strip, lines.strip().splitlines())])


@pytest.mark.parametrize("points", ["fifths", "pips", "none"])
def test_going_out_is_worth_one_point_and_nobody_tells_what_is_left(points: str) -> None:
    rules = (ONE, "tiles-each = 1", f"points = {points}")
    told = score(record("Ana: 4-3", *rules))
    assert told.hand == {"ended": "domino", "winners": ["Ana"], "points": {"Ana": 1, "Ben": 0}}
    assert refusal(record("Ana: 4-3\nBen: left 1-0", *rules))[1] == "hand-over"
    assert score(record("Ana: 4-3\nlead: Ana", *rules)).scores == {"Ana": 1, "Ben": 0}


def test_a_blocked_hand_is_worth_nothing_to_anybody() -> None:
    told = score(record("Ana: 4-3\nBen: passes\nAna: passes", ONE, "drawing = none"))
    assert told.hand == {"ended": "blocked", "winners": [], "points": {"Ana": 0, "Ben": 0}}


def test_the_lead_goes_on_as_soon_as_somebody_is_out() -> None:
    rules = (ONE, "tiles-each = 1", "next-lead = rotates")
    assert refusal(record("Ana: 4-3\nlead: Ana", *rules))[1] == "wrong-leader"
    assert score(record("Ana: 4-3\nlead: Ben\nBen: 4-0", *rules)).scores["Ben"] == 1


DIFFERENCE = ("settlement = difference", "drawing = none", "points = pips")
BLOCKED = "Ana: 4-3\nBen: passes\nAna: passes\n"


def test_the_winner_of_a_block_takes_the_others_pips_less_the_own() -> None:
    told = score(
        record(f"{BLOCKED}Ana: left 6 pips\nBen: left 33 pips", *DIFFERENCE, "tiles-each = 4")
    )
    # 33 - 6 = 27, which is nearer to 25.
    assert told.hand == {"ended": "blocked", "winners": ["Ana"], "points": {"Ana": 25, "Ben": 0}}


@pytest.mark.parametrize(("rounding", "points"), [("sum", 25), ("each-hand", 35 - 5)])
def test_it_is_rounded_as_the_table_rounds(rounding: str, points: int) -> None:
    lines = f"{BLOCKED}Ana: left 6 pips\nBen: left 33 pips"
    rules = (*DIFFERENCE, "tiles-each = 4", f"rounding = {rounding}")
    assert score(record(lines, *rules)).hand["points"]["Ana"] == points


def test_a_domino_takes_all_for_the_winner_holds_nothing() -> None:
    told = score(record("Ana: 4-3\nBen: left 6-5", *DIFFERENCE, "tiles-each = 1"))
    assert told.hand["points"] == {"Ana": 10, "Ben": 0}


def test_a_partner_s_pips_are_the_side_s_own() -> None:
    told = score(
        record(
            "Ana: 4-3\nBen: left 6-5\nCyd: left 1-0\nDee: left 6-2",
            *DIFFERENCE,
            "tiles-each = 1",
            players="Ana, Ben, Cyd, Dee\nsides: Ana & Cyd, Ben & Dee",
        )
    )
    # 11 + 8 - 1 = 18, which is nearer to 20.
    assert told.hand["points"] == {"Ana & Cyd": 20, "Ben & Dee": 0}


def test_it_is_never_below_nothing() -> None:
    told = score(
        record(
            "Ana: 4-3\nBen: left 1-0\nCyd: left 6-5\nDee: left 1-1",
            *DIFFERENCE,
            "tiles-each = 1",
            players="Ana, Ben, Cyd, Dee\nsides: Ana & Cyd, Ben & Dee",
        )
    )
    assert told.hand["points"] == {"Ana & Cyd": 0, "Ben & Dee": 0}
