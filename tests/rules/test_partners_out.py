"""Both partners out: who is out alone is passed over until the partner is out too."""

import pytest
from play import Score, refusal, score


def pairs(lines: str, *rules: str, each: int = 1, sides: bool = True) -> Score:
    """Ana and Cyd against Ben and Dee, as in Fives & Threes; one tile each."""
    return score(record(lines, *rules, each=each, sides=sides))


def record(lines: str, *rules: str, each: int = 1, sides: bool = True) -> str:
    """The same, as it is written."""
    header = ["game: fives-and-threes", "players: Ana, Ben, Cyd, Dee"]
    if sides:
        header.append("sides: Ana & Cyd, Ben & Dee")
    header += [f"rule: {rule}" for rule in (f"tiles-each = {each}", *rules)]
    return "\n".join([*header, "lead: Ana", *map(str.strip, lines.strip().splitlines())])


def test_the_hand_goes_on_while_the_partner_holds_tiles() -> None:
    told = pairs("Ana: 4-3")
    assert (told.turn, told.verdict["hands"]) == ("Ben", [])


def test_who_is_out_is_passed_over() -> None:
    lines = "Ana: 4-3\nBen: passes\nCyd: passes\nDee: passes\nAna: 4-0\nBen: passes\nCyd: 3-2"
    assert pairs(f"{lines}\nDee: passes", each=2).turn == "Ben"
    assert refusal(record(f"{lines}\nDee: passes\nAna: passes", each=2))[1] == "not-your-turn"


def test_the_last_tile_of_the_side_is_the_domino() -> None:
    told = pairs("Ana: 4-3\nBen: passes\nCyd: 3-1")
    assert told.hand == {
        "ended": "domino",
        "winners": ["Ana & Cyd"],
        "points": {"Ana & Cyd": 1, "Ben & Dee": 0},
    }


@pytest.mark.parametrize(("sides", "rule"), [(True, "one"), (False, "both"), (False, "one")])
def test_else_the_first_who_is_out_ends_the_hand(sides: bool, rule: str) -> None:
    told = pairs("Ana: 4-3", f"partners-out = {rule}", sides=sides)
    assert told.hand["ended"] == "domino"


def test_a_hand_is_blocked_once_all_who_hold_tiles_pass() -> None:
    told = pairs("Ana: 4-3\nBen: passes\nCyd: passes\nDee: passes")
    assert told.hand == {
        "ended": "blocked",
        "winners": [],
        "points": {"Ana & Cyd": 0, "Ben & Dee": 0},
    }


@pytest.mark.parametrize("compared", ["team", "hand"])
def test_in_a_block_a_partner_who_is_out_holds_no_pips(compared: str) -> None:
    told = pairs(
        """
        Ana: 4-3
        Ben: passes
        Cyd: passes
        Dee: passes
        Ben: left 1-0
        Cyd: left 6-2
        Dee: left 1-1
        """,
        "settlement = winner-takes",
        f"partners-block = {compared}",
    )
    # 0 + 8 pips against 1 + 2, or none against 1.
    assert told.hand["winners"] == (["Ben & Dee"] if compared == "team" else ["Ana & Cyd"])


WASHES_UP = ("another-turn = score", "last-tile = washes-up")


def test_a_washed_up_partner_is_out_too() -> None:
    told = pairs("Ana: 6-3\nBen: 6-0\nCyd: 3-1", *WASHES_UP)
    assert (told.counts, told.hand["winners"]) == ([9, 3, 1], ["Ana & Cyd"])


def test_a_last_tile_that_washes_up_is_no_domino() -> None:
    told = pairs("Ana: 4-3\nBen: passes\nCyd: 3-2", *WASHES_UP)
    assert (told.counts, told.turn, told.verdict["hands"]) == ([7, 6], "Dee", [])


def test_nobody_has_won_when_the_last_of_all_washes_up() -> None:
    told = pairs("Ana: 4-3\nBen: passes\nCyd: 3-2\nDee: 4-1\nBen: 5-2", *WASHES_UP)
    assert told.counts == [7, 6, 3, 6]
    assert (told.hand["ended"], told.hand["winners"]) == ("washed-up", [])


def test_a_turn_earned_with_the_last_tile_ends_with_it() -> None:
    told = pairs("Ana: 6-3", "another-turn = score")
    assert (told.last["again"], told.turn) == (False, "Ben")


def test_a_turn_earned_with_the_last_tile_is_finished_from_the_boneyard() -> None:
    rules = ("another-turn = score", "last-tile = draws", "drawing = until-it-plays")
    told = pairs("Ana: 6-3", *rules)
    assert (told.last["again"], told.turn) == (True, "Ana")
    assert pairs("Ana: 6-3\nAna: draws 1\nAna: 3-1", *rules).turn == "Ben"
