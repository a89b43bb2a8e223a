"""The daily puzzle: on a date, everywhere the same turn to find."""

from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from companion.coach.answers import Answer, answer_to, answers_to, has_one_tile_turns
from companion.coach.positions import Chance, book_named, play_hand, start_game
from companion.coach.search import Move, Search, find_surges
from companion.coach.surge import Aim, Surge, WrongHand, turn_of
from companion.coach.turn import Turn, turns_of
from companion.record.replay import Entry, laid_by
from companion.rules.game import Game
from companion.rules.layout import Placement
from companion.rules.preset import Preset
from companion.rules.rules import Rules
from companion.rules.tile import Tile
from companion.words import Text, message

#: The day of the first puzzle.
FIRST_DAY = date(2026, 1, 1)
#: The games from a day on, lists of their own: a new game moves no puzzle of a day gone by.
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
_FEWEST_LAID = 3
#: The player holds no more tiles, and the best turn sets at least so many of them.
_MOST_HELD = 7
_LEAST = 3
#: One hand in some makes a puzzle; where so many make none, something is wrong.
_MOST_HANDS = 2000


class Puzzle(NamedTuple):
    """A turn of a random honest game, and the question which is the best one.

    `entries` are the hand so far, `held` the tiles of whose turn it is. `first_thought` is the
    best that can follow the tile that pegs most at once, or where a turn is one tile the next
    best, or the one that pegs most; it falls short of the solution.
    """

    day: date
    game: Preset
    aim: Aim
    entries: tuple[Entry, ...]
    held: tuple[Tile, ...]
    solution: Surge
    first_thought: Surge

    @property
    def position(self) -> Game:
        """The game at that turn."""
        return self.entries[-1].game

    @property
    def placements(self) -> tuple[Placement, ...]:
        """What lies on the table."""
        return laid_by(self.entries)

    @property
    def player(self) -> str:
        """Whose turn it is."""
        assert self.position.turn is not None
        return self.position.seating.players[self.position.turn]

    @property
    def question(self) -> Text:
        """What is to be found."""
        return message(f"puzzle.ask.{self.aim.value}", name=self.player)

    def attempt(self, moves: Iterable[Placement]) -> Surge:
        """The turn that somebody tries; raises what `turn_of` does, and `WrongHand`."""
        tried = list(moves)
        for tile, _ in tried:
            if tile not in self.held:
                raise WrongHand(message("coach.refused.not-held", tile=tile, name=self.player))
        left = {*self.held} - {tile for tile, _ in tried}
        return turn_of(self.position, tried, left=left)

    def is_solved_by(self, surge: Surge) -> bool:
        """Whether a turn is as good as the solution in what was asked."""
        if self.aim is Aim.LEAVES_LEAST:
            return self.left_by(surge) <= self.left_by(self.solution)
        return surge.reaches(self.aim) >= self.solution.reaches(self.aim)

    def answer_to(self, surge: Surge) -> Answer:
        """The most that the next player could answer to a turn of one tile."""
        (step,) = surge.steps
        return answer_to(self.position, self.held, (step.tile, step.host))

    def left_by(self, surge: Surge) -> int:
        """What a turn of one tile leaves the next player, in points."""
        return self.answer_to(surge).leaves


@lru_cache(maxsize=64)
def puzzle_of(day: date) -> Puzzle:
    """The puzzle of a day."""
    chance = Chance("daily puzzle", day.isoformat())
    book = book_named(chance.one_of(_GAMES[max(first for first in _GAMES if first <= day)]))
    preset, rules = book.preset, book.rules
    aim = chance.one_of(_aims(rules))
    worth_asking = _worth_asking_of_one_tile if has_one_tile_turns(rules) else _worth_asking
    for _ in range(_MOST_HANDS):
        entries = play_hand(start_game(book, chance, target=rules.target), chance)
        for turn in chance.shuffled(list(turns_of(entries))):
            if (found := worth_asking(turn, aim)) is not None:
                held = tuple(sorted(turn.known, reverse=True))
                return Puzzle(day, preset, aim, entries[: turn.number], held, *found)
    raise LookupError(f"No hand of {preset.id} makes a puzzle.")


def _aims(rules: Rules) -> list[Aim]:
    """What can be asked of a turn: of a single tile the best, or the one that leaves least."""
    if has_one_tile_turns(rules):
        return [Aim.BEST_TILE, Aim.LEAVES_LEAST]
    return [Aim.LONGEST, Aim.MOST_POINTS] if rules.worth(5) else [Aim.LONGEST]


def _is_known(turn: Turn) -> bool:
    """Whether enough lies there, and all that its player holds is known and not too much."""
    is_known = turn.knows_all and turn.first is None
    return (
        is_known
        and len(turn.hand.layout.tiles) >= _FEWEST_LAID
        and (_LEAST <= len(turn.known) <= _MOST_HELD)
    )


def _worth_asking_of_one_tile(turn: Turn, aim: Aim) -> tuple[Surge, Surge] | None:
    """The one tile that is best, and what looks as good; None where several are, or few fit."""
    # Only where everybody holds tiles the next player is one of the other side.
    if not _is_known(turn) or 0 in turn.hand.held:
        return None
    answers = answers_to(turn.game, turn.known)
    if len({answer.placed[0] for answer in answers}) < _LEAST:
        return None
    by_points = sorted(answers, key=lambda answer: -answer.points)
    by_left = sorted(answers, key=lambda answer: answer.leaves)
    if aim is Aim.BEST_TILE:
        best, thought = by_points[:2]
        is_clear = best.points > thought.points > 0
    else:
        # What comes to mind first is the tile that scores most.
        best, thought = by_left[0], by_points[0]
        is_clear = (
            best.leaves < by_left[1].leaves and best.leaves < thought.leaves and thought.points > 0
        )
    if not is_clear:
        return None
    return turn_of(turn.game, [best.placed]), turn_of(turn.game, [thought.placed])


def _worth_asking(turn: Turn, aim: Aim) -> tuple[Surge, Surge] | None:
    """The solution and the first thought; None where the turn is too easy to see."""
    if not _is_known(turn):
        return None
    solution = find_surges(turn.game, turn.known).best(aim)
    thought = _first_thought(turn, aim)
    if solution.tiles < _LEAST or thought.reaches(aim) >= solution.reaches(aim):
        return None
    return solution, thought


def _first_thought(turn: Turn, aim: Aim) -> Surge:
    """The best turn of all that begin with as many points at once as can be had."""
    search = Search(turn.game)
    options = search.first_moves(tuple(sorted(turn.known, reverse=True)))
    most = max(map(_temptation, options))
    tempting = [option for option in options if _temptation(option) == most]
    return turn_of(turn.game, search.path(tempting, aim))


def _temptation(move: Move) -> tuple[int, bool]:
    """What is seen of a tile at first sight: its points, and where none are given its count."""
    return move.play.points, move.hand.rules.scores(move.play.total)
