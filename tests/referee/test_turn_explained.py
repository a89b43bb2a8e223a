"""Why a tile could be set, what it earned, and whose turn it is."""

import pytest

from tests.referee.explaining import ALONE, FOUR, TWO, About, answer

# Points


def test_a_count_between_two_fives_does_not_score() -> None:
    assert answer(ALONE + "Ana: 6-3\n", About.POINTS) == [
        ("lead-scores", "The 6-3 is the lead and counts 9."),
        ("fives", "9 lies between 5 and 10, so it does not score."),
    ]


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ("fifths", "10 ÷ 5 = 2 pegs."),
        ("pips", "The whole count is scored: 10 points."),
        ("none", "The count of 10 is worth no points by itself."),
    ],
)
def test_a_count_that_scores_is_worth_what_the_table_says(points: str, told: str) -> None:
    record = TWO + f"rule: points = {points}\nlead: Ana\nAna: 6-4\n"
    assert answer(record, About.POINTS)[1:] == [
        ("fives", "10 is 2 × 5, so it scores."),
        ("points", told),
    ]


@pytest.mark.parametrize(
    ("zero", "told"),
    [
        ("no", "The open ends add up to nought, which does not score."),
        ("yes", "The open ends add up to nought, which scores here."),
    ],
)
def test_nought_scores_only_where_the_table_says_so(zero: str, told: str) -> None:
    record = TWO + f"rule: zero-scores = {zero}\nlead: Ana\nAna: 0-0\n"
    assert ("zero-scores", told) in answer(record, About.POINTS)


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("", "The count of 10 was not announced, so it earned nothing."),
        (", claims 5", "The count was 10, but 5 was announced, so it earned nothing."),
        (", claims 10", "The count of 10 was announced, and rightly."),
    ],
)
def test_an_announcement_is_judged_where_it_is_asked_for(claim: str, told: str) -> None:
    record = f"game: racehorse-1990\nplayers: Ana, Ben\nlead: Ana\nAna: 6-4{claim}\n"
    assert ("announce", told) in answer(record, About.POINTS)


def test_an_announcement_that_nobody_asked_for_changes_nothing() -> None:
    record = TWO + "lead: Ana\nAna: 6-4, claims 5\n"
    assert ("announce", "Announcing 5 changed nothing.") in answer(record, About.POINTS)


# The turn


@pytest.mark.parametrize(
    ("rule", "tile", "told"),
    [
        ("score-or-double", "6-4", "The 6-4 scored, which earns another turn."),
        ("score-or-double", "5-5", "The 5-5 is a double and scored, which earns another turn."),
        (
            "score-or-double",
            "6-3",
            "The 6-3 neither scored nor is a double, so it earns no other turn.",
        ),
        ("score", "6-6", "The 6-6 is a double, but only a score would earn another turn."),
        ("score", "6-3", "The 6-3 did not score, so it earns no other turn."),
        ("double", "6-4", "The 6-4 scored, but only a double would earn another turn."),
        ("double", "6-3", "The 6-3 is no double, so it earns no other turn."),
        ("none", "5-5", "The 5-5 earns no other turn."),
    ],
)
def test_a_turn_goes_on_or_passes_for_a_reason(rule: str, tile: str, told: str) -> None:
    record = TWO + f"rule: another-turn = {rule}\nlead: Ana\nAna: {tile}\n"
    assert answer(record, About.TURN)[0] == ("another-turn", told)


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("ends-turn", "But the 6-6 was drawn, so the turn ends with it."),
        ("plays-on", "That the 6-6 was drawn makes no difference."),
    ],
)
def test_a_drawn_tile_that_earned_a_turn_is_told_what_it_is_worth(rule: str, told: str) -> None:
    record = TWO + f"rule: drawn-tile = {rule}\nlead: Ana\nAna: 6-4\nAna: draws 1\nAna: 6-6\n"
    assert ("drawn-tile", told) in answer(record, About.TURN)


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("goes-out", "Ana holds nothing more, so the hand is over."),
        ("draws", "Ana holds nothing more and draws for the tile that is owed."),
        ("washes-up", "Ana holds nothing more and draws for the tile that is owed."),
    ],
)
def test_a_last_tile_that_earned_a_turn_is_told_what_follows(rule: str, told: str) -> None:
    record = TWO + f"rule: tiles-each = 1\nrule: last-tile = {rule}\nlead: Ana\nAna: 6-4\n"
    assert ("last-tile", told) in answer(record, About.TURN)


# Draws, passes, leads


def test_a_draw_rests_on_the_open_ends_and_the_deal() -> None:
    record = TWO + "lead: Ana\nAna: 6-0\nBen: draws 2\n"
    assert answer(record, About.ALLOWED) == [
        ("draw", "By drawing, Ben says that nothing held shows 6 or blank."),
        ("tiles-each", "The deal left 28 − 2 × 7 = 14 to draw; 12 are still there."),
    ]


def test_a_pass_rests_on_the_open_ends_and_on_having_nothing_to_draw() -> None:
    record = f"game: seven-rocks\n{FOUR}lead: Ana\nAna: 6-4\nBen: passes\n"
    assert answer(record, About.ALLOWED) == [
        ("pass", "By passing, Ben says that nothing held shows 6 or 4."),
        ("tiles-each", "4 × 7 = 28: all tiles were dealt, so there is no boneyard."),
    ]
    assert answer(record, About.TURN) == [("in-turn", "Cyd is next.")]


def test_a_lead_that_is_passed_rests_on_the_rule_of_the_lead() -> None:
    record = f"game: seven-toed-pete\n{FOUR}lead: Ana\nAna: passes\n"
    assert answer(record, About.ALLOWED)[0] == (
        "lead-tile",
        "By passing, Ana says that nothing held may be led.",
    )


def test_the_first_lead_is_found_as_the_game_says() -> None:
    told = answer("game: racehorse-1990\nplayers: Ana, Ben\nlead: Ben\n", About.ALLOWED)
    assert told == [
        ("first-lead", "Ben leads the first hand."),
        ("tiles-each", "2 hands of 7 leave 14 tiles in the boneyard."),
    ]


def test_a_tile_on_a_double_goes_to_a_side_while_one_is_free() -> None:
    record = ALONE + "Ana: 4-4\nBen: 4-1\n"
    assert ("sides-first", "A side of the 4-4 was free, so the tile goes there.") in answer(
        record, About.ALLOWED
    )
    told = "Both sides of the 4-4 were covered, so the tile goes on an end of it."
    assert ("spinners", told) in answer(record + "Ana: 4-2\nBen: 4-3\n", About.ALLOWED)


def test_among_ends_that_are_alike_the_earliest_host_is_taken() -> None:
    record = ALONE + "Ana: 6-4\nBen: 6-3\nAna: 4-3 on 6-4\nBen: 3-2\n"
    told = "The open ends with a 3 are alike, so the 6-3 is taken, set earliest."
    assert ("named-end", told) in answer(record, About.ALLOWED)
