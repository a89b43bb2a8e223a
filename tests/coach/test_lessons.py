"""Lessons: each position can be played, each answer is the referee's, and a recount agrees."""

from dataclasses import replace

import pytest

from companion.coach.drills.question import NoAnswer
from companion.coach.drills.skills import PRACTICES
from companion.coach.learning.lessons import LESSONS, Action, Lesson
from companion.coach.learning.screen_questions import ask_screen
from companion.i18n import Message, message
from companion.record.replay import replay
from companion.rules.game import Game
from companion.rules.tile import Tile
from tests.coach.looking import Table
from tests.coach.recount import worth as worth_again
from tests.coach.recount_points import rounded
from tests.coach.test_slips import DIVIDING, MADE
from tests.count_from_scratch import ends_from_scratch

SCREENS = [
    pytest.param(lesson, number, id=f"{lesson.name}-{number}")
    for lesson in LESSONS.values()
    for number in range(1, len(lesson.screens) + 1)
]


def test_there_are_seven_lessons_of_five_screens_at_most_and_each_leads_to_a_drill() -> None:
    assert len(LESSONS) == 7
    for name, lesson in LESSONS.items():
        assert lesson.name == name
        assert 1 <= len(lesson.screens) <= 5
        assert lesson.practice in PRACTICES


@pytest.mark.parametrize(("lesson", "number"), SCREENS)
def test_each_position_is_a_record_that_can_be_played(lesson: Lesson, number: int) -> None:
    screen = lesson.screens[number - 1]
    game = played(lesson, number)
    if screen.action is Action.SETTLEMENT:
        assert game.result is not None
    else:
        assert game.hand_is_on
    for tile in screen.hand:
        assert game.hand is not None
        assert tile in game.hand.layout.unset


@pytest.mark.parametrize(("lesson", "number"), SCREENS)
def test_each_screen_has_a_right_tap_and_a_wrong_one(lesson: Lesson, number: int) -> None:
    asked = ask_screen(lesson, number)
    values = [choice.value for choice in asked.choices]
    assert len({*values}) == len(values)
    assert asked.answer < {*values}
    assert asked.answer
    for value in values:
        judged = asked.judge(value)
        assert judged.is_right is (value in asked.answer)
        assert judged.reasons
    with pytest.raises(NoAnswer):
        asked.judge("nothing of that")


@pytest.mark.parametrize(("lesson", "number"), SCREENS)
def test_a_screen_is_short(lesson: Lesson, number: int) -> None:
    assert len(str(lesson.text(number))) <= 130
    assert len(str(lesson.prompt(number))) <= 70


@pytest.mark.parametrize(("lesson", "number"), SCREENS)
def test_a_recount_agrees(lesson: Lesson, number: int) -> None:
    assert ask_screen(lesson, number).answer == again(lesson, number)


#: Who has what to get or to lose in the words of a drill, by which a second count reads it.
SETTLED = {"own-hand": "Ana goes out. How many points does Ben lose?"}


@pytest.mark.parametrize(("lesson", "number"), SCREENS)
def test_each_wrong_tap_has_its_reason_and_cites_what_it_breaks(
    lesson: Lesson, number: int
) -> None:
    asked, game = ask_screen(lesson, number), played(lesson, number)
    by_name = SETTLED.get(str(game.rules.settlement), "Ana goes out. How many pegs does Ana get?")
    action = lesson.screens[number - 1].action
    for choice in asked.choices:
        if choice.value in asked.answer:
            continue
        assert choice.reason is not None
        verdict, sentence = asked.judge(choice.value), choice.reason.sentence
        assert verdict.notes == (sentence,)
        assert verdict.broken == (choice.reason.rule,)
        # What a turn depends on may be two sentences.
        assert isinstance(sentence, Message) or action is Action.TURN
        named = dict(sentence.arguments) if isinstance(sentence, Message) else {}
        of = replace(asked, prompt=by_name) if action is Action.SETTLEMENT else asked
        if action in (Action.COUNT, Action.WORTH, Action.SETTLEMENT):
            mistake = sentence.id.removeprefix("slip.")
            made, rule = MADE[mistake](Table(of, game.rules, named, choice.value))
            is_count = action is Action.WORTH and mistake not in DIVIDING
            leads = worth_again(game.rules, made) if is_count else made
            assert (str(leads), rule) == (choice.value, choice.reason.rule.name)
        elif action is Action.TURN:
            drawn = "draws" in lesson.screens[number - 1].record
            assert choice.reason.rule.name == ("drawn-tile" if drawn else "another-turn")
        elif action is not Action.WINNING:
            assert named["tile"] in (choice.tile, *lesson.screens[number - 1].hand)


