"""The daily puzzle: on each date the same turn to find everywhere, as hard as its weekday."""

from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple

from companion.coach.analysis.played_turn import PlayedTurn, turns_of
from companion.coach.analysis.puzzle import Puzzle
from companion.coach.analysis.reply_search import replies_to
from companion.coach.analysis.surge import Aim, Surge, turn_of
from companion.coach.analysis.turn_difficulty import grade_of, share_who_miss
from companion.coach.analysis.turn_search import Move, TurnSearch
from companion.coach.drills.practice_positions import Chance, book_named, play_hand, start_game
from companion.referee.rule_book import Book
from companion.rules.settings import Rules

#: The day of the first puzzle, and the Monday from which each weekday has its grade.
FIRST_DAY = date(2026, 1, 1)
FIRST_GRADED = date(2026, 11, 30)
#: The games from a day on, each list complete: so a new game changes no past puzzle.
_GAMES = {
    FIRST_DAY: (
        "race-horse",
        "race-horse-celko",
        "racehorse-1990",
        "seven-toed-pete",
        "seven-toed-pete-chips",
    ),
    date(2026, 11, 24): (
        *("race-horse", "race-horse-celko", "racehorse-1990"),
        *("seven-toed-pete", "seven-toed-pete-chips", "seven-rocks"),
        *("five-up", "all-fives", "muggins", "sniff", "fives-and-threes", "merry-go-round"),
    ),
}
#: About one hand in so many makes a puzzle; if this many make none, something is wrong.
_MOST_HANDS = 2000

#: How hard it is from Monday to Sunday.
_GRADES = (1, 2, 2, 3, 3, 4, 5)
#: By grade, how likely the obvious turn is right: one day in five in all, mostly easy ones.
_AS_IT_LOOKS = (0.6, 0.2, 0.2, 0.1, 0.1)
#: The grades of turns, as measured; the second row for turns where the obvious one is right.
_COMES_TO = {
    Aim.BEST_TILE: (range(1, 3), range(0)),
    Aim.LEAVES_LEAST: (range(2, 5), range(1, 4)),
    Aim.LONGEST: (range(2, 6), range(1, 6)),
    Aim.MOST_POINTS: (range(2, 6), range(1, 6)),
}
#: A turn that hardly anyone misses is no puzzle.
_LEAST_MISSED = 0.1
#: How many hands of a game are tried before another game's; after so many in all, the nearest grade
#: will do.
_HANDS_OF_A_GAME = 20
_MOST_HANDS_GRADED = 200
_FEWEST_LAID = 3
#: The most tiles that the player holds, and the fewest that the best turn plays.
_MOST_HELD = 7
_LEAST = 3


class GradedPuzzle(NamedTuple):
    """The puzzle of a day, and how hard it is, from 1 to `HARDEST`: measured, for any day."""

    puzzle: Puzzle
    grade: int


class _Find(NamedTuple):
    """A turn to find, the first thought, and whether that is as good."""

    solution: Surge
    first_thought: Surge
    is_as_it_looks: bool = False


@lru_cache(maxsize=64)
def daily_puzzle(day: date) -> GradedPuzzle:
    """The puzzle of a day with its grade."""
    chance = Chance("daily puzzle", day.isoformat())
    if day >= FIRST_GRADED:
        return _graded(day, chance)
    puzzle = _ungraded(day, chance)
    return GradedPuzzle(puzzle, grade_of(_missed(puzzle)))


def _missed(puzzle: Puzzle) -> float:
    best = puzzle.solution
    goal = puzzle.left_by(best) if puzzle.aim is Aim.LEAVES_LEAST else best.reaches(puzzle.aim)
    return share_who_miss(puzzle.position, puzzle.held, puzzle.aim, goal)


def _games_of(day: date) -> tuple[str, ...]:
    return _GAMES[max(first for first in _GAMES if first <= day)]


def _ungraded(day: date, chance: Chance) -> Puzzle:
    """As puzzles were chosen at first: any turn where the obvious choice is wrong."""
    book = book_named(chance.one_of(_games_of(day)))
    aim = chance.one_of(_aims_of(book.rules))
    for _ in range(_MOST_HANDS):
        for puzzle, find in _puzzles(book, aim, chance):
            if not find.is_as_it_looks:
                return puzzle
    raise LookupError(f"No hand of {book.preset.id} makes a puzzle.")


