"""Judging: a wrong answer is told what was likely done, in positions from the record."""

import pytest

from companion.coach.drills.drill_questions import question
from companion.coach.drills.practice_positions import TablePositions, positions_of
from companion.coach.drills.question import Choice, NoAnswer, Question, Verdict, Wanted
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DrillKind, Skill
from companion.i18n import Message, Text, message
from companion.record.replay import replay
from companion.rules.tile import Tile

HEADER = """
game: race-horse
players: Ana, Ben
target: 999
rule: another-turn = none
rule: tiles-each = 14
lead: Ana
"""


def asked(
    kind: DrillKind, skill: Skill, tiles: str, game: str = "race-horse", level: int = 1
) -> Question:
    """The question about the layout after these tiles, set by Ana and Ben in turn."""
    lines = [line.strip() for line in tiles.strip().splitlines()]
    plays = [f"{('Ana', 'Ben')[number % 2]}: {line}" for number, line in enumerate(lines)]
    rules = "".join(f"rule: {rule.replace('=', ' = ')}\n" for rule in game.split("~")[1:])
    header = HEADER.replace("lead:", f"{rules}lead:")
    transcript = replay(header + "\n".join(plays))
    assert transcript.refused is None, transcript.refused
    own = TablePositions(game, positions_of(transcript.entries)[-1:], "")
    (position,) = own.positions
    shown = (position.placements, position.placements[:-1])
    # Some questions want a score and some do not: one of the first seeds takes this position.
    made = (question(QuestionKey(kind, skill, game, level, seed), own) for seed in range(20))
    return next(each for each in made if each.placements in shown)


def answer_of(judged: Verdict) -> str:
    """The right answer as the verdict names it."""
    return str(judged.headline["answer"])


def because(judged: Verdict) -> list[Text]:
    """What leads to the right answer."""
    return [reason.sentence for reason in judged.reasons]


def written(sum_of_ends: str) -> Text:
    return message("coach.sum", sum=sum_of_ends)


def left_out(pips: int, tile: Tile) -> Text:
    return message("slip.half-left-out", tile=tile, pips=pips)


def slip(which: str, choice: Choice) -> Text:
    assert choice.reason is not None
    return message(f"slip.{which}", choice=choice.label, reason=choice.reason.sentence)


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


def count(tiles: str, said: str, skill: Skill = Skill.DOUBLES) -> Verdict:
    return asked(DrillKind.COUNT, skill, tiles).judge(said)


def test_who_takes_one_half_of_a_free_double_is_told() -> None:
    judged = count(FREE_DOUBLE, "11")
    assert not judged.is_right
    assert answer_of(judged) == "16"
    assert judged.notes == (message("slip.half-forgotten", tile=Tile(5, 5)),)
    # What the double counts comes after the slip, and its sum last.
    assert because(judged)[1:] == [written("6 + 10 = 16")]
    assert [reason.rule.name for reason in judged.reasons] == ["exposed-double", "open-half"]


@pytest.mark.parametrize(
    ("said", "slip"), [("18", "covered-counted"), ("13", "covered-half-counted")]
)
def test_who_counts_a_covered_double_is_told(said: str, slip: str) -> None:
    judged = count(COVERED_SPINNER, said, Skill.COVERED_SPINNERS)
    assert answer_of(judged) == "8"
    assert judged.notes == (message(f"slip.{slip}", tile=Tile(5, 5)),)
    assert [rule.name for rule in judged.broken] == ["covered-double"]
    assert because(judged)[1:] == [written("6 + 2 = 8")]
    assert judged.reasons[0].rule.name == "covered-double"


def test_a_covered_double_that_is_no_spinner_counts_nothing_either() -> None:
    tiles, game = COVERED_SPINNER, "race-horse~spinners=none"
    made = asked(DrillKind.COUNT, Skill.COVERED_SPINNERS, tiles, game)
    assert made.answer == {"8"}
    assert not made.judge("18").is_right
    assert made.reasons[0].rule.name == "covered-double"


def test_a_double_with_one_side_joined_counts_both_halves() -> None:
    assert count(JOINED_SIDE, "16").is_right
    assert count(JOINED_SIDE, "11").notes == (message("slip.half-forgotten", tile=Tile(5, 5)),)


def test_who_leaves_out_an_end_is_told_which() -> None:
    assert count(SINGLES, "3", Skill.PLAIN_SUMS).notes == (left_out(6, Tile(6, 4)),)
    assert count(SINGLES, "6", Skill.PLAIN_SUMS).notes == (left_out(3, Tile(4, 3)),)


def test_who_counts_an_inner_half_is_told() -> None:
    assert count(SINGLES, "13", Skill.PLAIN_SUMS).notes == (
        message("slip.inner-half", tile=Tile(6, 4), pips=6),
    )


def test_a_wrong_answer_without_a_likely_slip_is_told_end_by_end() -> None:
    judged = count(SINGLES, "99", Skill.PLAIN_SUMS)
    assert not judged.is_right
    (note,) = judged.notes
    assert isinstance(note, Message) and note.id == "coach.end-by-end"
    assert because(judged)[-1] == written("6 + 3 = 9")