@pytest.mark.parametrize(
    ("screen", "said", "mistake"),
    [
        ("doubles 1", "11", "half-forgotten"),
        ("reducing 1", "11", "half-forgotten"),
        # One 5 goes and two come: who lets one come stays where the count was.
        ("counting 4", "6", "half-forgotten"),
        ("counting 3", "11", "count-before"),
        ("doubles 2", "16", "count-before"),
        # Nobody has been told of a count before.
        ("ends 4", "3", "half-left-out"),
        # The pips of each hand, or the count, stand there already: no tile or end is overlooked.
        ("settlement 3", "2", "hand-left-out"),
        ("settlement 4", "3", "divided"),
        ("fives-and-threes 1", "4", "both-added"),
    ],
)
def test_a_wrong_number_is_told_its_likeliest_reason(screen: str, said: str, mistake: str) -> None:
    name, number = screen.split()
    (note,) = ask_screen(LESSONS[name], int(number)).judge(said).notes
    assert isinstance(note, Message) and note.id == f"slip.{mistake}"


def played(lesson: Lesson, number: int) -> Game:
    """The game as the record of a screen has it."""
    transcript = replay(lesson.screens[number - 1].record)
    assert transcript.refused is None and transcript.game is not None
    return transcript.game


def again(lesson: Lesson, number: int) -> set[str]:
    """What is right, from nothing but who lies on whom."""
    screen = lesson.screens[number - 1]
    placements = ask_screen(lesson, number).placements
    spinners = str(played(lesson, number).rules.spinners)

    def count(*more: tuple[Tile, Tile]) -> int:
        return sum(ends_from_scratch([*placements, *more], spinners).values())

    def counts(tile: Tile) -> list[int]:
        return [count((tile, host)) for host, pips in shown if pips in tile]

    def scores(total: int) -> bool:
        return bool(pegs(total))

    def pegs(total: int) -> int:
        by = (5, 3) if "game: fives-and-threes" in screen.record else (5,)
        return sum(total // each for each in by if total and total % each == 0)

    shown = ends_from_scratch(placements, spinners)
    match screen.action:
        case Action.END:
            (tile,) = screen.hand
            return {f"{host}/{pips}" for host, pips in shown if pips in tile}
        case Action.FITTING:
            return {str(tile) for tile in screen.hand if counts(tile)}
        case Action.SCORING:
            return {str(tile) for tile in screen.hand if any(map(scores, counts(tile)))}
        case Action.BEST:
            most = {str(tile): max([0, *map(pegs, counts(tile))]) for tile in screen.hand}
            return {tile for tile, points in most.items() if points == max(most.values())}
        case Action.WINNING:
            (score,) = [each for each in played(lesson, number).scores if each > 50]
            return {str(t) for t in screen.hand if 61 - score in map(pegs, counts(t))}
        case Action.EARNING:
            earning = [t for t in screen.hand if counts(t) and t.is_double]
            earning += [t for t in screen.hand if any(n and n % 5 == 0 for n in counts(t))]
            return {str(tile) for tile in earning}
        case Action.COUNT:
            return {str(count())}
        case Action.WORTH:
            return {str(pegs(count()))}
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
    judged = ask_screen(LESSONS["ends"], 5).judge("3-2")
    headline = judged.headline
    assert headline.id == "coach.verdict.wrong"
    assert (str(headline["given"]), str(headline["answer"])) == ("3-2", "4-2")
    (mistake,), (why,) = judged.notes, judged.reasons
    reason = why.sentence
    assert (mistake.id, mistake["tile"]) == ("coach.tile.scores-not", Tile(3, 2))
    assert (reason.id, reason["tile"]) == ("coach.tile.scores", Tile(4, 2))


def test_a_wrong_end_is_told_that_the_tile_does_not_show_its_pips() -> None:
    asked = ask_screen(LESSONS["ends"], 1)
    assert asked.judge("6-3/6").is_right
    assert asked.judge("6-3/3").notes == (message("coach.tile.shows-not", tile=Tile(6, 1), pips=3),)
