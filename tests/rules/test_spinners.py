"""Spinners, and the places where a tile may go."""

from play import Score, describe_refusal, laid, refusal


def refused(told: Score) -> str | None:
    """The code with which the last tile was refused."""
    code: str | None = told.verdict.get("error", {}).get("code")
    return code


def test_every_later_tile_goes_on_an_open_end_that_shows_one_of_its_pips() -> None:
    assert refused(laid("6-3\n6-2 on 6-3")) is None
    assert refused(laid("6-3\n5-5")) == "no-match"
    assert refused(laid("6-3\n6-2 on 6-3\n6-1")) == "no-match"
    assert refused(laid("6-3\n6-2 on 6-3\n6-1 on 6-3")) == "no-match"
    assert refused(laid("6-3\n6-5 on 4-4")) == "no-match"


def test_each_tile_is_there_once() -> None:
    assert refused(laid("6-3\n3-6")) == "already-set"


def test_a_tile_is_never_set_on_itself() -> None:
    assert refused(laid("6-3\n5-3 on 5-3")) == "no-match"


def test_a_spinner_takes_four_tiles_and_no_fifth() -> None:
    cross = "5-5\n5-0 on 5-5\n5-1 on 5-5\n5-2 on 5-5\n5-3 on 5-5"
    assert refused(laid(cross)) is None
    assert [end["on"] for end in laid(cross).last["ends"]] == ["5-0", "5-1", "5-2", "5-3"]
    assert refused(laid(f"{cross}\n5-4 on 5-5")) == "no-match"


def test_a_spinner_on_an_arm_takes_three_more_tiles() -> None:
    arm = "6-5\n5-5 on 6-5\n5-1 on 5-5\n5-2 on 5-5\n5-3 on 5-5"
    assert refused(laid(arm)) is None
    assert refused(laid(f"{arm}\n5-4 on 5-5")) == "no-match"


def test_the_sides_of_a_spinner_are_covered_before_its_ends() -> None:
    # Nobody names a side or an end: the second tile covers the second side, so it counts 0.
    assert laid("4-4\n4-1 on 4-4\n4-2 on 4-4\n4-3 on 4-4").counts == [8, 9, 3, 6]


def test_only_the_first_double_spins_in_the_eastern_games() -> None:
    rule = "spinners = first"
    first = "4-4\n4-1 on 4-4\n4-2 on 4-4\n4-3 on 4-4\n5-4 on 4-4"
    assert refused(laid(first, rule)) is None
    second = "4-4\n4-1 on 4-4\n1-1 on 4-1\n2-1 on 1-1\n3-1 on 1-1"
    assert refused(laid(second, rule)) == "no-match"
    assert refused(laid(second, "spinners = all")) is None


def test_the_first_double_spins_whether_it_was_led_or_not() -> None:
    later = "4-1\n4-4 on 4-1\n4-2 on 4-4\n4-3 on 4-4\n5-4 on 4-4"
    assert refused(laid(later, "spinners = first")) is None
    after_another = "1-1\n4-1 on 1-1\n4-4 on 4-1\n4-2 on 4-4\n4-3 on 4-4"
    assert refused(laid(after_another, "spinners = first")) == "no-match"


def test_a_double_that_is_no_spinner_has_two_sides_and_no_ends() -> None:
    led = "4-4\n4-1 on 4-4\n4-2 on 4-4"
    told = laid(led, "spinners = none")
    assert [end["on"] for end in told.last["ends"]] == ["4-1", "4-2"]
    assert refused(laid(f"{led}\n4-3 on 4-4", "spinners = none")) == "no-match"
    on_an_arm = "4-1\n4-4 on 4-1\n4-2 on 4-4\n4-3 on 4-4"
    assert refused(laid(on_an_arm, "spinners = none")) == "no-match"


def test_ends_of_singles_that_show_the_same_pip_are_alike() -> None:
    told = laid("2-1\n4-2 on 2-1\n4-1 on 2-1\n5-4")
    assert told.last["on"] == "4-2", "the host set earliest is taken"
    assert told.last["total"] == laid("2-1\n4-2 on 2-1\n4-1 on 2-1\n5-4 on 4-1").last["total"]


def test_the_ends_of_one_double_are_alike() -> None:
    assert laid("5-5\n5-1").last["on"] == "5-5"
    assert laid("5-5\n5-1\n5-2\n5-3").last["on"] == "5-5"


def test_a_referee_asks_which_end_only_between_ends_that_are_not_alike() -> None:
    assert refused(laid("6-3\n6-2 on 6-3\n3-2")) == "which-end"
    assert refused(laid("6-3\n6-2 on 6-3\n3-2 on 6-2")) is None
    assert refused(laid("6-3\n6-2 on 6-3\n3-2 on 6-3")) is None


def test_a_double_is_not_like_a_single_that_shows_its_pip() -> None:
    fork = "4-4\n4-2 on 4-4\n3-2 on 4-2\n4-3 on 3-2"
    assert refused(laid(f"{fork}\n4-1")) == "which-end"
    assert laid(f"{fork}\n4-1 on 4-4").last["total"] == 5
    assert laid(f"{fork}\n4-1 on 4-3").last["total"] == 9


def test_two_doubles_are_never_alike() -> None:
    assert refused(laid("5-3\n5-5 on 5-3\n3-3 on 5-3\n5-3")) == "already-set"
    assert refused(laid("5-1\n5-5 on 5-1\n3-1 on 5-1\n3-3 on 3-1\n5-3")) == "which-end"


def test_the_question_lists_each_end_with_what_the_tile_would_count() -> None:
    record = """
        game: race-horse
        players: Ana, Ben
        rule: another-turn = none
        lead: Ana
        Ana: 4-4
        Ben: 4-2 on 4-4
        Ana: 3-2 on 4-2
        Ben: 4-3 on 3-2
        Ana: 4-1
        """
    assert refusal(record) == (9, "which-end")
    assert _choices(record) == [("4-4", 5), ("4-3", 9)]


def test_the_question_names_one_of_the_ends_that_are_alike() -> None:
    record = """
        game: race-horse
        players: Ana, Ben
        rule: another-turn = none
        lead: Ana
        Ana: 4-4
        Ben: 4-2 on 4-4
        Ana: 6-2 on 4-2
        Ben: 4-1 on 4-4
        Ana: 6-1 on 4-1
        Ben: 6-4
        """
    assert refusal(record) == (10, "which-end")
    assert [host for host, _ in _choices(record)] == ["4-4", "6-2"]


def test_a_host_may_be_told_in_either_order_of_its_pips() -> None:
    assert laid("6-3\n2-6 on 3-6").last["on"] == "6-3"


def _choices(record: str) -> list[tuple[str, int]]:
    """The hosts among which a player is asked to choose, each with the count there."""
    refused = describe_refusal(record)
    assert refused.id == "refused.which-end"
    return [(str(place["host"]), place["total"]) for place in refused["places"].things]
