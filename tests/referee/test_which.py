"""Which game is meant: what is asked, and that only games that fit are left."""

from collections.abc import Iterator

import pytest

from companion.referee.compare.game_finder import (
    MOST_QUESTIONS,
    QUESTIONS,
    UNKNOWN,
    GameSearch,
    UnknownAnswer,
    differences,
)
from companion.rules.games import GAMES
from companion.rules.nicknames import NICKNAMES
from companion.rules.settings import SETTINGS


def ids(search: GameSearch) -> list[str]:
    return [preset.id for preset in search.fitting]


def ways(search: GameSearch) -> Iterator[GameSearch]:
    """A search and all that follow from it, answer by answer."""
    yield search
    if question := search.question:
        for answer in (*question.answers(search.fitting), UNKNOWN):
            yield from ways(search.saying(question.name, answer))


STARTS = {"all games": GameSearch()} | {
    name: GameSearch(games) for name, games in NICKNAMES.items()
}


@pytest.mark.parametrize("start", STARTS)
def test_every_answer_leaves_the_games_that_give_it_and_no_others(start: str) -> None:
    for search in ways(STARTS[start]):
        for id in search.among:
            answers = {each.name: each.answer(GAMES[id].rules) for each in QUESTIONS}
            gives_all = all(
                said in (UNKNOWN, answers[name]) for name, said in search.answered.items()
            )
            assert (id in ids(search)) is gives_all


@pytest.mark.parametrize("start", STARTS)
def test_every_answer_that_is_offered_leaves_a_game(start: str) -> None:
    assert all(search.fitting for search in ways(STARTS[start]))


@pytest.mark.parametrize("start", STARTS)
def test_nobody_is_asked_more_than_three_questions_or_one_that_parts_nothing(start: str) -> None:
    for search in ways(STARTS[start]):
        assert len(search.answered) <= MOST_QUESTIONS
        if search.question:
            assert len(search.question.answers(search.fitting)) > 1


@pytest.mark.parametrize("id", GAMES)
def test_every_game_is_reached_by_its_own_answers(id: str) -> None:
    search = GameSearch()
    while question := search.question:
        search = search.saying(question.name, question.answer(GAMES[id].rules))
    assert id in ids(search)
    # What is left beside it differs in something else.
    assert len(search.fitting) == 1 or differences(search.fitting)


def test_which_doubles_branch_comes_first() -> None:
    assert GameSearch().question == QUESTIONS[0]
    assert [*QUESTIONS[0].answers(GAMES.values())] == ["all", "first", "none"]


def test_a_question_that_would_part_nothing_is_left_out() -> None:
    lines = GameSearch.parse({"doubles": "none", "points": "8"})
    assert ids(lines) == ["fives-and-threes"]
    assert lines.question is None
    # Both earn another tile for a score, so that is not asked.
    whole = GameSearch.parse({"doubles": "all", "points": "15"})
    assert ids(whole) == ["race-horse-celko", "racehorse-1990"]
    assert whole.question is not None and whole.question.name == "aloud"


def test_who_knows_nothing_is_shown_everything() -> None:
    search = GameSearch.parse(dict.fromkeys(("doubles", "points", "another"), UNKNOWN))
    assert search.question is None
    assert ids(search) == [*GAMES]


def test_an_answer_can_be_taken_back() -> None:
    search = GameSearch.parse({"doubles": "none", "points": "15"}).without("doubles")
    assert ids(search) == ["race-horse-celko", "racehorse-1990", "seven-rocks", "muggins"]


def test_answers_that_no_game_gives_together_leave_none() -> None:
    search = GameSearch.parse({"doubles": "none", "points": "0"})
    assert not search.fitting and search.question is None


@pytest.mark.parametrize(
    ("name", "answer"), [("doubles", "both"), ("points", "7"), ("another", "maybe"), ("aloud", "?")]
)
def test_no_game_answers_so(name: str, answer: str) -> None:
    with pytest.raises(UnknownAnswer) as refused:
        GameSearch.parse({name: answer})
    assert refused.value.code == "unknown-answer"


def test_only_what_differs_stands_side_by_side() -> None:
    muggins, threes = GAMES["muggins"], GAMES["fives-and-threes"]
    told = {each.name: each.values for each in differences([muggins, threes])}
    assert told["target"] == ("200", "61")
    assert "spinners" not in told
    assert not differences([muggins])


def test_what_cannot_matter_in_a_game_is_left_open() -> None:
    rocks, horse = GAMES["seven-rocks"], GAMES["race-horse"]
    told = {each.name: each.values for each in differences([rocks, horse])}
    assert told["drawn-tile"] == (None, SETTINGS["drawn-tile"].brief("ends-turn"))
