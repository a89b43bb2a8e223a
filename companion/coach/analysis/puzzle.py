"""A puzzle: a turn of a hand that was played. Which turn is the best one?"""

from collections.abc import Collection, Iterable
from datetime import date, timedelta
from typing import NamedTuple

from companion.coach.analysis.reply_search import Reply, reply_to
from companion.coach.analysis.surge import Aim, Surge, WrongHand, turn_of
from companion.i18n import Text, message
from companion.record.replay import Entry, laid_by
from companion.rules.game import Game
from companion.rules.layout import Placement
from companion.rules.preset import Preset
from companion.rules.tile import Tile

_DAY = timedelta(1)


class Puzzle(NamedTuple):
    """A turn to find: `entries` are the hand so far, `held` the tiles of the player in turn.

    `first_thought` is the best that can follow the tile that pegs most at once. If a turn is one
    tile, it is the next best, or the one that pegs most. It falls short of the solution, unless the
    obvious choice is right. For someone's own turn it is the turn as it was played.
    """

    game: Preset
    aim: Aim
    entries: tuple[Entry, ...]
    held: tuple[Tile, ...]
    solution: Surge
    first_thought: Surge
    #: The tile just drawn, which must begin the turn; None without a draw.
    drawn: Tile | None = None

    @property
    def position(self) -> Game:
        """The game at that turn."""
        return self.entries[-1].game

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The tiles on the table."""
        return laid_by(self.entries)

    @property
    def player(self) -> str:
        """The player of the turn."""
        return self.position.seating.players[self.position.acting]

    @property
    def firsts(self) -> tuple[Tile, ...]:
        """The tiles that the turn can begin with: the one just drawn, or any that fits."""
        hand = self.position.dealt
        return tuple(tile for tile in self.held if self.drawn in (None, tile) and hand.fits(tile))

    @property
    def question(self) -> Text:
        """What there is to find."""
        return message(f"puzzle.ask.{self.aim.value}", name=self.player)

    @property
    def is_as_it_looks(self) -> bool:
        """Whether the obvious turn is right."""
        return self.is_solved_by(self.first_thought)

    def attempt(self, moves: Iterable[Placement]) -> Surge:
        """The turn that someone tries; raises as `turn_of`, and `WrongHand`."""
        tried = list(moves)
        for tile, _ in tried:
            if tile not in self.held:
                raise WrongHand(message("coach.refused.not-held", tile=tile, name=self.player))
        if self.drawn and tried and tried[0][0] != self.drawn:
            raise WrongHand(message("coach.refused.drawn-first", tile=self.drawn))
        left = {*self.held} - {tile for tile, _ in tried}
        return turn_of(self.position, tried, left=left)

    def is_solved_by(self, surge: Surge) -> bool:
        """Whether a turn is as good as the solution in what was asked."""
        best = self.solution
        if self.aim is Aim.LEAVES_LEAST:
            # If you leave as little, you give up no points for it.
            return surge.points >= best.points and self.left_by(surge) <= self.left_by(best)
        return surge.reaches(self.aim) >= best.reaches(self.aim)

    def reply_to(self, surge: Surge) -> Reply:
        """The most that the next player could answer to a turn of one tile."""
        (step,) = surge.steps
        return reply_to(self.position, self.held, (step.tile, step.host))

    def left_by(self, surge: Surge) -> int:
        """What a turn of one tile leaves the next player, in points."""
        return self.reply_to(surge).leaves


class Streak(NamedTuple):
    """A streak: how many daily puzzles were solved; a day off keeps it and does not count.

    `has_rest` says whether a day of this week may still be missed.
    """

    days: int
    has_rest: bool


def streak_of(solved: Collection[date], today: date) -> Streak:
    """The streak up to today, or up to yesterday while today is open.

    It survives one missed day in each week from Monday to Sunday. The second one ends it, and
    earlier days don't count any more.
    """
    day, days = today, 0
    missed, rests = set[tuple[date, ...]](), set[tuple[date, ...]]()
    if day not in solved:
        day -= _DAY
    while day in solved or week_of(day) not in missed:
        if day in solved:
            # A day missed after it was a day off; one missed before the first day was not.
            days, rests = days + 1, {*missed}
        else:
            missed.add(week_of(day))
        day -= _DAY
    return Streak(days, week_of(today) not in rests)


def week_of(day: date) -> tuple[date, ...]:
    """The days of a week from Monday to Sunday."""
    monday = day - timedelta(day.weekday())
    return tuple(monday + timedelta(number) for number in range(7))
