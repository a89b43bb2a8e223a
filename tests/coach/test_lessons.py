"""Lessons: each position can be played, each answer is the referee's, and a recount agrees."""

import pytest

from companion.coach.lesson import Action, Screen
from companion.coach.lessons import LESSONS
from companion.coach.question import NoAnswer
from companion.coach.schedule import PRACTICES
from companion.coach.task import Task
from companion.record.replay import replay
from companion.rules.tile import Tile
from tests.coach.recount import rounded
from tests.play import ends_from_scratch

SCREENS = [
    pytest.param(screen, id=f"{lesson.name}-{number}")
    for lesson in LESSONS.values()
    for number, screen in enumerate(lesson.screens, start=1)
]


def test_there_are_six_lessons_of_five_screens_at_most_and_each_leads_to_a_drill() -> None:
    assert len(LESSONS) == 6
    for name, lesson in LESSONS.items():
        assert lesson.name == name
        assert 1 <= len(lesson.screens) <= 5
        assert lesson.practice in PRACTICES


@pytest.mark.parametrize("screen", SCREENS)
def test_each_position_is_a_record_that_can_be_played(screen: Screen) -> None:
    transcript = replay(screen.record)
    assert transcript.refused is None
    game = Task.of(screen).game
    if screen.action is Action.SETTLEMENT:
        assert game.result is not None
    else:
        assert game.hand_is_on
    for tile in (*screen.hand, *([screen.tile] if screen.tile else [])):
        assert game.hand is not None
        assert tile in game.hand.layout.unset


@pytest.mark.parametrize("screen", SCREENS)
def test_each_screen_has_a_right_tap_and_a_wrong_one(screen: Screen) -> None:
    task = Task.of(screen)
    values = [choice.value for choice in task.choices]
    assert len({*values}) == len(values)
    assert task.right < {*values}
    assert task.right
    for value in values:
        judged = task.judge(value)
        assert judged.is_right is (value in task.right)
        assert judged.reasons
        assert judged.answer
    with pytest.raises(NoAnswer):
        task.judge("nothing of that")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_is_short(screen: Screen) -> None:
    assert len(screen.text) <= 130
    assert len(screen.asked) <= 70


@pytest.mark.parametrize("screen", SCREENS)
def test_a_recount_agrees(screen: Screen) -> None:
    task = Task.of(screen)
    assert task.right == again(screen)


def again(screen: Screen) -> set[str]:
    """What is right, from nothing but who lies on whom."""
    task = Task.of(screen)
    spinners = str(task.game.rules.spinners)

    def count(*more: tuple[Tile, Tile]) -> int:
        return sum(ends_from_scratch([*task.placements, *more], spinners).values())

    def counts(tile: Tile) -> list[int]:
        return [count((tile, host)) for host, pips in shown if pips in tile]

    shown = ends_from_scratch(task.placements, spinners)
    match screen.action:
        case Action.END:
            assert screen.tile is not None
            return {f"{host}/{pips}" for host, pips in shown if pips in screen.tile}
        case Action.FITTING:
            return {str(tile) for tile in screen.hand if counts(tile)}
        case Action.SCORING:
            return {str(t) for t in screen.hand if any(n and n % 5 == 0 for n in counts(t))}
        case Action.EARNING:
            earning = [t for t in screen.hand if counts(t) and t.is_double]
            earning += [t for t in screen.hand if any(n and n % 5 == 0 for n in counts(t))]
            return {str(tile) for tile in earning}
        case Action.COUNT:
            return {str(count())}
        case Action.WORTH:
            return {str(count() // 5 if count() % 5 == 0 else 0)}
        case Action.TURN:
            *_, last = screen.record.split()
            is_drawn = "draws" in screen.record
            earns = (count() % 5 == 0 or Tile.parse(last).is_double) and not is_drawn
            player = screen.record.strip().splitlines()[-1].split(":")[0]
            return {player if earns else {"Ana": "Ben", "Ben": "Ana"}[player]}
        case Action.SETTLEMENT:
            lines = [line for line in screen.record.splitlines() if "left" in line]
            tiles = [Tile.parse(word) for line in lines for word in line.split()[2:]]
            pips = rounded(sum(tile.pips for tile in tiles))
            return {str(pips // 5 if "game: race-horse\n" in screen.record else pips)}


def test_a_wrong_tile_is_told_what_it_would_do() -> None:
    screen = LESSONS["ends"].screens[4]
    judged = Task.of(screen).judge("3-2")
    assert not judged.is_right
    assert judged.answer == "4-2"
    assert judged.mistakes == ("The 3-2 does not score: on the 6-3 7 − 1 = 6.",)
    assert judged.reasons == ("The 4-2 scores: on the 4-1 7 − 2 = 5.",)


def test_a_wrong_end_is_told_that_the_tile_does_not_show_its_pips() -> None:
    task = Task.of(LESSONS["ends"].screens[0])
    assert task.judge("6-3/6").is_right
    assert task.judge("6-3/3").mistakes == ("The 6-1 shows no 3.",)
