"""The daily puzzle: on a date, everywhere the same turn to find."""

from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from companion.coach.positions import Chance, book_named, play_hand, start_game
from companion.coach.search import Move, Search, find_surges
from companion.coach.surge import Aim, Surge, WrongHand, turn_of
from companion.coach.turn import Turn, turns_of
from companion.record.replay import Entry, laid_by
from companion.rules.game import Game
from companion.rules.layout import Placement
from companion.rules.preset import Preset
from companion.rules.tile import Tile
from companion.words import Text, message

#: The day of the first puzzle.
FIRST_DAY = date(2026, 1, 1)
#: The games in which a turn can be long; a list of its own, so that a new game moves no puzzle.
_GAMES = (
    "race-horse",
    "race-horse-celko",
    "racehorse-1990",
    "seven-toed-pete",
    "seven-toed-pete-chips",
)
_FEWEST_LAID = 3
#: The player holds no more tiles, and the best turn sets at least so many of them.
_MOST_HELD = 7
_LEAST = 3
#: One hand in some makes a puzzle; where so many make none, something is wrong.
_MOST_HANDS = 2000


class Puzzle(NamedTuple):
    """A turn of a random honest game, and the question which is the best one.

    `entries` are the hand so far, `held` the tiles of whose turn it is. `first_thought` is the
    best that can follow the tile that pegs most at once; it falls short of the solution.
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
        return surge.reaches(self.aim) >= self.solution.reaches(self.aim)


@lru_cache(maxsize=64)
def puzzle_of(day: date) -> Puzzle:
    """The puzzle of a day."""
    chance = Chance("daily puzzle", day.isoformat())
    book = book_named(chance.one_of(_GAMES))
    preset, rules = book.preset, book.rules
    aim = chance.one_of([*Aim] if rules.worth(5) else [Aim.LONGEST])
    for _ in range(_MOST_HANDS):
        entries = play_hand(start_game(book, chance, target=rules.target), chance)
        for turn in chance.shuffled(list(turns_of(entries))):
            if (found := _worth_asking(turn, aim)) is not None:
                held = tuple(sorted(turn.known, reverse=True))
                return Puzzle(day, preset, aim, entries[: turn.number], held, *found)
    raise LookupError(f"No hand of {preset.id} makes a puzzle.")


def _worth_asking(turn: Turn, aim: Aim) -> tuple[Surge, Surge] | None:
    """The solution and the first thought; None where the turn is too easy to see."""
    is_known, laid = turn.knows_all and turn.first is None, turn.hand.layout.tiles
    if not is_known or len(laid) < _FEWEST_LAID or not _LEAST <= len(turn.known) <= _MOST_HELD:
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
