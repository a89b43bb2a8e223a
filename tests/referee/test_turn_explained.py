"""Why a tile could be set, what it earned, and whose turn it is."""

import pytest

from tests.referee.explaining import ALONE, FOUR, TWO, About, answer

# Points


def test_a_count_between_two_fives_does_not_score() -> None:
    assert answer(ALONE + "Ana: 6-3\n", About.POINTS) == [
        ("lead-scores", "why.lead-counts tile=6-3 total=9"),
        ("scores-on", "why.between-fives total=9 below=5 above=10"),
    ]


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ("fifths", "why.fifth total=10 points=(unit.pegs count=2)"),
        ("pips", "why.whole-count points=(unit.points count=10)"),
        ("none", "why.worth-nothing"),
    ],
)
def test_a_count_that_scores_is_worth_what_the_table_says(points: str, told: str) -> None:
    record = TWO + f"rule: points = {points}\nlead: Ana\nAna: 6-4\n"
    earns = (
        "why.multiple-earns-a-turn product=10 = 2 × 5"
        if points == "none"
        else "why.multiple-scores product=10 = 2 × 5"
    )
    assert answer(record, About.POINTS)[1:] == [
        ("scores-on", earns),
        ("points", told),
    ]


@pytest.mark.parametrize(
    ("zero", "told"),
    [
        ("no", "why.nought-scores-not"),
        ("yes", "why.nought-scores"),
    ],
)
def test_nought_scores_only_where_the_table_says_so(zero: str, told: str) -> None:
    record = TWO + f"rule: zero-scores = {zero}\nlead: Ana\nAna: 0-0\n"
    assert ("zero-scores", told) in answer(record, About.POINTS)


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("", "why.not-announced total=10"),
        (", claims 5", "why.announced-wrongly total=10 claim=5"),
        (", claims 10", "why.announced-rightly total=10"),
    ],
)
def test_an_announcement_is_judged_where_it_is_asked_for(claim: str, told: str) -> None:
    record = f"game: racehorse-1990\nplayers: Ana, Ben\nlead: Ana\nAna: 6-4{claim}\n"
    assert ("announce", told) in answer(record, About.POINTS)


def test_a_count_that_is_not_credited_is_not_said_to_be_no_score() -> None:
    record = "game: racehorse-1990\nplayers: Ana, Ben\nlead: Ana\nAna: 6-4, claims 5\n"
    assert ("scores-on", "why.multiple-scores product=10 = 2 × 5") in answer(record, About.POINTS)
    assert ("another-turn", "why.not-credited tile=6-4") in answer(record, About.TURN)


def test_an_announcement_that_nobody_asked_for_changes_nothing() -> None:
    record = TWO + "lead: Ana\nAna: 6-4, claims 5\n"
    assert ("announce", "why.announced-idly claim=5") in answer(record, About.POINTS)


# The turn


@pytest.mark.parametrize(
    ("rule", "tile", "told"),
    [
        ("score-or-double", "6-4", "why.score-earns tile=6-4"),
        ("score-or-double", "5-5", "why.double-and-score-earn tile=5-5"),
        (
            "score-or-double",
            "6-3",
            "why.neither-score-nor-double tile=6-3",
        ),
        ("score", "6-6", "why.only-a-score-earns tile=6-6"),
        ("score", "6-3", "why.no-score tile=6-3"),
        ("double", "6-4", "why.only-a-double-earns tile=6-4"),
        ("double", "6-3", "why.no-double tile=6-3"),
        ("none", "5-5", "why.earns-no-turn tile=5-5"),
    ],
)
def test_a_turn_goes_on_or_passes_for_a_reason(rule: str, tile: str, told: str) -> None:
    record = TWO + f"rule: another-turn = {rule}\nlead: Ana\nAna: {tile}\n"
    assert answer(record, About.TURN)[0] == ("another-turn", told)


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("ends-turn", "why.drawn-ends-turn tile=6-6"),
        ("plays-on", "why.drawn-all-the-same tile=6-6"),
    ],
)
def test_a_drawn_tile_that_earned_a_turn_is_told_what_it_is_worth(rule: str, told: str) -> None:
    record = TWO + f"rule: drawn-tile = {rule}\nlead: Ana\nAna: 6-4\nAna: draws 1\nAna: 6-6\n"
    assert ("drawn-tile", told) in answer(record, About.TURN)


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("goes-out", "why.out player=Ana"),
        ("draws", "why.draws-what-is-owed player=Ana"),
        ("washes-up", "why.draws-what-is-owed player=Ana"),
    ],
)
def test_a_last_tile_that_earned_a_turn_is_told_what_follows(rule: str, told: str) -> None:
    record = TWO + f"rule: tiles-each = 1\nrule: last-tile = {rule}\nlead: Ana\nAna: 6-4\n"
    assert ("last-tile", told) in answer(record, About.TURN)


