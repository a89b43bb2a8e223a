"""Judging: a wrong answer is told what was likely done, in positions from the record."""

import pytest

from companion.coach.drills import question
from companion.coach.positions import positions_of
from companion.coach.question import Judgement, Key, NoAnswer, Question, Wanted
from companion.coach.skills import Kind, Skill
from companion.record.replay import replay

HEADER = """
game: race-horse
players: Ana, Ben
target: 999
rule: another-turn = none
rule: tiles-each = 14
lead: Ana
"""


def asked(
    kind: Kind, skill: Skill, tiles: str, game: str = "race-horse", level: int = 1
) -> Question:
    """The question about the layout after these tiles, set by Ana and Ben in turn."""
    lines = [line.strip() for line in tiles.strip().splitlines()]
    plays = [f"{('Ana', 'Ben')[number % 2]}: {line}" for number, line in enumerate(lines)]
    rules = "".join(f"rule: {rule.replace('=', ' = ')}\n" for rule in game.split("~")[1:])
    header = HEADER.replace("lead:", f"{rules}lead:")
    transcript = replay(header + "\n".join(plays))
    assert transcript.refused is None, transcript.refused
    own = positions_of(transcript.entries)[-1:]
    shown = (own[0].placements, own[0].placements[:-1])
    # Some questions want a score and some do not: one of the first seeds takes this position.
    made = (question(Key(kind, skill, game, level, seed), own) for seed in range(20))
    return next(each for each in made if each.placements in shown)


FREE_DOUBLE = """
    6-5
    5-5 on 6-5
"""
COVERED_SPINNER = """
    6-5
    5-5 on 6-5
    5-2 on 5-5
"""
JOINED_SIDE = """
    5-5
    6-5 on 5-5
"""
SINGLES = """
    6-4
    4-3 on 6-4
"""


def count(tiles: str, said: str, skill: Skill = Skill.DOUBLES) -> Judgement:
    return asked(Kind.COUNT, skill, tiles).judge(said)


def test_who_takes_one_half_of_a_free_double_is_told() -> None:
    judged = count(FREE_DOUBLE, "11")
    assert not judged.is_right
    assert judged.answer == "16"
    assert judged.mistakes == ("Did you forget the other half of the 5-5? It has a free side.",)
    assert judged.reasons == (
        "One side of the 5-5 is free, so both halves of it count: 5 + 5 = 10.",
        "6 + 10 = 16.",
    )


@pytest.mark.parametrize("said", ["18", "13"])
def test_who_counts_a_covered_double_is_told(said: str) -> None:
    judged = count(COVERED_SPINNER, said, Skill.COVERED_SPINNERS)
    assert judged.answer == "8"
    assert judged.mistakes == (
        "Did you count the 5-5? Both its sides are covered, so it counts nothing.",
    )
    assert "Both sides of the 5-5 are covered, so it counts nothing." in judged.reasons


def test_a_covered_double_that_is_no_spinner_counts_nothing_either() -> None:
    tiles, game = COVERED_SPINNER, "race-horse~spinners=none"
    judged = asked(Kind.COUNT, Skill.COVERED_SPINNERS, tiles, game).judge("18")
    assert judged.answer == "8"
    assert "On the 5-5 both sides are joined, so it counts nothing." in judged.reasons


def test_a_double_with_one_side_joined_counts_both_halves() -> None:
    assert count(JOINED_SIDE, "16").is_right
    assert count(JOINED_SIDE, "11").mistakes == (
        "Did you forget the other half of the 5-5? It has a free side.",
    )


def test_who_leaves_out_an_end_is_told_which() -> None:
    assert count(SINGLES, "3", Skill.PLAIN_SUMS).mistakes == (
        "Did you leave out the 6 of the 6-4?",
    )
    assert count(SINGLES, "6", Skill.PLAIN_SUMS).mistakes == (
        "Did you leave out the 3 of the 4-3?",
    )


def test_who_counts_an_inner_half_is_told() -> None:
    assert count(SINGLES, "13", Skill.PLAIN_SUMS).mistakes == (
        "Only the outer half of the 6-4 counts: 6.",
    )


def test_a_wrong_answer_without_a_likely_slip_still_has_its_reasons() -> None:
    judged = count(SINGLES, "99", Skill.PLAIN_SUMS)
    assert not judged.is_right
    assert judged.mistakes == ()
    assert judged.reasons[-1] == "6 + 3 = 9."


def test_who_takes_a_count_for_a_score_is_told() -> None:
    judged = asked(Kind.SCORE, Skill.DOUBLES, FREE_DOUBLE).judge("no")
    assert judged.is_right
    judged = asked(Kind.SCORE, Skill.DOUBLES, "5-5").judge("1")
    assert judged.answer == "2 pegs"
    assert judged.mistakes == ("Did you forget the other half of the 5-5? It has a free side.",)
    assert judged.reasons[-1] == "10 is a multiple of five: 2 pegs."