def test_who_takes_a_count_for_a_score_is_told() -> None:
    judged = asked(DrillKind.SCORE, Skill.DOUBLES, FREE_DOUBLE).judge("no")
    assert judged.is_right
    judged = asked(DrillKind.SCORE, Skill.DOUBLES, "5-5").judge("1")
    assert answer_of(judged) == str(message("unit.pegs", count=2))
    assert judged.notes == (message("slip.half-forgotten", tile=Tile(5, 5)),)
    assert because(judged)[-1] == message(
        "coach.worth.points", total=10, points=message("unit.pegs", count=2)
    )


def change(tiles: str, said: str, skill: Skill) -> Verdict:
    return asked(DrillKind.CHANGE, skill, tiles).judge(said)


def test_who_keeps_what_is_covered_now_is_told() -> None:
    judged = change(SINGLES, "13", Skill.REDUCTION)
    assert answer_of(judged) == "9"
    assert judged.notes == (message("slip.half-kept", tile=Tile(6, 4), pips=4),)
    assert len(judged.reasons) == 1


def test_who_keeps_a_double_that_is_covered_now_is_told() -> None:
    judged = change(COVERED_SPINNER, "18", Skill.COVERED_SPINNERS)
    assert judged.notes == (message("slip.double-kept", tile=Tile(5, 5)),)
    judged = change(COVERED_SPINNER, "13", Skill.COVERED_SPINNERS)
    assert judged.notes == (message("slip.half-taken", tile=Tile(5, 5)),)
    made = asked(DrillKind.CHANGE, Skill.COVERED_SPINNERS, COVERED_SPINNER)
    assert [reason.rule.name for reason in made.reasons] == ["covered-double", "open-half"]
    assert judged.reasons == made.reasons


def test_who_takes_off_a_double_with_a_free_side_is_told() -> None:
    judged = change(JOINED_SIDE, "6", Skill.DOUBLES)
    assert judged.notes == (message("slip.double-taken", tile=Tile(5, 5)),)


def test_which_tiles_score_is_answered_tile_by_tile() -> None:
    made = asked(DrillKind.TILES, Skill.MOD_FIVE_CHANGES, SINGLES)
    wrong = next(choice for choice in made.choices if choice.value not in made.answer)
    judged = made.judge(wrong.value)
    assert wrong.reason is not None
    assert judged.notes == (wrong.reason.sentence,)
    assert because(judged)[0] == message(
        "coach.need.between", total=9, over=4, below=5, short=1, above=10
    )
    assert len(judged.reasons) == 2


def test_what_was_missed_and_what_was_too_much_are_both_told() -> None:
    made = asked(DrillKind.NEED, Skill.MOD_FIVE_CHANGES, SINGLES)
    wrong = [choice.value for choice in made.choices if choice.value not in made.answer]
    judged = made.judge(" ".join(wrong))
    assert judged.notes == tuple(
        slip("missed" if choice.value in made.answer else "not", choice) for choice in made.choices
    )
    right = [choice for choice in made.choices if choice.value in made.answer]
    assert made.judge("none").notes == tuple(slip("missed", each) for each in right)
    assert made.judge(right[0].value).notes == tuple(slip("missed", each) for each in right[1:])
    assert len(right) > 1


def test_a_double_never_counts_a_single_half() -> None:
    made = question(QuestionKey(DrillKind.SPINNERS, Skill.DOUBLES, "race-horse", 1, 3))
    assert made.position is not None and made.position.last is not None
    half = made.position.last.high
    assert made.judge(str(half)).notes == (message("slip.one-half", pips=half),)


def rounding(game: str, level: int) -> Question:
    return question(QuestionKey(DrillKind.ROUNDING, Skill.ROUNDING, game, level, 5))


def test_who_forgets_to_divide_is_told() -> None:
    made = rounding("race-horse", level=2)
    (pegs,) = made.answer
    judged = made.judge(str(5 * int(pegs)))
    assert judged.notes == (message("slip.not-divided"),)


def test_points_that_are_pips_are_not_divided() -> None:
    (points,) = rounding("racehorse-1990", level=2).answer
    assert int(points) % 5 == 0
    assert rounding("racehorse-1990", level=2).unit == "points"


@pytest.mark.parametrize("said", ["", "no", "five", "1e3", "12345", "1.5"])
def test_a_number_is_wanted_where_a_number_is_asked(said: str) -> None:
    made = asked(DrillKind.COUNT, Skill.DOUBLES, FREE_DOUBLE)
    assert made.wanted is Wanted.NUMBER
    with pytest.raises(NoAnswer):
        made.judge(said)


@pytest.mark.parametrize("said", ["", "no 1", "99"])
def test_one_of_the_choices_is_wanted_where_one_is_asked(said: str) -> None:
    with pytest.raises(NoAnswer):
        asked(DrillKind.SCORE, Skill.DOUBLES, FREE_DOUBLE).judge(said)


def test_several_choices_come_in_any_order_and_with_commas() -> None:
    made = question(QuestionKey(DrillKind.EXHAUSTED, Skill.WHAT_IS_OUT, "seven-rocks", 4, 2))
    assert made.judge(", ".join(sorted(made.answer, reverse=True))).is_right
    with pytest.raises(NoAnswer):
        made.judge("7")