def _graded(day: date, chance: Chance) -> GradedPuzzle:
    """A puzzle of the weekday's grade, or of the nearest grade if none is found soon."""
    grade = _GRADES[day.weekday()]
    is_as_it_looks = chance.happens(_AS_IT_LOOKS[grade - 1])
    found: list[GradedPuzzle] = []
    for book, aim in _grounds(day, grade, chance, is_as_it_looks=is_as_it_looks):
        for puzzle, find in _puzzles(book, aim, chance):
            if find.is_as_it_looks is not is_as_it_looks:
                continue
            if (missed := _missed(puzzle)) >= _LEAST_MISSED:
                found.append(GradedPuzzle(puzzle, grade_of(missed)))
                if found[-1].grade == grade:
                    return found[-1]
    if not found:
        raise LookupError(f"No hand of {day} makes a puzzle.")
    return min(found, key=lambda each: abs(each.grade - grade))


def _grounds(
    day: date, grade: int, chance: Chance, *, is_as_it_looks: bool
) -> Iterator[tuple[Book, Aim]]:
    """A game and what to ask in it, for one hand after another, if that can be so hard."""
    fitting = [
        (book, [aim for aim in _aims_of(book.rules) if grade in _COMES_TO[aim][is_as_it_looks]])
        for book in map(book_named, _games_of(day))
    ]
    hands = 0
    while hands < _MOST_HANDS_GRADED:
        for book, aims in chance.shuffled([each for each in fitting if each[1]]):
            aim = chance.one_of(aims)
            yield from repeat((book, aim), _HANDS_OF_A_GAME)
            hands += _HANDS_OF_A_GAME


def _puzzles(book: Book, aim: Aim, chance: Chance) -> Iterator[tuple[Puzzle, _Find]]:
    """What there is to find in the turns of one more hand, in no order."""
    entries = play_hand(start_game(book, chance, target=book.rules.target), chance)
    find_in = _of_one_tile if aim.is_of_one_tile else _of_many
    for turn in filter(_is_known, chance.shuffled(list(turns_of(entries)))):
        if (find := find_in(turn, aim)) is not None:
            held = tuple(sorted(turn.known, reverse=True))
            asked = book.preset, aim, entries[: turn.number], held
            yield Puzzle(*asked, find.solution, find.first_thought), find


def _aims_of(rules: Rules) -> list[Aim]:
    if rules.has_one_tile_turns:
        return [Aim.BEST_TILE, Aim.LEAVES_LEAST]
    return [Aim.LONGEST, Aim.MOST_POINTS] if rules.worth(5) else [Aim.LONGEST]


def _is_known(turn: PlayedTurn) -> bool:
    """Whether enough tiles are played, and the player's tiles are all known and not too many."""
    lies_enough = len(turn.hand.layout.tiles) >= _FEWEST_LAID
    is_known = turn.knows_all and turn.first is None
    return lies_enough and is_known and _LEAST <= len(turn.known) <= _MOST_HELD


def _of_one_tile(turn: PlayedTurn, aim: Aim) -> _Find | None:
    """The one best tile, and one that looks as good; None if several are best, or few fit."""
    # Only if everyone holds tiles is the next player one of the other side.
    if 0 in turn.hand.held:
        return None
    answers = replies_to(turn.game, turn.known)
    if len({answer.placed[0] for answer in answers}) < _LEAST:
        return None
    by_points = sorted(answers, key=lambda answer: -answer.points)
    by_left = sorted(answers, key=lambda answer: answer.leaves)
    if aim is Aim.BEST_TILE:
        best, thought = by_points[:2]
        is_clear = best.points > thought.points > 0
    else:
        # The first thought is the tile that scores most.
        best, thought = by_left[0], by_points[0]
        is_clear = best.leaves < by_left[1].leaves and thought.points > 0
    if not is_clear:
        return None
    solution, first = (turn_of(turn.game, [each.placed]) for each in (best, thought))
    return _Find(solution, first, best == thought)


def _of_many(turn: PlayedTurn, aim: Aim) -> _Find | None:
    """The best turn of several tiles, and the best one that begins with the most points."""
    search = TurnSearch(turn.game)
    options = search.first_moves(tuple(sorted(turn.known, reverse=True)))
    solution = turn_of(turn.game, search.path(options, aim))
    if solution.tiles < _LEAST:
        return None
    most = max(map(_temptation, options))
    tempting = [option for option in options if _temptation(option) == most]
    thought = turn_of(turn.game, search.path(tempting, aim))
    return _Find(solution, thought, thought.reaches(aim) >= solution.reaches(aim))


def _temptation(move: Move) -> tuple[int, bool]:
    """How a tile looks at first sight: by its points, or by its count if it gives none."""
    return move.play.points, move.hand.rules.scores(move.play.total)