# Draws, passes, leads


def test_a_wrong_count_rests_on_a_rule_of_its_own() -> None:
    record = "game: racehorse-1990\nplayers: Ana, Ben\nlead: Ana\nAna: 6-4, claims 5\n"
    assert ("wrong-claim", "why.only-the-exact-count") in answer(record, About.POINTS)
    right = record.replace("claims 5", "claims 10")
    assert "wrong-claim" not in dict(answer(right, About.POINTS))


def test_a_draw_rests_on_the_open_ends_and_the_deal() -> None:
    record = TWO + "lead: Ana\nAna: 6-0\nBen: draws 2\n"
    assert answer(record, About.ALLOWED) == [
        ("drawing", "why.drawing-says player=Ben pips=(6 or (half.blank))"),
        ("must-play", "why.must-play"),
        ("tiles-each", "why.left-to-draw seats=2 each=7 left_over=14 count=12"),
    ]


def test_a_knock_rests_on_the_open_ends_and_on_having_nothing_to_draw() -> None:
    record = f"game: seven-rocks\n{FOUR}lead: Ana\nAna: 6-4\nBen: passes\n"
    assert answer(record, About.ALLOWED) == [
        ("pass", "why.knocking-says player=Ben pips=(6 or 4)"),
        ("must-play", "why.must-play"),
        ("tiles-each", "why.all-dealt seats=4 each=7"),
    ]
    assert answer(record, About.TURN) == [("in-turn", "why.next player=Cyd")]


def test_a_lead_that_is_passed_rests_on_the_rule_of_the_lead() -> None:
    record = f"game: seven-toed-pete\n{FOUR}lead: Ana\nAna: passes\n"
    assert answer(record, About.ALLOWED)[0] == (
        "lead-tile",
        "why.knocking-says-no-lead player=Ana",
    )


def test_the_first_lead_is_found_as_the_game_says() -> None:
    told = answer("game: racehorse-1990\nplayers: Ana, Ben\nlead: Ben\n", About.ALLOWED)
    assert told == [
        ("first-lead", "why.first-lead player=Ben"),
        ("tiles-each", "why.dealt seats=2 each=7 count=14"),
    ]


def test_a_tile_on_a_double_goes_to_a_side_while_one_is_free() -> None:
    record = ALONE + "Ana: 4-4\nBen: 4-1\n"
    assert ("sides-first", "why.on-a-side double=4-4") in answer(record, About.ALLOWED)
    told = "why.on-an-end double=4-4"
    assert ("spinners", told) in answer(record + "Ana: 4-2\nBen: 4-3\n", About.ALLOWED)


def test_among_ends_that_are_alike_the_earliest_host_is_taken() -> None:
    record = ALONE + "Ana: 6-4\nBen: 6-3\nAna: 4-3 on 6-4\nBen: 3-2\n"
    told = "why.ends-alike half=3 host=6-3"
    assert ("named-end", told) in answer(record, About.ALLOWED)
