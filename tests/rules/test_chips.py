"""Seven-Toed Pete for chips."""

from play import score

FOUR = "game: seven-toed-pete-chips\nplayers: Ana, Ben, Cyd, Dee\n{}lead: Ana\n"
#: Ana is washed up on a double, then Ben cannot go on.
WASHED_UP = """
    game: seven-toed-pete-chips
    players: Ana, Ben
    rule: tiles-each = 2
    rule: lead-tile = any
    rule: washed-up-in-block = {}
    lead: Ana
    Ana: 6-3
    Ben: draws 24
    Ben: 6-1 on 6-3
    Ana: 1-1
    Ben: passes
    Ben: left 150 pips
    """


def blocked(*pips: int, rules: str = "") -> dict[str, int]:
    """The chips of a blocked hand, with so many pips left in each seat."""
    passes = "Ana: 6-4\nAna: passes\nBen: passes\nCyd: passes\nDee: passes\n"
    names = ("Ana", "Ben", "Cyd", "Dee")
    left = "\n".join(
        f"{name}: left {number} pips" for name, number in zip(names, pips, strict=True)
    )
    points: dict[str, int] = score(FOUR.format(rules) + passes + left).hand["points"]
    return points


def test_a_count_earns_a_turn_and_no_chip() -> None:
    told = score(FOUR.format("") + "Ana: 6-4")
    assert (told.counts, told.points, told.turn) == ([10], [0], "Ana")


def test_a_domino_by_a_player_not_washed_up_is_a_chip() -> None:
    told = score(
        FOUR.format("rule: tiles-each = 2\n")
        + "Ana: 6-4\nAna: 6-2\nBen: left 6-6 6-5\nCyd: left 5-5 5-4\nDee: left 0-0 1-1"
    )
    assert told.hand["ended"] == "domino"
    assert told.hand["points"] == {"Ana": 1, "Ben": 0, "Cyd": 0, "Dee": 0}


def test_a_block_is_a_chip_for_the_lowest_pips() -> None:
    assert blocked(30, 40, 40, 48) == {"Ana": 1, "Ben": 0, "Cyd": 0, "Dee": 0}


def test_a_tied_block_is_a_chip_for_each() -> None:
    assert blocked(30, 40, 30, 58) == {"Ana": 1, "Ben": 0, "Cyd": 1, "Dee": 0}


def test_a_tied_block_is_no_chip_where_the_house_says_nobody() -> None:
    nobody = blocked(30, 40, 30, 58, rules="rule: tied-block = nobody\n")
    assert nobody == {"Ana": 0, "Ben": 0, "Cyd": 0, "Dee": 0}


def test_each_washed_up_player_takes_a_chip_besides_the_winner() -> None:
    assert score(WASHED_UP.format("out")).hand == {
        "ended": "blocked",
        "winners": ["Ben"],
        "points": {"Ana": 1, "Ben": 1},
    }


def test_a_washed_up_player_who_wins_the_block_takes_two() -> None:
    assert score(WASHED_UP.format("counts")).hand["points"] == {"Ana": 2, "Ben": 0}


def test_partners_share_their_chips() -> None:
    told = score(
        FOUR.format("sides: Ana & Cyd, Ben & Dee\nrule: tiles-each = 2\n")
        + "Ana: 6-4\nAna: 6-2\nBen: left 6-6 6-5\nCyd: left 5-5 5-4\nDee: left 0-0 1-1"
    )
    assert told.hand["points"] == {"Ana & Cyd": 1, "Ben & Dee": 0}


def test_the_chips_are_counted_after_the_settlement() -> None:
    told = score(
        FOUR.format("target: 1\nrule: tiles-each = 2\n")
        + "Ana: 6-4\nAna: 6-2\nBen: left 6-6 6-5\nCyd: left 5-5 5-4\nDee: left 0-0 1-1"
    )
    assert told.winner == "Ana"
