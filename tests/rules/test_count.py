"""The count: what the open ends show."""

from play import laid, score


def test_a_lone_single_shows_both_halves() -> None:
    assert laid("6-4").counts == [10]
    assert laid("6-4").last["ends"] == [
        {"on": "6-4", "pips": 6, "counts": 6},
        {"on": "6-4", "pips": 4, "counts": 4},
    ]


def test_a_tile_on_an_arm_shows_its_outer_half() -> None:
    assert laid("6-3\n6-2 on 6-3").counts == [9, 5]


def test_a_double_at_the_tip_of_an_arm_counts_both_halves() -> None:
    assert laid("6-4\n4-4 on 6-4").counts == [10, 14]


def test_a_lone_double_counts_both_halves() -> None:
    assert laid("5-5").counts == [10]


def test_a_lead_double_with_one_side_covered_counts_both_halves() -> None:
    assert laid("5-5\n5-2 on 5-5").counts == [10, 12]


def test_a_double_with_both_sides_covered_counts_nothing() -> None:
    told = laid("5-5\n5-2 on 5-5\n5-3 on 5-5")
    assert told.counts == [10, 12, 5]
    assert told.last["ends"][0] == {"on": "5-5", "pips": 5, "counts": 0}


def test_a_covered_spinner_counts_nothing_until_its_end_is_played() -> None:
    assert laid("5-5\n5-2\n5-3\n6-5 on 5-5\n5-4 on 5-5").counts == [10, 12, 5, 11, 15]


def test_a_tile_on_the_end_of_a_spinner_counts_its_own_outer_half() -> None:
    told = laid("3-3\n5-3 on 3-3\n3-2 on 3-3\n3-1 on 3-3\n4-1 on 3-1")
    assert told.counts == [6, 11, 7, 8, 11]


def test_a_double_in_the_middle_of_an_arm_counts_nothing() -> None:
    assert laid("6-4\n4-4 on 6-4\n4-1 on 4-4", "spinners = none").counts == [10, 14, 7]


def test_two_doubles_at_the_tips_count_four_halves() -> None:
    assert laid("6-4\n6-6 on 6-4\n4-4 on 6-4").counts == [10, 16, 20]


def test_the_ends_are_told_in_the_order_in_which_their_hosts_were_set() -> None:
    told = laid("6-4\n4-4 on 6-4\n4-1 on 4-4\n6-2 on 6-4")
    assert [(end["on"], end["pips"]) for end in told.last["ends"]] == [
        ("4-4", 4),
        ("4-1", 1),
        ("6-2", 2),
    ]


def test_a_count_scores_when_it_is_a_multiple_of_five() -> None:
    told = laid("6-4\n6-3 on 6-4\n4-3 on 6-4\n3-2 on 4-3")
    assert told.counts == [10, 7, 6, 5]
    assert told.points == [2, 0, 0, 1]


def test_a_count_of_nought_does_not_score() -> None:
    told = laid("0-0")
    assert (told.counts, told.points) == ([0], [0])


def test_a_blank_goes_into_the_count_as_0_while_a_side_of_it_is_free() -> None:
    def counted(tips: str, rule: str = "spinners = all") -> list[str]:
        layout = laid(tips, rule).game.hand.layout
        return [f"{end.host}/{end.pips}" for end in layout.counted_ends]

    assert counted("6-0") == ["6-0/6", "6-0/0"]
    assert counted("6-0\n0-0 on 6-0") == ["6-0/6", "0-0/0"]
    covered = "6-0\n0-0 on 6-0\n5-0 on 0-0"
    assert counted(covered) == ["6-0/6", "5-0/5"]
    assert counted("6-0\n0-0 on 6-0", "exposed-double = when-dead") == ["6-0/6"]


def test_a_count_of_nought_earns_what_a_score_earns_where_the_house_says_so() -> None:
    game = """
        game: race-horse
        players: Ana, Ben
        rule: another-turn = score
        rule: zero-scores = {}
        lead: Ana
        Ana: 0-0
        """
    assert score(game.format("no")).last["again"] is False
    told = score(game.format("yes"))
    assert (told.points, told.last["again"]) == ([0], True)


def test_an_exposed_double_counts_nothing_while_its_number_is_not_all_out() -> None:
    tips = """
        6-4
        6-6 on 6-4
        4-1 on 6-4
        1-1 on 4-1
    """
    assert laid(tips).counts == [10, 16, 13, 14]
    assert laid(tips, "exposed-double = when-dead").counts == [10, 4, 1, 0]
    assert laid("5-5", "exposed-double = when-dead").points == [0]


def test_a_covered_spinner_counts_nothing_even_when_its_number_is_all_out() -> None:
    sixes = """
        6-6
        6-1 on 6-6
        6-2 on 6-6
        3-2 on 6-2
        6-3 on 3-2
        4-1 on 6-1
        6-4 on 4-1
        6-5 on 6-4
        5-0 on 6-5
        6-0 on 5-0
    """
    told = laid(sixes, "exposed-double = when-dead")
    assert told.counts == [0, 1, 3, 4, 7, 10, 12, 11, 6, 12]
    assert told.last["ends"][0] == {"on": "6-6", "pips": 6, "counts": 0}


def test_the_seventh_tile_of_a_number_wakes_its_double() -> None:
    sixes = """
        6-6
        6-1 on 6-6
        2-1 on 6-1
        6-2 on 2-1
        6-3 on 6-2
        4-3 on 6-3
        6-4 on 4-3
        6-5 on 6-4
        5-0 on 6-5
        6-0 on 5-0
    """
    told = laid(sixes, "exposed-double = when-dead")
    assert told.counts == [0, 1, 2, 6, 3, 4, 6, 5, 0, 18]
    assert laid(sixes).counts[-1] == 18
