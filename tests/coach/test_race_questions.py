"""The questions of a race: the same for all, with a few answers of which one is right."""

import pytest

from companion.coach.challenges.race import HALF, judge, key_of, keys_of, offers
from companion.coach.challenges.sprint_questions import DEAL
from companion.coach.drills.drill_questions import question
from companion.coach.drills.question import NoAnswer
from companion.rules.games import GAMES
from companion.web.coach.drill_felt import asked_felt
from tests.thorough import is_thorough, some

SEEDS = range(12 if is_thorough() else 1)


@pytest.mark.parametrize("game", some(GAMES, 5))
def test_every_question_offers_up_to_six_answers_and_one_of_them_is_right(game: str) -> None:
    for seed in SEEDS:
        for key in keys_of(game, seed):
            values = [choice.value for choice in offers(key)]
            assert 2 <= len(values) <= 6
            assert len(set(values)) == len(values)
            right = [value for value in values if judge(key, value).is_right]
            assert right, key
            assert {*right} == {*values} & question(key).answer
            # Numbers stand in their order, so that they are found.
            if not question(key).choices:
                assert len(values) >= 4
                assert values == sorted(values, key=int)


@pytest.mark.parametrize("game", GAMES)
def test_half_a_phone_has_room_for_every_layout_of_who_share_one(game: str) -> None:
    for seed in SEEDS[:2]:
        for key in keys_of(game, seed, is_shared=True):
            felt = asked_felt(question(key), key.kind.value, None, 0)
            assert felt is None or HALF.scale_of(felt.board.view) >= 1, key


def test_the_same_seed_asks_the_same_and_another_one_does_not() -> None:
    assert keys_of("race-horse", 7) == keys_of.__wrapped__("race-horse", 7)
    assert keys_of("race-horse", 7) != keys_of("race-horse", 8)


def test_who_has_answered_all_begins_anew() -> None:
    assert key_of("race-horse", 7, DEAL + 2) == key_of("race-horse", 7, 2)


@pytest.mark.parametrize("said", ["", "none", "5 10", "9" * 5000, "-1", "\0", "6-6"])
def test_what_was_not_offered_is_no_answer(said: str) -> None:
    with pytest.raises(NoAnswer):
        judge(key_of("race-horse", 7, 0), said)