def change(tiles: str, said: str, skill: Skill) -> Judgement:
    return asked(Kind.CHANGE, skill, tiles).judge(said)


def test_who_keeps_what_is_covered_now_is_told() -> None:
    judged = change(SINGLES, "13", Skill.REDUCTION)
    assert judged.answer == "9"
    assert judged.mistakes == ("Did you keep the 4 of the 6-4? It is covered now.",)
    assert judged.reasons == ("It was 10; the 4 went, a 3 came: 10 − 4 + 3 = 9.",)


def test_who_keeps_a_double_that_is_covered_now_is_told() -> None:
    judged = change(COVERED_SPINNER, "18", Skill.COVERED_SPINNERS)
    assert judged.mistakes == ("Did you keep the 5-5? Both its sides are covered now.",)
    judged = change(COVERED_SPINNER, "13", Skill.COVERED_SPINNERS)
    assert judged.mistakes == ("Did you take off one half of the 5-5? Both its halves go.",)
    assert judged.reasons == (
        "Both sides of the 5-5 are covered, so it counts nothing.",
        "It was 16; the double-5 went, a 2 came: 16 − 10 + 2 = 8.",
    )


def test_who_takes_off_a_double_with_a_free_side_is_told() -> None:
    judged = change(JOINED_SIDE, "6", Skill.DOUBLES)
    assert judged.mistakes == ("A side of the 5-5 is still free, so both its halves stay.",)
    assert judged.reasons == (
        "One side of the 5-5 is free, so both halves of it count: 5 + 5 = 10.",
        "It was 10; nothing went, a 6 came: 10 + 6 = 16.",
    )


def test_which_tiles_score_is_answered_tile_by_tile() -> None:
    made = asked(Kind.TILES, Skill.MOD_FIVE_CHANGES, SINGLES)
    wrong = next(choice for choice in made.choices if choice.value not in made.answer)
    judged = made.judge(wrong.value)
    assert judged.mistakes == (wrong.reason,)
    assert judged.reasons[0] == (
        "9 is 4 over 5 and 1 short of 10: −4 or +1, and fives more or less."
    )


def test_what_was_missed_and_what_was_too_much_are_both_told() -> None:
    made = asked(Kind.NEED, Skill.MOD_FIVE_CHANGES, SINGLES)
    wrong = [choice.value for choice in made.choices if choice.value not in made.answer]
    judged = made.judge(" ".join(wrong))
    assert {*judged.mistakes} == {
        f"{choice.label}: {choice.reason}"
        if choice.value in made.answer
        else f"Not {choice.label}: {choice.reason}"
        for choice in made.choices
    }
    right = [choice for choice in made.choices if choice.value in made.answer]
    assert made.judge("none").mistakes == tuple(f"{each.label}: {each.reason}" for each in right)
    assert made.judge(right[0].value).mistakes == tuple(
        f"{each.label} too: {each.reason}" for each in right[1:]
    )
    assert len(right) > 1


def test_a_double_never_counts_a_single_half() -> None:
    made = question(Key(Kind.SPINNERS, Skill.DOUBLES, "race-horse", 1, 3))
    assert made.marked is not None
    half = str(made.marked.high)
    assert made.judge(half).mistakes == (
        f"A double counts both halves or nothing, never {half} alone.",
    )


def rounding(game: str, level: int) -> Question:
    return question(Key(Kind.ROUNDING, Skill.ROUNDING, game, level, 5))


def test_who_forgets_to_divide_is_told() -> None:
    made = rounding("race-horse", level=2)
    (pegs,) = made.answer
    judged = made.judge(str(5 * int(pegs)))
    assert judged.mistakes == ("Five pips are one peg: divide by five.",)


def test_points_that_are_pips_are_not_divided() -> None:
    (points,) = rounding("racehorse-1990", level=2).answer
    assert int(points) % 5 == 0
    assert rounding("racehorse-1990", level=2).unit == "points"


@pytest.mark.parametrize("said", ["", "no", "five", "1e3", "12345", "1.5"])
def test_a_number_is_wanted_where_a_number_is_asked(said: str) -> None:
    made = asked(Kind.COUNT, Skill.DOUBLES, FREE_DOUBLE)
    assert made.wanted is Wanted.NUMBER
    with pytest.raises(NoAnswer):
        made.judge(said)


@pytest.mark.parametrize("said", ["", "no 1", "99"])
def test_one_of_the_choices_is_wanted_where_one_is_asked(said: str) -> None:
    with pytest.raises(NoAnswer):
        asked(Kind.SCORE, Skill.DOUBLES, FREE_DOUBLE).judge(said)


def test_several_choices_come_in_any_order_and_with_commas() -> None:
    made = question(Key(Kind.EXHAUSTED, Skill.WHAT_IS_OUT, "seven-rocks", 4, 2))
    assert made.judge(", ".join(sorted(made.answer, reverse=True))).is_right
    with pytest.raises(NoAnswer):
        made.judge("7")
